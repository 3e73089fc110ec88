// Compares the tables of a SQLite file with the tables that its schema steps create.
import Database from 'better-sqlite3';

/** A schema step without progress reports. */
type Step = (database: Database.Database, report: () => void) => void;

/** Lists columns with their table, as `person.name`. */
const COLUMNS = `SELECT "table".name || '.' || "column".name
  FROM sqlite_schema AS "table", pragma_table_info("table".name) AS "column" WHERE "table".type = 'table'`;
const DEFINITIONS = `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  ORDER BY rowid`;

/** For each schema, the columns of a new file. */
const newest = new WeakMap<readonly Step[], readonly string[]>();

/** Whether a file has every column of a new file. It may have more. */
export function hasNewestColumns(database: Database.Database, steps: readonly Step[]): boolean {
  return isComplete(columnsOf(database), steps);
}

/** Whether the missing steps give a file every column of a new one; tried on a copy without rows. */
export function leadsToNewestColumns(database: Database.Database, steps: readonly Step[]): boolean {
  const version = Number(database.pragma('user_version', { simple: true }));
  const definitions = database.prepare<[], string>(DEFINITIONS).pluck().all();
  try {
    return isComplete(columnsAfter(steps.slice(version), definitions), steps);
  } catch (error) {
    // The step expects other tables.
    if (error instanceof Database.SqliteError) return false;
    throw error;
  }
}

function isComplete(columns: readonly string[], steps: readonly Step[]): boolean {
  const wanted = newest.get(steps) ?? columnsAfter(steps, []);
  newest.set(steps, wanted);
  const present = new Set(columns);
  return wanted.every((column) => present.has(column));
}

function columnsAfter(steps: readonly Step[], definitions: readonly string[]): readonly string[] {
  const database = new Database(':memory:');
  try {
    for (const definition of definitions) database.exec(definition);
    for (const step of steps) step(database, () => {});
    return columnsOf(database);
  } finally {
    database.close();
  }
}

function columnsOf(database: Database.Database): readonly string[] {
  return database.prepare<[], string>(COLUMNS).pluck().all();
}

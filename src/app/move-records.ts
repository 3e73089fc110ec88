// Moves the records of a data folder into the database: all tables with their ids, source rows and import runs, in one
// transaction that compares both. The database therefore contains either all records or none.
import type Sqlite from 'better-sqlite3';
import type pg from 'pg';
import { columnType, TABLES, type TableName } from '../catalog/postgres/columns.ts';
import { CATALOG_LOCK } from '../catalog/postgres/postgres-dialect.ts';
import { KEPT_ID_TABLES } from '../catalog/postgres/row-ids.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { inTransaction } from '../ops/postgres/connected.ts';
import { copyRows, differences, type MovedTable } from '../ops/postgres/move-rows.ts';

/** A row is up to some kilobytes. */
const ROWS_AT_ONCE = 500;

/** Counters of used ids, which SQLite keeps in a separate table. */
const KEPT_IDS: MovedTable = {
  table: 'catalog_id',
  columns: { name: 'text', last: 'integer' },
  rows: `SELECT name, seq AS last FROM sqlite_sequence
    WHERE name IN (${KEPT_ID_TABLES.map((table) => `'${table}'`).join(', ')})`,
};

const MOVED: readonly MovedTable[] = [
  ...(Object.keys(TABLES) as TableName[]).filter((table) => table !== KEPT_IDS.table).map(movedTable),
  KEPT_IDS,
];

function movedTable(table: TableName): MovedTable {
  const names = Object.keys(TABLES[table]);
  const columns = Object.fromEntries(names.map((name) => [name, columnType(table, name)]));
  return { table, columns, rows: `SELECT ${names.join(', ')} FROM ${table}`, atOnce: ROWS_AT_ONCE };
}

export interface MovedRecords {
  readonly rows: Readonly<Record<string, number>>;
  /** An earlier move had written them. */
  readonly wasMoved: boolean;
}

/** Changes no row of the file. Rejects with an OperatorError if the database contains other records. */
export async function moveRecords(
  source: Sqlite.Database,
  target: pg.ClientBase,
  onTable: (table: string) => void,
): Promise<MovedRecords> {
  const wasMoved = await inTransaction(target, () => copyRecords(source, target, onTable));
  const counts = MOVED.map(({ table, rows }) => [
    table,
    Number(source.prepare(`SELECT count(*) FROM (${rows})`).pluck().get()),
  ]);
  return { rows: Object.fromEntries(counts), wasMoved };
}

/** Copies the records unless the database has them already, which it returns. Compares both sides. */
async function copyRecords(
  source: Sqlite.Database,
  target: pg.ClientBase,
  onTable: (table: string) => void,
): Promise<boolean> {
  await target.query(CATALOG_LOCK);
  const wasMoved = await hasRecords(target);
  for (const moved of wasMoved ? [] : MOVED) {
    onTable(moved.table);
    await copyRows(source, target, moved);
  }
  const faults: string[] = [];
  for (const moved of MOVED) faults.push(...(await differences(source, target, moved)));
  if (faults.length > 0) throw new OperatorError(wasMoved ? IN_USE : `${DIFFERENT} (${faults.slice(0, 3).join('; ')})`);
  return wasMoved;
}

const IN_USE = 'the database has other records: move into an empty one (createdb, database migrate)';
const DIFFERENT = 'the copy of the records differs from catalog.db: run the command again';

async function hasRecords(target: pg.ClientBase): Promise<boolean> {
  const { rows } = await target.query('SELECT 1 FROM meta WHERE generation > 0');
  return rows.length > 0;
}

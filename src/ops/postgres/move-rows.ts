// Copies the rows of SQLite tables into a PostgreSQL database, then compares counts and sums of both.
import type Sqlite from 'better-sqlite3';
import type pg from 'pg';

const ROWS_AT_ONCE = 2000;
/** Sums of remainders fit into 64 bits in both databases, whatever the values. */
const MODULUS = 1_000_003;

type ColumnType = 'text' | 'bigint' | 'integer' | 'smallint' | 'double precision' | 'boolean' | 'bytea' | 'uuid';

/** Types whose sum is not the same in both databases. */
const UNMEASURED: readonly ColumnType[] = ['uuid', 'double precision'];

export interface MovedTable {
  readonly table: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** The SELECT in SQLite; its columns have the names of the target columns. */
  readonly rows: string;
  /**
   * The key of a table whose rows never change: a repeated copy keeps existing rows. Other tables are emptied first.
   */
  readonly key?: readonly string[];
  /** Rows per statement; lower for large rows. */
  readonly atOnce?: number;
}

/** Copies all rows. Each group of rows is one statement, which outside a transaction is committed at once. */
export async function copyRows(source: Sqlite.Database, target: pg.ClientBase, moved: MovedTable): Promise<void> {
  const { table, columns, rows, key, atOnce = ROWS_AT_ONCE } = moved;
  const names = Object.keys(columns);
  if (!key) await target.query(`DELETE FROM ${table}`);
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  const conflict = key ? ` ON CONFLICT (${key.join(', ')}) DO NOTHING` : '';
  const text = `INSERT INTO ${table} (${names.join(', ')})
    SELECT ${names.map((name) => `n.${name}`).join(', ')} FROM unnest(${arrays.join(', ')}) AS n (${names.join(', ')})`;
  let group: unknown[][] = names.map(() => []);
  const send = async () => {
    if (group[0]?.length) await target.query(text + conflict, group);
    group = names.map(() => []);
  };
  for (const row of source.prepare<[], Record<string, unknown>>(rows).iterate()) {
    for (const [index, name] of names.entries()) group[index]?.push(row[name]);
    if (group[0]?.length === atOnce) await send();
  }
  await send();
}

/** The differences between both databases, as sentences; empty if counts and sums of all columns agree. */
export async function differences(
  source: Sqlite.Database,
  target: pg.ClientBase,
  { table, columns, rows }: MovedTable,
): Promise<string[]> {
  const measured = Object.entries(columns).filter(([, type]) => !UNMEASURED.includes(type));
  const sums = (cast: (name: string, type: ColumnType) => string) =>
    ['count(*) AS rows', ...measured.map(([name, type]) => `sum(${cast(name, type)}) AS ${name}`)].join(', ');
  const inSqlite = (name: string, type: ColumnType) =>
    type === 'text' || type === 'bytea' ? `length(${name})` : `${name} % ${MODULUS}`;
  const inPostgres = (name: string, type: ColumnType) =>
    type === 'boolean' ? `${name}::integer` : inSqlite(name, type);
  const wanted = source.prepare<[], Record<string, unknown>>(`SELECT ${sums(inSqlite)} FROM (${rows})`).get() ?? {};
  const { rows: found } = await target.query<Record<string, unknown>>(`SELECT ${sums(inPostgres)} FROM ${table}`);
  return ['rows', ...measured.map(([name]) => name)].flatMap((name) => {
    const [there, here] = [textOf(found[0]?.[name]), textOf(wanted[name])];
    return there === here ? [] : [`${table}: ${name} is ${there} instead of ${here}`];
  });
}

/** The sum of no rows is null. */
const textOf = (sum: unknown) => String(sum ?? 0);

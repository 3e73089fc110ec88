// The connection of the tables in SQLite. Each statement is prepared at its first use, and executed immediately.
import type { Database, RunResult, Statement } from 'better-sqlite3';
import type { Clash, KeyColumn, KeyedRows, Select, Sql, SqlDialect, SqlValue, Write } from '../tables/sql.ts';

const DIALECT: SqlDialect = {
  memberOf: (column, member) => `${column} ->> '$.${member}'`,
  elementOf: (column, [outer, inner]) => `${column} ->> '$[${outer}][${inner}]'`,
  partOfKey: (index) => `json_extract(?, '$[${index}]')`,
  isAmong: (column) => `${column} IN (SELECT value FROM json_each(?))`,
  idsOf: (ids) => JSON.stringify(ids),
  // SQLite keeps the order of the tables of a CROSS JOIN.
  joinInOrder: 'CROSS JOIN',
};

const placeholdersOf = (columns: readonly string[]) => columns.map(() => '?').join(', ');
const conditionOf = (columns: readonly string[]) => columns.map((column) => `${column} = ?`).join(' AND ');

function conflictOf({ key, replaces = [] }: Clash): string {
  const set = replaces.map((column) => `${column} = excluded.${column}`).join(', ');
  return ` ON CONFLICT (${key.join(', ')}) DO ${set === '' ? 'NOTHING' : `UPDATE SET ${set}`}`;
}

/** A connection uses few of its hundreds of statements: preparing all would take most of the time of opening it. */
class LazyStatement<Parameters extends unknown[], Row> implements Select<Parameters, Row> {
  readonly #prepare: () => Statement<Parameters, Row>;
  #prepared: Statement<Parameters, Row> | null = null;

  constructor(prepare: () => Statement<Parameters, Row>) {
    this.#prepare = prepare;
  }

  get(...parameters: Parameters): Row | undefined {
    return this.#statement().get(...parameters);
  }

  all(...parameters: Parameters): Row[] {
    return this.#statement().all(...parameters);
  }

  iterate(...parameters: Parameters): IterableIterator<Row> {
    return this.#statement().iterate(...parameters);
  }

  run(...parameters: Parameters): RunResult {
    return this.#statement().run(...parameters);
  }

  #statement(): Statement<Parameters, Row> {
    this.#prepared ??= this.#prepare();
    return this.#prepared;
  }
}

export class SqliteSql implements Sql {
  readonly dialect = DIALECT;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  rows<Parameters extends unknown[], Row extends readonly unknown[]>(text: string): Select<Parameters, Row> {
    return new LazyStatement(() => this.#database.prepare<Parameters, Row>(text).raw());
  }

  values<Parameters extends unknown[], Value>(text: string): Select<Parameters, Value> {
    return new LazyStatement(() => this.#database.prepare<Parameters, Value>(text).pluck());
  }

  objects<Parameters extends unknown[], Row extends object>(text: string): Select<Parameters, Row> {
    return this.#lazy<Parameters, Row>(text);
  }

  lookUp<Key extends string | number, Row extends readonly unknown[]>(text: string): (keys: readonly Key[]) => Row[][] {
    const rows = this.rows<Key[], Row>(text);
    const times = Array.from({ length: text.split('?').length - 1 }, () => 0);
    return (keys) => keys.map((key) => rows.all(...times.map(() => key)));
  }

  keyed<Row extends readonly unknown[]>(text: string, _: KeyColumn): KeyedRows<Row> {
    const rows = this.rows<[string | number], Row>(text);
    return { of: (key) => rows.all(key), prefetch: () => [] };
  }

  insert(table: string, columns: readonly string[], clash?: Clash): Write {
    const conflict = clash === undefined ? '' : conflictOf(clash);
    return this.#lazy<SqlValue[]>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${placeholdersOf(columns)})${conflict}`,
    );
  }

  insertNew(table: string, columns: readonly string[]): { run(...values: SqlValue[]): number } {
    // With RETURNING, each row would need its own savepoint, and each changed page a write to a temporary file.
    const insert = this.#lazy<SqlValue[]>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${placeholdersOf(columns)})`,
    );
    return { run: (...values) => Number(insert.run(...values).lastInsertRowid) };
  }

  update(table: string, columns: readonly string[], by: readonly string[]): Write {
    const set = columns.map((column) => `${column} = ?`).join(', ');
    return this.#lazy<SqlValue[]>(`UPDATE ${table} SET ${set} WHERE ${conditionOf(by)}`);
  }

  remove(table: string, by: readonly string[]): Write {
    return this.#lazy<SqlValue[]>(`DELETE FROM ${table} WHERE ${conditionOf(by)}`);
  }

  command<Parameters extends unknown[]>(text: string): { run(...parameters: Parameters): number } {
    const statement = this.#lazy<Parameters>(text);
    return { run: (...parameters) => statement.run(...parameters).changes };
  }

  #lazy<Parameters extends unknown[], Row = unknown>(text: string): LazyStatement<Parameters, Row> {
    return new LazyStatement(() => this.#database.prepare<Parameters, Row>(text));
  }
}

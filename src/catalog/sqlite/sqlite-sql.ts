// The connection of the tables in SQLite. Each statement is prepared once and executed immediately.
import type { Database } from 'better-sqlite3';
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

export class SqliteSql implements Sql {
  readonly dialect = DIALECT;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  rows<Parameters extends unknown[], Row extends readonly unknown[]>(text: string): Select<Parameters, Row> {
    return this.#database.prepare<Parameters, Row>(text).raw();
  }

  values<Parameters extends unknown[], Value>(text: string): Select<Parameters, Value> {
    return this.#database.prepare<Parameters, Value>(text).pluck();
  }

  objects<Parameters extends unknown[], Row extends object>(text: string): Select<Parameters, Row> {
    return this.#database.prepare<Parameters, Row>(text);
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
    return this.#database.prepare(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${placeholdersOf(columns)})${conflict}`,
    );
  }

  insertNew(table: string, columns: readonly string[]): { run(...values: SqlValue[]): number } {
    // With RETURNING, each row would need its own savepoint, and each changed page a write to a temporary file.
    const insert = this.#database.prepare<SqlValue[]>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${placeholdersOf(columns)})`,
    );
    return { run: (...values) => Number(insert.run(...values).lastInsertRowid) };
  }

  update(table: string, columns: readonly string[], by: readonly string[]): Write {
    const set = columns.map((column) => `${column} = ?`).join(', ');
    return this.#database.prepare(`UPDATE ${table} SET ${set} WHERE ${conditionOf(by)}`);
  }

  remove(table: string, by: readonly string[]): Write {
    return this.#database.prepare(`DELETE FROM ${table} WHERE ${conditionOf(by)}`);
  }

  command<Parameters extends unknown[]>(text: string): { run(...parameters: Parameters): number } {
    const statement = this.#database.prepare<Parameters>(text);
    return { run: (...parameters) => statement.run(...parameters).changes };
  }
}

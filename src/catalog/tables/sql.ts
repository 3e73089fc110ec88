// The connection of the tables of a catalog: statements in the SQL that its stores have in common, and the few
// expressions in which they differ. Parameters are `?` by position, or `@name`. Implementations: sqlite/, postgres/.

/** Stored in a column. */
export type SqlValue = string | number | null | Buffer;

/** A statement that returns rows. */
export interface Select<Parameters extends unknown[], Row> {
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
}

/** A statement that writes a row, or the rows of a key. It may be executed later, but before any that reads. */
export interface Write {
  run(...values: SqlValue[]): unknown;
}

/** The rows of keys, each found by the value of one column of one table. */
export interface KeyedRows<Row> {
  of(key: string | number): readonly Row[];
  /**
   * Reads the rows of keys in one step, where that is of use, and returns those that it read: `of` answers them without
   * another, until they are written.
   */
  prefetch(keys: readonly (string | number)[]): readonly Row[];
}

/** The column by which keyed rows are found. */
export interface KeyColumn {
  readonly table: string;
  readonly column: string;
  /** Another table of which any change may concern the rows. */
  readonly joined?: string;
  /** The place of the table's id in a row, by which a changed row is recognized. */
  readonly idAt?: number;
}

export type KeyType = 'text' | 'integer' | 'bigint';

/** A row of the same key is there already: it stays, or gets the new values of some columns. */
export interface Clash {
  readonly key: readonly string[];
  readonly replaces?: readonly string[];
}

/** Expressions that differ between stores. */
export interface SqlDialect {
  /** A member of a JSON object in a text column, as text. */
  memberOf(column: string, member: string): string;
  /** An element of an array in an array of a JSON text, as text. */
  elementOf(column: string, path: readonly [number, number]): string;
  /** An element of the JSON array that is the next parameter. */
  partOfKey(index: number, type: 'text' | 'integer'): string;
  /** Whether a column is one of the ids in the next parameter, which `idsOf` makes. */
  isAmong(column: string): string;
  idsOf(ids: readonly number[]): SqlValue;
  /** An inner join whose rows are found in the order of the tables, where the store does not choose it well. */
  readonly joinInOrder: string;
}

export interface Sql {
  readonly dialect: SqlDialect;
  /** Rows as arrays of their columns. */
  rows<Parameters extends unknown[], Row extends readonly unknown[]>(text: string): Select<Parameters, Row>;
  /** Rows of one column. */
  values<Parameters extends unknown[], Value>(text: string): Select<Parameters, Value>;
  objects<Parameters extends unknown[], Row extends object>(text: string): Select<Parameters, Row>;
  /** The rows of many keys, in their order: of each those of the statement with the key as each of its parameters. */
  lookUp<Key extends string | number, Row extends readonly unknown[]>(
    text: string,
    type: KeyType,
  ): (keys: readonly Key[]) => Row[][];
  /** As `rows` with the key as the one parameter. */
  keyed<Row extends readonly unknown[]>(text: string, by: KeyColumn): KeyedRows<Row>;
  insert(table: string, columns: readonly string[], clash?: Clash): Write;
  /** Inserts a row with the next free id, which it returns. */
  insertNew(table: string, columns: readonly string[]): { run(...values: SqlValue[]): number };
  /** Values of `columns`, then of `by`. */
  update(table: string, columns: readonly string[], by: readonly string[]): Write;
  remove(table: string, by: readonly string[]): Write;
  /** Any other statement that writes; returns the number of changed rows. */
  command<Parameters extends unknown[]>(text: string): { run(...parameters: Parameters): number };
}

// The connection of the tables of a catalog: statements in the SQL that all stores share, and the few expressions in
// which stores differ. Parameters are `?` by position, or `@name`. Implementations: sqlite/, postgres/.

/** A value of a column. */
export type SqlValue = string | number | null | Buffer;

/** A statement that returns rows. */
export interface Select<Parameters extends unknown[], Row> {
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
}

/**
 * A statement that writes a row, or the rows of a key. Its execution may be delayed, but not past a statement that
 * reads.
 */
export interface Write {
  run(...values: SqlValue[]): unknown;
}

/** The rows of keys. A key is a value of one column of one table. */
export interface KeyedRows<Row> {
  of(key: string | number): readonly Row[];
  /**
   * In a store with round trips, prefetches the rows of keys in one query and returns the rows that it read: `of`
   * answers them without a query until they are written. In other stores, does nothing.
   */
  prefetch(keys: readonly (string | number)[]): readonly Row[];
}

/** The column by which keyed rows are found. */
export interface KeyColumn {
  readonly table: string;
  readonly column: string;
  /** Another table, of which any change may concern the rows. */
  readonly joined?: string;
  /** The index of the table's id in a row, by which a changed row is identified. */
  readonly idAt?: number;
}

export type KeyType = 'text' | 'integer' | 'bigint';

/** The action for an existing row with the same key: it remains, or gets the new values of some columns. */
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
  /** Whether a column equals one of the ids in the next parameter, which `idsOf` creates. */
  isAmong(column: string): string;
  idsOf(ids: readonly number[]): SqlValue;
  /**
   * An inner join that reads the tables in the order of the statement, for statements for which the store chooses a bad
   * order.
   */
  readonly joinInOrder: string;
}

export interface Sql {
  readonly dialect: SqlDialect;
  /** Rows as arrays of their columns. */
  rows<Parameters extends unknown[], Row extends readonly unknown[]>(text: string): Select<Parameters, Row>;
  /** Rows of one column. */
  values<Parameters extends unknown[], Value>(text: string): Select<Parameters, Value>;
  objects<Parameters extends unknown[], Row extends object>(text: string): Select<Parameters, Row>;
  /**
   * The rows of many keys, in the order of the keys: for each key, the rows of the statement with the key as each of
   * its parameters.
   */
  lookUp<Key extends string | number, Row extends readonly unknown[]>(
    text: string,
    type: KeyType,
  ): (keys: readonly Key[]) => Row[][];
  /** As `rows`, with the key as the only parameter. */
  keyed<Row extends readonly unknown[]>(text: string, by: KeyColumn): KeyedRows<Row>;
  insert(table: string, columns: readonly string[], clash?: Clash): Write;
  /** Inserts a row with the next free id; returns the id. */
  insertNew(table: string, columns: readonly string[]): { run(...values: SqlValue[]): number };
  /** Takes the values of `columns`, then of `by`. */
  update(table: string, columns: readonly string[], by: readonly string[]): Write;
  remove(table: string, by: readonly string[]): Write;
  /** Any other statement that writes. Returns the number of changed rows. */
  command<Parameters extends unknown[]>(text: string): { run(...parameters: Parameters): number };
}

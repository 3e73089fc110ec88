// A column of a table, or a key of JSON rows, as mapping sees it.

export interface Column {
  /** 0-based place in a table's row; of JSON rows the order in which the keys were met. */
  readonly index: number;
  /** The header as written; may be empty. */
  readonly header: string;
  /** Some values of the column that are not empty. */
  readonly samples: readonly string[];
  /** Of JSON rows: the header is a path of keys (nested-keys.ts). */
  readonly isNested?: boolean;
}

// A column of a table, or a key of JSON rows, as input to the mapping.

export interface Column {
  /** 0-based position in a table row; for JSON rows, the order of first appearance. */
  readonly index: number;
  /** The header as written; may be empty. */
  readonly header: string;
  /** Some non-empty values of the column. */
  readonly samples: readonly string[];
  /** For JSON rows: whether the header is a path of keys (nested-keys.ts). */
  readonly isNested?: boolean;
  /** Sampled cells whose formula has no stored value; they are not among the samples. Default: 0. */
  readonly uncalculated?: number;
}

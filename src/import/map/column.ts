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
  /** For a path of keys: the path of the outermost list of objects that contains the key. */
  readonly list?: string;
  /** For JSON rows: whether the values are lists of plain values, which have no samples. */
  readonly isPlainList?: boolean;
  /** For JSON rows: whether the caller named the key, and the first rows lack it. */
  readonly isLater?: boolean;
  /** Sampled cells whose formula has no stored value; they are not among the samples. Default: 0. */
  readonly uncalculated?: number;
}

/** A name for each column: its header, or its position such as `#3` if the header is empty or not unique. */
export function columnNames(headers: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const header of headers) counts.set(header, (counts.get(header) ?? 0) + 1);
  return headers.map((header, index) => (header !== '' && counts.get(header) === 1 ? header : `#${index + 1}`));
}

// One row of an input before anything is read into it.

export interface Row {
  /** 1-based line on which the row starts. */
  readonly line: number;
  /** The JSON text of the row, or its line of a table. */
  readonly text: string;
  /** The cells of a table's row; null for the JSON kinds. */
  readonly cells: readonly string[] | null;
  /** Why the row cannot be read; null where it can. */
  readonly fault: string | null;
  /** Bytes of the text in UTF-8, where they are known without it; as many as characters where all are of ASCII. */
  readonly byteLength?: number;
}

// One row of an input, not yet interpreted.

export interface Row {
  /** 1-based number of the line on which the row starts. */
  readonly line: number;
  /** The JSON text of the row, or its lines in a table. */
  readonly text: string;
  /** The cells of a table row; null for the JSON formats. */
  readonly cells: readonly string[] | null;
  /** The index of the first missing cell if the row is shorter than the header. Missing cells are empty. */
  readonly missingFrom?: number;
  /** The number of cells to the right of the last column, which were left out. Set for rows of sheets only. */
  readonly cellsLeftOut?: number;
  /** Set if an empty row of the table precedes it. */
  readonly isAfterBlank?: true;
  /** The reason why the row is unreadable; null if it is readable. */
  readonly fault: string | null;
  /** UTF-8 length of the text if it is known from reading. It equals the number of characters if all are ASCII. */
  readonly byteLength?: number;
}

/** The text of a sheet cell whose formula has no stored value. The cell is read as empty, with a warning. */
export const UNCALCULATED = '#FORMULA!';

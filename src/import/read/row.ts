// One row of an input before its interpretation.

export interface Row {
  /** 1-based number of the line on which the row starts. */
  readonly line: number;
  /** The JSON text of the row, or its lines in a table. */
  readonly text: string;
  /** The cells of a table row; null for the JSON formats. */
  readonly cells: readonly string[] | null;
  /** The index of the first cell that a row shorter than the header lacks; its missing cells are empty. */
  readonly missingFrom?: number;
  /** Set if a row of a sheet had cells right of the last column, which were left out: their number. */
  readonly cellsLeftOut?: number;
  /** Set if an empty row of the table precedes it. */
  readonly isAfterBlank?: true;
  /** The reason why the row is unreadable; null if it is readable. */
  readonly fault: string | null;
  /** UTF-8 length of the text if it is known from reading; equal to the number of characters if all are ASCII. */
  readonly byteLength?: number;
}

/** The text of a cell of a sheet whose formula has no stored value. It is read as empty, with a warning. */
export const UNCALCULATED = '#FORMULA!';

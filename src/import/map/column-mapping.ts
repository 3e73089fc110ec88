// The mapping of a file: its format, and the import field of each column.
import type { DayMonthOrder } from '../normalize/written-dates.ts';
import type { Format } from '../read/format.ts';
import type { Column } from './column.ts';
import type { Guess } from './guess-columns.ts';

export interface MappedColumn {
  readonly column: Column;
  /** Null if the column is not imported. */
  readonly field: string | null;
  /** Null if the caller or a preset named the column. */
  readonly guess: Guess | null;
  /** The order of day and month in a column of dates such as `4/5/2021`; null for all other columns. */
  readonly dayMonth: DayMonthOrder | null;
  /** The word for another party that the column describes, such as `owner`; null for all other columns. */
  readonly party: string | null;
}

export interface Mapping {
  readonly path: string;
  readonly format: Format;
  /** The detected preset; null if the columns were guessed or named by the caller. */
  readonly preset: string | null;
  /** Every column of a table, or every top-level key in the first rows of JSON. */
  readonly columns: readonly MappedColumn[];
  /** Lists and objects of the import form in the first rows of JSON; they are imported as they are. */
  readonly nested: readonly string[];
}

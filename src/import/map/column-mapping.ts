// The mapping of a file: its format, and the import field of each column.
import type { DayMonthOrder } from '../normalise/written-dates.ts';
import type { Format } from '../read/format.ts';
import type { Column } from './column.ts';
import type { Guess } from './guess-columns.ts';

export interface MappedColumn {
  readonly column: Column;
  /** Null where the column is not imported. */
  readonly field: string | null;
  /** Null where a column was told, or named by a preset. */
  readonly guess: Guess | null;
  /** Of a column of dates that write day and month as numbers with the year behind: which is which. Null for all others. */
  readonly dayMonth: DayMonthOrder | null;
}

export interface Mapping {
  readonly path: string;
  readonly format: Format;
  /** The known export that the columns are of; null where they were guessed or told. */
  readonly preset: string | null;
  /** Every column of a table, or every top-level key met in the first rows of JSON. */
  readonly columns: readonly MappedColumn[];
  /** Lists and objects of the import form that the first rows of JSON hold: they are read as they are. */
  readonly nested: readonly string[];
}

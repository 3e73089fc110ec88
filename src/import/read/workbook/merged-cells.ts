// The merged cells of a sheet that join several rows of one column: a spreadsheet stores their value in the first row
// only, and shows it for all of them. The list of merged cells follows the rows, so it is read before them.
import { matchesIn } from './part-matches.ts';
import type { ZipParts } from './zip-parts.ts';

const RANGES_MAX = 500_000;
/**
 * Maximum number of merged columns at one row: filling a wide sheet that is merged down to its end would take hours.
 */
const OPEN_MAX = 100;
/** Longer than any reference, such as `<x:mergeCell ref="XFD1048576:XFD1048577"/>`. */
const RANGE_LENGTH_MAX = 200;
const RANGE = /<(?:\w+:)?mergeCell\s[^<>]*?ref\s*=\s*["']\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})["']/g;

interface MergedColumn {
  /** From 0. */
  readonly column: number;
  /** Number of its last row. */
  readonly lastRow: number;
}

/** By the number of their first row. */
export type MergedColumns = ReadonlyMap<number, readonly MergedColumn[]>;

/** The index of a column: 1 for `B7`; NaN if there are no letters. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,4}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The merged cells that span several rows of one column. Throws if there are too many. */
export async function readMergedColumns(zip: ZipParts, part: string): Promise<MergedColumns> {
  const merged = new Map<number, MergedColumn[]>();
  let count = 0;
  const ranges = matchesIn(zip, part, { pattern: RANGE, lengthMax: RANGE_LENGTH_MAX });
  for await (const [, first = '', from = '', last = '', to = ''] of ranges) {
    if (first !== last || Number(to) <= Number(from)) continue;
    count += 1;
    if (count > RANGES_MAX) throw new Error('it has too many merged cells: save it as CSV');
    const entry = { column: columnOf(first), lastRow: Number(to) };
    const before = merged.get(Number(from));
    if (before === undefined) merged.set(Number(from), [entry]);
    else before.push(entry);
  }
  return merged;
}

/** Fills the cells of merged columns while the rows of a sheet are read in order. */
export class MergedCells {
  readonly #starts: MergedColumns;
  /** By column. */
  readonly #open = new Map<number, { readonly value: string; readonly lastRow: number }>();

  constructor(starts: MergedColumns) {
    this.#starts = starts;
  }

  /**
   * Fills the cells of a row with the values of the merged cells that extend into it, if the row has a value of its
   * own. A row without one belongs to the row above.
   */
  fill(row: number, cells: string[]): void {
    if (this.#open.size > 0) this.#fillOpen(row, cells);
    for (const { column, lastRow } of this.#starts.get(row) ?? []) {
      const value = cells[column] ?? '';
      if (value !== '' && this.#open.size < OPEN_MAX) this.#open.set(column, { value, lastRow });
    }
  }

  #fillOpen(row: number, cells: string[]): void {
    const hasOwn = cells.some((cell) => cell !== '');
    for (const [column, { value, lastRow }] of this.#open) {
      if (row > lastRow) this.#open.delete(column);
      else if (hasOwn) {
        while (cells.length <= column) cells.push('');
        if (cells[column] === '') cells[column] = value;
      }
    }
  }
}

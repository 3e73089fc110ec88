// Sorts rows by company, and inside a company by a key.
import { countingSort } from './counting-sort.ts';

/** The sort keys of rows. */
export interface RowOrder {
  /** The rank of the company of each row; `companyCount` for a row without a company, which is last. */
  readonly companyOfRow: Uint32Array;
  readonly companyCount: number;
  /** The key of each row. Rows of one company are sorted by ascending keys. */
  readonly keyOfRow: Uint32Array;
  /** Compares rows of one company with equal keys. */
  readonly compareEqual: (left: number, right: number) => number;
}

/** The bits of a key that one pass of the radix sort reads. */
const DIGIT_BITS = 16;

/**
 * Row numbers in order: the rows of company 0, then the rows of company 1, and so on. `starts`: the first index of each
 * company, then the first index of the rows without a company. Rows are compared one by one only if company and key are
 * equal.
 */
export function groupRows(rows: RowOrder): { order: Uint32Array; starts: Uint32Array } {
  const { companyOfRow, companyCount, keyOfRow } = rows;
  let order = Uint32Array.from(keyOfRow.keys());
  const keyMax = keyOfRow.reduce((most, key) => Math.max(most, key), 0);
  for (let shift = 0; shift < 32 && keyMax >>> shift > 0; shift += DIGIT_BITS) {
    const digits = Math.min(2 ** DIGIT_BITS, (keyMax >>> shift) + 1);
    order = countingSort(order, (row) => (keyOfRow[row]! >>> shift) & (2 ** DIGIT_BITS - 1), digits).order;
  }
  const grouped = countingSort(order, (row) => companyOfRow[row]!, companyCount + 1);
  sortEqual(grouped.order, rows);
  return { order: grouped.order, starts: grouped.starts.subarray(0, companyCount + 1) };
}

function sortEqual(order: Uint32Array, { companyOfRow, keyOfRow, compareEqual }: RowOrder): void {
  for (let start = 0; start < order.length; ) {
    const first = order[start]!;
    let end = start + 1;
    while (
      end < order.length &&
      keyOfRow[order[end]!] === keyOfRow[first] &&
      companyOfRow[order[end]!] === companyOfRow[first]
    )
      end++;
    if (end - start > 1) order.subarray(start, end).sort(compareEqual);
    start = end;
  }
}

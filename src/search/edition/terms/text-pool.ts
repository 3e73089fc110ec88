// Many texts in one section pair of an edition: their bytes in UTF-8 and a packed column of where each begins.
import type { PackedColumn } from '../columns/packed-column.ts';

/** Texts by number. */
export class TextPool {
  readonly #starts: PackedColumn;
  readonly #bytes: Buffer;

  constructor(starts: PackedColumn, bytes: Buffer) {
    this.#starts = starts;
    this.#bytes = bytes;
  }

  get length(): number {
    return this.#starts.length - 1;
  }

  at(index: number): string {
    return this.#bytes.toString('utf8', this.#starts.at(index), this.#starts.at(index + 1));
  }

  /** In a pool that ascends by code points: the first text that stands at `key` (UTF-8) or behind it; `length` where none does. */
  lowerBound(key: Uint8Array): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(middle, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Less than 0, 0 or more than 0 as a text stands before, at or behind `key` (UTF-8). */
  compare(index: number, key: Uint8Array): number {
    const bytes = this.#bytes;
    const start = this.#starts.at(index);
    const length = this.#starts.at(index + 1) - start;
    const shared = Math.min(length, key.length);
    for (let place = 0; place < shared; place++) {
      const difference = bytes[start + place]! - key[place]!;
      if (difference !== 0) return difference;
    }
    return length - key.length;
  }
}

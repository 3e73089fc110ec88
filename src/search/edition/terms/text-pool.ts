// Many texts in two sections of an edition: their UTF-8 bytes, and a packed column of their offsets.
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

  /** The first text at or after `key` (UTF-8) in a pool in code point order; `length` if there is none. */
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

  /** Negative, 0 or positive if a text is before, equal to or after `key` (UTF-8). */
  compare(index: number, key: Uint8Array): number {
    const bytes = this.#bytes;
    const start = this.#starts.at(index);
    const length = this.#starts.at(index + 1) - start;
    const shared = Math.min(length, key.length);
    for (let index = 0; index < shared; index++) {
      const difference = bytes[start + index]! - key[index]!;
      if (difference !== 0) return difference;
    }
    return length - key.length;
  }
}

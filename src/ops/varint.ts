// Variable-length integers of up to 35 bits: 7 bits per byte, lowest first; the top bit is set if more bytes follow.

/** The maximum length of a varint in bytes. */
export const VARINT_BYTES_MAX = 5;

/** Writes a number below 2^35 and returns the offset after it. */
export function writeVarint(bytes: Uint8Array, start: number, value: number): number {
  let end = start;
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[end++] = (rest % 128) | 128;
  bytes[end++] = rest;
  return end;
}

/** Reads consecutive varints. Throws RangeError past the end, and for more than 5 bytes. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  /** Offset of the next byte. */
  offset: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#end = end;
    this.offset = start;
  }

  next(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < VARINT_BYTES_MAX; count++) {
      if (this.offset >= this.#end) throw new RangeError('a number extends beyond the end of its bytes');
      const byte = this.#bytes[this.offset++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
    throw new RangeError('a number has more than 5 bytes');
  }
}

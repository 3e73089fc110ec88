// The encoding half of the codec: finds repetitions greedily and writes them as sequences (codec.ts describes the
// format).

export const MATCH_MIN = 4;
/** A length field of a token with this value is followed by further length bytes. */
export const MORE = 15;
/** A distance has two bytes. */
const DISTANCE_MAX = 65_535;
const HASH_BITS = 16;
const TEXT_HASH_BITS = 12;
/** Maximum number of dictionary positions compared for one position of the text. */
const CHAIN_MAX = 4;
const HEADER_BYTES_MAX = 5;

interface Text {
  /** The dictionary, then the text from `from` to `to`. */
  readonly scratch: Buffer;
  readonly from: number;
  readonly to: number;
}

/**
 * Finds earlier positions with the same four bytes: in the dictionary with a precomputed table, in the text with a
 * table that is never cleared, because entries of earlier calls are recognized by their numbers.
 */
export class SequenceWriter {
  /**
   * By hash, the last position + 1 in the dictionary; and for each position the previous one with the same hash; 0 if
   * there is none.
   */
  readonly #heads = new Uint16Array(1 << HASH_BITS);
  readonly #before: Uint16Array;
  /** Positions by hash, numbered over all calls; `#epoch` is the number of the first position of this call. */
  #offsets = new Uint32Array(1 << TEXT_HASH_BITS);
  #epoch = 1;
  #unit = Buffer.allocUnsafeSlow(4096);
  #scratch: Buffer = Buffer.alloc(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  #end = 0;

  constructor(dictionary: Uint8Array) {
    this.#before = new Uint16Array(dictionary.length + 1);
    const view = viewOf(dictionary);
    for (let index = 0; index + 4 <= dictionary.length; index++) {
      const head = hashOf(view.getUint32(index, true)) >>> (32 - HASH_BITS);
      this.#before[index + 1] = this.#heads[head]!;
      this.#heads[head] = index + 1;
    }
  }

  /** The buffer that `write` fills; large enough for the text itself. */
  unitFor(length: number): Buffer {
    if (this.#unit.length < length + HEADER_BYTES_MAX)
      this.#unit = Buffer.allocUnsafeSlow(2 * length + HEADER_BYTES_MAX);
    return this.#unit;
  }

  /** Writes the sequences of a text from `start`; returns their end, or 0 if they are not shorter than the text. */
  write({ scratch, from, to }: Text, start: number): number {
    if (scratch !== this.#scratch) this.#view = viewOf(scratch);
    this.#scratch = scratch;
    this.#end = start;
    const limit = start + to - from;
    const base = this.#nextEpoch(to - from);
    const view = this.#view;
    const offsets = this.#offsets;
    let anchor = from;
    for (let offset = from; offset + 4 <= to; ) {
      const word = view.getUint32(offset, true);
      const hash = hashOf(word);
      const slot = hash >>> (32 - TEXT_HASH_BITS);
      const inText = from + offsets[slot]! - base;
      offsets[slot] = base + offset - from;
      let best = 0;
      let source = 0;
      if (inText >= from && offset - inText <= DISTANCE_MAX && view.getUint32(inText, true) === word) {
        best = this.#matchLength(inText, offset, to);
        source = inText;
      }
      let candidate = this.#heads[hash >>> (32 - HASH_BITS)]!;
      for (let tries = CHAIN_MAX; candidate > 0 && tries > 0; tries--) {
        const at = candidate - 1;
        if (offset - at > DISTANCE_MAX) break;
        if (view.getUint32(at, true) === word && (best === 0 || scratch[at + best] === scratch[offset + best])) {
          const length = this.#matchLength(at, offset, to);
          if (length > best) {
            best = length;
            source = at;
          }
        }
        candidate = this.#before[candidate]!;
      }
      if (best === 0) {
        offset++;
        continue;
      }
      if (this.#end + offset - anchor + (offset - anchor + best) / 255 + 8 > limit) return 0;
      this.#literals(anchor, offset, best - MATCH_MIN);
      this.#match(offset - source, best - MATCH_MIN);
      offset += best;
      anchor = offset;
    }
    if (this.#end + to - anchor + (to - anchor) / 255 + 3 > limit) return 0;
    this.#literals(anchor, to, 0);
    return this.#end;
  }

  /** Reserves position numbers for a text. */
  #nextEpoch(length: number): number {
    if (this.#epoch + length >= 2 ** 32) {
      this.#offsets = new Uint32Array(1 << TEXT_HASH_BITS);
      this.#epoch = 1;
    }
    const base = this.#epoch;
    this.#epoch += length;
    return base;
  }

  /** The number of equal bytes at both positions; the first four are known to be equal. */
  #matchLength(candidate: number, offset: number, to: number): number {
    const scratch = this.#scratch;
    const shift = candidate - offset;
    let end = offset + 4;
    while (end < to && scratch[end + shift] === scratch[end]) end++;
    return end - offset;
  }

  /** Writes a token and literals; `more` is the length of the match that follows, beyond the minimum. */
  #literals(from: number, to: number, more: number): void {
    const unit = this.#unit;
    const count = to - from;
    unit[this.#end++] = (Math.min(count, MORE) << 4) | Math.min(more, MORE);
    if (count >= MORE) this.#length(count - MORE);
    const scratch = this.#scratch;
    let out = this.#end;
    for (let index = from; index < to; index++) unit[out++] = scratch[index]!;
    this.#end = out;
  }

  #match(distance: number, more: number): void {
    const unit = this.#unit;
    unit[this.#end++] = distance & 255;
    unit[this.#end++] = distance >>> 8;
    if (more >= MORE) this.#length(more - MORE);
  }

  #length(rest: number): void {
    let left = rest;
    for (; left >= 255; left -= 255) this.#unit[this.#end++] = 255;
    this.#unit[this.#end++] = left;
  }
}

function hashOf(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> 0;
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

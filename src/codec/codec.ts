// A codec for small JSON texts in the manner of LZ4, with a preset dictionary. node:zlib compresses as well, but making
// its stream for each record costs more than the compression (bench/codec.ts).
//
//   unit       varint: raw length * 2, + 1 if stored raw | the raw bytes, or sequences
//   sequence   token: literals in the high 4 bits, match length - 4 in the low 4; 15 means that bytes are added, up to
//              and including the first below 255
//              | more literals | literal bytes | distance (u16) | more match length
//   The last sequence ends after its literals. A distance counts back over the dictionary followed by the output.

import { VarintReader, writeVarint } from '../ops/varint.ts';
import { MATCH_MIN, MORE, SequenceWriter } from './sequence-writer.ts';

/** The maximum length of a decoded unit; a greater length means that the unit is damaged. */
export const RAW_BYTES_MAX = 16 * 1024 * 1024;
/** The maximum length of a dictionary: a match at the start of a text of 4 KiB can reach all of it. */
export const DICTIONARY_BYTES_MAX = 60 * 1024;
/** Shorter copies use a loop, because a native call costs as much as copying a few dozen bytes. */
const LOOP_BYTES_MAX = 40;
const SCRATCH_BYTES = 16 * 1024;

/** A unit that cannot be decoded. */
export class CodecError extends Error {
  override readonly name = 'CodecError';
}

/** Encodes and decodes with one dictionary. Keeps scratch memory: not for concurrent use. */
export class Codec {
  readonly dictionary: Uint8Array;
  /** The last compared dictionary, and whether it equals this one. */
  #compared: { readonly dictionary: Uint8Array; readonly isSame: boolean } | null = null;
  /** The dictionary, then the text that is being encoded or decoded. */
  #scratch: Buffer;
  #writer: SequenceWriter | null = null;

  constructor(dictionary: Uint8Array) {
    if (dictionary.length > DICTIONARY_BYTES_MAX)
      throw new RangeError(`a dictionary has at most ${DICTIONARY_BYTES_MAX} bytes`);
    this.dictionary = dictionary;
    this.#scratch = Buffer.alloc(0);
    this.#reserve(SCRATCH_BYTES);
  }

  /** Whether this codec decodes units of a dictionary. Cheap if it is the same array as in the previous call. */
  has(dictionary: Uint8Array): boolean {
    if (this.#compared?.dictionary !== dictionary)
      this.#compared = { dictionary, isSame: Buffer.compare(this.dictionary, dictionary) === 0 };
    return this.#compared.isSame;
  }

  /**
   * Decodes the unit in `bytes` from `start` to `end`. The result is valid until the next call. Throws CodecError if
   * the unit cannot be decoded; never reads outside it.
   */
  decode(bytes: Uint8Array, start = 0, end = bytes.length): Buffer {
    const reader = new VarintReader(bytes, start, end);
    const header = headerOf(reader);
    const length = Math.floor(header / 2);
    if (length > RAW_BYTES_MAX) throw new CodecError(`a unit of ${length} bytes is too long`);
    this.#reserve(length);
    const from = this.dictionary.length;
    const offset = reader.offset;
    if (header % 2 === 0) decodeSequences(bytes, { offset, end }, { scratch: this.#scratch, from, to: from + length });
    else {
      if (end - offset !== length) throw new CodecError('a raw unit has another length than it states');
      this.#scratch.set(bytes.subarray(offset, end), from);
    }
    return this.#scratch.subarray(from, from + length);
  }

  /** Encodes a text of at most 16 MiB. The result is valid until the next call. */
  encode(text: Uint8Array): Buffer {
    if (text.length > RAW_BYTES_MAX) throw new RangeError(`a unit has at most ${RAW_BYTES_MAX} bytes`);
    this.#reserve(text.length);
    const from = this.dictionary.length;
    this.#scratch.set(text, from);
    this.#writer ??= new SequenceWriter(this.dictionary);
    const unit = this.#writer.unitFor(text.length);
    const start = writeVarint(unit, 0, text.length * 2);
    const end = this.#writer.write({ scratch: this.#scratch, from, to: from + text.length }, start);
    if (end > 0) return unit.subarray(0, end);
    const rawStart = writeVarint(unit, 0, text.length * 2 + 1);
    unit.set(text, rawStart);
    return unit.subarray(0, rawStart + text.length);
  }

  /** Ensures capacity for a text after the dictionary. */
  #reserve(length: number): void {
    const needed = this.dictionary.length + length;
    if (needed <= this.#scratch.length) return;
    this.#scratch = Buffer.alloc(needed + SCRATCH_BYTES);
    this.#scratch.set(this.dictionary);
  }
}

interface Output {
  readonly scratch: Buffer;
  readonly from: number;
  readonly to: number;
}

function decodeSequences(
  bytes: Uint8Array,
  unit: { readonly offset: number; readonly end: number },
  { scratch, from, to }: Output,
): void {
  const { end } = unit;
  let { offset } = unit;
  let out = from;
  for (;;) {
    if (offset >= end) throw new CodecError('a unit ends too early');
    const token = bytes[offset++]!;
    let literals = token >>> 4;
    if (literals === MORE) {
      let more = 255;
      while (more === 255 && offset < end) {
        more = bytes[offset++]!;
        literals += more;
      }
    }
    if (offset + literals > end || out + literals > to) throw new CodecError('literals exceed the unit');
    if (literals > LOOP_BYTES_MAX) {
      scratch.set(bytes.subarray(offset, offset + literals), out);
      offset += literals;
      out += literals;
    } else for (const stop = out + literals; out < stop; ) scratch[out++] = bytes[offset++]!;
    if (offset === end) break;
    if (offset + 2 > end) throw new CodecError('a unit ends inside a distance');
    const distance = bytes[offset]! | (bytes[offset + 1]! << 8);
    offset += 2;
    let length = (token & 15) + MATCH_MIN;
    if (length === MORE + MATCH_MIN) {
      let more = 255;
      while (more === 255 && offset < end) {
        more = bytes[offset++]!;
        length += more;
      }
    }
    let source = out - distance;
    if (distance === 0 || source < 0 || out + length > to) throw new CodecError('a match exceeds the unit');
    if (length > LOOP_BYTES_MAX && distance >= length) {
      scratch.copyWithin(out, source, source + length);
      out += length;
    } else for (const stop = out + length; out < stop; ) scratch[out++] = scratch[source++]!;
  }
  if (out !== to) throw new CodecError('a unit is shorter than it states');
}

function headerOf(reader: VarintReader): number {
  try {
    return reader.next();
  } catch (error) {
    throw new CodecError('a unit ends inside its length', { cause: error });
  }
}

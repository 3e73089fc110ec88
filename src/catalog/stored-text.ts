// Texts of people in stored form, compressed with a dictionary of the catalog.
//
//   varint 0 | the text in UTF-8
//   varint number of a dictionary | a unit of the codec (codec/codec.ts)
import { Codec } from '../codec/codec.ts';
import type { CodecUnit } from '../contract/record-bodies.ts';
import { VARINT_BYTES_MAX, VarintReader, writeVarint } from '../ops/varint.ts';

/** Returns the dictionary with a number, from 1; undefined if there is none. */
export type DictionaryOf = (number: number) => Uint8Array | undefined;

/** Stored texts of one catalog. A dictionary is looked up once. */
export class StoredTexts {
  readonly #dictionaryOf: DictionaryOf;
  readonly #codecs = new Map<number, Codec>();

  constructor(dictionaryOf: DictionaryOf) {
    this.#dictionaryOf = dictionaryOf;
  }

  /** Discards the dictionaries, which are then looked up again. */
  clear(): void {
    this.#codecs.clear();
  }

  /** The stored form of a text with the dictionary `number`; 0 for none. */
  encode(text: Uint8Array, number: number): Buffer {
    const bytes = number === 0 ? text : this.#codec(number).encode(text);
    const stored = Buffer.allocUnsafe(VARINT_BYTES_MAX + bytes.length);
    const start = writeVarint(stored, 0, number);
    stored.set(bytes, start);
    return stored.subarray(0, start + bytes.length);
  }

  /** The text. Throws CodecError if the bytes are damaged. */
  decode(stored: Uint8Array): Buffer {
    const reader = new VarintReader(stored);
    const number = reader.next();
    // A copy, because the codec reuses its memory.
    if (number === 0) return Buffer.from(stored.subarray(reader.offset));
    return Buffer.from(this.#codec(number).decode(stored, reader.offset));
  }

  text(stored: Uint8Array): string {
    return this.decode(stored).toString();
  }

  /** Whether the dictionary of a stored text has been looked up. */
  canDecode(stored: Uint8Array): boolean {
    const number = new VarintReader(stored).next();
    return number === 0 || this.#codecs.has(number);
  }

  /** The codec unit within `stored`; null for a text that is not compressed. */
  unitOf(stored: Buffer): CodecUnit | null {
    const reader = new VarintReader(stored);
    const number = reader.next();
    if (number === 0) return null;
    return { dictionary: this.#codec(number).dictionary, bytes: stored.subarray(reader.offset) };
  }

  #codec(number: number): Codec {
    const known = this.#codecs.get(number);
    if (known) return known;
    const dictionary = this.#dictionaryOf(number);
    if (!dictionary) throw new Error(`the catalog has no dictionary ${number}`);
    const codec = new Codec(dictionary);
    this.#codecs.set(number, codec);
    return codec;
  }
}

// A look-up table of an edition: from the hash of a key to documents. A hit is a candidate that the caller verifies,
// so equal keys are several entries, and a collision of hashes never answers.
//
//   table    buckets of 32 to 64 entries on average, chosen by the first bits of the hash
//   bucket   entries, ascending:   3 bytes fingerprint (bits 8 to 31 of the second half of the hash) | 4 bytes document
//   starts   u32 for each bucket: the number of entries before it; then the number of all entries
//
// Numbers are little-endian. The table is a section of bytes of the pack, whose reader verifies each page that it
// reads; the starts are a column in memory.
import { type KeyHash, keyHash } from './key-hash.ts';
import { UnitSorter, type UnitSorterOptions } from './unit-sorter.ts';

const FINGERPRINT_BYTES = 3;
const ENTRY_BYTES = FINGERPRINT_BYTES + 4;
const BUCKET_ENTRIES_MEAN_MAX = 64;
/** The number of documents is below this, so that fingerprint and document fit into one sort key: 24 + 29 = 53 bits. */
const DOCS_MAX = 2 ** 29;

/** Collects entries and writes them as a table. */
export class BucketTableWriter {
  readonly #sorter: UnitSorter;
  readonly #hash: (key: string) => KeyHash;
  readonly #entry = Buffer.alloc(ENTRY_BYTES);

  /** `hash` is replaced by tests only. */
  constructor(options: UnitSorterOptions, hash: (key: string) => KeyHash = keyHash) {
    this.#sorter = new UnitSorter(options);
    this.#hash = hash;
  }

  add(key: string, doc: number): void {
    if (doc >= DOCS_MAX) throw new RangeError('a look-up table holds at most 536,870,911 documents');
    const { bucket, fingerprint } = this.#hash(key);
    this.#entry.writeUIntLE(fingerprint >>> 8, 0, FINGERPRINT_BYTES);
    this.#entry.writeUInt32LE(doc, FINGERPRINT_BYTES);
    this.#sorter.add(bucket, this.#entry);
  }

  /** Writes the buckets in order and returns the starts. Call it once. */
  finish(write: (bucket: Uint8Array) => void): Uint32Array {
    const bits = bucketBits(this.#sorter.count);
    const starts = new Uint32Array(2 ** bits + 1);
    const keys = new SortKeys();
    let bucket = 0;
    let before = 0;
    const close = () => {
      starts[bucket] = before;
      before += keys.length;
      write(bucketOf(keys.take()));
      bucket += 1;
    };
    for (const { key, unit } of this.#sorter.sorted()) {
      while (bucket < bucketIndex(key, bits)) close();
      keys.push(unit);
    }
    while (bucket < 2 ** bits) close();
    starts[bucket] = before;
    return starts;
  }

  /** Frees resources; needed only if `finish` is not called. */
  close(): void {
    this.#sorter.close();
  }
}

/** The entries of one bucket as numbers: fingerprint x 2^29 + document. */
class SortKeys {
  #values = new Float64Array(4 * BUCKET_ENTRIES_MEAN_MAX);
  length = 0;

  push(entry: Uint8Array): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = fingerprintAt(entry, 0) * DOCS_MAX + docAt(entry, 0);
  }

  /** The sorted entries; valid until the next push. */
  take(): Float64Array {
    const taken = this.#values.subarray(0, this.length).sort();
    this.length = 0;
    return taken;
  }
}

function bucketOf(keys: Float64Array): Uint8Array {
  const bucket = Buffer.allocUnsafe(keys.length * ENTRY_BYTES);
  for (let index = 0; index < keys.length; index++) {
    const offset = index * ENTRY_BYTES;
    const fingerprint = Math.floor(keys[index]! / DOCS_MAX);
    bucket.writeUIntLE(fingerprint, offset, FINGERPRINT_BYTES);
    bucket.writeUInt32LE(keys[index]! - fingerprint * DOCS_MAX, offset + FINGERPRINT_BYTES);
  }
  return bucket;
}

/** Chooses the number of buckets: at most 64 entries on average, and at least one bucket. */
function bucketBits(entries: number): number {
  let bits = 0;
  while (2 ** bits * BUCKET_ENTRIES_MEAN_MAX < entries) bits++;
  return bits;
}

function bucketIndex(bucketHash: number, bits: number): number {
  return bits === 0 ? 0 : bucketHash >>> (32 - bits);
}

/** The section of a table. */
export interface TableBytes {
  range(start: number, length: number): Uint8Array;
}

/** A written table. */
export class BucketTable {
  readonly #starts: Uint32Array;
  readonly #bits: number;
  readonly #bytes: TableBytes;
  readonly #hash: (key: string) => KeyHash;

  constructor(starts: Uint32Array, bytes: TableBytes, hash: (key: string) => KeyHash = keyHash) {
    this.#starts = starts;
    this.#bits = 31 - Math.clz32(starts.length - 1);
    this.#bytes = bytes;
    this.#hash = hash;
  }

  /** The documents that may have the key, ascending. */
  candidates(key: string): number[] {
    const { bucket, fingerprint } = this.#hash(key);
    const index = bucketIndex(bucket, this.#bits);
    const first = this.#starts[index]!;
    const count = this.#starts[index + 1]! - first;
    if (count === 0) return [];
    const entries = this.#bytes.range(first * ENTRY_BYTES, count * ENTRY_BYTES);
    const wanted = fingerprint >>> 8;
    const docs: number[] = [];
    for (let index = lowerBound(entries, count, wanted); index < count; index++) {
      if (fingerprintAt(entries, index * ENTRY_BYTES) !== wanted) break;
      docs.push(docAt(entries, index * ENTRY_BYTES));
    }
    return docs;
  }
}

/** The first entry whose fingerprint is not below the wanted one. */
function lowerBound(entries: Uint8Array, count: number, wanted: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fingerprintAt(entries, middle * ENTRY_BYTES) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function fingerprintAt(entries: Uint8Array, offset: number): number {
  return entries[offset]! | (entries[offset + 1]! << 8) | (entries[offset + 2]! << 16);
}

function docAt(entries: Uint8Array, offset: number): number {
  const at = offset + FINGERPRINT_BYTES;
  return (entries[at]! | (entries[at + 1]! << 8) | (entries[at + 2]! << 16) | (entries[at + 3]! << 24)) >>> 0;
}

// Puts units in order in bounded memory: units arrive in any order, are kept in buckets by their number, and leave
// bucket by bucket. Buckets that do not fit in memory are written to a temporary file in parts.
import { closeSync, openSync, rmSync } from 'node:fs';
import { readAll, writeAll } from './whole-buffer.ts';

/** Units of consecutive numbers per bucket. A bucket is in memory as a whole while it leaves. */
const BUCKET_UNITS = 32_768;
/** Bytes of a bucket that are kept before they are written to the file. */
const PART_BYTES = 64 * 1024;
/** The number in the bucket (u16) and the length (u32) before each unit. */
const ENTRY_HEAD_BYTES = 6;

/** A part of a bucket in the file. */
interface Part {
  readonly start: number;
  readonly bytes: number;
}

/** Units by number. */
export class Spill {
  readonly #count: number;
  readonly #path: string;
  readonly #buckets: Bucket[];
  #file: number | null = null;
  #fileEnd = 0;

  /** For numbers below `count`. The file is made at `path` when it is needed, and has no name from then on. */
  constructor(count: number, path: string) {
    this.#count = count;
    this.#path = path;
    this.#buckets = Array.from({ length: Math.ceil(count / BUCKET_UNITS) }, () => new Bucket());
  }

  /** Keeps a unit; the bytes may be reused. A later unit of the same number replaces it. */
  add(number: number, unit: Uint8Array): void {
    const bucket = this.#buckets[Math.floor(number / BUCKET_UNITS)]!;
    if (bucket.filled + ENTRY_HEAD_BYTES + unit.length > PART_BYTES && bucket.filled > 0) this.#write(bucket);
    bucket.push(number % BUCKET_UNITS, unit);
  }

  /** Passes on all units in the order of their numbers, and an empty one for each missing number. */
  each(take: (unit: Uint8Array) => void): void {
    this.#buckets.forEach((bucket, index) => {
      const units = new Array<Uint8Array | undefined>(Math.min(BUCKET_UNITS, this.#count - index * BUCKET_UNITS));
      for (const part of bucket.parts) entriesOf(this.#read(part), units);
      entriesOf(bucket.content(), units);
      for (let number = 0; number < units.length; number++) take(units[number] ?? EMPTY);
      bucket.release();
    });
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #write(bucket: Bucket): void {
    if (this.#file === null) {
      this.#file = openSync(this.#path, 'w+');
      // Without a name, the file ends with the process, however that ends.
      rmSync(this.#path);
    }
    const content = bucket.content();
    writeAll(this.#file, content, this.#fileEnd);
    bucket.parts.push({ start: this.#fileEnd, bytes: content.length });
    this.#fileEnd += content.length;
    bucket.filled = 0;
  }

  #read({ start, bytes }: Part): Buffer {
    const content = Buffer.allocUnsafeSlow(bytes);
    if (!readAll(this.#file!, content, start))
      throw new Error(`the temporary file of the build, ${this.#path}, became shorter`);
    return content;
  }
}

const EMPTY = new Uint8Array(0);

class Bucket {
  readonly parts: Part[] = [];
  filled = 0;
  #buffer = Buffer.alloc(0);

  push(number: number, unit: Uint8Array): void {
    const end = this.filled + ENTRY_HEAD_BYTES + unit.length;
    if (end > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(end, Math.min(PART_BYTES, 2 * this.#buffer.length + 1024)));
      larger.set(this.content());
      this.#buffer = larger;
    }
    this.#buffer.writeUInt16LE(number, this.filled);
    this.#buffer.writeUInt32LE(unit.length, this.filled + 2);
    this.#buffer.set(unit, this.filled + ENTRY_HEAD_BYTES);
    this.filled = end;
  }

  content(): Buffer {
    return this.#buffer.subarray(0, this.filled);
  }

  release(): void {
    this.#buffer = Buffer.alloc(0);
    this.filled = 0;
  }
}

/** Puts the entries of a part at their numbers. */
function entriesOf(content: Buffer, units: (Uint8Array | undefined)[]): void {
  for (let place = 0; place < content.length; ) {
    const start = place + ENTRY_HEAD_BYTES;
    const end = start + content.readUInt32LE(place + 2);
    units[content.readUInt16LE(place)] = content.subarray(start, end);
    place = end;
  }
}

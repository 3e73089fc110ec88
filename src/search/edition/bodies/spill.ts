// Sorts units by number in bounded memory, by distribution: units are added in any order, collected in buckets of
// consecutive numbers, and returned bucket by bucket. Buckets that do not fit in memory are written in parts to a
// temporary file.
import { closeSync, openSync, rmSync } from 'node:fs';
import { readAll, writeAll } from './whole-buffer.ts';

/** Consecutive unit numbers per bucket. A whole bucket is in memory while it is returned. */
const BUCKET_UNITS = 32_768;
/** Bytes of a bucket that are collected before they are written to the file. */
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

  /** For unit numbers below `count`. The temporary file is created at `path` on demand and unlinked at once. */
  constructor(count: number, path: string) {
    this.#count = count;
    this.#path = path;
    this.#buckets = Array.from({ length: Math.ceil(count / BUCKET_UNITS) }, () => new Bucket());
  }

  /** Adds a unit; the caller may reuse the buffer. A later unit with the same number replaces it. */
  add(number: number, unit: Uint8Array): void {
    const bucket = this.#buckets[Math.floor(number / BUCKET_UNITS)]!;
    if (bucket.filled + ENTRY_HEAD_BYTES + unit.length > PART_BYTES && bucket.filled > 0) this.#write(bucket);
    bucket.push(number % BUCKET_UNITS, unit);
  }

  /** Calls `take` with all units in order of their numbers, and with an empty one for each missing number. */
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
      // The unlinked file disappears with the process, however that ends.
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

/** Assigns the entries of a part to their numbers. */
function entriesOf(content: Buffer, units: (Uint8Array | undefined)[]): void {
  for (let index = 0; index < content.length; ) {
    const start = index + ENTRY_HEAD_BYTES;
    const end = start + content.readUInt32LE(index + 2);
    units[content.readUInt16LE(index)] = content.subarray(start, end);
    index = end;
  }
}

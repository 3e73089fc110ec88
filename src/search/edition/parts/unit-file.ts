// Units of bytes with an id, in the order in which they were added: kept in memory while they are few, then in a
// temporary file that has no name in its folder, so that nothing remains of an interrupted build.
//
//   unit   u32 id | u32 length | bytes
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

const HEAD_BYTES = 8;
const BUFFER_BYTES = 256 * 1024;

/** A unit; `bytes` are valid until the next one. */
export interface FiledUnit {
  readonly id: number;
  readonly bytes: Buffer;
}

export class UnitFile {
  readonly #path: string;
  #buffer = Buffer.alloc(1024);
  #filled = 0;
  #file: number | null = null;
  #fileEnd = 0;

  /** The file is made at `path` when it is needed. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Copies the bytes. `id` is an unsigned 32-bit number. */
  add(id: number, bytes: Uint8Array): void {
    const length = HEAD_BYTES + bytes.length;
    if (this.#filled > 0 && this.#filled + length > BUFFER_BYTES) this.#write();
    if (this.#filled + length > this.#buffer.length) this.#grow(this.#filled + length);
    this.#buffer.writeUInt32LE(id, this.#filled);
    this.#buffer.writeUInt32LE(bytes.length, this.#filled + 4);
    this.#buffer.set(bytes, this.#filled + HEAD_BYTES);
    this.#filled += length;
  }

  addJson(value: unknown): void {
    this.add(0, Buffer.from(JSON.stringify(value)));
  }

  /** All units; consume it once. Frees memory and disk at the end. */
  *each(): Generator<FiledUnit> {
    try {
      let left: Buffer = Buffer.alloc(0);
      for (let start = 0; start < this.#fileEnd; ) {
        const chunk = this.#read(start, Math.min(4 * BUFFER_BYTES, this.#fileEnd - start));
        start += chunk.length;
        left = yield* unitsOf(left.length === 0 ? chunk : Buffer.concat([left, chunk]));
      }
      yield* unitsOf(Buffer.concat([left, this.#buffer.subarray(0, this.#filled)]));
    } finally {
      this.close();
    }
  }

  *json<Value>(): Generator<Value> {
    for (const { bytes } of this.each()) yield JSON.parse(bytes.toString()) as Value;
  }

  /** Needed only if the units are not consumed. */
  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#fileEnd = 0;
    this.#filled = 0;
    this.#buffer = Buffer.alloc(0);
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(length, Math.min(BUFFER_BYTES, 4 * this.#buffer.length)));
    larger.set(this.#buffer.subarray(0, this.#filled));
    this.#buffer = larger;
  }

  #write(): void {
    if (this.#file === null) {
      this.#file = openSync(this.#path, 'w+');
      rmSync(this.#path);
    }
    for (let done = 0; done < this.#filled; )
      done += writeSync(this.#file, this.#buffer, done, this.#filled - done, this.#fileEnd + done);
    this.#fileEnd += this.#filled;
    this.#filled = 0;
  }

  #read(start: number, length: number): Buffer {
    const chunk = Buffer.allocUnsafeSlow(length);
    for (let done = 0; done < length; ) {
      const count = readSync(this.#file as number, chunk, done, length - done, start + done);
      if (count === 0) throw new Error(`the temporary file of the build, ${this.#path}, became shorter`);
      done += count;
    }
    return chunk;
  }
}

/** The whole units of some bytes; returns the rest. */
function* unitsOf(bytes: Buffer): Generator<FiledUnit, Buffer> {
  let place = 0;
  while (place + HEAD_BYTES <= bytes.length) {
    const end = place + HEAD_BYTES + bytes.readUInt32LE(place + 4);
    if (end > bytes.length) break;
    yield { id: bytes.readUInt32LE(place), bytes: bytes.subarray(place + HEAD_BYTES, end) };
    place = end;
  }
  return bytes.subarray(place);
}

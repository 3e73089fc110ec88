// Destinations of a pack: a file that is written as a stream, or memory.
import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { writeAll } from './whole-buffer.ts';

/** The head is written last: until then a file is not a valid pack. */
export interface PackOutput {
  /** Appends bytes; the caller may reuse the buffer. */
  write(bytes: Uint8Array): void;
  /** Replaces the first bytes with `head` and completes the output. */
  finish(head: Uint8Array): void;
  /** Discards the output, even if it is finished. */
  abandon(): void;
}

const BUFFER_BYTES = 256 * 1024;
/** Bytes between two flushes. A small concurrent fsync, such as that of a charge, waits for this amount only. */
const FLUSH_BYTES = 4 * 1024 * 1024;

/** A file; durable once finished, except for its directory entry. */
export class FileOutput implements PackOutput {
  readonly #path: string;
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #filled = 0;
  #unflushed = 0;
  #isClosed = false;

  /** Replaces a file of this name. */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w');
  }

  write(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > BUFFER_BYTES) this.#pass();
    if (bytes.length > BUFFER_BYTES) this.#append(bytes);
    else {
      this.#buffer.set(bytes, this.#filled);
      this.#filled += bytes.length;
    }
  }

  finish(head: Uint8Array): void {
    this.#pass();
    fdatasyncSync(this.#file);
    writeAll(this.#file, head, 0);
    fsyncSync(this.#file);
    closeSync(this.#file);
    this.#isClosed = true;
  }

  abandon(): void {
    if (!this.#isClosed) closeSync(this.#file);
    this.#isClosed = true;
    rmSync(this.#path, { force: true });
  }

  #pass(): void {
    this.#append(this.#buffer.subarray(0, this.#filled));
    this.#filled = 0;
  }

  #append(bytes: Uint8Array): void {
    writeAll(this.#file, bytes, null);
    this.#unflushed += bytes.length;
    if (this.#unflushed < FLUSH_BYTES) return;
    fdatasyncSync(this.#file);
    this.#unflushed = 0;
  }
}

/** The bytes of a pack in memory. */
export class MemoryOutput implements PackOutput {
  #parts: Buffer[] = [];

  write(bytes: Uint8Array): void {
    this.#parts.push(Buffer.from(bytes));
  }

  finish(head: Uint8Array): void {
    const whole = Buffer.concat(this.#parts);
    whole.set(head);
    this.#parts = [whole];
  }

  abandon(): void {
    this.#parts = [];
  }

  /** The pack, once it is finished. */
  content(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

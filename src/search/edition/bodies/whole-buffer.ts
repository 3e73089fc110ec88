// Reads and writes whole buffers; a single system call may transfer only a part.
import { readSync, writeSync } from 'node:fs';

/** Writes all bytes at a position, or if it is null at the current position of the file. */
export function writeAll(file: number, bytes: Uint8Array, position: number | null): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position === null ? null : position + done);
  }
}

/** Fills a buffer from a position. Returns false if the file is too short. */
export function readAll(file: number, into: Uint8Array, position: number): boolean {
  for (let done = 0; done < into.length; ) {
    const count = readSync(file, into, done, into.length - done, position + done);
    if (count === 0) return false;
    done += count;
  }
  return true;
}

// Reads and writes of a whole buffer, as one call of the system may take a part of it.
import { readSync, writeSync } from 'node:fs';

/** Writes all bytes from a position on; null: from the current position of the file on. */
export function writeAll(file: number, bytes: Uint8Array, position: number | null): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position === null ? null : position + done);
  }
}

/** Fills a buffer from a position; returns whether the file had enough bytes. */
export function readAll(file: number, into: Uint8Array, position: number): boolean {
  for (let done = 0; done < into.length; ) {
    const count = readSync(file, into, done, into.length - done, position + done);
    if (count === 0) return false;
    done += count;
  }
  return true;
}

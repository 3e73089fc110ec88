// The open file of a pack. All its sections share it, so it is closed only when none of them can read any more.
import { closeSync, openSync, readSync } from 'node:fs';
import { PackError } from './pack-format.ts';

/** Closes files that are no longer reachable. */
const unreachable = new FinalizationRegistry((descriptor: number) => closeSync(descriptor));

/** Closed by `close`, or when it is garbage-collected. */
export class PackFile {
  readonly #descriptor: number;

  /** Throws if the file cannot be opened. */
  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
    unreachable.register(this, this.#descriptor, this);
  }

  /** Fills the first `length` bytes of a buffer from a position. Throws PackError if the file is shorter. */
  read(buffer: Buffer, length: number, position: number): void {
    for (let filled = 0; filled < length; ) {
      const count = readSync(this.#descriptor, buffer, filled, length - filled, position + filled);
      if (count === 0) throw new PackError('the file is shorter than its directory states');
      filled += count;
    }
  }

  /** Closes the file; later reads are invalid. */
  close(): void {
    if (unreachable.unregister(this)) closeSync(this.#descriptor);
  }
}

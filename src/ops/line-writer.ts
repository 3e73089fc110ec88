// Lines to a file descriptor, in the background: whoever writes never waits for the one who reads, and never fails with him.
import { write, writeSync } from 'node:fs';

/** Lines that wait hold at most so many characters; what comes then is dropped. */
const WAITING_MAX = 1_000_000;
const RETRY_MS = 100;

/**
 * Writes each line in turn, and what still waits when the process exits; what is under way at that very moment may come twice rather than
 * not at all. Lines are dropped while there is no room for them: the disk of a
 * log file is full, its pipe is closed, or nobody reads it.
 */
export class LineWriter {
  readonly #fd: number;
  #waiting: string[] = [];
  #characters = 0;
  /** Under way to the descriptor. */
  #bytes: Buffer = Buffer.alloc(0);

  constructor(fd: number) {
    this.#fd = fd;
    process.once('exit', () => this.#writeRest());
  }

  write(line: string): void {
    if (this.#characters + line.length > WAITING_MAX) return;
    this.#waiting.push(line);
    this.#characters += line.length;
    if (this.#bytes.length === 0) this.#writeNext();
  }

  #writeNext(): void {
    this.#bytes = this.#takeWaiting();
    if (this.#bytes.length > 0) this.#writeBytes();
  }

  #takeWaiting(): Buffer {
    const bytes = Buffer.from(this.#waiting.join(''));
    this.#waiting = [];
    this.#characters = 0;
    return bytes;
  }

  #writeBytes(): void {
    write(this.#fd, this.#bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.#writeBytes(), RETRY_MS).unref();
        return;
      }
      // A line that is lost is the lesser harm: the service goes on.
      this.#bytes = error ? Buffer.alloc(0) : this.#bytes.subarray(written);
      if (this.#bytes.length > 0) this.#writeBytes();
      else this.#writeNext();
    });
  }

  #writeRest(): void {
    let rest = Buffer.concat([this.#bytes, this.#takeWaiting()]);
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#fd, rest));
    } catch {
      // Nobody is left to tell.
    }
  }
}

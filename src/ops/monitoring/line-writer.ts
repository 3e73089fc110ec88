// Writes lines to a file descriptor in the background: the caller never waits for the reader, and is not affected if
// the reader fails.
import { write, writeSync } from 'node:fs';

/** Maximum characters of waiting lines; further lines are dropped. */
const WAITING_MAX = 1_000_000;
const RETRY_MS = 100;

/**
 * Writes lines in order. When the process exits, it writes the lines that still wait; a line whose write is in progress
 * at that moment may be written twice rather than lost. Lines are dropped while the output cannot take them: the disk
 * is full, the pipe is closed, or the reader does not read.
 */
export class LineWriter {
  readonly #fd: number;
  #waiting: string[] = [];
  #characters = 0;
  /** Text that is being written. */
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
      // The write failed: drop the line, and keep the service running.
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
      // There is no output to report this to.
    }
  }
}

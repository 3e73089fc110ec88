// Detects whether the tables of charges are split by bucket over the machines of a cluster. The layout is read again
// every few seconds, and after a failed charge, because an operator may split the tables while servers run.

import { isDistributed } from '../../ops/postgres/cluster.ts';
import type { Session } from '../../ops/postgres/database.ts';

/** Statements for unsplit tables also work on split ones, but slowly, and commit in two phases. */
const READ_AGAIN_MS = 5000;

export class TableLayout {
  readonly #session: Session;
  readonly #elapsedMs: () => number;
  #isSplit: Promise<boolean> | null = null;
  #readAtMs = 0;

  /** `elapsedMs`: since a fixed instant. */
  constructor(session: Session, elapsedMs: () => number) {
    this.#session = session;
    this.#elapsedMs = elapsedMs;
  }

  /** The layout as read a few seconds ago at most. */
  isSplit(): Promise<boolean> {
    const known = this.#isSplit;
    if (known === null) return this.#read();
    // A charge does not wait for a new reading.
    if (this.#elapsedMs() >= this.#readAtMs + READ_AGAIN_MS) this.#read().catch(() => undefined);
    return known;
  }

  /** The next call waits for a new reading. */
  clear(): void {
    this.#isSplit = null;
  }

  #read(): Promise<boolean> {
    this.#readAtMs = this.#elapsedMs();
    const read = isDistributed(this.#session, 'charge');
    if (this.#isSplit === null) this.#isSplit = read;
    read.then(
      () => {
        this.#isSplit = read;
      },
      () => {
        if (this.#isSplit === read) this.#isSplit = null;
      },
    );
    return read;
  }
}

// Whether the tables of charges are split by bucket over the machines of a cluster: read again every few seconds, and
// after a failed charge, as an operator may split them while servers run.

import { isDistributed } from '../../ops/postgres/cluster.ts';
import type { Session } from '../../ops/postgres/database.ts';

/** Statements for tables that are not split work on split ones as well, but slowly, and commit in two phases. */
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

  /** As it was a few seconds ago. */
  isSplit(): Promise<boolean> {
    const known = this.#isSplit;
    if (known === null) return this.#read();
    // A charge does not wait for another look.
    if (this.#elapsedMs() >= this.#readAtMs + READ_AGAIN_MS) this.#read().catch(() => undefined);
    return known;
  }

  /** The next question waits for another look. */
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

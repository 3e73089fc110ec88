// Whether the tables of charges are split by bucket over the machines of a cluster: read once, and again after a failed
// charge, as an operator may split them while servers run.

import { isDistributed } from '../../ops/postgres/cluster.ts';
import type { Session } from '../../ops/postgres/database.ts';

export class TableLayout {
  readonly #session: Session;
  #isSplit: Promise<boolean> | null = null;

  constructor(session: Session) {
    this.#session = session;
  }

  isSplit(): Promise<boolean> {
    if (this.#isSplit !== null) return this.#isSplit;
    const read = isDistributed(this.#session, 'charge');
    this.#isSplit = read;
    read.catch(() => this.forget());
    return read;
  }

  /** The next question reads it again. */
  forget(): void {
    this.#isSplit = null;
  }
}

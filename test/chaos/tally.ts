// What the callers of a chaos run know: which calls were answered and how, which were cut off, and what the ledger must therefore hold.

/** What an account's callers know of their calls. */
export interface AccountTally {
  /** Request ids of answers that said `x-credits-used: 1`. */
  readonly charged: Set<string>;
  /** Request ids of all other answers. */
  readonly free: Set<string>;
  /** Calls that were sent and never answered, since the ledger was last read. */
  cut: number;
}

/** An idempotent request: `open` until an answer that is kept has come. */
export interface IdempotentCall {
  readonly key: string;
  readonly hits: boolean;
  state: 'open' | 'done';
}

export type AccountName = 'plain' | 'retried' | 'poor';

export class Tally {
  readonly accounts: Readonly<Record<AccountName, AccountTally>> = {
    plain: emptyTally(),
    retried: emptyTally(),
    poor: emptyTally(),
  };
  readonly idempotent = new Map<string, IdempotentCall>();
  /** Calls that were answered. */
  answered = 0;
  slowestMs = 0;
  /** What no fault excuses, in a sentence each. */
  readonly wrong: string[] = [];

  open(): IdempotentCall[] {
    return [...this.idempotent.values()].filter((call) => call.state === 'open');
  }
}

function emptyTally(): AccountTally {
  return { charged: new Set(), free: new Set(), cut: 0 };
}

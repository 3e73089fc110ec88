// The records of the clients in a chaos run: calls that were answered, with the result, and calls that were
// interrupted. They determine the expected ledger.

/** The calls of an account by its clients. */
export interface AccountTally {
  /** Request ids of answers with `x-credits-used: 1`. */
  readonly charged: Set<string>;
  /** Request ids of all other answers. */
  readonly free: Set<string>;
  /** Calls without an answer since the ledger was last read. */
  cut: number;
}

/** An idempotent request: `open` until it gets an answer that is stored. */
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
  /** Answered calls. */
  answered = 0;
  slowestMs = 0;
  /** Errors that no fault explains, one sentence each. */
  readonly wrong: string[] = [];

  /** Answers of all accounts that were charged. */
  get charged(): number {
    return Object.values(this.accounts).reduce((sum, { charged }) => sum + charged.size, 0);
  }

  open(): IdempotentCall[] {
    return [...this.idempotent.values()].filter((call) => call.state === 'open');
  }
}

function emptyTally(): AccountTally {
  return { charged: new Set(), free: new Set(), cut: 0 };
}

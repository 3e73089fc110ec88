// The charges of one transaction: each has a row of its own in the ledger, but an account's balance is read and written once, and so is
// each line of its usage.
import { hourStartMs, monthOf } from '../period.ts';
import type { ChargeResult } from '../port.ts';
import { type Balance, type CreditBook, creditsLeft } from './credit-book.ts';
import type { LedgerCall } from './ledger-request.ts';
import type { UsageBook } from './usage-book.ts';

interface Account {
  readonly balance: Balance;
  /** Credits that this group takes. */
  taken: number;
}

interface UsageLine {
  readonly call: LedgerCall;
  calls: number;
}

export class ChargeGroup {
  readonly #credits: CreditBook;
  readonly #usage: UsageBook;
  readonly #at: number;
  readonly #month: string;
  readonly #accounts = new Map<string, Account>();
  readonly #usageLines = new Map<string, UsageLine>();

  /** A group inside a transaction that has begun, at a time in milliseconds of the epoch. */
  constructor(credits: CreditBook, usage: UsageBook, at: number) {
    this.#credits = credits;
    this.#usage = usage;
    this.#at = at;
    this.#month = monthOf(at);
  }

  /**
   * Takes one credit for the call, if one is left. `enter` is to run what writes the call's rows; where it throws, nothing is taken.
   * Throws where the account does not exist.
   */
  charge(call: LedgerCall, enter: (rows: () => void) => void): ChargeResult {
    const account = this.#account(call.accountId);
    const left = creditsLeft(account.balance, account.taken);
    if (left === 0) return { charged: false };
    enter(() => this.#credits.enterCharge(call, this.#at, this.#month));
    account.taken += 1;
    const slot = `${call.keyId} ${call.status} ${call.path}`;
    const line = this.#usageLines.get(slot);
    if (line) line.calls += 1;
    else this.#usageLines.set(slot, { call, calls: 1 });
    return { charged: true, remaining: left === null ? null : left - 1 };
  }

  /** Writes the balances and the usage; to be called once, after the last charge. */
  write(): void {
    for (const [accountId, { taken }] of this.#accounts) {
      if (taken > 0) this.#credits.take({ accountId, month: this.#month, credits: taken });
    }
    const hour = hourStartMs(this.#at);
    for (const { call, calls } of this.#usageLines.values()) {
      const { accountId, keyId, path, status } = call;
      this.#usage.enter({ hour, accountId, keyId, path, status, calls, credits: calls });
    }
  }

  #account(accountId: string): Account {
    let account = this.#accounts.get(accountId);
    if (!account) {
      account = { balance: this.#credits.balance(accountId, this.#month), taken: 0 };
      this.#accounts.set(accountId, account);
    }
    return account;
  }
}

// The charges of one transaction: each has a row of its own in the ledger, but an account's balance is read and written once, and so is
// the usage of each kind of call.
import { hourStartMs, monthOf } from '../period.ts';
import type { ChargeResult } from '../port.ts';
import type { CallKinds } from './call-kinds.ts';
import { type Balance, type CreditBook, creditsLeft } from './credit-book.ts';
import type { LedgerCall } from './ledger-request.ts';
import type { UsageBook } from './usage-book.ts';

interface Account {
  readonly balance: Balance;
  /** Credits that this group takes. */
  taken: number;
}

/** What a group writes into. */
interface Books {
  readonly credits: CreditBook;
  readonly kinds: CallKinds;
  readonly usage: UsageBook;
}

export class ChargeGroup {
  readonly #books: Books;
  readonly #at: number;
  readonly #month: string;
  readonly #accounts = new Map<string, Account>();
  /** Charged calls by the number of their kind. */
  readonly #calls = new Map<number, number>();

  /** A group inside a transaction that has begun, at a time in milliseconds of the epoch. */
  constructor(books: Books, at: number) {
    this.#books = books;
    this.#at = at;
    this.#month = monthOf(at);
  }

  /**
   * Takes one credit for the call, if one is left. `enter` is to run what writes the call's rows; where it throws, nothing is taken.
   * Throws where the account does not exist.
   */
  charge(call: LedgerCall, enter: (rows: () => void) => void): ChargeResult {
    const { credits, kinds } = this.#books;
    const account = this.#account(call.accountId);
    const left = creditsLeft(account.balance, account.taken);
    if (left === 0) return { charged: false };
    const kindId = kinds.idOf(call);
    enter(() => credits.enterCharge(call.requestId, this.#at, kindId));
    account.taken += 1;
    this.#calls.set(kindId, (this.#calls.get(kindId) ?? 0) + 1);
    return { charged: true, remaining: left === null ? null : left - 1 };
  }

  /** Writes the balances and the usage; to be called once, after the last charge. */
  write(): void {
    const { credits, usage } = this.#books;
    for (const [accountId, { taken }] of this.#accounts) {
      if (taken > 0) credits.take({ accountId, month: this.#month, credits: taken });
    }
    const hour = hourStartMs(this.#at);
    for (const [kindId, calls] of this.#calls) usage.enter({ hour, kindId, calls, credits: calls });
  }

  #account(accountId: string): Account {
    let account = this.#accounts.get(accountId);
    if (!account) {
      account = { balance: this.#books.credits.balance(accountId, this.#month), taken: 0 };
      this.#accounts.set(accountId, account);
    }
    return account;
  }
}

// Group commit of charges: each has its own row in the ledger, but an account's balance is read and written once, and
// so is the usage of each kind of call.

import { type Balance, creditsLeft } from '../balance.ts';
import type { LedgerCall } from '../ledger/ledger-request.ts';
import { hourStartMs, monthOf } from '../period.ts';
import type { ChargeResult } from '../port.ts';
import type { CallKinds } from './call-kinds.ts';
import type { CreditBook } from './credit-book.ts';
import type { UsageBook } from './usage-book.ts';

interface Account {
  readonly balance: Balance;
  /** Credits that this group takes. */
  taken: number;
}

/** The tables that a group writes. */
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
  /** Charged calls, and their credits, by the number of their kind. */
  readonly #usage = new Map<number, { calls: number; credits: number }>();

  /** A group inside a transaction that has begun, at a time in milliseconds of the epoch. */
  constructor(books: Books, at: number) {
    this.#books = books;
    this.#at = at;
    this.#month = monthOf(at);
  }

  /**
   * Takes the price of the call, if enough credits are left. `enter` writes the call's rows; if it throws, nothing is
   * taken. Throws if the account does not exist.
   */
  charge(call: LedgerCall, enter: (rows: () => void) => void): ChargeResult {
    const { credits, kinds } = this.#books;
    const account = this.#account(call.accountId);
    const left = creditsLeft(account.balance, account.taken);
    const price = call.credits;
    if (left !== null && left < price) return { charged: false };
    const kindId = kinds.idOf(call);
    enter(() => credits.enterCharge({ requestId: call.requestId, at: this.#at, kindId, credits: price }));
    account.taken += price;
    const usage = this.#usage.get(kindId) ?? { calls: 0, credits: 0 };
    usage.calls += 1;
    usage.credits += price;
    this.#usage.set(kindId, usage);
    return { charged: true, remaining: left === null ? null : left - price };
  }

  /** Writes the balances and the usage; call it once, after the last charge. */
  write(): void {
    const { credits, usage } = this.#books;
    for (const [accountId, { taken }] of this.#accounts) {
      if (taken > 0) credits.take({ accountId, month: this.#month, credits: taken });
    }
    const hour = hourStartMs(this.#at);
    for (const [kindId, sums] of this.#usage) usage.enter({ hour, kindId, ...sums });
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

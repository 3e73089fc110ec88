// Group commit of charges. Each charge has its own row in the ledger, but an account's balance, and the usage of each
// kind of call, is read and written once.
import { type Balance, creditsLeft } from '../balance.ts';
import type { StepOutcome } from '../batch-port.ts';
import type { LedgerCall } from '../ledger/ledger-request.ts';
import { hourStartMs, monthOf } from '../period.ts';
import type { ChargeResult } from '../port.ts';
import type { CallKinds } from './call-kinds.ts';
import type { CreditRepository } from './credit-repository.ts';
import type { UsageRepository } from './usage-repository.ts';

interface Account {
  readonly balance: Balance;
  /** Credits that this group takes. */
  taken: number;
}

/** Thrown inside the charge of a step that is not the next one. */
const STOPPED = new Error('the step is not the next one');

/** The tables that a group writes. */
interface Tables {
  /** Undoes the writes of `work` if it throws. */
  readonly savepoint: <Result>(work: () => Result) => Result;
  readonly credits: CreditRepository;
  readonly kinds: CallKinds;
  readonly usage: UsageRepository;
}

export class ChargeGroup {
  readonly #tables: Tables;
  readonly #at: number;
  readonly #month: string;
  readonly #accounts = new Map<string, Account>();
  /** Charged calls, and their credits, by the number of their kind. */
  readonly #usage = new Map<number, { calls: number; credits: number }>();

  /** A group inside a begun transaction, at a time in milliseconds of the epoch. */
  constructor(tables: Tables, at: number) {
    this.#tables = tables;
    this.#at = at;
    this.#month = monthOf(at);
  }

  /**
   * Takes the price of the call, if enough credits are left. `enter` writes the call's rows; if it throws, nothing is
   * taken. Throws if the account does not exist.
   */
  charge(call: LedgerCall, enter: (rows: () => void) => void): ChargeResult {
    const { credits, kinds } = this.#tables;
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

  /** Charges a step. `enter` writes its rows; it returns false, and writes nothing, if the step is not the next one. */
  step(call: Omit<LedgerCall, 'status' | 'idempotency'>, enter: () => boolean): StepOutcome {
    const { savepoint } = this.#tables;
    if (call.credits === 0) return savepoint(enter) ? 'done' : 'stopped';
    try {
      const { charged } = this.charge({ ...call, status: 200, idempotency: null }, (rows) => {
        // Inside the charge, so that a savepoint that fails at its end takes no credits either.
        savepoint(() => {
          if (!enter()) throw STOPPED;
          rows();
        });
      });
      return charged ? 'done' : 'no_credits';
    } catch (error) {
      if (error !== STOPPED) throw error;
      return 'stopped';
    }
  }

  /** Writes the balances and the usage; call it once, after the last charge. */
  write(): void {
    const { credits, usage } = this.#tables;
    for (const [accountId, { taken }] of this.#accounts) {
      if (taken > 0) credits.take({ accountId, month: this.#month, credits: taken });
    }
    const hour = hourStartMs(this.#at);
    for (const [kindId, sums] of this.#usage) usage.enter({ hour, kindId, ...sums });
  }

  #account(accountId: string): Account {
    let account = this.#accounts.get(accountId);
    if (!account) {
      account = { balance: this.#tables.credits.balance(accountId, this.#month), taken: 0 };
      this.#accounts.set(accountId, account);
    }
    return account;
  }
}

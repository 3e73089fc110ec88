// The serving side over SQLite: checks keys from a cache, and takes credits so that an answer never leaves before its charge is on disk.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import type { Schedule } from '../../ops/schedule.ts';
import { monthOf } from '../period.ts';
import type {
  Accounts,
  AccountsObserver,
  Call,
  Caller,
  ChargeResult,
  IdempotencyIdentity,
  IdempotencyState,
  StoredAnswer,
} from '../port.ts';
import type { CallerCache } from './caller-cache.ts';
import { type CreditBook, creditsLeft } from './credit-book.ts';
import { CreditOutlook } from './credit-outlook.ts';
import type { GroupCommit } from './group-commit.ts';
import type { IdempotentRequests } from './idempotent-requests.ts';
import type { UsageBook } from './usage-book.ts';

/** How often counts are written and leases renewed. */
const UPKEEP_EVERY_MS = 1000;

/** What the two sides of one open store share. */
export interface OpenStore {
  readonly database: Database;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly observer: AccountsObserver;
  readonly commit: GroupCommit;
  readonly callers: CallerCache;
  readonly credits: CreditBook;
  readonly usage: UsageBook;
  readonly idempotent: IdempotentRequests;
}

export class SqliteAccounts implements Accounts {
  readonly #store: OpenStore;
  readonly #outlook = new CreditOutlook();
  readonly #endUpkeep: () => void;

  constructor(store: OpenStore) {
    this.#store = store;
    this.#endUpkeep = store.schedule.every(UPKEEP_EVERY_MS, () => this.#maintain());
  }

  async authenticate(keyHash: string): Promise<Caller | null> {
    return this.#store.callers.find(keyHash, this.#store.clock.now());
  }

  async remaining(caller: Caller): Promise<number | null> {
    const { clock, credits } = this.#store;
    return creditsLeft(credits.balance(caller.accountId, monthOf(clock.now())));
  }

  async hasCredit(caller: Caller): Promise<boolean> {
    const { clock, credits, schedule } = this.#store;
    const month = monthOf(clock.now());
    const atMs = schedule.elapsedMs();
    if (this.#outlook.isSafe(caller, month, atMs)) return true;
    const remaining = creditsLeft(credits.balance(caller.accountId, month));
    this.#outlook.note(caller.accountId, { atMs, month, remaining });
    return remaining !== 0;
  }

  charge(call: Call): Promise<ChargeResult> {
    const { clock, commit, credits, usage, idempotent } = this.#store;
    return commit.run(() => {
      const at = clock.now();
      const balance = credits.charge(call, at, monthOf(at));
      if (!balance) return { charged: false };
      this.#outlook.take(call.caller.accountId);
      usage.enterCharged(call, at);
      usage.touch(call.caller.keyId, at);
      if (call.idempotency) {
        const { token, body } = call.idempotency;
        const isOurs = idempotent.store(token, { status: call.status, body });
        if (!isOurs) throw new Error(`request ${call.requestId} lost its idempotency lease to another attempt`);
      }
      return { charged: true, remaining: creditsLeft(balance) };
    });
  }

  count(call: Omit<Call, 'idempotency'>): void {
    const { clock, usage } = this.#store;
    const at = clock.now();
    usage.count(call, at);
    usage.touch(call.caller.keyId, at);
  }

  beginIdempotent(identity: IdempotencyIdentity): Promise<IdempotencyState> {
    const { clock, commit, idempotent } = this.#store;
    return commit.run(() => idempotent.begin(identity, clock.now()));
  }

  settleIdempotent(token: string, answer: StoredAnswer): Promise<void> {
    const { commit, idempotent } = this.#store;
    return commit.run(() => void idempotent.store(token, answer));
  }

  abandonIdempotent(token: string): Promise<void> {
    const { commit, idempotent } = this.#store;
    return commit.run(() => idempotent.abandon(token));
  }

  async close(): Promise<void> {
    const { clock, commit, database, idempotent, usage } = this.#store;
    if (!database.open) return;
    this.#endUpkeep();
    try {
      commit.flush();
      idempotent.abandonAll();
      usage.flush(clock.now());
    } finally {
      database.close();
    }
  }

  #maintain(): void {
    const { clock, idempotent, observer, usage } = this.#store;
    try {
      usage.flush(clock.now());
      idempotent.maintain(clock.now());
    } catch (error) {
      // Nothing is lost: counts stay gathered and the next turn tries again. A store that stays broken shows in every charge.
      observer.observeUpkeepFailure(error);
    }
  }
}

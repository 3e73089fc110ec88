// The serving side over PostgreSQL: all reads and writes go to the ledger of the process; the charges of one iteration
// of the event loop are sent together. An answer is never sent before its charge is durable.
import type { Clock } from '../../ops/clock.ts';
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import { creditsLeft } from '../balance.ts';
import type { Batches } from '../batch-port.ts';
import type { IdempotencyIdentity } from '../idempotency.ts';
import { CreditOutlook } from '../ledger/credit-outlook.ts';
import type { LedgerCall } from '../ledger/ledger-request.ts';
import { packAnswer, unpackAnswer } from '../ledger/packed-answer.ts';
import { UsageTally } from '../ledger/usage-tally.ts';
import { monthOf } from '../period.ts';
import type {
  Accounts,
  AccountsObserver,
  Call,
  Caller,
  ChargeResult,
  CountedCall,
  IdempotencyState,
  IngestKeys,
  StoredAnswer,
} from '../port.ts';
import type { Watches } from '../watch-port.ts';
import type { Webhooks } from '../webhook-port.ts';
import { CallerCache } from './caller-cache.ts';
import { chargeError, type LedgerLink } from './ledger-link.ts';

/** Interval between writes of counts. */
const UPKEEP_EVERY_MS = 1000;

interface ServingOptions {
  readonly link: LedgerLink;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly observer: AccountsObserver;
}

/** A charge that waits to be sent, or for its outcome. */
interface PendingCharge {
  readonly call: LedgerCall;
  readonly resolve: (result: ChargeResult) => void;
  readonly reject: (error: unknown) => void;
}

export class PostgresAccounts implements Accounts {
  readonly batches: Batches;
  readonly ingestKeys: IngestKeys;
  readonly webhooks: Webhooks;
  readonly watches: Watches;
  readonly #options: ServingOptions;
  readonly #callers: CallerCache;
  readonly #outlook = new CreditOutlook();
  readonly #usage = new UsageTally();
  readonly #endUpkeep: () => void;
  readonly #sending = new Set<Promise<void>>();
  #writing: Promise<void> = Promise.resolve();
  #pending: PendingCharge[] = [];
  #isClosed = false;

  constructor(options: ServingOptions) {
    const { link, schedule } = options;
    this.#options = options;
    this.#callers = new CallerCache(link.calls, schedule);
    this.batches = link.batches;
    this.webhooks = link.webhooks;
    this.watches = link.watches;
    this.ingestKeys = {
      authenticate: (keyHash) => link.calls.ingestCaller(keyHash),
      noteUse: (keyId) => this.#usage.touch(keyId, options.clock.now()),
    };
    this.#endUpkeep = schedule.every(UPKEEP_EVERY_MS, () => void this.#maintain());
  }

  authenticate(keyHash: string): Promise<Caller | null> {
    return this.#callers.find(keyHash, this.#options.clock.now());
  }

  isSuspended(keyHash: string): Promise<boolean> {
    return this.#callers.isSuspended(keyHash, this.#options.clock.now());
  }

  async remaining({ accountId }: Pick<Caller, 'accountId'>): Promise<number | null> {
    const { clock, link } = this.#options;
    return creditsLeft(await link.calls.balance(accountId, monthOf(clock.now())));
  }

  async hasCredits(caller: Caller, credits: number): Promise<boolean> {
    const { clock, schedule } = this.#options;
    const month = monthOf(clock.now());
    const atMs = schedule.elapsedMs();
    if (this.#outlook.isSafe(caller, credits, { atMs, month })) return true;
    const remaining = await this.remaining(caller);
    this.#outlook.note(caller.accountId, { atMs, month, remaining });
    return remaining === null || remaining >= credits;
  }

  async charge({ caller, requestId, path, status, credits, idempotency }: Call): Promise<ChargeResult> {
    const { accountId, keyId } = caller;
    const kept = idempotency ? { token: idempotency.token, answer: packAnswer(idempotency.body) } : null;
    const result = await this.#enqueue({ accountId, keyId, requestId, path, status, credits, idempotency: kept });
    if (result.charged) {
      this.#outlook.take(accountId, credits);
      this.#usage.touch(keyId, this.#options.clock.now());
    }
    return result;
  }

  count(call: CountedCall): void {
    const at = this.#options.clock.now();
    this.#usage.count(call, at);
    this.#usage.touch(call.caller.keyId, at);
  }

  async beginIdempotent(identity: IdempotencyIdentity): Promise<IdempotencyState> {
    const begun = await this.#options.link.calls.begin(identity);
    if (begun.state !== 'stored') return begun;
    const { status, answer } = begun.answer;
    return { state: 'stored', answer: { status, body: unpackAnswer(answer) }, credits: begun.credits };
  }

  async settleIdempotent(token: string, { status, body }: StoredAnswer): Promise<void> {
    await this.#options.link.calls.settle(token, { status, answer: packAnswer(body) });
  }

  async abandonIdempotent(token: string): Promise<void> {
    await this.#options.link.calls.abandon(token);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#endUpkeep();
    this.#isClosed = true;
    this.#flush();
    try {
      await Promise.all(this.#sending);
      await this.writeCounts();
    } finally {
      await this.#options.link.close();
    }
  }

  /** Writes the calls counted so far. Rejects, and keeps them for the next time, if it fails. */
  writeCounts(): Promise<void> {
    // Runs after the write in progress, so that all counts are stored when it resolves.
    const written = this.#writing.then(() => this.#writeCountsNow());
    this.#writing = written.catch(() => {});
    return written;
  }

  async #writeCountsNow(): Promise<void> {
    const usage = this.#usage.take();
    if (usage === null) return;
    try {
      await this.#options.link.calls.count(usage);
    } catch (error) {
      this.#usage.putBack(usage);
      throw error;
    }
  }

  /** Clears the cache of callers: call it after each change in this process that must take effect at once. */
  clearCallers(): void {
    this.#callers.clear();
  }

  #enqueue(call: LedgerCall): Promise<ChargeResult> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error('the store of accounts is closed'));
      this.#pending.push({ call, resolve, reject });
      if (this.#pending.length === 1) this.#options.schedule.soon(() => this.#flush());
    });
  }

  #flush(): void {
    const pending = this.#pending;
    if (pending.length === 0) return;
    this.#pending = [];
    const sent = this.#send(pending).finally(() => this.#sending.delete(sent));
    this.#sending.add(sent);
  }

  /** Sends charges, and distributes the outcomes. Never rejects. */
  async #send(pending: readonly PendingCharge[]): Promise<void> {
    const { link, observer, schedule } = this.#options;
    const startedMs = schedule.elapsedMs();
    let failures = 0;
    try {
      const outcomes = await link.calls.charges(pending.map(({ call }) => call));
      pending.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome && 'done' in outcome) resolve(outcome.done);
        else {
          failures += 1;
          reject(chargeError(outcome?.failed));
        }
      });
    } catch (error) {
      failures = pending.length;
      for (const { reject } of pending) reject(error);
    }
    const seconds = (schedule.elapsedMs() - startedMs) / 1000;
    observer.observeCommit({ writes: pending.length, seconds, failed: failures === pending.length });
  }

  async #maintain(): Promise<void> {
    try {
      await this.writeCounts();
    } catch (error) {
      // Nothing is lost: counts stay pending and the next interval retries. A permanent failure shows in every charge.
      this.#options.observer.observeUpkeepFailure(error);
    }
  }
}

// The serving side over SQLite: checks keys and credits by reading, and sends writes to the ledger. The requests of one
// iteration of the event loop are sent together. An answer is never sent before its charge is durable.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import { creditsLeft } from '../balance.ts';
import type { Batches } from '../batch-port.ts';
import type { IdempotencyIdentity } from '../idempotency.ts';
import { CreditOutlook } from '../ledger/credit-outlook.ts';
import type { Answers, LedgerLink, LedgerRequest, RequestKind } from '../ledger/ledger-request.ts';
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
import { BalanceReader } from './balance-reader.ts';
import { CallerCache } from './caller-cache.ts';
import { CreditRepository } from './credit-repository.ts';
import { IngestKeyRepository } from './ingest-key-repository.ts';
import { openRepositories, servingRepositories } from './repositories.ts';

/** Interval between writes of counts. */
const UPKEEP_EVERY_MS = 1000;

export interface ServingOptions {
  /** Read-only. Owned by the serving side, unless the ledger uses the same connection. */
  readonly database: Database;
  readonly link: LedgerLink;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly observer: AccountsObserver;
}

/** A request that waits to be sent, or for its outcome. */
interface PendingRequest {
  readonly request: LedgerRequest;
  readonly resolve: (answer: Answers[RequestKind]) => void;
  readonly reject: (error: unknown) => void;
}

export class SqliteAccounts implements Accounts {
  readonly batches: Batches;
  readonly ingestKeys: IngestKeys;
  readonly webhooks: Webhooks;
  readonly watches: Watches;
  readonly #options: ServingOptions;
  readonly #callers: CallerCache;
  readonly #credits: CreditRepository;
  readonly #balances: BalanceReader;
  readonly #outlook = new CreditOutlook();
  readonly #usage = new UsageTally();
  readonly #endUpkeep: () => void;
  #pending: PendingRequest[] = [];
  #isClosed = false;

  constructor(options: ServingOptions) {
    const { database, schedule } = options;
    this.#options = options;
    this.#callers = new CallerCache(database, schedule);
    const ingestKeys = new IngestKeyRepository(database);
    this.ingestKeys = {
      authenticate: async (keyHash) => ingestKeys.caller(keyHash, options.clock.now()),
      noteUse: (keyId) => this.#usage.touch(keyId, options.clock.now()),
    };
    this.#credits = new CreditRepository(database);
    this.#balances = new BalanceReader(this.#credits, options);
    const repositories = servingRepositories(openRepositories(database, options.clock), async (call) => {
      return (await this.#enqueue({ kind: 'write', ...call })).returned;
    });
    this.batches = repositories.batches;
    this.webhooks = repositories.webhooks;
    this.watches = repositories.watches;
    this.#endUpkeep = schedule.every(UPKEEP_EVERY_MS, () => void this.#maintain());
  }

  async authenticate(keyHash: string): Promise<Caller | null> {
    return this.#callers.find(keyHash, this.#options.clock.now());
  }

  async isSuspended(keyHash: string): Promise<boolean> {
    return this.#callers.isSuspended(keyHash, this.#options.clock.now());
  }

  async remaining({ accountId }: Pick<Caller, 'accountId'>): Promise<number | null> {
    return creditsLeft(await this.#balances.balance(accountId));
  }

  async hasCredits(caller: Caller, credits: number): Promise<boolean> {
    const { clock, schedule } = this.#options;
    const month = monthOf(clock.now());
    const atMs = schedule.elapsedMs();
    if (this.#outlook.isSafe(caller, credits, { atMs, month })) return true;
    const remaining = creditsLeft(this.#credits.balance(caller.accountId, month));
    this.#outlook.note(caller.accountId, { atMs, month, remaining });
    return remaining === null || remaining >= credits;
  }

  async charge({ caller, requestId, path, status, credits, idempotency }: Call): Promise<ChargeResult> {
    const { accountId, keyId } = caller;
    const kept = idempotency ? { token: idempotency.token, answer: packAnswer(idempotency.body) } : null;
    const call = { accountId, keyId, requestId, path, status, credits, idempotency: kept };
    const result = await this.#enqueue({ kind: 'charge', ...call });
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
    const begun = await this.#enqueue({ kind: 'begin', ...identity });
    if (begun.state !== 'stored') return begun;
    const { status, answer } = begun.answer;
    return { state: 'stored', answer: { status, body: unpackAnswer(answer) }, credits: begun.credits };
  }

  async settleIdempotent(token: string, { status, body }: StoredAnswer): Promise<void> {
    await this.#enqueue({ kind: 'settle', token, status, answer: packAnswer(body) });
  }

  async abandonIdempotent(token: string): Promise<void> {
    await this.#enqueue({ kind: 'abandon', token });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    const { database, link } = this.#options;
    this.#endUpkeep();
    const written = this.writeCounts();
    this.#isClosed = true;
    this.#balances.flush();
    try {
      await this.#flush();
      await written;
    } finally {
      await link.close().finally(() => database.close());
    }
  }

  /** Writes the calls counted so far. Rejects, and keeps them for the next time, if it fails. */
  async writeCounts(): Promise<void> {
    const usage = this.#usage.take();
    if (usage === null) return;
    try {
      await this.#enqueue({ kind: 'count', ...usage });
    } catch (error) {
      this.#usage.putBack(usage);
      throw error;
    }
  }

  /** Clears the cache of callers: call it after each change in this process that must take effect at once. */
  clearCallers(): void {
    this.#callers.clear();
  }

  #enqueue<Kind extends RequestKind>(request: LedgerRequest & { readonly kind: Kind }): Promise<Answers[Kind]> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error('the store of accounts is closed'));
      // The ledger returns a different type of outcome for each kind of request.
      this.#pending.push({ request, resolve: resolve as PendingRequest['resolve'], reject });
      if (this.#pending.length === 1) this.#options.schedule.soon(() => void this.#flush());
    });
  }

  /** Sends the pending requests, and distributes the outcomes. Never rejects. */
  async #flush(): Promise<void> {
    const pending = this.#pending;
    if (pending.length === 0) return;
    this.#pending = [];
    try {
      const { outcomes, commit } = await this.#options.link.send(pending.map(({ request }) => request));
      if (commit) this.#options.observer.observeCommit(commit);
      pending.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome && 'done' in outcome) resolve(outcome.done);
        else reject(outcome?.failed);
      });
    } catch (error) {
      for (const { reject } of pending) reject(error);
    }
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

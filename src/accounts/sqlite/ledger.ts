// The one writer of the accounts of a process (group commit). Concurrent requests of serving threads become one durable
// transaction: with synchronous = FULL the WAL is flushed before `commit` returns, so a reported outcome survives a
// loss of power.
import type { Database, Statement } from 'better-sqlite3';
import { BATCHES_PATH } from '../../contract/resources/batch-paths.ts';
import { WATCHES_PATH } from '../../contract/resources/watch-paths.ts';
import type { Clock } from '../../ops/clock.ts';
import type { BatchState, BatchStep, StepOutcome } from '../batch-port.ts';
import type {
  Answers,
  BatchOutcomes,
  BatchWrite,
  LedgerCall,
  LedgerOutcome,
  LedgerReply,
  LedgerRequest,
  RequestKind,
} from '../ledger/ledger-request.ts';
import type { Watch, WatchStep, WatchStepOutcome } from '../watch-port.ts';
import { eventOfBatch, eventOfStep, eventOfWatch } from '../webhook-events.ts';
import { BatchBook } from './batch-book.ts';
import { CallKinds } from './call-kinds.ts';
import { ChargeGroup } from './charge-group.ts';
import { CreditBook } from './credit-book.ts';
import { IdempotentRequests } from './idempotent-requests.ts';
import { UsageBook } from './usage-book.ts';
import { WatchBook } from './watch-book.ts';
import { WebhookBook } from './webhook-book.ts';

/** The requests of one serving thread. */
export interface Batch {
  /** Identifies the thread, the same in all of its batches. */
  readonly holder: object;
  readonly requests: readonly LedgerRequest[];
}

/** Thrown inside a step to roll it back. */
const STOPPED = new Error('the step is not the next one of its batch');

type BookMethod = (at: number, ...args: readonly unknown[]) => unknown;

/** The transaction that a request is part of. */
interface Entry {
  readonly holder: object;
  readonly at: number;
}

export class Ledger {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #credits: CreditBook;
  readonly #kinds: CallKinds;
  readonly #usage: UsageBook;
  readonly #idempotent: IdempotentRequests;
  readonly #batches: BatchBook;
  readonly #webhooks: WebhookBook;
  readonly #watches: WatchBook;
  readonly #savepoint: <Result>(work: () => Result) => Result;
  #probe: Statement<[number]> | null = null;
  readonly #transaction: (batches: readonly Batch[]) => LedgerOutcome[][];

  /** The ledger takes ownership of the connection. */
  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#credits = new CreditBook(database);
    this.#kinds = new CallKinds(database);
    this.#usage = new UsageBook(database);
    this.#idempotent = new IdempotentRequests(database);
    this.#batches = new BatchBook(database);
    this.#webhooks = new WebhookBook(database);
    this.#watches = new WatchBook(database);
    const savepoint = database.transaction((work: () => unknown) => work());
    this.#savepoint = <Result>(work: () => Result) => savepoint(work) as Result;
    const transaction = database.transaction((batches: readonly Batch[]) => this.#enter(batches));
    this.#transaction = (batches) => transaction.immediate(batches);
  }

  /**
   * Executes the requests of the batches, in order, in one durable transaction; a reply for each, the first of which
   * reports the transaction. A failed request is rolled back alone; a failed transaction is rolled back and fails all
   * of its requests. Never throws.
   */
  commit(batches: readonly Batch[]): LedgerReply[] {
    const startedMs = performance.now();
    let failed = false;
    let outcomes: LedgerOutcome[][];
    try {
      outcomes = this.#transaction(batches);
    } catch (error) {
      failed = true;
      this.#kinds.clear();
      outcomes = batches.map(({ requests }) => requests.map(() => ({ failed: error })));
    }
    const writes = outcomes.reduce((sum, { length }) => sum + length, 0);
    const commit = { writes, seconds: (performance.now() - startedMs) / 1000, failed };
    return outcomes.map((each, index) => ({ outcomes: each, commit: index === 0 ? commit : null }));
  }

  /** Renews leases; call it every LEASE_UPKEEP_MS. Throws if the store cannot be written. */
  maintain(): void {
    this.#idempotent.maintain(this.#clock.now());
  }

  /** Writes durably, as a charge does, and changes no accounting data. Throws if the store cannot be written. */
  probe(): void {
    this.#probe ??= this.#database.prepare(
      'INSERT INTO probe VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at',
    );
    this.#probe.run(this.#clock.now());
  }

  /** A serving thread is gone: its unfinished requests can be tried again. Throws if the store cannot be written. */
  release(holder: object): void {
    this.#idempotent.abandonAllOf(holder);
  }

  close(): void {
    this.#database.close();
  }

  #enter(batches: readonly Batch[]): LedgerOutcome[][] {
    const at = this.#clock.now();
    const group = new ChargeGroup({ credits: this.#credits, kinds: this.#kinds, usage: this.#usage }, at);
    const outcomes = batches.map(({ holder, requests }) =>
      requests.map((request) => {
        try {
          return { done: this.#done(request, group, { holder, at }) };
        } catch (error) {
          if (!this.#database.inTransaction) throw error;
          this.#kinds.clear();
          return { failed: error };
        }
      }),
    );
    group.write();
    return outcomes;
  }

  #done(request: LedgerRequest, group: ChargeGroup, { holder, at }: Entry): Answers[RequestKind] {
    if (request.kind === 'charge') return this.#charge(request, group);
    if (request.kind === 'webhook') return this.#writeWebhook(request, at);
    if (request.kind === 'watch') return this.#writeWatch(request, group, at);
    if (request.kind !== 'batch') return this.#settle(request, holder, at);
    const { write } = request;
    return { written: write.act === 'step' ? this.#step(write.step, group, at) : this.#writeBatch(write, at) };
  }

  /** The rows of a step and their charge are written together, or neither. */
  #step(step: BatchStep, group: ChargeGroup, at: number): StepOutcome {
    const batch = this.#batches.find(step.batchId);
    if (batch === null) return 'stopped';
    const enter = (rows: () => void) => {
      this.#savepoint(() => {
        if (!this.#batches.step(step)) throw STOPPED;
        rows();
        if (step.done === batch.rows) this.#report(batch, 'completed', at);
      });
    };
    const { accountId, keyId } = batch;
    const requestId = `${step.batchId}/${step.from}`;
    const call = { accountId, keyId, requestId, path: BATCHES_PATH, status: 200, credits: step.credits };
    try {
      if (step.credits === 0) enter(() => {});
      else if (!group.charge({ ...call, idempotency: null }, enter).charged) return 'no_credits';
      return 'done';
    } catch (error) {
      if (error !== STOPPED) throw error;
      return 'stopped';
    }
  }

  #writeBatch(write: Exclude<BatchWrite, { act: 'step' }>, at: number): BatchOutcomes[BatchWrite['act']] {
    return this.#savepoint(() => {
      if (write.act === 'create') return this.#batches.create(write.batch, at);
      if (write.act === 'remove') return this.#batches.remove(write.batchId);
      const before = this.#batches.find(write.change.batchId)?.state;
      const changed = this.#batches.change(write.change);
      if (changed !== null && changed.state !== before) this.#report(changed, changed.state, at);
      return changed;
    });
  }

  /** Writes the event of the state of a batch, in the transaction of its change. */
  #report(batch: Parameters<typeof eventOfBatch>[0], state: BatchState, at: number): void {
    const event = eventOfBatch(batch, state);
    if (event !== null) this.#webhooks.enter(at, event);
  }

  #writeWebhook({ method, args }: Extract<LedgerRequest, { kind: 'webhook' }>, at: number): Answers['webhook'] {
    // The serving side sends the arguments of this method.
    return {
      returned: this.#savepoint(() => (this.#webhooks[method] as BookMethod).call(this.#webhooks, at, ...args)),
    };
  }

  #writeWatch(
    { method, args }: Extract<LedgerRequest, { kind: 'watch' }>,
    group: ChargeGroup,
    at: number,
  ): Answers['watch'] {
    if (method === 'watchStep') return { returned: this.#watchStep(args[0] as WatchStep, group, at) };
    return this.#savepoint(() => {
      // As of webhooks.
      const returned = (this.#watches[method] as BookMethod).call(this.#watches, at, ...args);
      const event = method === 'changeWatch' && returned !== null ? eventOfWatch(returned as Watch) : null;
      if (event !== null) this.#webhooks.enter(at, event);
      return { returned };
    });
  }

  /** The changes of a step, their event and their charge are written together, or not at all. */
  #watchStep(step: WatchStep, group: ChargeGroup, at: number): WatchStepOutcome {
    const watch = this.#watches.findWatch(step.watchId);
    if (watch === null) return 'stopped';
    const { accountId, keyId } = watch;
    const requestId = `${step.watchId}/${step.from}`;
    const call = { accountId, keyId, requestId, path: WATCHES_PATH, status: 200, credits: step.credits };
    try {
      const enter = (rows: () => void) => {
        this.#savepoint(() => {
          if (!this.#watches.step(at, step)) throw STOPPED;
          rows();
          this.#webhooks.enter(at, eventOfStep(watch, step));
        });
      };
      return group.charge({ ...call, idempotency: null }, enter).charged ? 'done' : 'no_credits';
    } catch (error) {
      if (error !== STOPPED) throw error;
      return 'stopped';
    }
  }

  #charge(call: LedgerCall, group: ChargeGroup): Answers['charge'] {
    const { idempotency, requestId, status, credits } = call;
    // A single statement is rolled back automatically if it fails.
    if (idempotency === null) return group.charge(call, (rows) => rows());
    return group.charge(call, (rows) => {
      this.#savepoint(() => {
        const isOurs = this.#idempotent.store(idempotency.token, { status, answer: idempotency.answer, credits });
        if (!isOurs) throw new Error(`request ${requestId} lost its idempotency lease to another attempt`);
        rows();
      });
    });
  }

  #settle(
    request: Exclude<LedgerRequest, { kind: 'charge' | 'batch' | 'webhook' | 'watch' }>,
    holder: object,
    at: number,
  ): Answers[RequestKind] {
    return this.#savepoint(() => {
      switch (request.kind) {
        case 'begin':
          return this.#idempotent.begin(request, holder, at);
        case 'settle':
          this.#idempotent.store(request.token, { ...request, credits: 0 });
          return null;
        case 'abandon':
          this.#idempotent.abandon(request.token);
          return null;
        case 'count':
          this.#usage.enterGathered(request, this.#kinds, at);
          return null;
      }
    });
  }
}

// The only writer of accounts in a process (group commit). Concurrent requests of serving threads become one durable
// transaction. With synchronous = FULL the WAL is flushed before `commit` returns, so a reported outcome survives a
// loss of power.
import type { Database, Statement } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import type {
  Answers,
  LedgerCall,
  LedgerOutcome,
  LedgerReply,
  LedgerRequest,
  RequestKind,
} from '../ledger/ledger-request.ts';
import { lostLease } from '../request-digest.ts';
import { CallKinds } from './call-kinds.ts';
import { ChargeGroup } from './charge-group.ts';
import { CreditRepository } from './credit-repository.ts';
import { IdempotentRequests } from './idempotent-requests.ts';
import { isStep, openRepositories, type SqliteRepositories, write } from './repositories.ts';
import { UsageRepository } from './usage-repository.ts';

/** The requests of one serving thread. */
export interface Batch {
  /** Identifies the thread; equal in all of its batches. */
  readonly holder: object;
  readonly requests: readonly LedgerRequest[];
}

/** One request in the transaction. */
interface Entry {
  readonly holder: object;
  readonly at: number;
}

export class Ledger {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #credits: CreditRepository;
  readonly #kinds: CallKinds;
  readonly #usage: UsageRepository;
  readonly #idempotent: IdempotentRequests;
  readonly #repositories: SqliteRepositories;
  readonly #savepoint: <Result>(work: () => Result) => Result;
  #probe: Statement<[number]> | null = null;
  readonly #transaction: (batches: readonly Batch[]) => LedgerOutcome[][];

  /** The ledger takes ownership of the connection. */
  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#credits = new CreditRepository(database);
    this.#kinds = new CallKinds(database);
    this.#usage = new UsageRepository(database);
    this.#idempotent = new IdempotentRequests(database);
    this.#repositories = openRepositories(database, clock);
    const savepoint = database.transaction((work: () => unknown) => work());
    this.#savepoint = <Result>(work: () => Result) => savepoint(work) as Result;
    const transaction = database.transaction((batches: readonly Batch[]) => this.#enter(batches));
    this.#transaction = (batches) => transaction.immediate(batches);
  }

  /**
   * Executes the requests of the batches, in order, in one durable transaction. Returns a reply for each batch; the
   * first reply reports the transaction. A failed request is rolled back alone. A failed transaction is rolled back and
   * fails all of its requests. Never throws.
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

  /**
   * Tests that the store can be written durably, as by a charge, without changing accounting data. Throws if it cannot.
   */
  probe(): void {
    this.#probe ??= this.#database.prepare(
      'INSERT INTO probe VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at',
    );
    this.#probe.run(this.#clock.now());
  }

  /**
   * Called when a serving thread has ended: its unfinished requests can be tried again. Throws if the store cannot be
   * written.
   */
  release(holder: object): void {
    this.#idempotent.abandonAllOf(holder);
  }

  close(): void {
    this.#database.close();
  }

  #enter(batches: readonly Batch[]): LedgerOutcome[][] {
    const at = this.#clock.now();
    const group = new ChargeGroup(
      { credits: this.#credits, kinds: this.#kinds, usage: this.#usage, savepoint: this.#savepoint },
      at,
    );
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

  #done(request: LedgerRequest, group: ChargeGroup, entry: Entry): Answers[RequestKind] {
    if (request.kind === 'charge') return this.#charge(request, group);
    if (request.kind === 'write' && isStep(request)) return { returned: write(this.#repositories, request, group) };
    return this.#savepoint(() => this.#execute(request, group, entry));
  }

  #charge(call: LedgerCall, group: ChargeGroup): Answers['charge'] {
    const { idempotency, requestId, status, credits } = call;
    // A single statement is rolled back automatically if it fails.
    if (idempotency === null) return group.charge(call, (rows) => rows());
    return group.charge(call, (rows) => {
      this.#savepoint(() => {
        const isOurs = this.#idempotent.store(idempotency.token, { status, answer: idempotency.answer, credits });
        if (!isOurs) throw lostLease(requestId);
        rows();
      });
    });
  }

  #execute(
    request: Exclude<LedgerRequest, { kind: 'charge' }>,
    group: ChargeGroup,
    { holder, at }: Entry,
  ): Answers[RequestKind] {
    switch (request.kind) {
      case 'begin':
        return this.#idempotent.begin(request, holder, at);
      case 'settle':
        this.#idempotent.settle(request.token, request);
        return null;
      case 'abandon':
        this.#idempotent.abandon(request.token);
        return null;
      case 'count':
        this.#usage.enterGathered(request, this.#kinds, at);
        return null;
      case 'write':
        return { returned: write(this.#repositories, request, group) };
    }
  }
}

// The only module of a process that reads and writes accounts in PostgreSQL: few connections, group commit, leases. In
// a server it runs in the ledger thread.
import type { Clock } from '../../ops/clock.ts';
import type { Database } from '../../ops/postgres/database.ts';
import { UnknownOutcome } from '../../ops/postgres/failures.ts';
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import type { Balance } from '../balance.ts';
import type { IdempotencyIdentity } from '../idempotency.ts';
import type { BegunRequest, LedgerCall, PackedAnswer } from '../ledger/ledger-request.ts';
import type { GatheredUsage } from '../ledger/usage-tally.ts';
import type { AccountRepositories, ChargeResult, IngestCaller } from '../port.ts';
import { BalanceReader } from './balance-reader.ts';
import { BatchRepository } from './batch-repository.ts';
import { bucketOf } from './bucket.ts';
import { CallKinds } from './call-kinds.ts';
import { ChargeLane } from './charge-lane.ts';
import { IdempotentRequests, LEASE_UPKEEP_MS } from './idempotent-requests.ts';
import { INGEST_CALLER } from './ingest-key-statements.ts';
import { KEY_OF_HASH, KEYS_VERSION, type StoredKey } from './key-statements.ts';
import { TableLayout } from './table-layout.ts';
import { UnknownCharges } from './unknown-charges.ts';
import { UsageRepository } from './usage-repository.ts';
import { WatchRepository } from './watch-repository.ts';
import { WebhookRepository } from './webhook-repository.ts';

/** Groups of charges that are executed concurrently on a cluster, with a connection each. */
export const CHARGE_LANES = 4;

/** Outcome of one charge: its result, or the error of a call that was not charged. */
export type ChargeOutcome = { readonly done: ChargeResult } | { readonly failed: unknown };

/**
 * The calls of a serving thread, and the repositories. All take and return plain values, which can be sent between
 * threads.
 */
export interface LedgerPorts extends AccountRepositories {
  readonly calls: LedgerCalls;
}

export interface LedgerCalls {
  /** An outcome for each call, in their order. */
  charges(calls: readonly LedgerCall[]): Promise<readonly ChargeOutcome[]>;
  begin(identity: IdempotencyIdentity): Promise<BegunRequest>;
  settle(token: string, answer: PackedAnswer): Promise<void>;
  abandon(token: string): Promise<void>;
  count(usage: GatheredUsage): Promise<void>;
  keysVersion(): Promise<number>;
  keyOf(hash: string): Promise<StoredKey | null>;
  ingestCaller(hash: string): Promise<IngestCaller | null>;
  balance(accountId: string, month: string): Promise<Balance>;
}

export interface PostgresLedgerOptions {
  /** A connection for each lane, used for charges only. */
  readonly charges: Database;
  /** A few connections for all other statements. */
  readonly database: Database;
  readonly clock: Clock;
  readonly schedule: Schedule;
  /** See UnknownCharges. */
  readonly undecidedFile: string | null;
  /** A background write failed. It is retried, unless it contained free calls that may already be counted. */
  readonly onUpkeepFailure: (error: unknown) => void;
}

export class PostgresLedger {
  readonly idempotent: IdempotentRequests;
  readonly usage: UsageRepository;
  readonly #options: PostgresLedgerOptions;
  readonly #layout: TableLayout;
  readonly #lanes: readonly ChargeLane[];
  readonly #balances: BalanceReader;
  readonly #repositories: AccountRepositories;
  readonly #unknown: UnknownCharges;
  readonly #endUpkeep: () => void;
  #isMaintaining: Promise<void> | null = null;

  /** The ledger takes ownership of the databases. */
  constructor(options: PostgresLedgerOptions) {
    const { charges, database, clock, schedule, undecidedFile: file, onUpkeepFailure: onFailure } = options;
    this.#options = options;
    this.idempotent = new IdempotentRequests(database);
    this.#balances = new BalanceReader(database);
    this.#unknown = new UnknownCharges({ database, schedule, file, onFailure });
    const kinds = new CallKinds(database);
    this.usage = new UsageRepository(database, kinds);
    this.#repositories = {
      batches: new BatchRepository({ database, clock, kinds }),
      webhooks: new WebhookRepository({ database, clock, balances: this.#balances }),
      watches: new WatchRepository({ database, clock, kinds }),
    };
    this.#layout = new TableLayout(database, () => schedule.elapsedMs());
    const shared = { clock, kinds, balances: this.#balances, unknown: this.#unknown, layout: this.#layout };
    this.#lanes = Array.from({ length: CHARGE_LANES }, () => new ChargeLane({ charges, ...shared }));
    this.#endUpkeep = schedule.every(LEASE_UPKEEP_MS, () => this.#maintain());
  }

  /** Number of charges that were answered with status 503 and are not decided yet. */
  get undecided(): number {
    return this.#unknown.undecided;
  }

  /** The ports of one serving thread: `holder` identifies it. */
  portsOf(holder: object): LedgerPorts {
    const { database, clock } = this.#options;
    const calls: LedgerCalls = {
      charges: (calls) => Promise.all(calls.map((call) => this.#charge(call))),
      begin: (identity) => this.idempotent.begin(identity, holder, clock.now()),
      settle: (token, answer) => this.idempotent.settle(token, answer),
      abandon: (token) => this.idempotent.abandon(token),
      count: (usage) => this.#count(usage),
      keysVersion: async () => (await database.read(KEYS_VERSION))[0]?.value ?? 0,
      keyOf: async (hash) => (await database.read(KEY_OF_HASH, hash))[0] ?? null,
      ingestCaller: async (hash) => (await database.read(INGEST_CALLER, hash, clock.now()))[0] ?? null,
      balance: (accountId, month) => this.#balances.balance(accountId, month),
    };
    return { calls, ...this.#repositories };
  }

  /** Called when a serving thread has ended: its unfinished requests can be tried again. */
  async release(holder: object): Promise<void> {
    await this.idempotent.abandonAllOf(holder);
  }

  async close(): Promise<void> {
    this.#endUpkeep();
    for (const lane of this.#lanes) await lane.idle();
    await this.#isMaintaining;
    await this.#unknown.close();
    await this.#options.charges.close();
    await this.#options.database.close();
  }

  async #charge(call: LedgerCall): Promise<ChargeOutcome> {
    const { idempotency, accountId } = call;
    try {
      const isSplit = await this.#layout.isSplit();
      // One lane makes larger groups. Where each group has one bucket, several lanes are faster.
      const lane = this.#lanes[isSplit ? bucketOf(accountId) % CHARGE_LANES : 0] as ChargeLane;
      const done = await lane.charge(call);
      if (idempotency !== null && done.charged) {
        this.idempotent.end(idempotency.token);
        // A failure is harmless: the next answer makes room again.
        await this.idempotent.stored(accountId, idempotency.answer.length).catch(this.#options.onUpkeepFailure);
      }
      return { done };
    } catch (failed) {
      return { failed };
    }
  }

  async #count(usage: GatheredUsage): Promise<void> {
    try {
      await this.usage.enter(usage, this.#options.clock.now());
    } catch (error) {
      // The calls may already be counted. Entering them again could count them twice.
      if (!(error instanceof UnknownOutcome)) throw error;
      this.#options.onUpkeepFailure(error);
    }
  }

  #maintain(): void {
    this.#isMaintaining ??= this.idempotent
      .maintain(this.#options.clock.now())
      .catch(this.#options.onUpkeepFailure)
      .finally(() => {
        this.#isMaintaining = null;
      });
  }
}

// Runs the batches of all accounts in one thread, one block of rows at a time, and account by account. The results of a
// block are durable before its step (progress and charge in one transaction). After a crash the same block is executed
// again, without a second charge.
import type { Batch, Batches, BatchStep } from '../accounts/batch-port.ts';
import { nextResetAt } from '../accounts/period.ts';
import type { Accounts, Caller } from '../accounts/port.ts';
import type { SharedContext } from '../api/context.ts';
import type { LeasedWork } from '../app/leased-work.ts';
import { MS_PER_DAY } from '../contract/days.ts';
import type { BulkedOperation } from '../contract/endpoints/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints/endpoints.ts';
import type { IdempotentRequests } from '../http/idempotent-call.ts';
import type { Log } from '../ops/monitoring/log.ts';
import type { Metrics } from '../ops/monitoring/metrics.ts';
import { BackgroundLoop } from '../ops/scheduling/background-loop.ts';
import type { FairScheduler } from '../ops/scheduling/fair-scheduler.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';
import type { BatchFiles } from './batch-files.ts';
import type { StoredOptions } from './batch-options.ts';
import type { Drafts } from './drafts.ts';
import { executeRows, type Outcome } from './execute-rows.ts';
import { resultLine } from './result-lines.ts';
import { readBlock } from './row-source.ts';

/**
 * Rows of a block. It bounds the work that is repeated after a crash, and spreads the cost of an fsync over the rows.
 */
const BLOCK_ROWS = 1000;
/** Interval of the search for batches that another thread has created. */
const POLL_MS = 500;
/** Maximum number of attempts for a failing block; the pause between them doubles. */
const ATTEMPTS_MAX = 5;
const PAUSE_MS = 250;
const UPKEEP_MS = 600_000;
/** Batches have half the share of calls. */
export const BATCH_WEIGHT = 2;

export interface BatchContext {
  readonly batches: Batches;
  readonly accounts: Pick<Accounts, 'remaining'> & IdempotentRequests;
  readonly api: SharedContext;
  readonly scheduler: Pick<FairScheduler, 'open'>;
  readonly files: BatchFiles;
  readonly drafts: Pick<Drafts, 'removeOld'>;
  readonly log: Pick<Log, 'error' | 'info'>;
  readonly metrics: Pick<Metrics, 'observeCharge'>;
  /** If there are several servers, one of them executes the batches. */
  readonly leasedWork: Pick<LeasedWork, 'isMine'>;
  /** Days after which a batch is removed; batches of removed accounts are removed at once. */
  readonly days: number;
}

/** The caller for work that is not a call, such as a batch. */
export function callerOf({ accountId, keyId }: Pick<Batch, 'accountId' | 'keyId'>): Caller {
  const unused = { accountName: '', planName: '', requestsPerSecond: 1, creditsPerMonth: null, allowedPaths: [] };
  return { accountId, keyId, ...unused };
}

/**
 * The account name for the scheduler under which the batches of an account run, so that its calls do not wait for its
 * batches.
 */
export const shareOf = ({ accountId }: Pick<Batch, 'accountId'>): string => `batches of ${accountId}`;

interface Failure {
  readonly count: number;
  readonly retryAtMs: number;
}

export class BatchRunner {
  readonly #context: BatchContext;
  /** Failures of the last block, by the id of the batch. */
  readonly #failures = new Map<string, Failure>();
  readonly #loop = new BackgroundLoop({
    round: () => this.#roundIfMine(),
    pauseMs: POLL_MS,
    onFailure: (error) =>
      this.#context.log.error({ err: error }, 'the batches cannot be read; the attempt is repeated'),
  });
  #upkeepAtMs = 0;

  constructor(context: BatchContext) {
    this.#context = context;
  }

  start(): void {
    this.#loop.start();
  }

  /** Looks for batches now. */
  wake(): void {
    this.#loop.wake();
  }

  /** Resolves after the running block. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #roundIfMine(): Promise<boolean> {
    await this.#upkeep();
    return (await this.#context.leasedWork.isMine()) && (await this.#round());
  }

  /** Executes one block of the oldest batch of each account; false if there is none. */
  async #round(): Promise<boolean> {
    const oldest = new Map<string, Batch>();
    const nowMs = performance.now();
    for (const batch of await this.#context.batches.runnable()) {
      const isDue = nowMs >= (this.#failures.get(batch.id)?.retryAtMs ?? 0);
      if (isDue && !oldest.has(batch.accountId)) oldest.set(batch.accountId, batch);
    }
    for (const batch of oldest.values()) {
      if (this.#loop.isStopping) break;
      await this.#attempt(batch);
    }
    return oldest.size > 0;
  }

  async #attempt(batch: Batch): Promise<void> {
    try {
      await this.#block(batch);
      this.#failures.delete(batch.id);
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      // A batch that was removed during its execution has no files.
      if ((await this.#context.batches.find(batch.id)) === null) return;
      const count = (this.#failures.get(batch.id)?.count ?? 0) + 1;
      this.#context.log.error({ err: error, batchId: batch.id, failures: count }, 'a block of a batch failed');
      if (count < ATTEMPTS_MAX) {
        this.#failures.set(batch.id, { count, retryAtMs: performance.now() + PAUSE_MS * 2 ** count });
        return;
      }
      this.#failures.delete(batch.id);
      const reason = 'the data service could not complete the rows; nothing was charged for them, resume the batch';
      await this.#context.batches.change({ batchId: batch.id, from: ['queued', 'running'], to: 'failed', reason });
    }
  }

  async #block(batch: Batch): Promise<void> {
    const { batches, files, scheduler, api, accounts } = this.#context;
    const startedMs = performance.now();
    const { operation, maxCredits, creditsUsed } = batch;
    const price = ENDPOINTS[operation as BulkedOperation].credits;
    const caller = callerOf(batch);
    const balance = await accounts.remaining(caller);
    const ceiling = maxCredits === null ? Number.POSITIVE_INFINITY : maxCredits - creditsUsed;
    const left = Math.min(balance ?? Number.POSITIVE_INFINITY, ceiling);
    const turn = scheduler.open(shareOf(batch), BATCH_WEIGHT);
    await turn.enter();
    const linesMax = Math.min(BLOCK_ROWS, batch.rows - batch.done);
    const input = files.input(batch.id);
    const { lines } = await readBlock(input, { from: batch.inputBytes, end: Number.MAX_SAFE_INTEGER, linesMax });
    if (lines.length === 0) throw new Error(`the input of ${batch.id} ends before its rows`);
    const counts = { found: 0, missed: 0, invalid: 0 };
    const results: string[] = [];
    const rows = executeRows(lines, {
      operation: operation as BulkedOperation,
      options: JSON.parse(batch.options) as StoredOptions,
      context: { ...api, turn },
      caller,
      isAffordable: () => left - counts.found * price >= price,
    });
    for await (const outcome of rows) note(outcome, counts, results);
    if (results.length > 0) {
      const bytes = Buffer.from(results.join(''));
      const kept = await files.keep(batch.id, batch.resultBytes, bytes);
      const busyMs = Math.round(performance.now() - startedMs);
      const step: BatchStep = {
        batchId: batch.id,
        from: batch.done,
        done: batch.done + results.length,
        ...counts,
        credits: counts.found * price,
        inputBytes: batch.inputBytes + bytesOf(lines.slice(0, results.length)),
        resultBytes: batch.resultBytes + bytes.length,
        results: kept,
        busyMs,
      };
      if ((await batches.step(step)) !== 'done') return;
      this.#context.metrics.observeCharge(step.credits);
    }
    if (results.length < lines.length) await this.#pauseBatch(batch, ceiling - counts.found * price < price);
  }

  async #pauseBatch({ id }: Batch, isCeiling: boolean): Promise<void> {
    const { batches, api } = this.#context;
    const reset = nextResetAt(api.clock.now()).slice(0, 10);
    const reason = isCeiling
      ? 'max_credits is used up; resume the batch with a larger max_credits'
      : `no credits are left; they reset on ${reset} at 00:00 UTC; resume the batch then`;
    await batches.change({ batchId: id, from: ['queued', 'running'], to: 'paused_no_credits', reason });
  }

  async #upkeep(): Promise<void> {
    if (performance.now() < this.#upkeepAtMs) return;
    this.#upkeepAtMs = performance.now() + UPKEEP_MS;
    const { batches, files, drafts, days, api } = this.#context;
    const nowMs = api.clock.now();
    for (const id of await batches.outdated(nowMs - days * MS_PER_DAY)) {
      await batches.remove(id, false);
      await files.remove(id);
    }
    await drafts.removeOld();
    await files.removeLeftOvers(async (id) => (await batches.find(id)) !== null, performance.now());
  }
}

function note(outcome: Outcome, counts: { found: number; missed: number; invalid: number }, results: string[]): void {
  counts[outcome.kind] += 1;
  results.push(resultLine(outcome));
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}

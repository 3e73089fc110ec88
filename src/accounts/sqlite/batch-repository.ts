// Batches in accounts.db. The caller wraps writes in a transaction.
import type { Database } from 'better-sqlite3';
import { LIMITS } from '../../contract/limits.ts';
import { BATCHES_PATH } from '../../contract/resources/batch-paths.ts';
import type { Clock } from '../../ops/clock.ts';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import {
  type Batch,
  type BatchChange,
  type Batches,
  type BatchState,
  type BatchStep,
  batchIdentity,
  type CreateOutcome,
  type NewBatch,
  type StepOutcome,
  UNFINISHED,
} from '../batch-port.ts';
import { eventOfBatch } from '../webhook-events.ts';
import { IS_LIVE } from './account-repository.ts';
import type { ChargeGroup } from './charge-group.ts';
import { ExecutedRequests } from './idempotent-requests.ts';
import type { SyncPort } from './sync-port.ts';
import type { WebhookRepository } from './webhook-repository.ts';

const COLUMNS = `batch.id, account_id AS accountId, key_id AS keyId, operation, state, reason, rows, done, found,
  missed, invalid, credits_used AS creditsUsed, max_credits AS maxCredits, input_hash AS inputHash,
  idempotency_key AS idempotencyKey, options, input_bytes AS inputBytes, result_bytes AS resultBytes,
  busy_ms AS busyMs, batch.created_at AS createdAt`;
const listOf = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');
const UNFINISHED_LIST = listOf(UNFINISHED);

const STATEMENTS = {
  find: sql<[string], Batch>(`SELECT ${COLUMNS} FROM batch WHERE id = ?`),
  ofAccount: sql<[accountId: string], Batch>(
    `SELECT ${COLUMNS} FROM batch WHERE account_id = ? ORDER BY created_at DESC, id DESC`,
  ),
  runnable: sql<[], Batch>(`
    SELECT ${COLUMNS} FROM batch JOIN account ON account.id = account_id
    WHERE state IN ('queued', 'running') AND suspended_at IS NULL AND removed_at IS NULL
    ORDER BY batch.created_at, batch.id`),
  outdated: sql<[createdBefore: number], { id: string }>(`
    SELECT batch.id FROM batch JOIN account ON account.id = account_id
    WHERE batch.created_at < ? OR removed_at IS NOT NULL ORDER BY batch.created_at`),
  ofKey: sql<[keyId: string, idempotencyKey: string], { id: string; inputHash: string }>(
    'SELECT id, input_hash AS inputHash FROM batch WHERE key_id = ? AND idempotency_key = ?',
  ),
  ofInput: sql<[accountId: string, inputHash: string], { id: string }>(`
    SELECT id FROM batch WHERE account_id = ? AND input_hash = ? AND state IN (${UNFINISHED_LIST})`),
  stored: sql<[accountId: string], { count: number }>('SELECT count(*) AS count FROM batch WHERE account_id = ?'),
  unfinished: sql<[accountId: string], { count: number }>(
    `SELECT count(*) AS count FROM batch WHERE account_id = ? AND state IN (${UNFINISHED_LIST})`,
  ),
  create: sql<NewBatch & { now: number }>(`
    INSERT INTO batch (id, account_id, key_id, operation, state, rows, max_credits, input_hash, idempotency_key,
      options, created_at)
    VALUES (@id, @accountId, @keyId, @operation, 'queued', @rows, @maxCredits, @inputHash, @idempotencyKey, @options,
      @now)`),
  step: sql<BatchStep>(`
    UPDATE batch SET state = CASE WHEN @done = rows THEN 'completed' ELSE 'running' END, reason = NULL, done = @done,
      found = found + @found, missed = missed + @missed, invalid = invalid + @invalid,
      credits_used = credits_used + @credits, input_bytes = @inputBytes, result_bytes = @resultBytes,
      busy_ms = busy_ms + @busyMs
    WHERE id = @batchId AND done = @from AND state IN ('queued', 'running')
      AND (@credits = 0 OR max_credits IS NULL OR credits_used + @credits <= max_credits)
      AND ${IS_LIVE}`),
  change: sql<[state: string, reason: string | null, maxCredits: number | null, id: string]>(
    'UPDATE batch SET state = ?, reason = ?, max_credits = ? WHERE id = ?',
  ),
  remove: sql<[string]>('DELETE FROM batch WHERE id = ?'),
};

export class BatchRepository implements SyncPort<Batches> {
  readonly #statements: Statements<typeof STATEMENTS>;
  readonly #clock: Clock;
  readonly #webhooks: WebhookRepository;
  readonly #executed: ExecutedRequests;

  constructor(database: Database, clock: Clock, webhooks: WebhookRepository) {
    this.#statements = prepareAll(database, STATEMENTS);
    this.#executed = new ExecutedRequests(database);
    this.#clock = clock;
    this.#webhooks = webhooks;
  }

  find(batchId: string): Batch | null {
    return this.#statements.find.get(batchId) ?? null;
  }

  ofAccount(accountId: string): Batch[] {
    return this.#statements.ofAccount.all(accountId);
  }

  runnable(): Batch[] {
    return this.#statements.runnable.all();
  }

  outdated(createdBefore: number): string[] {
    return this.#statements.outdated.all(createdBefore).map(({ id }) => id);
  }

  create(batch: NewBatch): CreateOutcome {
    const { id, accountId, keyId, idempotencyKey, inputHash } = batch;
    const same = idempotencyKey === null ? undefined : this.#statements.ofKey.get(keyId, idempotencyKey);
    if (same)
      return same.inputHash === inputHash ? { outcome: 'replayed', batchId: same.id } : { outcome: 'other_input' };
    const identity = batchIdentity(batch);
    const removed = identity && this.#executed.bodyHashOf(identity, this.#clock.now());
    if (removed !== null) return { outcome: removed === inputHash ? 'removed' : 'other_input' };
    const running = this.#statements.ofInput.get(accountId, inputHash);
    if (running) return { outcome: 'same_input', batchId: running.id };
    const unfinished = this.#statements.unfinished.get(accountId)?.count ?? 0;
    const stored = this.#statements.stored.get(accountId)?.count ?? 0;
    if (unfinished >= LIMITS.batchesMax) return { outcome: 'too_many_unfinished' };
    if (stored >= LIMITS.batchesStoredMax) return { outcome: 'too_many_stored' };
    this.#statements.create.run({ ...batch, now: this.#clock.now() });
    return { outcome: 'created', batchId: id };
  }

  /** Writes the rows of a step, their event and their charge together, or nothing. */
  step(step: BatchStep, group: ChargeGroup): StepOutcome {
    const { batchId, from, credits } = step;
    const batch = this.find(batchId);
    if (batch === null) return 'stopped';
    const { accountId, keyId } = batch;
    const call = { accountId, keyId, requestId: `${batchId}/${from}`, path: BATCHES_PATH, credits };
    return group.step(call, () => {
      if (this.#statements.step.run(step).changes !== 1) return false;
      if (step.done === batch.rows) this.#report(batch, 'completed');
      return true;
    });
  }

  change({ batchId, from, to, reason, maxCredits }: BatchChange): Batch | null {
    const batch = this.find(batchId);
    if (batch === null || !from.includes(batch.state)) return null;
    this.#statements.change.run(to, reason, maxCredits === undefined ? batch.maxCredits : maxCredits, batchId);
    if (to !== batch.state) this.#report(batch, to);
    return this.find(batchId);
  }

  remove(batchId: string, keepsKey: boolean): void {
    const batch = keepsKey ? this.find(batchId) : null;
    const identity = batch && batchIdentity(batch);
    if (identity) this.#executed.enter(identity, this.#clock.now());
    this.#statements.remove.run(batchId);
  }

  /** Writes the event of the state of a batch, in the transaction of its change. */
  #report(batch: Batch, state: BatchState): void {
    const event = eventOfBatch(batch, state);
    if (event !== null) this.#webhooks.enter(event);
  }
}

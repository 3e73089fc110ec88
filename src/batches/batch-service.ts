// Operations on stored rows and batches, for the calls of the API (batch-api.ts) and the dashboard (list-service.ts).
import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import type { Batch, BatchState } from '../accounts/batch-port.ts';
import type { Caller } from '../accounts/port.ts';
import { ENDPOINTS } from '../contract/endpoints/endpoints.ts';
import { ApiError, ClientDisconnected, invalidAt } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { BatchFormat, PreviewAnswer } from '../contract/resources/batches.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';
import { isBatchId } from './batch-files.ts';
import { type GivenOptions, type StoredOptions, storedOptions } from './batch-options.ts';
import { BATCH_WEIGHT, type BatchContext, type BatchRunner, shareOf } from './batch-runner.ts';
import { executeRows } from './execute-rows.ts';
import { readBlock } from './row-source.ts';
import type { StoredRows } from './stored-rows.ts';
import { countFields, type Position, resultTexts } from './write-results.ts';

const PREVIEW_ROWS = 500;

/** Rows with the options that fit their columns. */
export interface Prepared {
  readonly rows: StoredRows;
  readonly given: GivenOptions;
  readonly options: StoredOptions;
}

interface Creation {
  readonly caller: Caller;
  readonly idempotencyKey: string | null;
}

interface Previewing {
  readonly caller: Caller;
  readonly turn: Turn;
  /** Whether the caller has left. */
  readonly isGone: () => boolean;
}

interface Results {
  readonly format: BatchFormat;
  readonly from?: Position | null;
}

function conflict(message: string, batchId: string): ApiError {
  return new ApiError('CONFLICT', message, { details: [{ path: '', message, suggestion: null, batch_id: batchId }] });
}

/** The rejection of an Idempotency-Key that was used for another batch. */
function usedKey(other: string): ApiError {
  const message = `was used for a batch ${other}; use a new key for a new batch`;
  return invalidAt('Idempotency-Key', message);
}

/**
 * Whether a batch was created with the same max_credits. True for a batch of an older version, which does not store it.
 */
function isSameCeiling(batch: Batch, { createdWith: given }: StoredOptions): boolean {
  const { createdWith } = JSON.parse(batch.options) as StoredOptions;
  return createdWith === undefined || createdWith === given;
}

export class BatchService {
  readonly #context: BatchContext;
  readonly #runner: Pick<BatchRunner, 'wake'>;

  constructor(context: BatchContext, runner: Pick<BatchRunner, 'wake'>) {
    this.#context = context;
    this.#runner = runner;
  }

  /** INVALID_INPUT if the options do not fit the columns. */
  async prepare(rows: StoredRows, given: GivenOptions): Promise<Prepared> {
    const { hiddenGeneration } = await this.#context.api.catalog.state();
    const { format, columns, name } = rows;
    const options = storedOptions(given, { format, columns, hiddenGeneration });
    return { rows, given, options: name === null ? options : { ...options, name } };
  }

  /** CONFLICT if the account has the same batch or too many; the rows are then removed. */
  async create({ rows, given, options }: Prepared, { caller, idempotencyKey }: Creation) {
    const { batches, files } = this.#context;
    const { id } = rows;
    const { accountId, keyId } = caller;
    const inputHash = hashOf(rows, given);
    try {
      await files.complete(id);
      const outcome = await batches.create({
        id,
        idempotencyKey,
        accountId,
        keyId,
        inputHash,
        rows: rows.rows,
        operation: given.operation,
        maxCredits: given.max_credits ?? null,
        options: JSON.stringify(options),
      });
      if (outcome.outcome === 'other_input') throw usedKey('of another input');
      if (outcome.outcome === 'removed')
        throw new ApiError('CONFLICT', 'the batch of this Idempotency-Key was removed; use a new key for a new batch');
      if (outcome.outcome === 'too_many_unfinished')
        throw new ApiError(
          'CONFLICT',
          `the account has ${LIMITS.batchesMax} unfinished batches; wait for one or cancel it`,
        );
      if (outcome.outcome === 'too_many_stored')
        throw new ApiError('CONFLICT', `the account has ${LIMITS.batchesStoredMax} batches; remove one first`);
      if (outcome.outcome === 'same_input')
        throw conflict('a batch of the same input is not finished; wait for it or cancel it', outcome.batchId);
      const batch = await this.batch(outcome.batchId, accountId);
      const isReplay = outcome.outcome === 'replayed';
      if (isReplay && !isSameCeiling(batch, options)) throw usedKey('with another max_credits');
      this.#runner.wake();
      if (isReplay) await files.remove(id);
      return { batch, isReplay };
    } catch (error) {
      // The batch may have been created, or may still be; otherwise the upkeep removes its input.
      if (!isStoreUnavailable(error) && (await batches.find(id)) === null) await files.remove(id);
      throw error;
    }
  }

  /** The exact counts and price of the batch, free of charge. */
  async preview(prepared: Prepared, { caller, turn, isGone }: Previewing): Promise<Static<typeof PreviewAnswer>> {
    const { rows, given, options } = prepared;
    const { operation } = given;
    const by_field: Record<string, number> = {};
    const counts = { found: 0, missed: 0, invalid: 0 };
    const execution = { operation, options, context: { ...this.#context.api, turn }, caller };
    for (let at = 0, done = 0; done < rows.rows; ) {
      if (isGone()) throw new ClientDisconnected();
      const block = await readBlock(rows.source, { from: at, end: Number.MAX_SAFE_INTEGER, linesMax: PREVIEW_ROWS });
      if (block.lines.length === 0) throw new Error('the input of a preview ends before its rows');
      for await (const outcome of executeRows(block.lines, { ...execution, isAffordable: () => true })) {
        counts[outcome.kind] += 1;
        if (outcome.kind === 'found') countFields(outcome.body, operation, by_field);
      }
      at = block.end;
      done += block.lines.length;
    }
    return { rows: rows.rows, ...counts, by_field, credits: counts.found * ENDPOINTS[operation].credits };
  }

  /** NOT_FOUND if the account has no such batch. */
  async batch(id: string, accountId: string): Promise<Batch> {
    const batch = await this.find(id);
    if (batch === null || batch.accountId !== accountId)
      throw new ApiError('NOT_FOUND', 'there is no batch with this id');
    return batch;
  }

  /** The batch of any account; null if there is none. */
  async find(id: string): Promise<Batch | null> {
    return isBatchId(id) ? this.#context.batches.find(id) : null;
  }

  /** All batches of an account, the newest first. */
  batchesOf(accountId: string): Promise<Batch[]> {
    return this.#context.batches.ofAccount(accountId);
  }

  /** The results of the executed rows, as text. */
  results(batch: Batch, { format, from = null }: Results): AsyncGenerator<string> {
    const { api, files, scheduler } = this.#context;
    const context = { ...api, turn: scheduler.open(shareOf(batch), BATCH_WEIGHT) };
    return resultTexts(batch, { files, format, from, context });
  }

  cancel(batch: Batch): Promise<Batch> {
    const from = ['queued', 'running', 'paused_no_credits', 'failed', 'cancelled'] as const;
    return this.#change(batch, { from, to: 'cancelled' });
  }

  /** CONFLICT unless it is paused or has failed; INVALID_INPUT if it has used more credits already. */
  async resume(batch: Batch, maxCredits?: number | null): Promise<Batch> {
    const from: readonly BatchState[] = ['paused_no_credits', 'failed'];
    const more = maxCredits === undefined ? {} : { maxCredits };
    if (typeof maxCredits === 'number' && maxCredits < batch.creditsUsed && from.includes(batch.state)) {
      const message = `must be at least ${batch.creditsUsed}, the credits that the batch has used`;
      throw invalidAt('max_credits', message);
    }
    const resumed = await this.#change(batch, { from, to: 'queued', ...more });
    this.#runner.wake();
    return resumed;
  }

  async remove(batch: Batch): Promise<void> {
    const { batches, files } = this.#context;
    const { id } = batch;
    await batches.remove(id, true);
    await files.remove(id);
  }

  async #change(
    { id, accountId }: Batch,
    change: { readonly from: readonly BatchState[]; readonly to: BatchState; readonly maxCredits?: number | null },
  ): Promise<Batch> {
    const changed = await this.#context.batches.change({ batchId: id, reason: null, ...change });
    if (changed !== null) return changed;
    // Another call may have changed or removed it in the meantime.
    const { state } = await this.batch(id, accountId);
    throw conflict(`the batch is ${state}; this is possible only if it is ${change.from.join(' or ')}`, id);
  }
}

/** SHA-256 of the rows, the operation and the options, hex. */
function hashOf({ format, hash }: StoredRows, given: GivenOptions): string {
  const { operation, map = null, fields = null } = given;
  return createHash('sha256')
    .update(JSON.stringify([operation, map, fields, format, hash]))
    .digest('hex');
}

// The representation of a batch in answers.
import type { Static } from 'typebox';
import type { Batch } from '../accounts/batch-port.ts';
import type { BulkedOperation } from '../contract/endpoints/endpoint.ts';
import type { BatchAnswer } from '../contract/resources/batches.ts';

/** Assumed time for a row, while no row of the batch is executed yet. */
const ROW_MS = 0.1;
const RETRY_SECONDS_MAX = 60;

/** Estimated seconds until a queued or running batch is completed; null for any other. */
function estimatedSeconds({ state, rows, done, busyMs }: Batch): number | null {
  if (state !== 'queued' && state !== 'running') return null;
  return Math.ceil(((rows - done) * (done === 0 ? ROW_MS : busyMs / done)) / 1000);
}

/** Whole seconds after which the state of a batch is worth polling again; null if it will not change. */
export function retrySeconds(batch: Batch): number | null {
  const seconds = estimatedSeconds(batch);
  return seconds === null ? null : Math.min(Math.max(1, seconds), RETRY_SECONDS_MAX);
}

/** The body of the answers that show a batch. */
export function batchView(batch: Batch): Static<typeof BatchAnswer> {
  const { id, operation, state, reason, rows, done, found, missed, invalid, creditsUsed, maxCredits, createdAt } =
    batch;
  return {
    id,
    operation: operation as BulkedOperation,
    state,
    reason,
    rows,
    done,
    found,
    missed,
    invalid,
    credits_used: creditsUsed,
    max_credits: maxCredits,
    created_at: new Date(createdAt).toISOString(),
    estimated_seconds: estimatedSeconds(batch),
  };
}

// Batches in PostgreSQL. A step is one transaction, which locks the row of its batch. After a lost commit, reading that
// row with a lock shows the outcome.
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../contract/limits.ts';
import { BATCHES_PATH } from '../../contract/resources/batch-paths.ts';
import type { Clock } from '../../ops/clock.ts';
import type { Database, Session } from '../../ops/postgres/database.ts';
import { UnknownOutcome } from '../../ops/postgres/failures.ts';
import { putPart } from '../../ops/postgres/shared-files.ts';
import {
  type Batch,
  type BatchChange,
  type Batches,
  type BatchStep,
  batchFile,
  batchIdentity,
  type CreateOutcome,
  type NewBatch,
  type StepOutcome,
  UNFINISHED,
} from '../batch-port.ts';
import { eventOfBatch } from '../webhook-events.ts';
import {
  CHANGE,
  CREATE,
  FIND,
  FIND_LIVE,
  FIND_LOCKED,
  LOCK_ACCOUNT,
  OF_ACCOUNT,
  OTHERS,
  OUTDATED,
  REMOVE,
  RUNNABLE,
  STEP,
} from './batch-statements.ts';
import type { CallKinds } from './call-kinds.ts';
import { executedBodyHash, noteExecuted } from './idempotent-requests.ts';
import { enterStepCharge, orNoCredits, requireCredits, type StepCharge, stepCharge } from './step-charge.ts';
import { enterEvent } from './webhook-repository.ts';

/** Attempts to read the outcome of a lost commit. */
const ATTEMPTS_MAX = 20;
const ATTEMPT_PAUSE_MS = 100;

interface BatchRepositoryOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly kinds: CallKinds;
}

export class BatchRepository implements Batches {
  readonly #options: BatchRepositoryOptions;

  constructor(options: BatchRepositoryOptions) {
    this.#options = options;
  }

  async find(batchId: string): Promise<Batch | null> {
    return (await this.#options.database.read(FIND, batchId))[0] ?? null;
  }

  async ofAccount(accountId: string): Promise<Batch[]> {
    return [...(await this.#options.database.read(OF_ACCOUNT, accountId))];
  }

  async runnable(): Promise<Batch[]> {
    return [...(await this.#options.database.read(RUNNABLE))];
  }

  async outdated(createdBefore: number): Promise<string[]> {
    return (await this.#options.database.read(OUTDATED, createdBefore)).map(({ id }) => id);
  }

  create(batch: NewBatch): Promise<CreateOutcome> {
    const { database, clock } = this.#options;
    const { id, accountId, keyId, operation, rows, maxCredits, inputHash, idempotencyKey, options } = batch;
    return database.transact(async (session): Promise<CreateOutcome> => {
      await session.run(LOCK_ACCOUNT, accountId);
      const others = await session.run(OTHERS, accountId);
      const same = others.find((other) => other.keyId === keyId && other.idempotencyKey === idempotencyKey);
      if (idempotencyKey !== null && same)
        return same.inputHash === inputHash ? { outcome: 'replayed', batchId: same.id } : { outcome: 'other_input' };
      const identity = batchIdentity(batch);
      const removed = identity && (await executedBodyHash(session, identity, clock.now()));
      if (removed !== null) return { outcome: removed === inputHash ? 'removed' : 'other_input' };
      const unfinished = others.filter(({ state }) => UNFINISHED.some((one) => one === state));
      const running = unfinished.find((other) => other.inputHash === inputHash);
      if (running) return { outcome: 'same_input', batchId: running.id };
      if (unfinished.length >= LIMITS.batchesMax) return { outcome: 'too_many_unfinished' };
      if (others.length >= LIMITS.batchesStoredMax) return { outcome: 'too_many_stored' };
      const now = clock.now();
      const columns = [id, accountId, keyId, operation, rows, maxCredits, inputHash, idempotencyKey, options] as const;
      await session.run(CREATE, ...columns, now);
      return { outcome: 'created', batchId: id };
    });
  }

  /** The rows of a step and their charge are written together, or neither. */
  async step(step: BatchStep): Promise<StepOutcome> {
    const charge = step.credits === 0 ? null : await this.#chargeOf(step);
    if (charge === undefined) return 'stopped';
    const at = this.#options.clock.now();
    try {
      return await orNoCredits(this.#options.database.transact((session) => enterStep(session, step, { charge, at })));
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error;
      return await this.#outcomeOf(step, error);
    }
  }

  change({ batchId, from, to, reason, maxCredits }: BatchChange): Promise<Batch | null> {
    const { database, clock } = this.#options;
    return database.transact(async (session) => {
      const [batch] = await session.run(FIND_LOCKED, batchId);
      if (!batch || !from.includes(batch.state)) return null;
      await session.run(CHANGE, batchId, to, reason, maxCredits === undefined ? batch.maxCredits : maxCredits);
      const event = to === batch.state ? null : eventOfBatch(batch, to);
      if (event !== null) await enterEvent(session, event, clock.now());
      return (await session.run(FIND, batchId))[0] ?? null;
    });
  }

  async remove(batchId: string, keepsKey: boolean): Promise<void> {
    const { database, clock } = this.#options;
    const batch = await this.find(batchId);
    const identity = keepsKey && batch ? batchIdentity(batch) : null;
    await database.transact(async (session) => {
      if (batch) await session.run(LOCK_ACCOUNT, batch.accountId);
      await session.run(REMOVE, batchId);
      if (identity) await noteExecuted(session, identity, clock.now());
    });
  }

  /** Undefined if the batch does not exist. */
  async #chargeOf({ batchId, credits }: BatchStep): Promise<StepCharge | undefined> {
    const { clock, kinds } = this.#options;
    const batch = await this.find(batchId);
    if (batch === null) return undefined;
    return stepCharge(kinds, { ...batch, path: BATCHES_PATH }, { credits, at: clock.now() });
  }

  /** The lock waits until the lost transaction has ended. */
  async #outcomeOf(step: BatchStep, lost: UnknownOutcome): Promise<StepOutcome> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      try {
        const [batch] = await this.#options.database.transact((session) => session.run(FIND_LOCKED, step.batchId));
        if (!batch) return 'stopped';
        if (batch.done === step.from) throw lost;
        return batch.done === step.done && batch.resultBytes === step.resultBytes ? 'done' : 'stopped';
      } catch (error) {
        if (error === lost) throw error;
        await sleep(ATTEMPT_PAUSE_MS);
      }
    }
    throw lost;
  }
}

async function enterStep(
  session: Session,
  step: BatchStep,
  { charge, at }: { readonly charge: StepCharge | null; readonly at: number },
): Promise<StepOutcome> {
  const {
    batchId,
    from,
    done,
    found,
    missed,
    invalid,
    credits,
    inputBytes,
    resultBytes,
    results = null,
    busyMs,
  } = step;
  const counts = [done, found, missed, invalid, credits, inputBytes, resultBytes, busyMs] as const;
  const [live] = await session.run(FIND_LIVE, batchId);
  const [entered] = live ? await session.run(STEP, batchId, from, ...counts) : [];
  // As in SQLite, the check of credits precedes the check of the order of steps.
  if (charge !== null) await requireCredits(session, charge);
  if (!entered) return 'stopped';
  if (results !== null)
    await putPart(session, batchFile(batchId, 'results'), { position: resultBytes - results.length, bytes: results });
  if (charge !== null) await enterStepCharge(session, charge, `${batchId}/${from}`);
  const { accountId } = entered;
  const event = done === entered.rows ? eventOfBatch({ id: batchId, accountId }, 'completed') : null;
  if (event !== null) await enterEvent(session, event, at);
  return 'done';
}

// Batches in PostgreSQL. A step is one transaction, which locks the row of its batch. After a lost commit, reading that
// row with a lock shows the outcome.
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../contract/limits.ts';
import { BATCHES_PATH } from '../../contract/resources/batch-paths.ts';
import type { Clock } from '../../ops/clock.ts';
import type { Database, Session } from '../../ops/postgres/database.ts';
import { UnknownOutcome } from '../../ops/postgres/failures.ts';
import { putPart } from '../../ops/postgres/shared-files.ts';
import { creditsLeft } from '../balance.ts';
import {
  type Batch,
  type BatchChange,
  type Batches,
  type BatchStep,
  batchFile,
  type CreateOutcome,
  type NewBatch,
  type StepOutcome,
  UNFINISHED,
} from '../batch-port.ts';
import { hourStartMs, monthOf } from '../period.ts';
import { eventOfBatch } from '../webhook-events.ts';
import {
  ALLOWANCE,
  CHANGE,
  COUNT_CHARGE,
  CREATE,
  CREATED_BEFORE,
  ENTER_CHARGE,
  FIND,
  FIND_LIVE,
  FIND_LOCKED,
  LOCK_ACCOUNT,
  LOCK_BALANCE,
  OF_ACCOUNT,
  OTHERS,
  REMOVE,
  RUNNABLE,
  STEP,
  TAKE,
} from './batch-statements.ts';
import { bucketOf, packedRequestId } from './bucket.ts';
import type { CallKinds } from './call-kinds.ts';
import { OPEN_MONTH } from './charge-statement.ts';
import { enterEvent } from './webhook-book.ts';

/** Attempts to read the outcome of a lost commit. */
const LOOKS_MAX = 20;
const LOOK_PAUSE_MS = 100;

/** Thrown inside a step to roll it back. */
const NO_CREDITS = new Error('fewer credits are left than the step costs');

/** The charge of a step. */
export interface Bill {
  readonly accountId: string;
  readonly kindId: number;
  readonly credits: number;
  readonly at: number;
}

interface BatchBookOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly kinds: CallKinds;
}

export class BatchBook implements Batches {
  readonly #options: BatchBookOptions;

  constructor(options: BatchBookOptions) {
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

  async createdBefore(ms: number): Promise<string[]> {
    return (await this.#options.database.read(CREATED_BEFORE, ms)).map(({ id }) => id);
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
    const bill = step.credits === 0 ? null : await this.#billOf(step);
    if (bill === undefined) return 'stopped';
    try {
      return await this.#options.database.transact((session) =>
        enterStep(session, step, { bill, at: this.#options.clock.now() }),
      );
    } catch (error) {
      if (error === NO_CREDITS) return 'no_credits';
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

  async remove(batchId: string): Promise<void> {
    await this.#options.database.run(REMOVE, batchId);
  }

  /** Undefined if the batch does not exist. */
  async #billOf({ batchId, credits }: BatchStep): Promise<Bill | undefined> {
    const batch = await this.find(batchId);
    if (batch === null) return undefined;
    const { accountId, keyId } = batch;
    const [kindId = 0] = await this.#options.kinds.idsOf([{ accountId, keyId, path: BATCHES_PATH, status: 200 }]);
    return { accountId, kindId, credits, at: this.#options.clock.now() };
  }

  /** The lock waits until the lost transaction has ended. */
  async #outcomeOf(step: BatchStep, lost: UnknownOutcome): Promise<StepOutcome> {
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      try {
        const [batch] = await this.#options.database.transact((session) => session.run(FIND_LOCKED, step.batchId));
        if (!batch) return 'stopped';
        if (batch.done === step.from) throw lost;
        return batch.done === step.done && batch.resultBytes === step.resultBytes ? 'done' : 'stopped';
      } catch (error) {
        if (error === lost) throw error;
        await sleep(LOOK_PAUSE_MS);
      }
    }
    throw lost;
  }
}

async function enterStep(
  session: Session,
  step: BatchStep,
  { bill, at }: { readonly bill: Bill | null; readonly at: number },
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
  if (bill !== null && !(await isCovered(session, bill))) throw NO_CREDITS;
  if (!entered) return 'stopped';
  if (results !== null)
    await putPart(session, batchFile(batchId, 'results'), { position: resultBytes - results.length, bytes: results });
  if (bill !== null) await chargeBill(session, bill, packedRequestId(`${batchId}/${from}`));
  const { accountId } = entered;
  const event = done === entered.rows ? eventOfBatch({ id: batchId, accountId }, 'completed') : null;
  if (event !== null) await enterEvent(session, event, at);
  return 'done';
}

/** Whether enough credits are left; the balance stays locked. */
export async function isCovered(session: Session, { accountId, credits, at }: Bill): Promise<boolean> {
  const bucket = bucketOf(accountId);
  await session.run(OPEN_MONTH, monthOf(at), [accountId], [bucket]);
  const [balance] = await session.run(LOCK_BALANCE, accountId, bucket, monthOf(at));
  const [plan] = await session.run(ALLOWANCE, accountId);
  if (!balance || !plan) return false;
  const left = creditsLeft({ ...balance, ...plan });
  return left === null || left >= credits;
}

/** Takes the credits of a step and enters its charge. */
export async function chargeBill(session: Session, bill: Bill, requestId: Buffer): Promise<void> {
  const { accountId, kindId, credits, at } = bill;
  const bucket = bucketOf(accountId);
  await session.run(TAKE, accountId, bucket, monthOf(at), credits);
  await session.run(ENTER_CHARGE, bucket, requestId, at, kindId, credits);
  await session.run(COUNT_CHARGE, bucket, accountId, hourStartMs(at), kindId, credits);
}

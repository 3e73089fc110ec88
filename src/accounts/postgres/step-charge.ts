// The charge of a step of a batch or of a watch, entered in the transaction of the step.
import type { Session } from '../../ops/postgres/database.ts';
import { statement } from '../../ops/postgres/statement.ts';
import { creditsLeft } from '../balance.ts';
import { hourStartMs, monthOf } from '../period.ts';
import { bucketOf, packedRequestId } from './bucket.ts';
import type { CallKinds } from './call-kinds.ts';
import { OPEN_MONTH } from './charge-statement.ts';

export interface StepCharge {
  readonly accountId: string;
  readonly kindId: number;
  readonly credits: number;
  readonly at: number;
}

interface StepCall {
  readonly accountId: string;
  readonly keyId: string;
  readonly path: string;
}

/** The charge of a step as a call of this path with status 200. */
export async function stepCharge(
  kinds: CallKinds,
  { accountId, keyId, path }: StepCall,
  { credits, at }: Pick<StepCharge, 'credits' | 'at'>,
): Promise<StepCharge> {
  const [kindId = 0] = await kinds.idsOf([{ accountId, keyId, path, status: 200 }]);
  return { accountId, kindId, credits, at };
}

/** Thrown inside a step to roll it back. */
const NO_CREDITS = new Error('fewer credits are left than the step costs');

/** The outcome of a transaction in which `requireCredits` was called. */
export async function orNoCredits<Outcome>(transaction: Promise<Outcome>): Promise<Outcome | 'no_credits'> {
  try {
    return await transaction;
  } catch (error) {
    if (error === NO_CREDITS) return 'no_credits';
    throw error;
  }
}

/** Locks the balance until the end of the transaction, and rolls it back if fewer credits are left. */
export async function requireCredits(session: Session, { accountId, credits, at }: StepCharge): Promise<void> {
  const bucket = bucketOf(accountId);
  await session.run(OPEN_MONTH, monthOf(at), [accountId], [bucket]);
  const [balance] = await session.run(LOCK_BALANCE, accountId, bucket, monthOf(at));
  const [plan] = await session.run(ALLOWANCE, accountId);
  if (!balance || !plan) throw NO_CREDITS;
  const left = creditsLeft({ ...balance, ...plan });
  if (left !== null && left < credits) throw NO_CREDITS;
}

/** Takes the credits and enters the charge. `stepId`: the same for no other step. */
export async function enterStepCharge(session: Session, charge: StepCharge, stepId: string): Promise<void> {
  const { accountId, kindId, credits, at } = charge;
  const bucket = bucketOf(accountId);
  await session.run(TAKE, accountId, bucket, monthOf(at), credits);
  await session.run(ENTER_CHARGE, bucket, packedRequestId(stepId), at, kindId, credits);
  await session.run(COUNT_CHARGE, bucket, accountId, hourStartMs(at), kindId, credits);
}

const LOCK_BALANCE = statement<[accountId: string, bucket: number, month: string], { used: number; granted: number }>(
  'lock a balance',
  `SELECT used, granted FROM balance
  WHERE account_id = $1::text AND bucket = $2::smallint AND month = $3::text FOR UPDATE`,
);

const ALLOWANCE = statement<[accountId: string], { allowance: number | null }>(
  'credits of a plan',
  `SELECT p.credits_per_month AS allowance FROM account a JOIN plan p ON p.name = a.plan_name WHERE a.id = $1::text`,
);

const TAKE = statement<[accountId: string, bucket: number, month: string, credits: number]>(
  'take credits',
  `UPDATE balance SET used = used + $4::bigint
  WHERE account_id = $1::text AND bucket = $2::smallint AND month = $3::text`,
);

const ENTER_CHARGE = statement<[bucket: number, requestId: Buffer, at: number, kindId: number, credits: number]>(
  'enter a charge',
  `INSERT INTO charge (bucket, request_id, at, kind_id, credits)
  VALUES ($1::smallint, $2::bytea, $3::bigint, $4::bigint, $5::integer)`,
);

const COUNT_CHARGE = statement<[bucket: number, accountId: string, hour: number, kindId: number, credits: number]>(
  'count a charge',
  `INSERT INTO hourly_usage AS u (bucket, account_id, hour, kind_id, calls, credits)
  VALUES ($1::smallint, $2::text, $3::bigint, $4::bigint, 1, $5::bigint)
  ON CONFLICT (account_id, hour, kind_id, bucket)
    DO UPDATE SET calls = u.calls + EXCLUDED.calls, credits = u.credits + EXCLUDED.credits`,
);

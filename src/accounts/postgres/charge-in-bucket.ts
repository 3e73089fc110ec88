// Charges a group of calls where tables are split by bucket. It is one transaction of short statements, each on the
// shard of the bucket. The statement `CHARGE` would be split over many shards there, and its commit into two phases.
// Correct under READ COMMITTED: the balances are read with FOR UPDATE and stay locked until the commit.
import type { Session } from '../../ops/postgres/database.ts';
import { statement } from '../../ops/postgres/statement.ts';
import type { LedgerCall } from '../ledger/ledger-request.ts';
import { hourStartMs } from '../period.ts';
import { packedRequestId } from './bucket.ts';
import type { ChargeRow, SentCharge } from './charge-statement.ts';

const HELD = statement<[bucket: number, tokens: readonly string[]], { token: string }>(
  'lock the idempotent requests of a bucket',
  `SELECT token FROM idempotent_request
  WHERE bucket = $1::smallint AND token = ANY ($2::uuid[]) AND status IS NULL ORDER BY token FOR UPDATE`,
);

const FUNDS = statement<
  [bucket: number, month: string, accountIds: readonly string[]],
  { account_id: string; own: number }
>(
  'lock the balances of a bucket',
  `SELECT account_id, granted - used AS own FROM balance
  WHERE bucket = $1::smallint AND month = $2::text AND account_id = ANY ($3::text[]) ORDER BY account_id FOR UPDATE`,
);

const ALLOWANCES = statement<[accountIds: readonly string[]], { id: string; allowance: number | null }>(
  'credits of the plans of accounts',
  `SELECT a.id, p.credits_per_month AS allowance FROM account a JOIN plan p ON p.name = a.plan_name
  WHERE a.id = ANY ($1::text[]) ORDER BY a.id`,
);

const TAKE_ALL = statement<[bucket: number, month: string, accountIds: readonly string[], credits: readonly number[]]>(
  'take the credits of a bucket',
  `UPDATE balance SET used = used + s.credits FROM unnest($3::text[], $4::bigint[]) AS s (account_id, credits)
  WHERE bucket = $1::smallint AND month = $2::text AND balance.account_id = s.account_id`,
);

// The rows are selected from a table with the same bucket, so that one statement on one shard enters the rows of a
// group.
const ENTER_ALL = statement<
  [
    bucket: number,
    month: string,
    accountIds: readonly string[],
    requestIds: readonly Buffer[],
    kindIds: readonly number[],
    credits: readonly number[],
    at: number,
  ]
>(
  'enter the charges of a bucket',
  `INSERT INTO charge (bucket, request_id, at, kind_id, credits)
  SELECT b.bucket, n.request_id, $7::bigint, n.kind_id, n.credits
  FROM balance b JOIN unnest($3::text[], $4::bytea[], $5::bigint[], $6::integer[])
    AS n (account_id, request_id, kind_id, credits) ON n.account_id = b.account_id
  WHERE b.bucket = $1::smallint AND b.month = $2::text`,
);

const COUNT_ALL = statement<
  [
    bucket: number,
    month: string,
    accountIds: readonly string[],
    kindIds: readonly number[],
    calls: readonly number[],
    credits: readonly number[],
    hour: number,
  ]
>(
  'count the charges of a bucket',
  `INSERT INTO hourly_usage AS u (bucket, account_id, hour, kind_id, calls, credits)
  SELECT b.bucket, n.account_id, $7::bigint, n.kind_id, n.calls, n.credits
  FROM balance b JOIN unnest($3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
    AS n (account_id, kind_id, calls, credits) ON n.account_id = b.account_id
  WHERE b.bucket = $1::smallint AND b.month = $2::text
  ON CONFLICT (account_id, hour, kind_id, bucket)
    DO UPDATE SET calls = u.calls + EXCLUDED.calls, credits = u.credits + EXCLUDED.credits`,
);

const KEEP = statement<
  [
    bucket: number,
    tokens: readonly string[],
    statuses: readonly number[],
    answers: readonly Buffer[],
    credits: readonly number[],
  ]
>(
  'keep the answers of a bucket',
  `UPDATE idempotent_request SET status = p.status, answer = p.answer, answer_bytes = length(p.answer),
    credits = p.credits
  FROM unnest($2::uuid[], $3::smallint[], $4::bytea[], $5::integer[]) AS p (token, status, answer, credits)
  WHERE bucket = $1::smallint AND idempotent_request.token = p.token`,
);

/** A call with its stored form. */
export interface RequestedCharge extends SentCharge {
  readonly call: LedgerCall;
}

/** Charges the calls, all of one bucket, in order until the credits are used up. */
export async function chargeInBucket(
  session: Session,
  requested: readonly RequestedCharge[],
  month: string,
): Promise<readonly ChargeRow[]> {
  const bucket = requested[0]?.bucket ?? 0;
  const accountIds = [...new Set(requested.map(({ call }) => call.accountId))];
  const tokens = requested.flatMap(({ token }) => (token === null ? [] : [token]));
  const held = new Set(tokens.length === 0 ? [] : (await session.run(HELD, bucket, tokens)).map(({ token }) => token));
  const own = new Map((await session.run(FUNDS, bucket, month, accountIds)).map((row) => [row.account_id, row.own]));
  const allowances = new Map((await session.run(ALLOWANCES, accountIds)).map((row) => [row.id, row.allowance]));
  const had = (id: string) => leftOf(allowances.get(id), own.get(id));
  const left = new Map(accountIds.map((id) => [id, had(id)]));
  const rows = requested.map(({ call: { accountId, credits }, token }, place): ChargeRow => {
    const rest = left.get(accountId) ?? null;
    const isLost = token !== null && !held.has(token);
    const isUnopened = !own.has(accountId);
    const charged = !isLost && !isUnopened && allowances.has(accountId) && (rest === null || covers(rest, credits));
    if (charged && rest !== null) left.set(accountId, rest - credits);
    return { place, charged, had: had(accountId), has_no_balance: isUnopened, lost_lease: isLost };
  });
  const paid = requested.filter((_, index) => rows[index]?.charged);
  if (paid.length > 0) await write(session, paid, month);
  return rows;
}

/** Null if the account is unlimited or does not exist. */
function leftOf(allowance: number | null | undefined, own: number | undefined): number | null {
  return allowance === null || allowance === undefined || own === undefined ? null : allowance + own;
}

/** A free call is always charged. */
const covers = (left: number, credits: number) => credits === 0 || left >= credits;

async function write(session: Session, paid: readonly RequestedCharge[], month: string): Promise<void> {
  const { bucket, at } = paid[0] as RequestedCharge;
  const sums = new Map<string, number>();
  const counts = new Map<string, { accountId: string; kindId: number; calls: number; credits: number }>();
  for (const { call, kindId, credits } of paid) {
    const { accountId } = call;
    if (credits > 0) sums.set(accountId, (sums.get(accountId) ?? 0) + credits);
    const key = `${accountId} ${kindId}`;
    const count = counts.get(key) ?? { accountId, kindId, calls: 0, credits: 0 };
    counts.set(key, { ...count, calls: count.calls + 1, credits: count.credits + credits });
  }
  if (sums.size > 0) await session.run(TAKE_ALL, bucket, month, [...sums.keys()], [...sums.values()]);
  await session.run(
    ENTER_ALL,
    ...([bucket, month] as const),
    paid.map(({ call }) => call.accountId),
    paid.map(({ requestId }) => packedRequestId(requestId)),
    paid.map(({ kindId }) => kindId),
    paid.map(({ credits }) => credits),
    at,
  );
  const counted = [...counts.values()];
  await session.run(
    COUNT_ALL,
    ...([bucket, month] as const),
    counted.map(({ accountId }) => accountId),
    counted.map(({ kindId }) => kindId),
    counted.map(({ calls }) => calls),
    counted.map(({ credits }) => credits),
    hourStartMs(at),
  );
  const kept = paid.flatMap(({ call, token, credits }) =>
    token === null || call.idempotency === null
      ? []
      : [{ token, status: call.status, answer: Buffer.from(call.idempotency.answer), credits }],
  );
  if (kept.length === 0) return;
  await session.run(
    KEEP,
    bucket,
    kept.map(({ token }) => token),
    kept.map(({ status }) => status),
    kept.map(({ answer }) => answer),
    kept.map(({ credits }) => credits),
  );
}

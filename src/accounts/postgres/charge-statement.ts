// The statement that charges a group of calls: it decides and writes balance, ledger, stored answers and usage of all
// of them at once. Correct under READ COMMITTED: FOR UPDATE returns the newest committed balance and keeps it locked.
import { statement } from '../../ops/postgres/statement.ts';

/** The result of each requested call, in the order of the calls. */
export interface ChargeRow {
  readonly place: number;
  readonly charged: boolean;
  /** Credits of the account before the statement; null if the account is unlimited or does not exist. */
  readonly had: number | null;
  readonly has_no_balance: boolean;
  readonly lost_lease: boolean;
}

/** A charge that was sent. */
export interface SentCharge {
  readonly requestId: string;
  readonly bucket: number;
  readonly kindId: number;
  readonly credits: number;
  /** Time of the statement. */
  readonly at: number;
  /** The token of its idempotent request, without the bucket. */
  readonly token: string | null;
}

export type ChargeValues = [
  buckets: readonly number[],
  callBuckets: readonly number[],
  requestIds: readonly Buffer[],
  accountIds: readonly string[],
  kindIds: readonly number[],
  credits: readonly number[],
  tokens: readonly (string | null)[],
  statuses: readonly (number | null)[],
  answers: readonly (Buffer | null)[],
  month: string,
  at: number,
  hour: number,
  accounts: readonly string[],
];

/**
 * For each account, charges the calls before the first one that the credits do not cover, and no later one: the caller
 * sends those again. A request id that already exists fails the whole statement. All values are parameters, including
 * the time, so the statement gives the same result on every machine of a cluster.
 */
export const CHARGE = statement<ChargeValues, ChargeRow>(
  'charge',
  `WITH asked AS MATERIALIZED (
    SELECT * FROM unnest($2::smallint[], $3::bytea[], $4::text[], $5::bigint[], $6::integer[], $7::uuid[],
      $8::smallint[], $9::bytea[])
      WITH ORDINALITY AS a (bucket, request_id, account_id, kind_id, credits, token, status, answer, place)
  ), held AS MATERIALIZED (
    SELECT i.token FROM idempotent_request i
    WHERE i.bucket = ANY ($1::smallint[]) AND i.token = ANY ($7::uuid[]) AND i.status IS NULL
    ORDER BY i.token FOR UPDATE
  ), rights AS MATERIALIZED (
    SELECT a.id, p.credits_per_month FROM account a JOIN plan p ON p.name = a.plan_name WHERE a.id = ANY ($13::text[])
  ), funds AS MATERIALIZED (
    SELECT b.account_id, b.granted - b.used AS own FROM balance b
    WHERE b.bucket = ANY ($1::smallint[]) AND b.month = $10::text AND b.account_id = ANY ($13::text[])
    ORDER BY b.account_id FOR UPDATE
  ), ranked AS MATERIALIZED (
    SELECT q.*, sum(q.credits) OVER (PARTITION BY q.account_id ORDER BY q.place) AS upto
    FROM asked q LEFT JOIN held h ON h.token = q.token WHERE q.token IS NULL OR h.token IS NOT NULL
  ), paid AS MATERIALIZED (
    SELECT r.* FROM ranked r JOIN funds f ON f.account_id = r.account_id JOIN rights t ON t.id = r.account_id
    WHERE t.credits_per_month IS NULL OR r.upto = 0 OR r.upto <= t.credits_per_month + f.own
  ), took AS (
    UPDATE balance b SET used = b.used + s.credits
    FROM (SELECT account_id, sum(credits) AS credits FROM paid GROUP BY account_id) s
    WHERE b.bucket = ANY ($1::smallint[]) AND b.month = $10::text AND b.account_id = s.account_id AND s.credits > 0
    RETURNING b.account_id
  ), entered AS (
    INSERT INTO charge (bucket, request_id, at, kind_id, credits)
    SELECT bucket, request_id, $11::bigint, kind_id, credits FROM paid ORDER BY request_id
    RETURNING bucket
  ), kept AS (
    UPDATE idempotent_request i
    SET status = p.status, answer = p.answer, answer_bytes = length(p.answer), credits = p.credits
    FROM paid p WHERE i.bucket = ANY ($1::smallint[]) AND i.token = p.token RETURNING i.token
  ), counted AS (
    INSERT INTO hourly_usage AS u (bucket, account_id, hour, kind_id, calls, credits)
    SELECT bucket, account_id, $12::bigint, kind_id, count(*), sum(credits) FROM paid
    GROUP BY bucket, account_id, kind_id ORDER BY account_id, kind_id
    ON CONFLICT (account_id, hour, kind_id, bucket)
      DO UPDATE SET calls = u.calls + EXCLUDED.calls, credits = u.credits + EXCLUDED.credits
    RETURNING u.bucket
  )
  SELECT q.place, p.place IS NOT NULL AS charged, t.credits_per_month + f.own AS had,
    f.account_id IS NULL AS has_no_balance, q.token IS NOT NULL AND h.token IS NULL AS lost_lease
  FROM asked q LEFT JOIN paid p ON p.place = q.place LEFT JOIN funds f ON f.account_id = q.account_id
  LEFT JOIN rights t ON t.id = q.account_id LEFT JOIN held h ON h.token = q.token
  ORDER BY q.place`,
);

/** Creates the rows of a month that `CHARGE` locks, for existing accounts only. */
export const OPEN_MONTH = statement<[month: string, accountIds: readonly string[], buckets: readonly number[]]>(
  'open month',
  `INSERT INTO balance (bucket, account_id, month)
  SELECT n.bucket, n.id, $1::text FROM unnest($2::text[], $3::smallint[]) AS n (id, bucket)
  WHERE EXISTS (SELECT 1 FROM account a WHERE a.id = n.id)
  ORDER BY n.id ON CONFLICT (account_id, month, bucket) DO NOTHING`,
);

/** Credits of charges with these request ids; void charges have kind 0. */
export const CHARGES_OF = statement<
  [requestIds: readonly Buffer[], buckets: readonly number[]],
  { request_id: Buffer; at: number; kind_id: number; credits: number; refunded: number }
>(
  'charges of requests',
  `SELECT request_id, at, kind_id, credits, refunded FROM charge
  WHERE request_id = ANY ($1::bytea[]) AND bucket = ANY ($2::smallint[]) ORDER BY request_id`,
);

/**
 * Makes a request void, unless it is charged. Waits for a transaction that is charging it. A later charge violates the
 * primary key. Handles one request at a time, because on a cluster a statement for several would commit in two phases.
 */
export const MAKE_VOID = statement<[requestId: Buffer, bucket: number, at: number]>(
  'make a request void',
  `INSERT INTO charge (bucket, request_id, at, kind_id, credits)
  VALUES ($2::smallint, $1::bytea, $3::bigint, 0, 0) ON CONFLICT (request_id, bucket) DO NOTHING`,
);

/** Returns the credits of a charge whose call was answered with status 503, once. */
export const REFUND = statement<[requestId: Buffer, bucket: number, month: string, hour: number], { credits: number }>(
  'refund',
  `WITH back AS (
    UPDATE charge SET refunded = credits
    WHERE request_id = $1::bytea AND bucket = $2::smallint AND kind_id <> 0 AND refunded < credits
    RETURNING bucket, kind_id, credits
  ), of_kind AS (
    SELECT b.bucket, b.kind_id, b.credits, k.account_id FROM back b
    JOIN call_kind k ON k.id = b.kind_id AND k.bucket = b.bucket
  ), gave AS (
    UPDATE balance SET used = used - o.credits FROM of_kind o
    WHERE balance.bucket = o.bucket AND balance.account_id = o.account_id AND balance.month = $3::text
    RETURNING balance.account_id
  ), uncounted AS (
    UPDATE hourly_usage u SET calls = u.calls - 1, credits = u.credits - o.credits FROM of_kind o
    WHERE u.bucket = o.bucket AND u.account_id = o.account_id AND u.hour = $4::bigint AND u.kind_id = o.kind_id
    RETURNING u.kind_id
  )
  SELECT credits FROM back ORDER BY credits`,
);

/** Removes the stored answer of a refunded charge: a repetition is a new call. */
export const REMOVE_ANSWER = statement<[token: string, bucket: number]>(
  'forget the answer of a refund',
  'DELETE FROM idempotent_request WHERE token = $1::uuid AND bucket = $2::smallint',
);

// Requests with an Idempotency-Key: the holder, the state and the answer of each, for 24 hours. The rules are the same
// as in SQLite: a lease that is renewed while its process lives, and a bounded volume of answers per account.
import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../contract/limits.ts';
import type { Database, Session } from '../../ops/postgres/database.ts';
import { UnknownOutcome } from '../../ops/postgres/failures.ts';
import { OF_CALLS, statement } from '../../ops/postgres/statement.ts';
import type { IdempotencyIdentity } from '../idempotency.ts';
import type { BegunRequest, PackedAnswer } from '../ledger/ledger-request.ts';
import { hasText } from '../ledger/packed-answer.ts';
import { holdsLease, isCharged, isUnanswered, lostLease, requestDigest } from '../request-digest.ts';
import { bucketOf } from './bucket.ts';

/** Longer than in SQLite: the clocks of nodes differ. */
const LEASE_MS = 5000;
const RENEW_BEFORE_MS = LEASE_MS / 2;
/** Interval of `maintain`. */
export const LEASE_UPKEEP_MS = 500;
const KEPT_MS = LIMITS.idempotencyHours * 3_600_000;
const PRUNE_EVERY_MS = 60_000;
const PRUNED_AT_A_TIME = 1000;
/** The volume of an account's answers is checked after this many bytes of new answers. */
const ROOM_CHECK_BYTES = 1024 * 1024;
const ATTEMPTS_MAX = 5;

interface RequestRow {
  readonly token: string;
  readonly bodyHash: string;
  readonly createdAt: number;
  readonly leasedUntil: number;
  readonly status: number | null;
  readonly answer: Buffer | null;
  readonly credits: number;
}

type Attempt = [
  bucket: number,
  identity: Buffer,
  token: string,
  accountId: string,
  bodyHash: string,
  now: number,
  leasedUntil: number,
  expired: number,
];

const begin = statement<Attempt, { token: string }>(
  'begin an idempotent request',
  `INSERT INTO idempotent_request AS i (bucket, identity, token, account_id, body_hash, created_at, leased_until)
  VALUES ($1::smallint, $2::bytea, $3::uuid, $4::text, $5::text, $6::bigint, $7::bigint)
  ON CONFLICT (identity, bucket) DO UPDATE SET token = EXCLUDED.token, body_hash = EXCLUDED.body_hash,
    created_at = EXCLUDED.created_at, leased_until = EXCLUDED.leased_until, status = NULL, answer = NULL,
    answer_bytes = 0, credits = 0
  WHERE i.created_at <= $8::bigint
    OR (i.status IS NULL AND (i.leased_until <= $6::bigint OR i.leased_until > $7::bigint + ${LEASE_MS}))
  RETURNING token`,
  OF_CALLS,
);

const find = statement<[identity: Buffer, bucket: number], RequestRow>(
  'find an idempotent request',
  `SELECT token, body_hash AS "bodyHash", created_at AS "createdAt", leased_until AS "leasedUntil", status, answer,
    credits
  FROM idempotent_request WHERE identity = $1::bytea AND bucket = $2::smallint`,
  OF_CALLS,
);

const EXECUTED = statement<[token: string, bucket: number], { token: string }>(
  'mark an idempotent request as executed',
  `UPDATE idempotent_request SET status = 200
  WHERE token = $1::uuid AND bucket = $2::smallint AND status IS NULL RETURNING token`,
);

// A free request may be marked as executed.
const settle = statement<[token: string, bucket: number, status: number, answer: Buffer], { token: string }>(
  'store a free answer',
  `UPDATE idempotent_request SET status = $3::smallint, answer = $4::bytea, answer_bytes = length($4::bytea)
  WHERE token = $1::uuid AND bucket = $2::smallint AND answer IS NULL RETURNING token`,
);

const abandon = statement<[tokens: readonly string[], buckets: readonly number[]]>(
  'abandon idempotent requests',
  `DELETE FROM idempotent_request
  WHERE token = ANY ($1::uuid[]) AND bucket = ANY ($2::smallint[]) AND status IS NULL`,
);

// A new holder of a lapsed lease has replaced the token.
const renew = statement<[tokens: readonly string[], buckets: readonly number[], until: number], { token: string }>(
  'renew leases',
  `UPDATE idempotent_request SET leased_until = $3::bigint
  WHERE token = ANY ($1::uuid[]) AND bucket = ANY ($2::smallint[]) AND status IS NULL RETURNING token`,
);

const prune = statement<[before: number, atMost: number], { identity: Buffer }>(
  'remove old idempotent requests',
  `DELETE FROM idempotent_request WHERE identity = ANY (ARRAY(
    SELECT identity FROM idempotent_request WHERE created_at <= $1::bigint ORDER BY created_at LIMIT $2::integer))
  RETURNING identity`,
);

const evictOldest = statement<[accountId: string, bucket: number, bytesMax: number], { identity: Buffer }>(
  'evict old answers',
  `WITH aged AS MATERIALIZED (
    SELECT identity, status, sum(answer_bytes) OVER (ORDER BY created_at DESC, identity) AS upto
    FROM idempotent_request WHERE account_id = $1::text AND bucket = $2::smallint AND answer_bytes > 0
  ), cleared AS (
    UPDATE idempotent_request r SET answer = NULL, answer_bytes = 0 FROM aged a
    WHERE r.bucket = $2::smallint AND r.identity = a.identity AND a.upto > $3::bigint AND a.status BETWEEN 200 AND 299
    RETURNING r.identity
  ), removed AS (
    DELETE FROM idempotent_request r USING aged a
    WHERE r.bucket = $2::smallint AND r.identity = a.identity AND a.upto > $3::bigint
      AND NOT a.status BETWEEN 200 AND 299
    RETURNING r.identity
  )
  SELECT identity FROM cleared UNION ALL SELECT identity FROM removed ORDER BY identity`,
);

interface StoredAnswer {
  readonly identity: Buffer;
  readonly bucket: number;
  readonly status: number;
}

/** Rows in the order of their identities, and which of them match. */
interface NextAnswers {
  readonly rows: readonly StoredAnswer[];
  readonly found: readonly StoredAnswer[];
}

const answersAfter = statement<[after: Buffer, atMost: number], StoredAnswer & { readonly answer: Buffer }>(
  'read stored answers',
  `SELECT identity, bucket, status, answer FROM idempotent_request
  WHERE identity > $1::bytea AND answer_bytes > 0 ORDER BY identity LIMIT $2::integer`,
);

const chargedAfter = statement<[after: Buffer, atMost: number], StoredAnswer>(
  'find stored answers of charged calls',
  `SELECT identity, bucket, status FROM idempotent_request
  WHERE identity > $1::bytea AND answer_bytes > 0 AND credits > 0 ORDER BY identity LIMIT $2::integer`,
);

const clearAnswers = statement<[identities: readonly Buffer[], buckets: readonly number[]]>(
  'remove charged answers',
  `UPDATE idempotent_request SET answer = NULL, answer_bytes = 0
  WHERE identity = ANY ($1::bytea[]) AND bucket = ANY ($2::smallint[]) AND status BETWEEN 200 AND 299`,
);

const removeAnswers = statement<[identities: readonly Buffer[], buckets: readonly number[]]>(
  'remove free answers',
  `DELETE FROM idempotent_request
  WHERE identity = ANY ($1::bytea[]) AND bucket = ANY ($2::smallint[]) AND NOT status BETWEEN 200 AND 299`,
);

interface Lease {
  readonly accountId: string;
  readonly until: number;
  /** The holder of the request. */
  readonly holder: object;
}

/** A token contains the bucket of its row. */
const tokenOf = (bucket: number, uuid: string) => `${bucket}.${uuid}`;
export const uuidOfToken = (token: string) => token.slice(token.indexOf('.') + 1);
const bucketOfToken = (token: string) => Number(token.slice(0, token.indexOf('.')));

/**
 * Marks a free request as executed, inside the transaction of its work: it is not executed again, even if its answer is
 * never stored. Throws if another holder has taken over the attempt.
 */
export async function markExecuted(session: Session, token: string): Promise<void> {
  const marked = await session.run(EXECUTED, uuidOfToken(token), bucketOfToken(token));
  if (marked.length === 0) throw lostLease(token);
}

const findExecuted = statement<[identity: Buffer, bucket: number, createdAfter: number], { bodyHash: string }>(
  'find an executed request',
  `SELECT body_hash AS "bodyHash" FROM idempotent_request
  WHERE identity = $1::bytea AND bucket = $2::smallint AND created_at > $3::bigint AND status IS NOT NULL`,
);

const enterExecuted = statement<
  [bucket: number, identity: Buffer, token: string, accountId: string, bodyHash: string, now: number]
>(
  'enter an executed request',
  `INSERT INTO idempotent_request AS i (bucket, identity, token, account_id, body_hash, created_at, leased_until, status)
  VALUES ($1::smallint, $2::bytea, $3::uuid, $4::text, $5::text, $6::bigint, $6::bigint, 200)
  ON CONFLICT (identity, bucket) DO UPDATE SET token = EXCLUDED.token, body_hash = EXCLUDED.body_hash,
    created_at = EXCLUDED.created_at, leased_until = EXCLUDED.leased_until, status = EXCLUDED.status, answer = NULL,
    answer_bytes = 0, credits = 0`,
);

/** The hash of the body of an executed request; null if there is none. */
export async function executedBodyHash(
  session: Session,
  identity: IdempotencyIdentity,
  now: number,
): Promise<string | null> {
  const bucket = bucketOf(identity.accountId);
  const [row] = await session.run(findExecuted, requestDigest(identity), bucket, now - KEPT_MS);
  return row?.bodyHash ?? null;
}

/** Enters an executed request without an answer, inside the transaction of other work. */
export async function noteExecuted(session: Session, identity: IdempotencyIdentity, now: number): Promise<void> {
  const { accountId, bodyHash } = identity;
  const digest = requestDigest(identity);
  await session.run(enterExecuted, bucketOf(accountId), digest, randomUUID(), accountId, bodyHash, now);
}

export class IdempotentRequests {
  readonly #database: Database;
  /** By the tokens that were begun here and have not ended. */
  readonly #held = new Map<string, Lease>();
  /** Bytes of new answers by account, since its volume was added up. */
  readonly #added = new Map<string, number>();
  #prunedAt = Number.NEGATIVE_INFINITY;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Begins the request for a holder, or returns the state that prevents it. */
  async begin(identity: IdempotencyIdentity, holder: object, now: number): Promise<BegunRequest> {
    const { accountId, bodyHash } = identity;
    const bucket = bucketOf(accountId);
    const digest = requestDigest(identity);
    const uuid = randomUUID();
    const leasedUntil = now + LEASE_MS;
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const row = await this.#attempt([bucket, digest, uuid, accountId, bodyHash, now, leasedUntil, now - KEPT_MS]);
      if (row === null) continue;
      if (row === 'begun' || row.token === uuid) {
        this.#held.set(tokenOf(bucket, uuid), { accountId, until: leasedUntil, holder });
        return { state: 'begun', token: tokenOf(bucket, uuid) };
      }
      if (row.bodyHash !== bodyHash) return { state: 'other_body' };
      const { status, answer, credits } = row;
      if (status === null || isUnanswered(row, { now, leaseMs: LEASE_MS })) return { state: 'in_flight' };
      return answer === null ? { state: 'charged', credits } : { state: 'stored', answer: { status, answer }, credits };
    }
    return { state: 'in_flight' };
  }

  /** Stores a free answer, unless another holder has taken over the attempt. */
  async settle(token: string, { status, answer }: PackedAnswer): Promise<void> {
    const lease = this.#held.get(token);
    this.end(token);
    const bytes = Buffer.from(answer);
    const rows = await this.#database.run(settle, uuidOfToken(token), bucketOfToken(token), status, bytes);
    if (rows.length > 0 && lease) await this.stored(lease.accountId, bytes.length);
  }

  async abandon(token: string): Promise<void> {
    this.end(token);
    await this.#abandon([token]);
  }

  /** Ends the attempt. */
  end(token: string): void {
    this.#held.delete(token);
  }

  /** Records a stored answer of this many bytes, and evicts the oldest answers of the account if it has too many. */
  async stored(accountId: string, bytes: number): Promise<void> {
    const added = (this.#added.get(accountId) ?? ROOM_CHECK_BYTES) + bytes;
    this.#added.set(accountId, added);
    if (added < ROOM_CHECK_BYTES) return;
    this.#added.set(accountId, 0);
    await this.#database.run(evictOldest, accountId, bucketOf(accountId), LIMITS.idempotencyAnswerBytesMax);
  }

  /** Removes all unfinished requests of a holder that is gone. */
  async abandonAllOf(holder: object): Promise<void> {
    const tokens = [...this.#held].filter(([, lease]) => lease.holder === holder).map(([token]) => token);
    for (const token of tokens) this.end(token);
    if (tokens.length > 0) await this.#abandon(tokens);
  }

  /** Renews leases that are close to expiry and removes rows older than 24 hours. */
  async maintain(now: number): Promise<void> {
    await this.#renew(now);
    // Also due if the clock was set back.
    if (Math.abs(now - this.#prunedAt) < PRUNE_EVERY_MS) return;
    const removed = await this.#database.run(prune, now - KEPT_MS, PRUNED_AT_A_TIME);
    if (removed.length < PRUNED_AT_A_TIME) this.#prunedAt = now;
    if (this.#added.size > 10_000) this.#added.clear();
  }

  /** Removes the stored answers that have one of these texts, or those of all charged calls; returns their number. */
  async removeAnswers(of: readonly string[] | 'charged'): Promise<number> {
    let after: Buffer = Buffer.alloc(0);
    let count = 0;
    for (;;) {
      const { rows, found } = await this.#answersAfter(after, of);
      const ofStatus = (charged: boolean) => found.filter(({ status }) => isCharged(status) === charged);
      for (const [removal, some] of [
        [clearAnswers, ofStatus(true)],
        [removeAnswers, ofStatus(false)],
      ] as const) {
        if (some.length === 0) continue;
        await this.#database.run(
          removal,
          some.map(({ identity }) => identity),
          some.map(({ bucket }) => bucket),
        );
      }
      count += found.length;
      const last = rows.at(-1);
      if (!last) return count;
      after = last.identity;
    }
  }

  async #answersAfter(after: Buffer, of: readonly string[] | 'charged'): Promise<NextAnswers> {
    if (of === 'charged') {
      const charged = await this.#database.read(chargedAfter, after, 100);
      return { rows: charged, found: charged };
    }
    const rows = await this.#database.read(answersAfter, after, 100);
    return { rows, found: rows.filter(({ answer }) => hasText(answer, of)) };
  }

  /** `begun`, or the row that prevents it; null if that row is already removed or its lease lapses now. */
  async #attempt(attempt: Attempt): Promise<'begun' | RequestRow | null> {
    const [bucket, digest, , , , now, , expired] = attempt;
    try {
      const begun = await this.#database.run(begin, ...attempt);
      if (begun.length > 0) return 'begun';
    } catch (error) {
      // The row shows whether the request was begun.
      if (!(error instanceof UnknownOutcome)) throw error;
    }
    const [row] = await this.#database.read(find, digest, bucket);
    if (!row) return null;
    const isLapsed =
      row.createdAt <= expired || (row.status === null && !holdsLease(row.leasedUntil, { now, leaseMs: LEASE_MS }));
    return isLapsed && row.token !== attempt[2] ? null : row;
  }

  async #abandon(tokens: readonly string[]): Promise<void> {
    await this.#database.run(abandon, tokens.map(uuidOfToken), [...new Set(tokens.map(bucketOfToken))]);
  }

  async #renew(now: number): Promise<void> {
    const isDue = (until: number) => until - now <= RENEW_BEFORE_MS || until - now > LEASE_MS;
    const due = [...this.#held].filter(([, { until }]) => isDue(until)).map(([token]) => token);
    if (due.length === 0) return;
    const until = now + LEASE_MS;
    const buckets = [...new Set(due.map(bucketOfToken))];
    const rows = await this.#database.run(renew, due.map(uuidOfToken), buckets, until);
    const renewed = new Set(rows.map(({ token }) => token));
    for (const token of due) {
      const lease = this.#held.get(token);
      if (!lease) continue;
      if (renewed.has(uuidOfToken(token))) this.#held.set(token, { ...lease, until });
      else this.#held.delete(token);
    }
  }
}

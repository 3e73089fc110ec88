// Requests with an Idempotency-Key: the holder, the state and the answer of each, for 24 hours. A request in flight is
// leased to the ledger that began it. A ledger that dies stops renewing the lease, so another may take over after at
// most LEASE_MS. The token of the lapsed attempt is then invalid, so only one of the two can charge. The answers of an
// account take at most LIMITS.idempotencyAnswerBytesMax bytes; beyond that the oldest are evicted. The record that a
// request was charged is kept, so that it is never charged again.
import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { LIMITS } from '../../contract/limits.ts';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import type { IdempotencyIdentity } from '../idempotency.ts';
import type { BegunRequest, PackedAnswer } from '../ledger/ledger-request.ts';
import { holdsLease, isCharged, isUnanswered, lostLease, requestDigest } from '../request-digest.ts';

/**
 * A ledger whose renewals are delayed for longer, by its disk or by another process, may lose a request to the next
 * attempt.
 */
const LEASE_MS = 2000;
/** A lease is renewed once half of its length has passed, so that short requests cost no renewal. */
const RENEW_BEFORE_MS = LEASE_MS / 2;
/** Interval of `maintain`. */
export const LEASE_UPKEEP_MS = LEASE_MS / 4;
const KEPT_MS = LIMITS.idempotencyHours * 3_600_000;
const PRUNE_EVERY_MS = 60_000;
/**
 * Maximum removals in one transaction, which delays charges by some milliseconds. Each upkeep removes this many while
 * more are due.
 */
const PRUNED_AT_A_TIME = 200;
/** Maximum evictions for one answer. Each evicts the oldest, so a few suffice, except after the limit was lowered. */
const EVICTED_AT_A_TIME = 16;

interface RequestRow {
  readonly bodyHash: string;
  readonly createdAt: number;
  readonly leasedUntil: number;
  readonly status: number | null;
  readonly answer: Buffer | null;
  readonly credits: number;
}

/** An answer with the credits that were charged for it. */
interface SettledRequest extends PackedAnswer {
  readonly credits: number;
}

interface Attempt {
  readonly id: Buffer;
  readonly accountId: string;
  readonly bodyHash: string;
  readonly token: string;
  readonly now: number;
  readonly leasedUntil: number;
}

interface StoredAnswer {
  readonly id: Buffer;
  readonly status: number;
  readonly bytes: number;
}

interface Lease {
  readonly until: number;
  /** The holder of the request. */
  readonly holder: object;
}

const REMOVAL_STATEMENTS = {
  clear: sql<[Buffer]>('UPDATE idempotent_request SET answer = NULL WHERE id = ?'),
  remove: sql<[Buffer]>('DELETE FROM idempotent_request WHERE id = ?'),
};

/**
 * Removes an answer from the store. For a charged request only the answer is removed. For any other the whole row is
 * removed, because a repetition is free too.
 */
export class AnswerRemoval {
  readonly #statements: Statements<typeof REMOVAL_STATEMENTS>;

  constructor(database: Database) {
    this.#statements = prepareAll(database, REMOVAL_STATEMENTS);
  }

  run({ id, status }: Pick<StoredAnswer, 'id' | 'status'>): void {
    (isCharged(status) ? this.#statements.clear : this.#statements.remove).run(id);
  }
}

const EXECUTED = sql<[token: string]>('UPDATE idempotent_request SET status = 200 WHERE token = ? AND status IS NULL');

/**
 * Marks a free request as executed, inside the transaction of its work: it is not executed again, even if its answer is
 * never stored. Throws if another holder has taken over the attempt.
 */
export function markExecuted(database: Database, token: string): void {
  const { mark } = prepareAll(database, { mark: EXECUTED });
  if (mark.run(token).changes !== 1) throw lostLease(token);
}

const EXECUTED_STATEMENTS = {
  find: sql<[id: Buffer, createdAfter: number], { bodyHash: string }>(`
    SELECT body_hash AS bodyHash FROM idempotent_request WHERE id = ? AND created_at > ? AND status IS NOT NULL`),
  enter: sql<Omit<Attempt, 'leasedUntil'>>(`
    INSERT INTO idempotent_request (id, account_id, token, body_hash, created_at, leased_until, status)
    VALUES (@id, @accountId, @token, @bodyHash, @now, @now, 200)
    ON CONFLICT (id) DO UPDATE SET token = @token, body_hash = @bodyHash, created_at = @now, leased_until = @now,
      status = 200, answer = NULL, credits = 0`),
};

/** Executed requests without an answer, entered inside the transaction of other work. */
export class ExecutedRequests {
  readonly #statements: Statements<typeof EXECUTED_STATEMENTS>;

  constructor(database: Database) {
    this.#statements = prepareAll(database, EXECUTED_STATEMENTS);
  }

  /** The hash of the body of an executed request; null if there is none. */
  bodyHashOf(identity: IdempotencyIdentity, now: number): string | null {
    return this.#statements.find.get(requestDigest(identity), now - KEPT_MS)?.bodyHash ?? null;
  }

  enter(identity: IdempotencyIdentity, now: number): void {
    const { accountId, bodyHash } = identity;
    this.#statements.enter.run({ id: requestDigest(identity), accountId, bodyHash, token: randomUUID(), now });
  }
}

const STATEMENTS = {
  find: sql<[Buffer], RequestRow>(`
    SELECT body_hash AS bodyHash, created_at AS createdAt, leased_until AS leasedUntil, status, answer, credits
    FROM idempotent_request WHERE id = ?`),
  // Updates an existing row, so that the triggers register its removed answer.
  begin: sql<Attempt>(`
    INSERT INTO idempotent_request (id, account_id, token, body_hash, created_at, leased_until)
    VALUES (@id, @accountId, @token, @bodyHash, @now, @leasedUntil)
    ON CONFLICT (id) DO UPDATE SET token = @token, body_hash = @bodyHash, created_at = @now,
      leased_until = @leasedUntil, status = NULL, answer = NULL, credits = 0`),
  store: sql<SettledRequest & { token: string }>(`
    UPDATE idempotent_request SET status = @status, answer = @answer, credits = @credits
    WHERE token = @token AND status IS NULL`),
  // A free request may be marked as executed.
  settle: sql<PackedAnswer & { token: string }>(
    'UPDATE idempotent_request SET status = @status, answer = @answer WHERE token = @token AND answer IS NULL',
  ),
  volume: sql<[string], { accountId: string; bytes: number }>(`
    SELECT answer_volume.account_id AS accountId, bytes FROM idempotent_request
    JOIN answer_volume ON answer_volume.account_id = idempotent_request.account_id WHERE token = ?`),
  oldest: sql<[string, number], StoredAnswer>(`
    SELECT id, status, length(answer) AS bytes FROM idempotent_request
    WHERE account_id = ? AND answer IS NOT NULL ORDER BY created_at LIMIT ?`),
  abandon: sql<[string]>('DELETE FROM idempotent_request WHERE token = ? AND status IS NULL'),
  // After a takeover, the row has the token of the new holder.
  renew: sql<{ token: string; leasedUntil: number }>(
    'UPDATE idempotent_request SET leased_until = @leasedUntil WHERE token = @token AND status IS NULL',
  ),
  prune: sql<[number, number]>(
    'DELETE FROM idempotent_request WHERE id IN (SELECT id FROM idempotent_request WHERE created_at <= ? LIMIT ?)',
  ),
};

export class IdempotentRequests {
  readonly #statements: Statements<typeof STATEMENTS>;
  readonly #removal: AnswerRemoval;
  /** Leases by token, of requests that were begun here and have not ended. */
  readonly #held = new Map<string, Lease>();
  #prunedAt = Number.NEGATIVE_INFINITY;

  constructor(database: Database) {
    this.#statements = prepareAll(database, STATEMENTS);
    this.#removal = new AnswerRemoval(database);
  }

  /** Begins the request for a holder, or returns the state that prevents it; inside a transaction. */
  begin(identity: IdempotencyIdentity, holder: object, now: number): BegunRequest {
    const id = requestDigest(identity);
    const row = this.#statements.find.get(id);
    const times = { now, leaseMs: LEASE_MS };
    if (row && row.createdAt + KEPT_MS > now) {
      const { status, answer, credits } = row;
      if (status !== null || holdsLease(row.leasedUntil, times)) {
        if (row.bodyHash !== identity.bodyHash) return { state: 'other_body' };
        if (status === null || isUnanswered(row, times)) return { state: 'in_flight' };
        return answer === null
          ? { state: 'charged', credits }
          : { state: 'stored', answer: { status, answer }, credits };
      }
    }
    const token = randomUUID();
    const leasedUntil = now + LEASE_MS;
    const { accountId, bodyHash } = identity;
    this.#statements.begin.run({ id, accountId, bodyHash, token, now, leasedUntil });
    this.#held.set(token, { until: leasedUntil, holder });
    return { state: 'begun', token };
  }

  /**
   * Stores the answer, and evicts older ones if there are too many; false if another holder has taken over the attempt.
   */
  store(token: string, { status, answer, credits }: SettledRequest): boolean {
    this.#held.delete(token);
    if (this.#statements.store.run({ token, status, answer, credits }).changes !== 1) return false;
    this.#evictOldest(token);
    return true;
  }

  /** Stores the answer of a free request, unless another holder has taken over the attempt. */
  settle(token: string, { status, answer }: PackedAnswer): void {
    this.#held.delete(token);
    if (this.#statements.settle.run({ token, status, answer }).changes === 1) this.#evictOldest(token);
  }

  abandon(token: string): void {
    this.#held.delete(token);
    this.#statements.abandon.run(token);
  }

  /** Removes all unfinished requests of a holder that is gone. */
  abandonAllOf(holder: object): void {
    for (const [token, lease] of [...this.#held]) if (lease.holder === holder) this.abandon(token);
  }

  /**
   * Renews leases that are close to expiry (also lapsed ones that were not taken over), and all after the clock was set
   * back; removes rows older than 24 hours.
   */
  maintain(now: number): void {
    for (const [token, { until, holder }] of this.#held) {
      if (until - now > RENEW_BEFORE_MS && until - now <= LEASE_MS) continue;
      const leasedUntil = now + LEASE_MS;
      if (this.#statements.renew.run({ token, leasedUntil }).changes === 1)
        this.#held.set(token, { until: leasedUntil, holder });
      else this.#held.delete(token);
    }
    // Also due if the clock was set back.
    if (Math.abs(now - this.#prunedAt) < PRUNE_EVERY_MS) return;
    const { changes } = this.#statements.prune.run(now - KEPT_MS, PRUNED_AT_A_TIME);
    if (changes < PRUNED_AT_A_TIME) this.#prunedAt = now;
  }

  /** Evicts the oldest answers of an account while they exceed the limit. */
  #evictOldest(token: string): void {
    const volume = this.#statements.volume.get(token);
    if (!volume) return;
    let over = volume.bytes - LIMITS.idempotencyAnswerBytesMax;
    if (over <= 0) return;
    for (const oldest of this.#statements.oldest.all(volume.accountId, EVICTED_AT_A_TIME)) {
      if (over <= 0) return;
      this.#removal.run(oldest);
      over -= oldest.bytes;
    }
  }
}

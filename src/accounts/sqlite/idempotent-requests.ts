// Requests that carry an Idempotency-Key: who works on one, and the answer that is kept for 24 hours.
// A request in flight is leased to the ledger over which it was begun. A ledger that dies stops renewing, so another may take over after
// at most LEASE_MS; the token of the lapsed attempt then fits nothing, so only one of the two can charge.
import { randomUUID } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import { LIMITS } from '../../contract/limits.ts';
import type { IdempotencyIdentity, IdempotencyState, StoredAnswer } from '../port.ts';

/** A ledger that is kept from renewing for longer, by its disk or by another process, may lose a request to its next attempt. */
const LEASE_MS = 2000;
/** Leases are renewed from half their length on, so that short requests cost no renewal. */
const RENEW_BEFORE_MS = LEASE_MS / 2;
/** How often `maintain` is to be called. */
export const LEASE_UPKEEP_MS = LEASE_MS / 4;
const KEPT_MS = LIMITS.idempotencyHours * 3_600_000;
const PRUNE_EVERY_MS = 60_000;

interface RequestRow {
  readonly bodyHash: string;
  readonly createdAt: number;
  readonly leasedUntil: number;
  readonly status: number | null;
  readonly body: string | null;
}

interface Attempt extends IdempotencyIdentity {
  readonly token: string;
  readonly now: number;
  readonly leasedUntil: number;
}

interface Lease {
  readonly until: number;
  /** Who answers the request. */
  readonly holder: object;
}

export class IdempotentRequests {
  readonly #find: Statement<IdempotencyIdentity, RequestRow>;
  readonly #begin: Statement<Attempt>;
  readonly #store: Statement<StoredAnswer & { token: string }>;
  readonly #abandon: Statement<[string]>;
  readonly #renew: Statement<{ token: string; leasedUntil: number }>;
  readonly #prune: Statement<[number]>;
  /** By the tokens that were begun here and not ended. */
  readonly #held = new Map<string, Lease>();
  #pruneAt = 0;

  constructor(database: Database) {
    this.#find = database.prepare(`
      SELECT body_hash AS bodyHash, created_at AS createdAt, leased_until AS leasedUntil, status, body
      FROM idempotent_request WHERE account_id = @accountId AND key_id = @keyId
        AND method = @method AND path = @path AND idempotency_key = @idempotencyKey`);
    this.#begin = database.prepare(`
      INSERT OR REPLACE INTO idempotent_request
        (account_id, key_id, method, path, idempotency_key, token, body_hash, created_at, leased_until)
      VALUES (@accountId, @keyId, @method, @path, @idempotencyKey, @token, @bodyHash, @now, @leasedUntil)`);
    this.#store = database.prepare(
      'UPDATE idempotent_request SET status = @status, body = @body WHERE token = @token AND status IS NULL',
    );
    this.#abandon = database.prepare('DELETE FROM idempotent_request WHERE token = ? AND status IS NULL');
    // Whoever has taken over a lapsed one has put a token of his own in its place.
    this.#renew = database.prepare(
      'UPDATE idempotent_request SET leased_until = @leasedUntil WHERE token = @token AND status IS NULL',
    );
    this.#prune = database.prepare('DELETE FROM idempotent_request WHERE created_at <= ?');
  }

  /** Begins the request for a holder, or says what stands in its way; inside a transaction. */
  begin(identity: IdempotencyIdentity, holder: object, now: number): IdempotencyState {
    const row = this.#find.get(identity);
    if (row && row.createdAt + KEPT_MS > now) {
      const stored = row.status !== null && row.body !== null;
      if (stored || row.leasedUntil > now) {
        if (row.bodyHash !== identity.bodyHash) return { state: 'other_body' };
        return stored ? { state: 'stored', answer: { status: row.status, body: row.body } } : { state: 'in_flight' };
      }
    }
    const token = randomUUID();
    const leasedUntil = now + LEASE_MS;
    this.#begin.run({ ...identity, token, now, leasedUntil });
    this.#held.set(token, { until: leasedUntil, holder });
    return { state: 'begun', token };
  }

  /** Keeps the answer; false where the attempt is no longer ours to answer. */
  store(token: string, { status, body }: StoredAnswer): boolean {
    this.#held.delete(token);
    return this.#store.run({ token, status, body }).changes === 1;
  }

  abandon(token: string): void {
    this.#held.delete(token);
    this.#abandon.run(token);
  }

  /** Forgets all that was begun for a holder and not ended: nobody is left to answer it. */
  abandonAllOf(holder: object): void {
    for (const [token, lease] of [...this.#held]) if (lease.holder === holder) this.abandon(token);
  }

  /** Renews leases that draw near their end (also lapsed ones that nobody has taken over) and drops what is older than 24 hours. */
  maintain(now: number): void {
    for (const [token, { until, holder }] of this.#held) {
      if (until - now > RENEW_BEFORE_MS) continue;
      const leasedUntil = now + LEASE_MS;
      if (this.#renew.run({ token, leasedUntil }).changes === 1) this.#held.set(token, { until: leasedUntil, holder });
      else this.#held.delete(token);
    }
    if (now < this.#pruneAt) return;
    this.#prune.run(now - KEPT_MS);
    this.#pruneAt = now + PRUNE_EVERY_MS;
  }
}

// A cache of callers: keys as checked at each request, read from the store at most four times a second each.
import type { Database } from 'better-sqlite3';
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import type { Caller } from '../port.ts';

/** Maximum staleness for changes made by another connection; the port promises a second. */
const FRESH_MS = 250;
/** Bounds the memory: about 1 KB per entry. */
const ENTRIES_MAX = 10_000;

interface KeyRow extends Omit<Caller, 'allowedPaths'> {
  readonly allowedPaths: string;
  readonly expiresAt: number | null;
}

interface Entry {
  readonly caller: Caller;
  readonly expiresAt: number;
  /** Monotonic, so that a clock that is set back does not keep the entry fresh. */
  readonly readAtMs: number;
}

const STATEMENTS = {
  // The plus sign hides the value from the planner, which otherwise plans again for each value.
  find: sql<[string], KeyRow>(`
    SELECT api_key.id AS keyId, account_id AS accountId, account.name AS accountName, plan_name AS planName,
      requests_per_second AS requestsPerSecond, credits_per_month AS creditsPerMonth,
      allowed_paths AS allowedPaths, expires_at AS expiresAt
    FROM api_key JOIN account ON account.id = account_id JOIN plan ON plan.name = plan_name
    WHERE hash = +? AND revoked_at IS NULL AND suspended_at IS NULL AND account.removed_at IS NULL`),
  isSuspended: sql<[string, number]>(`
    SELECT 1 FROM api_key JOIN account ON account.id = account_id
    WHERE hash = +? AND revoked_at IS NULL AND coalesce(expires_at > ?, 1)
      AND suspended_at IS NOT NULL AND removed_at IS NULL`),
};

export class CallerCache {
  readonly #statements: Statements<typeof STATEMENTS>;
  readonly #schedule: Schedule;
  readonly #entries = new Map<string, Entry>();

  constructor(database: Database, schedule: Schedule) {
    this.#statements = prepareAll(database, STATEMENTS);
    this.#schedule = schedule;
  }

  /** The caller of a key's hash; null if it is unknown, revoked or expired. */
  find(keyHash: string, now: number): Caller | null {
    const elapsedMs = this.#schedule.elapsedMs();
    const cached = this.#entries.get(keyHash);
    const isFresh = cached && elapsedMs - cached.readAtMs < FRESH_MS;
    const entry = isFresh ? cached : this.#read(keyHash, elapsedMs);
    return entry && entry.expiresAt > now ? entry.caller : null;
  }

  /** Whether only the suspension of its account invalidates a key. */
  isSuspended(keyHash: string, now: number): boolean {
    return this.#statements.isSuspended.get(keyHash, now) !== undefined;
  }

  /** Clears the cache: call it after each change made through this connection. */
  clear(): void {
    this.#entries.clear();
  }

  #read(keyHash: string, readAtMs: number): Entry | null {
    const row = this.#statements.find.get(keyHash);
    if (!row) {
      this.#entries.delete(keyHash);
      return null;
    }
    const { expiresAt, allowedPaths, ...rest } = row;
    const caller: Caller = { ...rest, allowedPaths: JSON.parse(allowedPaths) as string[] };
    const entry = { caller, expiresAt: expiresAt ?? Number.POSITIVE_INFINITY, readAtMs };
    if (this.#entries.size >= ENTRIES_MAX) this.#entries.clear();
    this.#entries.set(keyHash, entry);
    return entry;
  }
}

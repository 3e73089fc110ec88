// Usage as stored: calls and credits per hour, account, key, path and status, kept for 13 months.
// The caller wraps writes in a transaction.
import type { Database } from 'better-sqlite3';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import { INGEST_KEY_ID } from '../key-format.ts';
import type { GatheredUsage } from '../ledger/usage-tally.ts';
import { monthOf, monthStartMs } from '../period.ts';
import type { UsageRow } from '../port.ts';
import type { CallKinds } from './call-kinds.ts';

const MONTHS_KEPT = 13;

interface UsageFilter {
  readonly accountName: string | null;
  /** Milliseconds of the epoch, included. */
  readonly from: number;
  /** Milliseconds of the epoch, excluded. */
  readonly to: number;
}

/** Calls of one hour (its start, in milliseconds) and kind. */
interface KindUsage {
  readonly hour: number;
  readonly kindId: number;
  readonly calls: number;
  readonly credits: number;
}

const STATEMENTS = {
  enter: sql<[hour: number, kindId: number, calls: number, credits: number]>(`
    INSERT INTO hourly_usage (hour, kind_id, calls, credits) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, credits = credits + excluded.credits`),
  touchIngestKey: sql<{ keyId: string; at: number }>(
    'UPDATE ingest_key SET last_used_at = max(coalesce(last_used_at, 0), @at) WHERE id = @keyId',
  ),
  touchKey: sql<{ keyId: string; at: number }>(
    'UPDATE api_key SET last_used_at = max(coalesce(last_used_at, 0), @at) WHERE id = @keyId',
  ),
  prune: sql<[number]>('DELETE FROM hourly_usage WHERE hour < ?'),
  rows: sql<UsageFilter, Omit<UsageRow, 'hour'> & { hour: number }>(`
    SELECT hour, account.name AS accountName, key_id AS keyId, path, status, calls, credits
    FROM usage JOIN account ON account.id = usage.account_id
    WHERE hour >= @from AND hour < @to AND (@accountName IS NULL OR account.name = @accountName)
    ORDER BY hour, account.name, key_id, path, status`),
};

export class UsageRepository {
  readonly #statements: Statements<typeof STATEMENTS>;
  #prunedIn = '';

  constructor(database: Database) {
    this.#statements = prepareAll(database, STATEMENTS);
  }

  /** Adds calls to the counts of their hour. */
  enter({ hour, kindId, calls, credits }: KindUsage): void {
    this.#statements.enter.run(hour, kindId, calls, credits);
  }

  /** Adds the pending counts and, with the first of a month, removes rows older than 13 months. */
  enterGathered({ entries, lastUsed }: GatheredUsage, kinds: CallKinds, now: number): void {
    for (const entry of entries) this.enter({ ...entry, kindId: kinds.idOf(entry) });
    for (const [keyId, at] of lastUsed) {
      const { touchIngestKey, touchKey } = this.#statements;
      (keyId.startsWith(INGEST_KEY_ID) ? touchIngestKey : touchKey).run({ keyId, at });
    }
    if (this.#prunedIn === monthOf(now)) return;
    this.#statements.prune.run(monthStartMs(now, -MONTHS_KEPT));
    this.#prunedIn = monthOf(now);
  }

  /** Calls by hour, account, key, path and status, in that order; without the pending counts of serving threads. */
  rows(filter: UsageFilter): UsageRow[] {
    return this.#statements.rows.all(filter).map((row) => ({ ...row, hour: new Date(row.hour).toISOString() }));
  }
}

// Usage as stored: calls and credits per hour, account, key, path and status, kept for 13 months; the last use of keys.
import type { Database } from '../../ops/postgres/database.ts';
import { UnknownOutcome, unavailable } from '../../ops/postgres/failures.ts';
import { statement } from '../../ops/postgres/statement.ts';
import type { GatheredUsage } from '../ledger/usage-tally.ts';
import { monthOf, monthStartMs } from '../period.ts';
import type { UsageRow } from '../port.ts';
import { bucketOf } from './bucket.ts';
import type { CallKinds } from './call-kinds.ts';

const MONTHS_KEPT = 13;

const enter = statement<
  [
    buckets: readonly number[],
    accountIds: readonly string[],
    hours: readonly number[],
    kindIds: readonly number[],
    calls: readonly number[],
    credits: readonly number[],
  ]
>(
  'count free calls',
  `INSERT INTO hourly_usage AS u (bucket, account_id, hour, kind_id, calls, credits)
  SELECT n.bucket, n.account_id, n.hour, n.kind_id, n.calls, n.credits
  FROM unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
    AS n (bucket, account_id, hour, kind_id, calls, credits)
  ORDER BY n.account_id, n.kind_id, n.hour
  ON CONFLICT (account_id, hour, kind_id, bucket)
    DO UPDATE SET calls = u.calls + EXCLUDED.calls, credits = u.credits + EXCLUDED.credits`,
);

const touchKeys = statement<[buckets: readonly number[], keyIds: readonly string[], times: readonly number[]]>(
  'note last uses of keys',
  `INSERT INTO key_use AS k (bucket, key_id, last_used_at)
  SELECT n.bucket, n.key_id, n.at FROM unnest($1::smallint[], $2::text[], $3::bigint[]) AS n (bucket, key_id, at)
  ORDER BY n.key_id
  ON CONFLICT (key_id, bucket) DO UPDATE SET last_used_at = greatest(k.last_used_at, EXCLUDED.last_used_at)`,
);

const prune = statement<[before: number]>('remove old usage', 'DELETE FROM hourly_usage WHERE hour < $1::bigint');

const rows = statement<
  [accountName: string | null, from: number, to: number],
  Omit<UsageRow, 'hour'> & { readonly hour: number }
>(
  'report usage',
  `SELECT u.hour, a.name AS "accountName", k.key_id AS "keyId", k.path, k.status, u.calls, u.credits
  FROM hourly_usage u JOIN call_kind k ON k.id = u.kind_id AND k.bucket = u.bucket JOIN account a ON a.id = u.account_id
  WHERE u.hour >= $2::bigint AND u.hour < $3::bigint AND ($1::text IS NULL OR a.name = $1::text)
  ORDER BY u.hour, a.name, k.key_id, k.path, k.status`,
);

export class UsageRepository {
  readonly #database: Database;
  readonly #kinds: CallKinds;
  #prunedIn = '';

  constructor(database: Database, kinds: CallKinds) {
    this.#database = database;
    this.#kinds = kinds;
  }

  /**
   * Adds free calls to the counts of their hour, and removes rows older than 13 months. After an UnknownOutcome the
   * calls may already be counted and must not be entered again.
   */
  async enter(usage: GatheredUsage, now: number): Promise<void> {
    const { entries } = usage;
    const kindIds = await this.#prepare(usage, now).catch((error: unknown) => {
      // Nothing is counted yet.
      throw error instanceof UnknownOutcome ? unavailable(error) : error;
    });
    if (entries.length === 0) return;
    await this.#database.run(
      enter,
      entries.map(({ accountId }) => bucketOf(accountId)),
      entries.map(({ accountId }) => accountId),
      entries.map(({ hour }) => hour),
      kindIds,
      entries.map(({ calls }) => calls),
      entries.map(({ credits }) => credits),
    );
  }

  /** Writes the values that may be written twice, and returns the numbers of the kinds of the calls. */
  async #prepare({ entries, lastUsed }: GatheredUsage, now: number): Promise<number[]> {
    if (lastUsed.size > 0) {
      const keyIds = [...lastUsed.keys()];
      await this.#database.run(touchKeys, keyIds.map(bucketOf), keyIds, [...lastUsed.values()]);
    }
    if (this.#prunedIn !== monthOf(now)) {
      await this.#database.run(prune, monthStartMs(now, -MONTHS_KEPT));
      this.#prunedIn = monthOf(now);
    }
    return this.#kinds.idsOf(entries);
  }

  /** Calls by hour, account, key, path and status, in that order. */
  async rows(accountName: string | null, from: number, to: number): Promise<UsageRow[]> {
    const found = await this.#database.read(rows, accountName, from, to);
    return found.map((row) => ({ ...row, hour: new Date(row.hour).toISOString() }));
  }
}

// Verifies a file of accounts: the sums of charges and grants must equal the balances and the usage. Reads the whole
// file.
import type { Database } from 'better-sqlite3';
import { systemClock } from '../../ops/clock.ts';
import { type Verification, verifyFile } from '../../ops/sqlite/verify-file.ts';
import { keysOf } from './compare-accounts.ts';
import { ACCOUNTS_SCHEMA } from './schema.ts';

/** Pairs of account and month whose balance is not the sum of the ledger. */
const OFF_BALANCE = `
  WITH entered AS (
    SELECT account_id, month, sum(credits) FILTER (WHERE kind = 'charge') AS used,
      sum(credits) FILTER (WHERE kind = 'grant') AS granted
    FROM ledger GROUP BY account_id, month)
  SELECT count(*) FROM (
    SELECT account_id, month FROM balance FULL JOIN entered USING (account_id, month)
    WHERE coalesce(balance.used, 0) <> coalesce(entered.used, 0)
      OR coalesce(balance.granted, 0) <> coalesce(entered.granted, 0))`;

/**
 * Usage is removed after 13 months, charges never. So only an account with more usage than charges is a contradiction.
 */
const OFF_USAGE = `
  SELECT count(*) FROM (SELECT account_id, sum(credits) AS credits FROM usage GROUP BY account_id) AS counted
  WHERE credits > (SELECT coalesce(sum(used), 0) FROM balance WHERE balance.account_id = counted.account_id)`;

/** Batches whose stated credits are not the sum of the charges of their steps. */
const OFF_BATCHES = `
  SELECT count(*) FROM batch WHERE credits_used <> (
    SELECT coalesce(sum(credits), 0) FROM charge WHERE request_id > id || '/' AND request_id < id || '0')`;

/** Watches whose stated credits are not the sum of the charges of their steps. */
const OFF_WATCHES = `
  SELECT count(*) FROM watch WHERE credits_used <> (
    SELECT coalesce(sum(credits), 0) FROM charge WHERE request_id > id || '/' AND request_id < id || '0')`;

/** The row counts of the file, or the faults that were found. */
export function verifyAccounts(file: string, now = systemClock.now()): Verification {
  return verifyFile(file, ACCOUNTS_SCHEMA, (database) => {
    const one = (sql: string) => numberOf(database, sql);
    const contradictions = [
      [one(OFF_BALANCE), 'balances are not the sum of the ledger'],
      [one(OFF_BATCHES), 'batches have other charges than credits'],
      [one(OFF_WATCHES), 'watches have other charges than credits'],
      [one(OFF_USAGE), 'accounts have more usage than charges'],
    ] as const;
    const keys = keysOf(database, now);
    return {
      faults: contradictions.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
      counts: {
        accounts: one('SELECT count(*) FROM account'),
        keys: keys.length,
        valid_keys: keys.filter(({ ended }) => ended === 0).length,
        credits_charged: one('SELECT coalesce(sum(used), 0) FROM balance'),
      },
    };
  });
}

function numberOf(database: Database, sql: string): number {
  return database.prepare<[], number>(sql).pluck().get() ?? 0;
}

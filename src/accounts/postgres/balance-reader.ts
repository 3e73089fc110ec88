// Reads balances. While one statement is executed, the accounts of the next statement are collected.
import type { Database } from '../../ops/postgres/database.ts';
import { OF_CALLS, statement } from '../../ops/postgres/statement.ts';
import type { Balance } from '../balance.ts';
import { bucketOf } from './bucket.ts';

const ACCOUNTS_MAX = 512;

const balances = statement<
  [accountIds: readonly string[], buckets: readonly number[], month: string],
  Balance & { readonly id: string }
>(
  'read balances',
  `WITH funds AS MATERIALIZED (
    SELECT account_id, used, granted FROM balance
    WHERE bucket = ANY ($2::smallint[]) AND month = $3::text AND account_id = ANY ($1::text[])
  )
  SELECT a.id, p.credits_per_month AS allowance, coalesce(f.used, 0) AS used, coalesce(f.granted, 0) AS granted
  FROM account a JOIN plan p ON p.name = a.plan_name LEFT JOIN funds f ON f.account_id = a.id
  WHERE a.id = ANY ($1::text[]) ORDER BY a.id`,
  OF_CALLS,
);

interface Waiting {
  readonly accountId: string;
  readonly month: string;
  readonly resolve: (balance: Balance) => void;
  readonly reject: (error: unknown) => void;
}

export class BalanceReader {
  readonly #database: Database;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Rejects if the account does not exist. */
  balance(accountId: string, month: string): Promise<Balance> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ accountId, month, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  async #run(): Promise<void> {
    await Promise.resolve();
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const { month } = first;
      const group = this.#waiting.filter((one) => one.month === month).slice(0, ACCOUNTS_MAX);
      const taken = new Set(group);
      this.#waiting = this.#waiting.filter((one) => !taken.has(one));
      await this.#read(group, month);
    }
    this.#running = null;
  }

  async #read(group: readonly Waiting[], month: string): Promise<void> {
    const ids = [...new Set(group.map(({ accountId }) => accountId))];
    try {
      const rows = await this.#database.read(balances, ids, [...new Set(ids.map(bucketOf))], month);
      const found = new Map(rows.map((row) => [row.id, row]));
      for (const { accountId, resolve, reject } of group) {
        const row = found.get(accountId);
        if (row) resolve({ allowance: row.allowance, used: row.used, granted: row.granted });
        else reject(new Error(`no account with id ${accountId}`));
      }
    } catch (error) {
      // On a cluster, the machine of one account may be lost, so each account is read separately.
      if (ids.length > 1) await Promise.all(ids.map((id) => this.#read(ofAccount(group, id), month)));
      else for (const { reject } of group) reject(error);
    }
  }
}

function ofAccount(group: readonly Waiting[], id: string): Waiting[] {
  return group.filter(({ accountId }) => accountId === id);
}

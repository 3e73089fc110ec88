// Compares the ledger with the records of the clients. No charge may be lost (answered and not charged) or doubled
// (charged without a call that was answered or interrupted, or more than once).

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { call } from '../support/program.ts';
import type { AccountName, Tally } from './tally.ts';
import type { World } from './world.ts';

export interface Reconciliation {
  /** Answers that reported a charge without a row in the ledger. */
  readonly lost: number;
  /** Rows in the ledger without a matching call. */
  readonly doubled: number;
  /** Rows of calls that were interrupted after their charge was durable: the possible cost of a crash. */
  readonly unanswered: number;
}

const ACCOUNTS: readonly AccountName[] = ['plain', 'retried', 'poor'];

/** The stored sums of an account. */
export interface Sums {
  readonly used: number;
  readonly ledger: number;
  readonly ids: number;
  readonly usage: number;
  readonly kept: number;
}

/** Reads a ledger while no call is running. */
export interface LedgerReader {
  /** Every charge. */
  charges(): Promise<{ account: AccountName; requestId: string }[]>;
  sums(account: AccountName): Promise<Sums>;
}

/** The ledger of a data folder. */
export function readerOf(folder: string): LedgerReader {
  const reading = <Result>(read: (database: Database.Database) => Result): Result => {
    const database = new Database(join(folder, 'accounts.db'), { readonly: true });
    try {
      return read(database);
    } finally {
      database.close();
    }
  };
  return {
    charges: async () =>
      reading((database) =>
        database
          .prepare<[], { account: AccountName; requestId: string }>(
            `SELECT account.name AS account, request_id AS requestId FROM ledger
             JOIN account ON account.id = account_id WHERE kind = 'charge'`,
          )
          .all(),
      ),
    sums: async (account) =>
      reading(
        (database) =>
          database
            .prepare<[string], Sums>(
              `WITH one AS (SELECT id FROM account WHERE name = ?)
               SELECT (SELECT coalesce(sum(used), 0) FROM balance WHERE account_id = one.id) AS used,
                 (SELECT count(*) FROM ledger WHERE account_id = one.id AND kind = 'charge') AS ledger,
                 (SELECT count(DISTINCT request_id) FROM ledger WHERE account_id = one.id AND kind = 'charge') AS ids,
                 (SELECT coalesce(sum(credits), 0) FROM usage WHERE account_id = one.id) AS usage,
                 (SELECT count(*) FROM idempotent_request WHERE account_id = one.id AND status = 200) AS kept
               FROM one`,
            )
            .get(account) as Sums,
      ),
  };
}

export class Ledger {
  readonly #world: Pick<World, 'keys' | 'given'>;
  readonly #reader: LedgerReader;
  readonly #tally: Tally;
  readonly #known: Record<AccountName, number> = { plain: 0, retried: 0, poor: 0 };
  readonly #seen = new Set<string>();

  constructor(world: Pick<World, 'keys' | 'given'>, tally: Tally, reader: LedgerReader) {
    this.#world = world;
    this.#reader = reader;
    this.#tally = tally;
  }

  /**
   * Compares the rows since the last reconciliation, while no call is running. `base`: a server whose key-info is
   * compared.
   */
  async reconcile(base: string | null): Promise<Reconciliation> {
    const rows = await this.#newRows();
    const sum = { lost: 0, doubled: 0, unanswered: 0 };
    for (const account of ACCOUNTS) {
      const found = this.#compare(account, rows.get(account) ?? []);
      sum.lost += found.lost;
      sum.doubled += found.doubled;
      sum.unanswered += found.unanswered;
      await this.#compareSums(account);
      if (base !== null) await this.#compareKeyInfo(account, base);
    }
    return sum;
  }

  async #newRows(): Promise<Map<AccountName, string[]>> {
    const rows = (await this.#reader.charges()).filter(({ requestId }) => !this.#seen.has(requestId));
    for (const { requestId } of rows) this.#seen.add(requestId);
    const byAccount = new Map<AccountName, string[]>(ACCOUNTS.map((account) => [account, []]));
    for (const { account, requestId } of rows) byAccount.get(account)?.push(requestId);
    return byAccount;
  }

  /** Answered <= charged <= answered + interrupted, by request id. */
  #compare(account: AccountName, ids: readonly string[]): Reconciliation {
    const tally = this.#tally.accounts[account];
    const unexplained = ids.filter((id) => !tally.charged.has(id));
    const answered = ids.length - unexplained.length;
    const lost = tally.charged.size - this.#known[account] - answered;
    this.#known[account] = tally.charged.size;
    const falselyFree = unexplained.filter((id) => tally.free.has(id)).length;
    if (falselyFree > 0) this.#tally.wrong.push(`${account}: ${falselyFree} rejected calls were charged`);
    const doubled = Math.max(0, unexplained.length - tally.cut) + falselyFree;
    tally.cut = 0;
    return { lost, doubled, unanswered: unexplained.length };
  }

  /**
   * Balance, ledger and usage have the same sum, each idempotent request has one charge, and no account spends more
   * than its credits.
   */
  async #compareSums(account: AccountName): Promise<void> {
    const { used, ledger, ids, usage, kept } = await this.#reader.sums(account);
    const agree = [ledger, ids, usage, account === 'retried' ? kept : used].every((sum) => sum === used);
    if (!agree)
      this.#tally.wrong.push(`${account}: used ${used}, ledger ${ledger}, ids ${ids}, usage ${usage}, kept ${kept}`);
    if (used > this.#world.given[account])
      this.#tally.wrong.push(`${account} spent ${used} of ${this.#world.given[account]}`);
  }

  async #compareKeyInfo(account: AccountName, base: string): Promise<void> {
    const request = () => call(base, this.#world.keys[account], '/v2/account/key-info', null);
    let { status, body } = await request();
    // A server that has lost or regained its store of limits rejects calls for two seconds.
    for (let attempt = 0; status === 429 && attempt < 50; attempt += 1) {
      await sleep(100);
      ({ status, body } = await request());
    }
    const left = this.#world.given[account] - (await this.#reader.sums(account)).used;
    if (status !== 200 || body.remaining_credits !== left)
      this.#tally.wrong.push(
        `${account}: key-info ${status} reports ${body.remaining_credits}, the ledger leaves ${left}`,
      );
  }
}

// Credits: the balance of a plan and its grants in a month, and the entries that take or add credits. The caller wraps
// writes in a transaction, whose write lock makes reading and changing a balance atomic.
import type { Database } from 'better-sqlite3';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import type { Balance } from '../balance.ts';
import { packedId } from './schema.ts';

interface Month {
  readonly accountId: string;
  readonly month: string;
}

interface Credits extends Month {
  readonly credits: number;
}

interface ChargeEntry {
  readonly requestId: string;
  readonly at: number;
  readonly kindId: number;
  readonly credits: number;
}

interface GrantEntry extends Credits {
  readonly at: number;
}

const STATEMENTS = {
  // The statements of a charge bind by position: binding by name looks up each value, which takes a tenth of the
  // ledger's time. The plus signs hide the values from the planner, which with several tables plans again for each
  // value, at ten times the cost.
  balance: sql<[month: string, accountId: string], Balance>(`
    SELECT plan.credits_per_month AS allowance, coalesce(used, 0) AS used, coalesce(granted, 0) AS granted
    FROM account JOIN plan ON plan.name = account.plan_name
    LEFT JOIN balance ON balance.account_id = account.id AND balance.month = +?
    WHERE account.id = +?`),
  take: sql<[accountId: string, month: string, credits: number]>(`
    INSERT INTO balance (account_id, month, used) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET used = used + excluded.used`),
  add: sql<GrantEntry>(`
    INSERT INTO balance (account_id, month, granted) VALUES (@accountId, @month, @credits)
    ON CONFLICT DO UPDATE SET granted = granted + excluded.granted`),
  enterCharge: sql<[requestId: string, at: number, kindId: number, credits: number]>(`
    INSERT INTO charge (request_id, at, kind_id, credits)
    SELECT ${packedId('id')}, at, kind, credits FROM (SELECT ? AS id, ? AS at, ? AS kind, ? AS credits)`),
  enterGrant: sql<GrantEntry>('INSERT INTO credit_grant (account_id, credits, at) VALUES (@accountId, @credits, @at)'),
};

export class CreditRepository {
  readonly #statements: Statements<typeof STATEMENTS>;

  constructor(database: Database) {
    this.#statements = prepareAll(database, STATEMENTS);
  }

  /** Throws if the account does not exist. */
  balance(accountId: string, month: string): Balance {
    const balance = this.#statements.balance.get(month, accountId);
    if (!balance) throw new Error(`no account with id ${accountId}`);
    return balance;
  }

  /**
   * Enters the charge of a call; `take` takes its credits, in the same transaction. Throws if the request was charged
   * before.
   */
  enterCharge({ requestId, at, kindId, credits }: ChargeEntry): void {
    this.#statements.enterCharge.run(requestId, at, kindId, credits);
  }

  /** Takes credits, 1 or more, for charges of one month. */
  take({ accountId, month, credits }: Credits): void {
    this.#statements.take.run(accountId, month, credits);
  }

  /** Adds credits, 1 or more, to the month. */
  grant(entry: GrantEntry): void {
    this.#statements.add.run(entry);
    this.#statements.enterGrant.run(entry);
  }
}

// Plans and accounts as they are stored. Writes belong inside a transaction of the caller's.
import type { Database, Statement } from 'better-sqlite3';
import { randomBase62 } from '../key-format.ts';
import type { Account, Plan } from '../port.ts';
import { type Balance, creditsLeft } from './credit-book.ts';

const ID_LENGTH = 16;

interface AccountRow extends Balance {
  readonly id: string;
  readonly name: string;
  readonly planName: string;
  readonly createdAt: number;
}

interface NewAccount {
  readonly name: string;
  readonly planName: string;
  /** Milliseconds of the epoch. */
  readonly createdAt: number;
}

function accountOf({ allowance, createdAt, ...row }: AccountRow): Account {
  return { ...row, createdAt: new Date(createdAt).toISOString(), remaining: creditsLeft({ ...row, allowance }) };
}

export class AccountBook {
  readonly #setPlan: Statement<Plan>;
  readonly #plans: Statement<[], Plan>;
  readonly #insert: Statement<NewAccount & { id: string }>;
  readonly #accounts: Statement<{ month: string; name: string | null }, AccountRow>;

  constructor(database: Database) {
    this.#setPlan = database.prepare(`
      INSERT INTO plan (name, credits_per_month, requests_per_second) VALUES (@name, @creditsPerMonth, @requestsPerSecond)
      ON CONFLICT DO UPDATE SET
        credits_per_month = excluded.credits_per_month, requests_per_second = excluded.requests_per_second`);
    this.#plans = database.prepare(`
      SELECT name, credits_per_month AS creditsPerMonth, requests_per_second AS requestsPerSecond FROM plan ORDER BY name`);
    this.#insert = database.prepare(
      'INSERT INTO account (id, name, plan_name, created_at) VALUES (@id, @name, @planName, @createdAt)',
    );
    this.#accounts = database.prepare(`
      SELECT account.id, account.name, plan_name AS planName, created_at AS createdAt, credits_per_month AS allowance,
        coalesce(used, 0) AS used, coalesce(granted, 0) AS granted
      FROM account JOIN plan ON plan.name = plan_name
      LEFT JOIN balance ON balance.account_id = account.id AND balance.month = @month
      WHERE @name IS NULL OR account.name = @name ORDER BY account.name`);
  }

  /** Makes the plan or changes the one of that name. */
  setPlan(plan: Plan): void {
    this.#setPlan.run(plan);
  }

  /** By name. */
  plans(): Plan[] {
    return this.#plans.all();
  }

  /** Makes an account whose name is free, on a plan that exists. */
  add(account: NewAccount): void {
    this.#insert.run({ ...account, id: `acc_${randomBase62(ID_LENGTH)}` });
  }

  /** All accounts by name, with their credits of the month. */
  accounts(month: string): Account[] {
    return this.#accounts.all({ month, name: null }).map(accountOf);
  }

  find(name: string, month: string): Account | null {
    const row = this.#accounts.get({ month, name });
    return row ? accountOf(row) : null;
  }
}

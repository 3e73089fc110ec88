// Plans and accounts as stored. The caller wraps writes in a transaction.
import type { Database } from 'better-sqlite3';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import { randomBase62 } from '../key-format.ts';
import type { Account, Plan } from '../port.ts';
import { type AccountRow, accountOf, ID_LENGTH, removedName } from '../stored-rows.ts';

interface NewAccount {
  readonly name: string;
  readonly planName: string;
  /** Milliseconds of the epoch. */
  readonly createdAt: number;
}

/** Selects one account by name, or all of that kind if there is no name. */
interface AccountSelection {
  readonly month: string;
  readonly name: string | null;
  readonly removed: 0 | 1;
}

/** Whether the account of a row with `account_id` is neither suspended nor removed. */
export const IS_LIVE = `EXISTS (SELECT 1 FROM account WHERE account.id = account_id AND suspended_at IS NULL
  AND removed_at IS NULL)`;

const STATEMENTS = {
  setPlan: sql<Plan>(`
    INSERT INTO plan (name, credits_per_month, requests_per_second) VALUES (@name, @creditsPerMonth, @requestsPerSecond)
    ON CONFLICT DO UPDATE SET
      credits_per_month = excluded.credits_per_month, requests_per_second = excluded.requests_per_second,
      removed_at = NULL`),
  plans: sql<[], Plan>(`
    SELECT name, credits_per_month AS creditsPerMonth, requests_per_second AS requestsPerSecond
    FROM plan WHERE removed_at IS NULL ORDER BY name`),
  insert: sql<NewAccount & { id: string }>(
    'INSERT INTO account (id, name, plan_name, created_at) VALUES (@id, @name, @planName, @createdAt)',
  ),
  accounts: sql<AccountSelection, AccountRow>(`
    SELECT account.id, account.name, plan_name AS planName, created_at AS createdAt, credits_per_month AS allowance,
      coalesce(used, 0) AS used, coalesce(granted, 0) AS granted, suspended_at AS suspendedAt,
      account.removed_at AS removedAt
    FROM account JOIN plan ON plan.name = plan_name
    LEFT JOIN balance ON balance.account_id = account.id AND balance.month = @month
    WHERE (@name IS NULL OR account.name = @name) AND (account.removed_at IS NOT NULL) = @removed
    ORDER BY account.name`),
};

export class AccountRepository {
  readonly #statements: Statements<typeof STATEMENTS>;
  readonly #database: Database;

  constructor(database: Database) {
    this.#statements = prepareAll(database, STATEMENTS);
    this.#database = database;
  }

  /** Creates the plan or changes the one of that name. */
  setPlan(plan: Plan): void {
    this.#statements.setPlan.run(plan);
  }

  /** By name. */
  plans(): Plan[] {
    return this.#statements.plans.all();
  }

  /** Creates an account whose name is free, on a plan that exists. */
  add(account: NewAccount): void {
    this.#statements.insert.run({ ...account, id: `acc_${randomBase62(ID_LENGTH)}` });
  }

  /** All accounts by name, with their credits of the month: existing ones, or removed ones. */
  accounts(month: string, which: 'present' | 'removed' = 'present'): Account[] {
    return this.#statements.accounts.all({ month, name: null, removed: which === 'removed' ? 1 : 0 }).map(accountOf);
  }

  find(name: string, month: string, which: 'present' | 'removed' = 'present'): Account | null {
    const row = this.#statements.accounts.get({ month, name, removed: which === 'removed' ? 1 : 0 });
    return row ? accountOf(row) : null;
  }

  /** Renames an existing plan to a free name; accounts on it follow. */
  renamePlan(plan: Plan, name: string): void {
    this.#statements.setPlan.run({ ...plan, name });
    this.#run('UPDATE account SET plan_name = ? WHERE plan_name = ?', name, plan.name);
    this.#run('DELETE FROM plan WHERE name = ?', plan.name);
  }

  /** Hides a plan without accounts; removed accounts still refer to it. */
  removePlan(name: string, at: number): void {
    this.#run('UPDATE plan SET removed_at = ? WHERE name = ?', at, name);
  }

  rename(id: string, name: string): void {
    this.#run('UPDATE account SET name = ? WHERE id = ?', name, id);
  }

  move(id: string, planName: string): void {
    this.#run('UPDATE account SET plan_name = ? WHERE id = ?', planName, id);
  }

  /** A suspended account keeps its first time of suspension. */
  suspend(id: string, at: number): void {
    this.#run('UPDATE account SET suspended_at = coalesce(suspended_at, ?) WHERE id = ?', at, id);
  }

  resume(id: string): void {
    this.#run('UPDATE account SET suspended_at = NULL WHERE id = ?', id);
  }

  /** Keeps the account under a unique derived name, so that its own name is free again. Returns the derived name. */
  remove(account: Pick<Account, 'id' | 'name'>, at: number): string {
    const kept = removedName(account);
    this.#run('UPDATE account SET removed_at = ?, name = ? WHERE id = ?', at, kept, account.id);
    return kept;
  }

  #run(sql: string, ...values: (string | number)[]): void {
    this.#database.prepare(sql).run(...values);
  }
}

// The operator's side over SQLite: plans, accounts, keys, grants and usage. It validates input and reports remedies.
import type { Database } from 'better-sqlite3';
import { assert } from '../../ops/assert.ts';
import type { Clock } from '../../ops/clock.ts';
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import { hasText } from '../ledger/packed-answer.ts';
import {
  checkedCredits,
  checkedExpiry,
  checkedGraceHours,
  checkedLabel,
  checkedName,
  checkedPaths,
  checkedRate,
  checkedTime,
} from '../operator-input.ts';
import {
  checkRotatable,
  nameTaken,
  planInUse,
  unknownAccount,
  unknownIngestKey,
  unknownKey,
  unknownPlan,
} from '../operator-rejections.ts';
import { monthOf } from '../period.ts';
import type {
  Account,
  AccountsAdmin,
  CreatedIngestKey,
  CreatedKey,
  IngestKey,
  Key,
  NewKey,
  Plan,
  UsageRow,
} from '../port.ts';
import { type KeyRecord, shownKey } from '../stored-rows.ts';
import { AccountRepository } from './account-repository.ts';
import { CreditRepository } from './credit-repository.ts';
import { AnswerRemoval, markExecuted } from './idempotent-requests.ts';
import { IngestKeyRepository } from './ingest-key-repository.ts';
import { KeyRepository } from './key-repository.ts';
import type { SqliteAccounts } from './sqlite-accounts.ts';
import { UsageRepository } from './usage-repository.ts';

const HOUR_MS = 3_600_000;
/** Maximum number of answers that one transaction removes, as charges wait for it. */
const REMOVED_AT_A_TIME = 200;

interface AdminOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly schedule: Schedule;
  /**
   * The serving side of the same connection. Its pending counts are part of the usage, and changes take effect in it at
   * once.
   */
  readonly serving: Pick<SqliteAccounts, 'clearCallers' | 'writeCounts'>;
}

export class SqliteAccountsAdmin implements AccountsAdmin {
  readonly #options: AdminOptions;
  readonly #accounts: AccountRepository;
  readonly #keys: KeyRepository;
  readonly #ingestKeys: IngestKeyRepository;
  readonly #credits: CreditRepository;
  readonly #usage: UsageRepository;
  readonly #transaction: (work: () => unknown) => unknown;

  constructor(options: AdminOptions) {
    const { database } = options;
    this.#options = options;
    this.#accounts = new AccountRepository(database);
    this.#keys = new KeyRepository(database);
    this.#ingestKeys = new IngestKeyRepository(database);
    this.#credits = new CreditRepository(database);
    this.#usage = new UsageRepository(database);
    const transaction = database.transaction((work: () => unknown) => work());
    this.#transaction = (work) => transaction.immediate(work);
  }

  setPlan(plan: Plan): Promise<void> {
    return this.#change(() => {
      const { creditsPerMonth, requestsPerSecond } = plan;
      this.#accounts.setPlan({
        name: checkedName('plan', plan.name),
        creditsPerMonth: creditsPerMonth === null ? null : checkedCredits(creditsPerMonth, 0),
        requestsPerSecond: checkedRate(requestsPerSecond),
      });
    });
  }

  async plans(): Promise<Plan[]> {
    return this.#accounts.plans();
  }

  renamePlan(name: string, newName: string): Promise<Plan> {
    return this.#change(() => {
      const plan = this.#plan(name);
      const checked = checkedName('plan', newName);
      if (checked === plan.name) return plan;
      if (this.#accounts.plans().some((other) => other.name === checked)) throw nameTaken('plan', checked);
      this.#accounts.renamePlan(plan, checked);
      return { ...plan, name: checked };
    });
  }

  removePlan(name: string): Promise<void> {
    return this.#change((now) => {
      const plan = this.#plan(name);
      const users = this.#accounts.accounts(monthOf(now)).filter(({ planName }) => planName === plan.name);
      const names = users.map((user) => user.name);
      if (names.length > 0) throw planInUse(plan.name, names);
      this.#accounts.removePlan(plan.name, now);
    });
  }

  createAccount(name: string, planName: string): Promise<Account> {
    return this.#change((now) => {
      const account = { name: checkedName('account', name), planName: this.#chosenPlan(planName).name, createdAt: now };
      this.#requireFreeName(account.name, now);
      this.#accounts.add(account);
      return this.#account(account.name, now);
    });
  }

  async accounts(which: 'present' | 'removed' = 'present'): Promise<Account[]> {
    return this.#accounts.accounts(monthOf(this.#options.clock.now()), which);
  }

  renameAccount(name: string, newName: string): Promise<Account> {
    return this.#change((now) => {
      const account = this.#account(name, now);
      const checked = checkedName('account', newName);
      if (checked === account.name) return account;
      this.#requireFreeName(checked, now);
      this.#accounts.rename(account.id, checked);
      return this.#account(checked, now);
    });
  }

  moveAccount(name: string, planName: string): Promise<Account> {
    return this.#changeAccount(name, ({ id }) => this.#accounts.move(id, this.#chosenPlan(planName).name));
  }

  suspendAccount(name: string): Promise<Account> {
    return this.#changeAccount(name, ({ id }, now) => this.#accounts.suspend(id, now));
  }

  resumeAccount(name: string): Promise<Account> {
    return this.#changeAccount(name, ({ id }) => this.#accounts.resume(id));
  }

  removeAccount(name: string): Promise<Account> {
    return this.#change((now) => {
      const account = this.#account(name, now);
      this.#keys.revokeAllOf(account.id, now);
      const kept = this.#accounts.remove(account, now);
      const removed = this.#accounts.find(kept, monthOf(now), 'removed');
      assert(removed !== null, 'a removed account is kept');
      return removed;
    });
  }

  grant(accountName: string, credits: number, attempt: string | null = null): Promise<Account> {
    return this.#changeAccount(accountName, ({ id }, now) => {
      this.#credits.grant({ accountId: id, month: monthOf(now), at: now, credits: checkedCredits(credits, 1) });
      if (attempt !== null) markExecuted(this.#options.database, attempt);
    });
  }

  createKey(key: NewKey): Promise<CreatedKey> {
    return this.#change((now) =>
      this.#keys.make({
        accountId: this.#account(key.accountName, now, 'can be made').id,
        name: checkedLabel('name of the key', key.name),
        allowedPaths: checkedPaths(key.allowedPaths),
        createdAt: now,
        expiresAt: checkedExpiry(key.expiresAt, now),
      }),
    );
  }

  createIngestKey({ name, expiresAt }: Pick<NewKey, 'name' | 'expiresAt'>): Promise<CreatedIngestKey> {
    return this.#change((now) =>
      this.#ingestKeys.make({
        name: checkedLabel('name of the key', name),
        createdAt: now,
        expiresAt: checkedExpiry(expiresAt, now),
      }),
    );
  }

  async ingestKeys(): Promise<IngestKey[]> {
    return this.#ingestKeys.list();
  }

  revokeIngestKey(id: string): Promise<IngestKey> {
    return this.#change((now) => {
      this.#ingestKeys.revoke(id, now);
      const key = this.#ingestKeys.find(id);
      if (key === null) throw unknownIngestKey(id);
      return key;
    });
  }

  async keys(accountName?: string): Promise<Key[]> {
    const accountId = accountName === undefined ? null : this.#account(accountName, this.#options.clock.now()).id;
    return this.#keys.list(accountId).map(shownKey);
  }

  revokeKey(id: string): Promise<Key> {
    return this.#change((now) => {
      this.#keys.revoke(this.#key(id).id, now);
      return shownKey(this.#key(id));
    });
  }

  rotateKey(id: string, graceHours: number): Promise<CreatedKey> {
    return this.#change((now) => {
      const record = this.#key(id);
      checkRotatable(record, now);
      return this.#keys.rotate(record, now, now + checkedGraceHours(graceHours) * HOUR_MS);
    });
  }

  dashboardKeyHash(accountName: string): Promise<string> {
    return this.#change((now) => this.#keys.dashboardHash(this.#account(accountName, now).id, now));
  }

  async removeAnswers(of: readonly string[] | 'charged'): Promise<number> {
    const { database } = this.#options;
    const removal = new AnswerRemoval(database);
    const found = of === 'charged' ? chargedAnswers(database) : answersWith(database, of);
    for (let start = 0; start < found.length; start += REMOVED_AT_A_TIME)
      this.#transaction(() => {
        for (const one of found.slice(start, start + REMOVED_AT_A_TIME)) removal.run(one);
      });
    // The WAL still contains the old pages, and a running server would keep it for long.
    database.pragma('wal_checkpoint(TRUNCATE)');
    return found.length;
  }

  async usage(filter: { accountName?: string; from?: string; to?: string }): Promise<UsageRow[]> {
    const { clock, serving } = this.#options;
    const accountName = filter.accountName === undefined ? null : this.#knownName(filter.accountName, clock.now());
    const from = filter.from === undefined ? 0 : checkedTime('the start', filter.from);
    const to = filter.to === undefined ? Number.MAX_SAFE_INTEGER : checkedTime('the end', filter.to);
    await serving.writeCounts();
    return this.#usage.rows({ accountName, from, to });
  }

  /** Every change is durable when it resolves, and applies to the next call that this process checks. */
  #change<T>(work: (now: number) => T): Promise<T> {
    const { clock, schedule, serving } = this.#options;
    return new Promise((resolve, reject) => {
      schedule.soon(() => {
        try {
          const changed = this.#transaction(() => work(clock.now()));
          serving.clearCallers();
          resolve(changed as T);
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Changes an existing account, which keeps its name. */
  #changeAccount(entered: string, work: (account: Account, now: number) => void): Promise<Account> {
    return this.#change((now) => {
      const account = this.#account(entered, now);
      work(account, now);
      return this.#account(account.name, now);
    });
  }

  /** The names under which removed accounts are kept are not free either. */
  #requireFreeName(name: string, now: number): void {
    const month = monthOf(now);
    if (this.#accounts.find(name, month) ?? this.#accounts.find(name, month, 'removed'))
      throw nameTaken('account', name);
  }

  /** An existing account, or one that is kept for audit. */
  #knownName(entered: string, now: number): string {
    return this.#accounts.find(entered.trim(), monthOf(now), 'removed')?.name ?? this.#account(entered, now).name;
  }

  /** The plan that an account is to have. */
  #chosenPlan(entered: string): Plan {
    return this.#plan(entered, 'can be made');
  }

  #plan(entered: string, need: 'is there' | 'can be made' = 'is there'): Plan {
    const name = entered.trim();
    const plans = this.#accounts.plans();
    const found = plans.find((plan) => plan.name === name);
    if (found) return found;
    throw unknownPlan(
      name,
      plans.map((plan) => plan.name),
      need,
    );
  }

  #account(entered: string, now: number, need: 'is there' | 'can be made' = 'is there'): Account {
    const name = entered.trim();
    const account = this.#accounts.find(name, monthOf(now));
    if (account) return account;
    throw unknownAccount(
      name,
      this.#accounts.accounts(monthOf(now)).map((other) => other.name),
      need,
    );
  }

  #key(id: string): KeyRecord {
    const record = this.#keys.find(id);
    if (!record) throw unknownKey(id);
    return record;
  }
}

type FoundAnswer = Parameters<AnswerRemoval['run']>[0];

/** The answers of charged calls. No other answers contain records. */
function chargedAnswers(database: Database): FoundAnswer[] {
  const answers = 'SELECT id, status FROM idempotent_request WHERE answer IS NOT NULL AND credits > 0';
  return database.prepare<[], FoundAnswer>(answers).all();
}

function answersWith(database: Database, texts: readonly string[]): FoundAnswer[] {
  const found: FoundAnswer[] = [];
  const answers = database.prepare<[], FoundAnswer & { readonly answer: Buffer }>(
    'SELECT id, status, answer FROM idempotent_request WHERE answer IS NOT NULL',
  );
  for (const { id, status, answer } of answers.iterate()) if (hasText(answer, texts)) found.push({ id, status });
  return found;
}

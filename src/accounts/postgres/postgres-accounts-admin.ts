// The operator's side over PostgreSQL: plans, accounts, keys, grants and usage. Every change is one transaction that
// increases the version of the keys, which serving nodes poll.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../ops/clock.ts';
import type { Database, Session } from '../../ops/postgres/database.ts';
import { generateKey, hashKey, INGEST_KEY_ID, maskKey, randomBase62 } from '../key-format.ts';
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
import {
  accountOf,
  DASHBOARD,
  ID_LENGTH,
  type KeyDraft,
  type KeyRecord,
  recordOf,
  removedName,
  shownIngestKey,
  shownKey,
} from '../stored-rows.ts';
import { bucketOf } from './bucket.ts';
import { type IdempotentRequests, markExecuted } from './idempotent-requests.ts';
import { ADD_INGEST_KEY, FIND_INGEST_KEY, INGEST_KEYS, REVOKE_INGEST_KEY } from './ingest-key-statements.ts';
import {
  ACCOUNTS,
  ADD_ACCOUNT,
  ADD_KEY,
  DELETE_PLAN,
  END_KEY_AT,
  ENTER_GRANT,
  FIND_KEY,
  FOLLOW_PLAN,
  GRANT,
  HIDE_PLAN,
  KEYS,
  MOVE_ACCOUNT,
  NEXT_PLACE,
  PLANS,
  RAISE_KEYS,
  REMOVE_ACCOUNT,
  RENAME_ACCOUNT,
  RESUME,
  REVOKE,
  REVOKE_ALL,
  SET_PLAN,
  SUCCEED,
  SUSPEND,
} from './key-statements.ts';
import type { PostgresAccounts } from './postgres-accounts.ts';
import type { UsageRepository } from './usage-repository.ts';

const HOUR_MS = 3_600_000;

interface AdminOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly usage: UsageRepository;
  readonly idempotent: IdempotentRequests;
  /**
   * The serving side of the same process. Its pending counts are part of the usage, and changes take effect in it at
   * once.
   */
  readonly serving: Pick<PostgresAccounts, 'clearCallers' | 'writeCounts'>;
}

export class PostgresAccountsAdmin implements AccountsAdmin {
  readonly #options: AdminOptions;

  constructor(options: AdminOptions) {
    this.#options = options;
  }

  setPlan({ name, creditsPerMonth, requestsPerSecond }: Plan): Promise<void> {
    return this.#change(async (session) => {
      const credits = creditsPerMonth === null ? null : checkedCredits(creditsPerMonth, 0);
      await session.run(SET_PLAN, checkedName('plan', name), credits, checkedRate(requestsPerSecond));
    });
  }

  async plans(): Promise<Plan[]> {
    return [...(await this.#options.database.read(PLANS))];
  }

  renamePlan(name: string, newName: string): Promise<Plan> {
    return this.#change(async (session) => {
      const plan = await planOf(session, name, 'is there');
      const checked = checkedName('plan', newName);
      if (checked === plan.name) return plan;
      if ((await session.run(PLANS)).some((other) => other.name === checked)) throw nameTaken('plan', checked);
      await session.run(SET_PLAN, checked, plan.creditsPerMonth, plan.requestsPerSecond);
      await session.run(FOLLOW_PLAN, plan.name, checked);
      await session.run(DELETE_PLAN, plan.name);
      return { ...plan, name: checked };
    });
  }

  removePlan(name: string): Promise<void> {
    return this.#change(async (session, now) => {
      const plan = await planOf(session, name, 'is there');
      const users = (await accountsOf(session, now)).filter(({ planName }) => planName === plan.name);
      const names = users.map((user) => user.name);
      if (names.length > 0) throw planInUse(plan.name, names);
      await session.run(HIDE_PLAN, plan.name, now);
    });
  }

  createAccount(name: string, planName: string): Promise<Account> {
    return this.#change(async (session, now) => {
      const checked = checkedName('account', name);
      const plan = await planOf(session, planName, 'can be made');
      await requireFreeName(session, checked, now);
      await session.run(ADD_ACCOUNT, `acc_${randomBase62(ID_LENGTH)}`, checked, plan.name, now);
      return accountNamed(session, checked, now);
    });
  }

  async accounts(which: 'present' | 'removed' = 'present'): Promise<Account[]> {
    const { database, clock } = this.#options;
    const rows = await database.read(ACCOUNTS, monthOf(clock.now()), null, which === 'removed');
    return rows.map(accountOf);
  }

  renameAccount(name: string, newName: string): Promise<Account> {
    return this.#changeAccount(name, async ({ session, account, now }) => {
      const checked = checkedName('account', newName);
      if (checked === account.name) return checked;
      await requireFreeName(session, checked, now);
      await session.run(RENAME_ACCOUNT, account.id, checked);
      return checked;
    });
  }

  moveAccount(name: string, planName: string): Promise<Account> {
    return this.#changeAccount(name, async ({ session, account }) => {
      await session.run(MOVE_ACCOUNT, account.id, (await planOf(session, planName, 'can be made')).name);
      return account.name;
    });
  }

  suspendAccount(name: string): Promise<Account> {
    return this.#changeAccount(name, async ({ session, account, now }) => {
      await session.run(SUSPEND, account.id, now);
      return account.name;
    });
  }

  resumeAccount(name: string): Promise<Account> {
    return this.#changeAccount(name, async ({ session, account }) => {
      await session.run(RESUME, account.id);
      return account.name;
    });
  }

  removeAccount(name: string): Promise<Account> {
    return this.#change(async (session, now) => {
      const account = await accountNamed(session, name, now);
      await session.run(REVOKE_ALL, account.id, now);
      const kept = removedName(account);
      await session.run(REMOVE_ACCOUNT, account.id, now, kept);
      const [removed] = await session.run(ACCOUNTS, monthOf(now), kept, true);
      if (!removed) throw new Error('a removed account is kept');
      return accountOf(removed);
    });
  }

  grant(accountName: string, credits: number, attempt: string | null = null): Promise<Account> {
    const grantId = randomUUID();
    return this.#changeAccount(accountName, async ({ session, account, now }) => {
      const { id } = account;
      const checked = checkedCredits(credits, 1);
      await session.run(GRANT, bucketOf(id), id, monthOf(now), checked);
      await session.run(ENTER_GRANT, bucketOf(id), grantId, id, checked, now);
      if (attempt !== null) await markExecuted(session, attempt);
      return account.name;
    });
  }

  createKey(key: NewKey): Promise<CreatedKey> {
    return this.#change(async (session, now) =>
      insertKey(session, {
        accountId: (await chosenAccount(session, key.accountName, now)).id,
        name: checkedLabel('name of the key', key.name),
        allowedPaths: checkedPaths(key.allowedPaths),
        createdAt: now,
        expiresAt: checkedExpiry(key.expiresAt, now),
      }),
    );
  }

  createIngestKey({ name, expiresAt }: Pick<NewKey, 'name' | 'expiresAt'>): Promise<CreatedIngestKey> {
    return this.#change(async (session, now) => {
      const key = generateKey('ingest');
      const id = `${INGEST_KEY_ID}${randomBase62(ID_LENGTH)}`;
      const label = checkedLabel('name of the key', name);
      const end = checkedExpiry(expiresAt, now);
      const place = await nextPlace(session);
      await session.run(ADD_INGEST_KEY, id, hashKey(key), place, label, maskKey(key), now, end);
      return { ...(await ingestKeyOf(session, id)), key };
    });
  }

  async ingestKeys(): Promise<IngestKey[]> {
    return (await this.#options.database.read(INGEST_KEYS)).map(shownIngestKey);
  }

  revokeIngestKey(id: string): Promise<IngestKey> {
    return this.#change(async (session, now) => {
      await session.run(REVOKE_INGEST_KEY, id, now);
      return ingestKeyOf(session, id);
    });
  }

  async keys(accountName?: string): Promise<Key[]> {
    const { database, clock } = this.#options;
    const account = accountName === undefined ? null : await accountNamed(database, accountName, clock.now());
    return (await database.read(KEYS, account?.id ?? null)).map((row) => shownKey(recordOf(row)));
  }

  revokeKey(id: string): Promise<Key> {
    return this.#change(async (session, now) => {
      const record = await keyOf(session, id);
      await session.run(REVOKE, record.id, now);
      return shownKey(await keyOf(session, id));
    });
  }

  rotateKey(id: string, graceHours: number): Promise<CreatedKey> {
    return this.#change(async (session, now) => {
      const record = await keyOf(session, id);
      checkRotatable(record, now);
      const end = now + checkedGraceHours(graceHours) * HOUR_MS;
      const { accountId, name, allowedPaths, expiresAt } = record;
      const made = await insertKey(session, { accountId, name, allowedPaths, createdAt: now, expiresAt });
      await session.run(SUCCEED, record.id, made.id);
      if (end <= now) await session.run(REVOKE, record.id, now);
      else await session.run(END_KEY_AT, record.id, end);
      return made;
    });
  }

  dashboardKeyHash(accountName: string): Promise<string> {
    return this.#change(async (session, now) => {
      const { id } = await accountNamed(session, accountName, now);
      const hash = `${DASHBOARD}${id}`;
      const place = await nextPlace(session);
      await session.run(ADD_KEY, hash, id, hash, place, 'dashboard', '', '[]', now, null);
      return hash;
    });
  }

  removeAnswers(of: readonly string[] | 'charged'): Promise<number> {
    return this.#options.idempotent.removeAnswers(of);
  }

  async usage(filter: { accountName?: string; from?: string; to?: string }): Promise<UsageRow[]> {
    const { database, clock, serving, usage } = this.#options;
    const name = filter.accountName === undefined ? null : await knownName(database, filter.accountName, clock.now());
    const from = filter.from === undefined ? 0 : checkedTime('the start', filter.from);
    const to = filter.to === undefined ? Number.MAX_SAFE_INTEGER : checkedTime('the end', filter.to);
    await serving.writeCounts();
    return usage.rows(name, from, to);
  }

  /** Every change is durable when it resolves, and applies to the next call that this process checks. */
  async #change<T>(work: (session: Session, now: number) => Promise<T>): Promise<T> {
    const { database, clock, serving } = this.#options;
    const changed = await database.transact(async (session) => {
      await session.run(RAISE_KEYS);
      return work(session, clock.now());
    });
    serving.clearCallers();
    return changed;
  }

  /** Changes an existing account; `work` returns its name after the change. */
  #changeAccount(
    entered: string,
    work: (context: { session: Session; account: Account; now: number }) => Promise<string>,
  ): Promise<Account> {
    return this.#change(async (session, now) => {
      const account = await accountNamed(session, entered, now);
      return accountNamed(session, await work({ session, account, now }), now);
    });
  }
}

async function accountsOf(session: Session, now: number): Promise<Account[]> {
  return (await session.run(ACCOUNTS, monthOf(now), null, false)).map(accountOf);
}

async function findAccount(session: Session, entered: string, now: number): Promise<Account | null> {
  const [row] = await session.run(ACCOUNTS, monthOf(now), entered.trim(), false);
  return row ? accountOf(row) : null;
}

async function namesOf(session: Session, now: number): Promise<string[]> {
  return (await accountsOf(session, now)).map(({ name }) => name);
}

async function accountNamed(session: Session, entered: string, now: number): Promise<Account> {
  const found = await findAccount(session, entered, now);
  if (found === null) throw unknownAccount(entered.trim(), await namesOf(session, now), 'is there');
  return found;
}

/** The account that a new key is to have. */
async function chosenAccount(session: Session, entered: string, now: number): Promise<Account> {
  const found = await findAccount(session, entered, now);
  if (found === null) throw unknownAccount(entered.trim(), await namesOf(session, now), 'can be made');
  return found;
}

/** An existing account, or one that is kept for audit. */
async function knownName(session: Session, entered: string, now: number): Promise<string> {
  const [removed] = await session.run(ACCOUNTS, monthOf(now), entered.trim(), true);
  return removed?.name ?? (await accountNamed(session, entered, now)).name;
}

/** The names under which removed accounts are kept are not free either. */
async function requireFreeName(session: Session, name: string, now: number): Promise<void> {
  for (const isRemoved of [false, true]) {
    const found = await session.run(ACCOUNTS, monthOf(now), name, isRemoved);
    if (found.length > 0) throw nameTaken('account', name);
  }
}

async function planOf(session: Session, entered: string, need: 'is there' | 'can be made'): Promise<Plan> {
  const name = entered.trim();
  const plans = await session.run(PLANS);
  const found = plans.find((plan) => plan.name === name);
  if (found) return found;
  throw unknownPlan(
    name,
    plans.map((plan) => plan.name),
    need,
  );
}

async function keyOf(session: Session, id: string): Promise<KeyRecord> {
  const [row] = await session.run(FIND_KEY, id);
  if (!row) throw unknownKey(id);
  return recordOf(row);
}

async function ingestKeyOf(session: Session, id: string): Promise<IngestKey> {
  const [row] = await session.run(FIND_INGEST_KEY, id);
  if (!row) throw unknownIngestKey(id);
  return shownIngestKey(row);
}

async function nextPlace(session: Session): Promise<number> {
  return (await session.run(NEXT_PLACE))[0]?.value ?? 0;
}

/** Creates a key for an account that exists; only the result contains its text. */
async function insertKey(session: Session, draft: KeyDraft): Promise<CreatedKey> {
  const key = generateKey();
  const id = `key_${randomBase62(ID_LENGTH)}`;
  const { accountId, name, createdAt, expiresAt } = draft;
  const paths = JSON.stringify(draft.allowedPaths);
  const place = await nextPlace(session);
  await session.run(ADD_KEY, id, accountId, hashKey(key), place, name, maskKey(key), paths, createdAt, expiresAt);
  return { ...shownKey(await keyOf(session, id)), key };
}

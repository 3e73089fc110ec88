// Chooses the implementations of accounts and members; the ledger of a server is chosen by ledgers.ts. A command opens
// these alone, so that it starts fast: the driver of a database is loaded where one is set.
import type { AccountsAdmin, AccountsObserver, BatchingAccounts } from '../accounts/port.ts';
import { openAccounts as openSqliteAccounts } from '../accounts/sqlite/open-accounts.ts';
import type { MemberStore } from '../members/port.ts';
import { openMembers as openSqliteMembers } from '../members/sqlite/open-members.ts';
import { systemClock } from '../ops/clock.ts';
import type { Config } from './config.ts';
import { accountsFile, membersFile } from './data-folder.ts';

interface AccountsChoices {
  readonly observer?: AccountsObserver;
  /** Throws if there is no file of accounts. By default it is created. */
  readonly mustExist?: boolean;
}

export async function openAccounts(
  config: Config,
  { mustExist = false, ...choices }: AccountsChoices = {},
): Promise<{ accounts: BatchingAccounts; admin: AccountsAdmin }> {
  const options = { clock: systemClock, ...choices };
  const { database } = config;
  if (database === null) return openSqliteAccounts({ file: accountsFile(config), mustExist, ...options });
  const { openPostgresAccounts, databaseAccess } = await import('./database.ts');
  return openPostgresAccounts({ ...databaseAccess(database), ...options });
}

/** Runs work on the accounts and closes their store. */
export async function withAccounts<T>(
  config: Config,
  work: (sides: Awaited<ReturnType<typeof openAccounts>>) => Promise<T>,
): Promise<T> {
  const sides = await openAccounts(config);
  try {
    return await work(sides);
  } finally {
    await sides.accounts.close();
  }
}

export async function openMembers(config: Config): Promise<MemberStore> {
  const { database } = config;
  if (database === null) return openMembersFile(config, membersFile(config));
  const { openPostgresMembers, databaseAccess } = await import('./database.ts');
  return openPostgresMembers({ ...databaseAccess(database), clock: systemClock, life: lifeOf(config) });
}

/** Opens the members in a file, such as a file of a backup. */
export function openMembersFile(config: Config, file: string): MemberStore {
  return openSqliteMembers({ file, clock: systemClock, life: lifeOf(config) });
}

function lifeOf({ sessionIdleMinutes, sessionHours }: Config) {
  return { idleMs: sessionIdleMinutes * 60_000, absoluteMs: sessionHours * 3_600_000 };
}

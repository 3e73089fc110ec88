// Chooses the implementations of accounts and members; what serves from them and the records are those of stores.ts.
// Each command opens one of them only, so that it starts fast: the driver of a database is loaded where one is set.
import type { AccountsAdmin, AccountsObserver, BatchingAccounts } from '../accounts/port.ts';
import { openAccounts as openPostgresAccounts } from '../accounts/postgres/open-accounts.ts';
import { openAccounts as openSqliteAccounts } from '../accounts/sqlite/open-accounts.ts';
import type { MemberStore } from '../members/port.ts';
import { openMembers as openPostgresMembers } from '../members/postgres/open-members.ts';
import { openMembers as openSqliteMembers } from '../members/sqlite/open-members.ts';
import { systemClock } from '../ops/clock.ts';
import type { Config } from './config.ts';
import { accountsFile, membersFile } from './data-folder.ts';
import { databaseAccess } from './database.ts';

export function openAccounts(
  config: Config,
  observer?: AccountsObserver,
): { accounts: BatchingAccounts; admin: AccountsAdmin } {
  const options = { clock: systemClock, ...(observer ? { observer } : {}) };
  if (config.database !== null) return openPostgresAccounts({ ...databaseAccess(config.database), ...options });
  return openSqliteAccounts({ file: accountsFile(config), ...options });
}

export function openMembers(config: Config): MemberStore {
  const { database } = config;
  if (database === null) return openMembersFile(config, membersFile(config));
  return openPostgresMembers({ ...databaseAccess(database), clock: systemClock, life: lifeOf(config) });
}

/** Members of a file, such as one of a backup. */
export function openMembersFile(config: Config, file: string): MemberStore {
  return openSqliteMembers({ file, clock: systemClock, life: lifeOf(config) });
}

function lifeOf({ sessionIdleMinutes, sessionHours }: Config) {
  return { idleMs: sessionIdleMinutes * 60_000, absoluteMs: sessionHours * 3_600_000 };
}

// Chooses the implementations of accounts and members; what serves from them and the records are those of stores.ts.
import type { AccountsAdmin, AccountsObserver, BatchingAccounts } from '../accounts/port.ts';
import { openAccounts as openSqliteAccounts } from '../accounts/sqlite/open-accounts.ts';
import type { MemberStore } from '../members/port.ts';
import { openMembers as openSqliteMembers } from '../members/sqlite/open-members.ts';
import { systemClock } from '../ops/clock.ts';
import type { Config } from './config.ts';
import { accountsFile, membersFile } from './data-folder.ts';

export function openAccounts(
  config: Config,
  observer?: AccountsObserver,
): { accounts: BatchingAccounts; admin: AccountsAdmin } {
  return openSqliteAccounts({ file: accountsFile(config), clock: systemClock, ...(observer ? { observer } : {}) });
}

/** `file`: by default that of the data folder. */
export function openMembers(config: Config, file = membersFile(config)): MemberStore {
  const life = { idleMs: config.sessionIdleMinutes * 60_000, absoluteMs: config.sessionHours * 3_600_000 };
  return openSqliteMembers({ file, clock: systemClock, life });
}

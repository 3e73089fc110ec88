// Verifies the files of a backup, and compares them with the files that they replace.
import type { AccountsDifference } from '../accounts/port.ts';
import { compareAccounts } from '../accounts/sqlite/compare-accounts.ts';
import { proveAccounts as proveSqliteAccounts } from '../accounts/sqlite/prove-accounts.ts';
import { lostSuppressions as lostSqliteSuppressions } from '../catalog/sqlite/lost-suppressions.ts';
import { proveCatalog as proveSqliteCatalog } from '../catalog/sqlite/prove-catalog.ts';
import {
  endSessionsAndLinks as endInSqlite,
  proveMembers as proveSqliteMembers,
} from '../members/sqlite/prove-members.ts';
import { systemClock } from '../ops/clock.ts';
import type { Proof } from '../ops/sqlite/prove-file.ts';

/** Each reads a whole file of a backup and reports its faults. */
export const proveCatalog = (file: string): Proof => proveSqliteCatalog(file);
export const proveAccounts = (file: string): Proof => proveSqliteAccounts(file);
export const proveMembers = (file: string): Proof => proveSqliteMembers(file);

/** Changes lost by replacing one accounts file with another; null: there is no other. */
export function accountsDifference(copy: string, current: string | null): AccountsDifference {
  return compareAccounts(copy, current, systemClock.now());
}

/** See lost-suppressions.ts. */
export const lostSuppressions = (copy: string, current: string): number | null => lostSqliteSuppressions(copy, current);

/** Ends the sessions and links in a restored file of members. */
export const endSessionsAndLinks = (file: string): void => endInSqlite(file);

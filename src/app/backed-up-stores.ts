// Verifies the files of a backup, and compares them with the files that they replace.
import type { AccountsDifference } from '../accounts/port.ts';
import { compareAccounts } from '../accounts/sqlite/compare-accounts.ts';
import { verifyAccounts as verifySqliteAccounts } from '../accounts/sqlite/verify-accounts.ts';
import { lostSuppressions as lostSqliteSuppressions } from '../catalog/sqlite/lost-suppressions.ts';
import { verifyCatalog as verifySqliteCatalog } from '../catalog/sqlite/verify-catalog.ts';
import {
  endSessionsAndLinks as endInSqlite,
  verifyMembers as verifySqliteMembers,
} from '../members/sqlite/verify-members.ts';
import { systemClock } from '../ops/clock.ts';
import type { Verification } from '../ops/sqlite/verify-file.ts';

/** Each reads a whole file of a backup and reports its faults. */
export const verifyCatalog = (file: string): Verification => verifySqliteCatalog(file);
export const verifyAccounts = (file: string): Verification => verifySqliteAccounts(file);
export const verifyMembers = (file: string): Verification => verifySqliteMembers(file);

/** Changes lost by replacing one accounts file with another; null: there is no other. */
export function accountsDifference(copy: string, current: string | null): AccountsDifference {
  return compareAccounts(copy, current, systemClock.now());
}

/** See lost-suppressions.ts. */
export const lostSuppressions = (copy: string, current: string): number | null => lostSqliteSuppressions(copy, current);

/** Ends the sessions and links in a restored file of members. */
export const endSessionsAndLinks = (file: string): void => endInSqlite(file);

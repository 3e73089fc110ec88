// The changes that a copy of accounts.db would undo: keys revoked or created since the copy, credits charged or granted
// since. Reads both files and changes neither.
import Database from 'better-sqlite3';
import { assertUsable } from '../../ops/sqlite/sqlite-file.ts';
import type { AccountsDifference, ComparedKey } from '../port.ts';
import { ACCOUNTS_SCHEMA } from './schema.ts';

interface KeyRow extends ComparedKey {
  readonly ended: 0 | 1;
}

interface CreditRow {
  readonly account: string;
  readonly month: string;
  readonly used: number;
  readonly granted: number;
}

/** The excluded prefix marks the ids of the dashboard, which are not keys (key-repository.ts). */
const KEYS = `SELECT api_key.id, account.name AS account, api_key.name, masked,
    revoked_at IS NOT NULL OR coalesce(expires_at <= @now, 0)
      OR suspended_at IS NOT NULL OR account.removed_at IS NOT NULL AS ended
  FROM api_key JOIN account ON account.id = account_id
  WHERE api_key.id NOT LIKE 'dashboard\\_%' ESCAPE '\\'
  UNION ALL SELECT id, '(ingest)', name, masked, revoked_at IS NOT NULL OR coalesce(expires_at <= @now, 0) FROM ingest_key
  ORDER BY 2, 1`;
const CREDITS = `SELECT account.name AS account, month, used, granted
  FROM balance JOIN account ON account.id = account_id
  ORDER BY 1, 2`;

/** The keys of a store, API keys and ingest keys, and which of them have ended. */
export function keysOf(database: Database.Database, now: number): readonly KeyRow[] {
  return database.prepare<{ now: number }, KeyRow>(KEYS).all({ now });
}

interface Contents {
  readonly keys: readonly KeyRow[];
  readonly credits: readonly CreditRow[];
}

function read(file: string, now: number): Contents {
  const database = new Database(file, { fileMustExist: true });
  try {
    assertUsable(database, ACCOUNTS_SCHEMA);
    return {
      keys: keysOf(database, now),
      credits: database.prepare<[], CreditRow>(CREDITS).all(),
    };
  } finally {
    database.close();
  }
}

/** Null if the file cannot be read: restoring a backup is the remedy for a damaged store. */
function readIfSound(file: string | null, now: number): Contents | null {
  try {
    return file === null ? null : read(file, now);
  } catch {
    return null;
  }
}

/**
 * The differences between `copy` and `current`, if `current` is readable. Throws if the copy is not a store of
 * accounts.
 */
export function compareAccounts(copy: string, current: string | null, now: number): AccountsDifference {
  const restored = read(copy, now);
  const live = restored.keys.filter(({ ended }) => ended === 0);
  const shown = ({ id, account, name, masked }: KeyRow): ComparedKey => ({ id, account, name, masked });
  const before = readIfSound(current, now);
  if (before === null) return { liveKeys: live.map(shown), revived: null, lost: null, credits: null };
  const endedBefore = new Set(before.keys.filter(({ ended }) => ended === 1).map(({ id }) => id));
  const liveNow = new Set(live.map(({ id }) => id));
  const keyOf = ({ account, month }: CreditRow) => `${account}\n${month}`;
  const had = new Map(restored.credits.map((row) => [keyOf(row), row]));
  return {
    liveKeys: live.map(shown),
    revived: live.filter(({ id }) => endedBefore.has(id)).map(shown),
    lost: before.keys.filter(({ id, ended }) => ended === 0 && !liveNow.has(id)).map(shown),
    credits: before.credits
      .map((row) => {
        const { used = 0, granted = 0 } = had.get(keyOf(row)) ?? {};
        return { account: row.account, month: row.month, used: row.used - used, granted: row.granted - granted };
      })
      .filter(({ used, granted }) => used !== 0 || granted !== 0),
  };
}

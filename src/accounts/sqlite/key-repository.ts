// Keys as stored: their hash and masked form, never their text. The caller wraps writes in a transaction.
import type { Database } from 'better-sqlite3';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import { generateKey, hashKey, maskKey, randomBase62 } from '../key-format.ts';
import type { CreatedKey } from '../port.ts';
import {
  DASHBOARD,
  ID_LENGTH,
  type KeyDraft,
  type KeyRecord,
  type KeyRow,
  recordOf,
  shownKey,
} from '../stored-rows.ts';

const SELECT_KEYS = `
  SELECT api_key.id, account_id AS accountId, account.name AS accountName, api_key.name, masked,
    allowed_paths AS allowedPaths,
    api_key.created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt, last_used_at AS lastUsedAt,
    successor_id AS successorId
  FROM api_key JOIN account ON account.id = account_id`;

const STATEMENTS = {
  insert: sql<Omit<KeyRow, 'accountName' | 'revokedAt' | 'lastUsedAt' | 'successorId'> & { hash: string }>(`
    INSERT INTO api_key (id, account_id, hash, name, masked, allowed_paths, created_at, expires_at)
    VALUES (@id, @accountId, @hash, @name, @masked, @allowedPaths, @createdAt, @expiresAt)`),
  find: sql<[string], KeyRow>(`${SELECT_KEYS} WHERE api_key.id = ? AND hash NOT LIKE '${DASHBOARD}%'`),
  list: sql<{ accountId: string | null }, KeyRow>(`${SELECT_KEYS}
    WHERE (@accountId IS NULL OR account_id = @accountId) AND hash NOT LIKE '${DASHBOARD}%'
    ORDER BY api_key.created_at, api_key.rowid`),
  insertDashboard: sql<{ hash: string; accountId: string; now: number }>(`
    INSERT INTO api_key (id, account_id, hash, name, masked, allowed_paths, created_at)
    VALUES (@hash, @accountId, @hash, 'dashboard', '', '[]', @now) ON CONFLICT DO NOTHING`),
  revoke: sql<{ id: string; now: number }>('UPDATE api_key SET revoked_at = coalesce(revoked_at, @now) WHERE id = @id'),
  revokeAll: sql<{ accountId: string; now: number }>(
    'UPDATE api_key SET revoked_at = coalesce(revoked_at, @now) WHERE account_id = @accountId',
  ),
  endAt: sql<{ id: string; end: number }>(
    'UPDATE api_key SET expires_at = min(coalesce(expires_at, @end), @end) WHERE id = @id',
  ),
  succeed: sql<{ id: string; successorId: string }>('UPDATE api_key SET successor_id = @successorId WHERE id = @id'),
};

export class KeyRepository {
  readonly #statements: Statements<typeof STATEMENTS>;

  constructor(database: Database) {
    this.#statements = prepareAll(database, STATEMENTS);
  }

  /** Creates a key for an account that exists; only the result contains its text. */
  make(draft: KeyDraft): CreatedKey {
    const key = generateKey();
    const id = `key_${randomBase62(ID_LENGTH)}`;
    const { accountId, name, createdAt, expiresAt } = draft;
    const allowedPaths = JSON.stringify(draft.allowedPaths);
    this.#statements.insert.run({
      id,
      accountId,
      hash: hashKey(key),
      name,
      masked: maskKey(key),
      allowedPaths,
      createdAt,
      expiresAt,
    });
    return { ...shownKey(this.record(id)), key };
  }

  /** The hash of the dashboard as a caller of an account; creates it if it is missing. */
  dashboardHash(accountId: string, now: number): string {
    const hash = `${DASHBOARD}${accountId}`;
    this.#statements.insertDashboard.run({ hash, accountId, now });
    return hash;
  }

  find(id: string): KeyRecord | null {
    const row = this.#statements.find.get(id);
    return row ? recordOf(row) : null;
  }

  /** Throws if the key does not exist. */
  record(id: string): KeyRecord {
    const record = this.find(id);
    if (!record) throw new Error(`no key with id ${id}`);
    return record;
  }

  /** Keys of one account, or of all (null), oldest first. */
  list(accountId: string | null): KeyRecord[] {
    return this.#statements.list.all({ accountId }).map(recordOf);
  }

  /** Ends the key now; a revoked one keeps its time. */
  revoke(id: string, now: number): void {
    this.#statements.revoke.run({ id, now });
  }

  /** Ends all keys of an account now, and its dashboard caller. */
  revokeAllOf(accountId: string, now: number): void {
    this.#statements.revokeAll.run({ accountId, now });
  }

  /** Creates the successor of a key and ends the key at `end`, or now if that is `now`. */
  rotate(record: KeyRecord, now: number, end: number): CreatedKey {
    const { accountId, name, allowedPaths, expiresAt } = record;
    const made = this.make({ accountId, name, allowedPaths, createdAt: now, expiresAt });
    this.#statements.succeed.run({ id: record.id, successorId: made.id });
    if (end <= now) this.revoke(record.id, now);
    else this.#statements.endAt.run({ id: record.id, end });
    return made;
  }
}

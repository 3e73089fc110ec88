// Ingest keys as stored: their hash and masked form, never their text. The caller wraps writes in a transaction.
import type { Database } from 'better-sqlite3';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import { generateKey, hashKey, INGEST_KEY_ID, maskKey, randomBase62 } from '../key-format.ts';
import type { CreatedIngestKey, IngestCaller, IngestKey } from '../port.ts';
import { ID_LENGTH, type IngestKeyRow, shownIngestKey } from '../stored-rows.ts';

const SELECT = `SELECT id, name, masked, created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt,
  last_used_at AS lastUsedAt FROM ingest_key`;

const STATEMENTS = {
  insert: sql<Pick<IngestKeyRow, 'id' | 'name' | 'masked' | 'createdAt' | 'expiresAt'> & { hash: string }>(`
    INSERT INTO ingest_key (id, hash, name, masked, created_at, expires_at)
    VALUES (@id, @hash, @name, @masked, @createdAt, @expiresAt)`),
  find: sql<[string], IngestKeyRow>(`${SELECT} WHERE id = ?`),
  list: sql<[], IngestKeyRow>(`${SELECT} ORDER BY created_at, rowid`),
  revoke: sql<{ id: string; now: number }>(
    'UPDATE ingest_key SET revoked_at = coalesce(revoked_at, @now) WHERE id = @id',
  ),
  valid: sql<{ hash: string; now: number }, { keyId: string }>(`
    SELECT id AS keyId FROM ingest_key
    WHERE hash = @hash AND revoked_at IS NULL AND coalesce(expires_at > @now, 1)`),
};

export class IngestKeyRepository {
  readonly #statements: Statements<typeof STATEMENTS>;

  constructor(database: Database) {
    this.#statements = prepareAll(database, STATEMENTS);
  }

  make(draft: Pick<IngestKeyRow, 'name' | 'createdAt' | 'expiresAt'>): CreatedIngestKey {
    const key = generateKey('ingest');
    const id = `${INGEST_KEY_ID}${randomBase62(ID_LENGTH)}`;
    this.#statements.insert.run({ id, hash: hashKey(key), masked: maskKey(key), ...draft });
    return { ...(this.find(id) as IngestKey), key };
  }

  /** Null if there is no such key. */
  find(id: string): IngestKey | null {
    const row = this.#statements.find.get(id);
    return row ? shownIngestKey(row) : null;
  }

  list(): IngestKey[] {
    return this.#statements.list.all().map(shownIngestKey);
  }

  /** Ends the key now; a revoked one keeps its time. */
  revoke(id: string, now: number): void {
    this.#statements.revoke.run({ id, now });
  }

  /** The caller of a valid key. */
  caller(hash: string, now: number): IngestCaller | null {
    return this.#statements.valid.get({ hash, now }) ?? null;
  }
}

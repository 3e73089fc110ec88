// The kinds of calls, numbered: charges and usage refer to a kind instead of repeating it. The caller wraps writes in a
// transaction.
import type { Database } from 'better-sqlite3';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import type { LedgerCall } from '../ledger/ledger-request.ts';

/** Bounds the memory: about 200 bytes per entry. */
const KNOWN_MAX = 10_000;

type CallKind = Pick<LedgerCall, 'keyId' | 'path' | 'status'>;

const STATEMENTS = {
  find: sql<[keyId: string, path: string, status: number], { id: number }>(
    'SELECT id FROM call_kind WHERE key_id = ? AND path = ? AND status = ?',
  ),
  add: sql<[keyId: string, path: string, status: number]>(
    'INSERT INTO call_kind (key_id, path, status) VALUES (?, ?, ?)',
  ),
};

export class CallKinds {
  readonly #statements: Statements<typeof STATEMENTS>;
  readonly #known = new Map<string, number>();

  constructor(database: Database) {
    this.#statements = prepareAll(database, STATEMENTS);
  }

  /** The number of a kind, which is inserted if it is new. Throws if the key does not exist. */
  idOf({ keyId, path, status }: CallKind): number {
    const name = `${keyId} ${status} ${path}`;
    let id = this.#known.get(name);
    if (id === undefined) {
      id =
        this.#statements.find.get(keyId, path, status)?.id ??
        Number(this.#statements.add.run(keyId, path, status).lastInsertRowid);
      if (this.#known.size >= KNOWN_MAX) this.#known.clear();
      this.#known.set(name, id);
    }
    return id;
  }

  /** Call it after a rollback: the rolled-back write may have inserted a kind. */
  clear(): void {
    this.#known.clear();
  }
}

// The kinds of calls there are, as numbers: what charges and usage repeat stands once. Writes belong inside a transaction of the caller's.
import type { Database, Statement } from 'better-sqlite3';
import type { LedgerCall } from './ledger-request.ts';

/** Bounds the memory: about 200 bytes an entry. */
const KNOWN_MAX = 10_000;

type CallKind = Pick<LedgerCall, 'keyId' | 'path' | 'status'>;

export class CallKinds {
  readonly #find: Statement<[keyId: string, path: string, status: number], { id: number }>;
  readonly #add: Statement<[keyId: string, path: string, status: number]>;
  readonly #known = new Map<string, number>();

  constructor(database: Database) {
    this.#find = database.prepare('SELECT id FROM call_kind WHERE key_id = ? AND path = ? AND status = ?');
    this.#add = database.prepare('INSERT INTO call_kind (key_id, path, status) VALUES (?, ?, ?)');
  }

  /** The number of a kind, which is entered where it is new. Throws where there is no such key. */
  idOf({ keyId, path, status }: CallKind): number {
    const name = `${keyId} ${status} ${path}`;
    let id = this.#known.get(name);
    if (id === undefined) {
      id = this.#find.get(keyId, path, status)?.id ?? Number(this.#add.run(keyId, path, status).lastInsertRowid);
      if (this.#known.size >= KNOWN_MAX) this.#known.clear();
      this.#known.set(name, id);
    }
    return id;
  }

  /** To be called where something was undone: it may have been what made a kind. */
  forget(): void {
    this.#known.clear();
  }
}

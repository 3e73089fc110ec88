// The stored calls. calls.db keeps the last calls of each key as a ring, so its size depends on the number of keys. The
// file contains no text from callers, unless the operator has switched bodies on (call-bodies.ts). It is not part of a
// backup: usage and ledger are in the store of accounts.
import type { Database } from 'better-sqlite3';
import { MS_PER_DAY } from '../contract/days.ts';
import { openSqlite, type SchemaStep } from '../ops/sqlite/sqlite-file.ts';
import { prepareAll, type Statements, sql } from '../ops/sqlite/sqlite-statements.ts';
import { BODIES_KEPT, BODIES_KEPT_MS, type CallBodies, redactedBodies } from './call-bodies.ts';
import { CALLS_KEPT, type KeyCalls, type LoggedCall } from './call-log.ts';

const SCHEMA: readonly SchemaStep[] = [
  (database) =>
    void database.exec(`
CREATE TABLE call (
  key_id TEXT NOT NULL,
  slot INTEGER NOT NULL,
  place INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  path TEXT NOT NULL,
  status INTEGER NOT NULL,
  ms REAL NOT NULL,
  credits INTEGER NOT NULL,
  PRIMARY KEY (key_id, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_by_account ON call (account_id, at);
CREATE INDEX call_by_time ON call (at);

-- The redacted bodies of the last calls of each key, a smaller ring.
CREATE TABLE call_body (
  key_id TEXT NOT NULL,
  slot INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  request TEXT NOT NULL,
  answer TEXT NOT NULL,
  is_cut INTEGER NOT NULL,
  PRIMARY KEY (key_id, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_body_by_request ON call_body (request_id);
CREATE INDEX call_body_by_time ON call_body (at);
`),
];

const BUSY_MS = 2000;
/** Maximum age of stored calls. */
export const KEPT_MS = 30 * MS_PER_DAY;

const COLUMNS = 'key_id AS keyId, account_id AS accountId, at, request_id AS requestId, path, status, ms, credits';
/** Filters by key, account and status; null disables a filter. */
const NARROWED = `($key IS NULL OR key_id = $key) AND ($account IS NULL OR account_id = $account)
  AND status >= $from AND status <= $to`;

export type StoredCall = LoggedCall & Pick<KeyCalls, 'keyId' | 'accountId'>;

/** A selection of calls. */
export interface CallSelection {
  /** Null: all keys. */
  readonly keyId: string | null;
  /** Null: all accounts. */
  readonly accountId: string | null;
  /** Lowest and highest status. */
  readonly statuses: readonly [from: number, to: number];
}

/** Reading of calls, in another thread. */
export interface StoredCalls {
  /** The selected calls, newest first. */
  calls(selection: CallSelection): Promise<StoredCall[]>;
  /** Null if no bodies are stored, or if the call belongs to another account. */
  bodies(lookup: CallBodiesLookup): Promise<CallBodies | null>;
}

export interface CallBodiesLookup {
  readonly requestId: string;
  /** Null: all accounts. */
  readonly accountId: string | null;
  readonly nowMs: number;
}

interface Narrowing {
  readonly key: string | null;
  readonly account: string | null;
  readonly from: number;
  readonly to: number;
}

interface BodyRow extends Omit<CallBodies, 'isCut'> {
  readonly keyId: string;
  readonly slot: number;
  readonly requestId: string;
  readonly accountId: string;
  readonly at: number;
  readonly isCut: 0 | 1;
}

const STATEMENTS = {
  last: sql<[string], { place: number | null }>('SELECT max(place) AS place FROM call WHERE key_id = ?'),
  enter: sql<StoredCall & { slot: number; place: number }>(`
    INSERT OR REPLACE INTO call (key_id, slot, place, account_id, at, request_id, path, status, ms, credits)
    VALUES ($keyId, $slot, $place, $accountId, $at, $requestId, $path, $status, $ms, $credits)`),
  ofKey: sql<[Narrowing], StoredCall>(`SELECT ${COLUMNS} FROM call WHERE key_id = $key AND ${NARROWED}
    ORDER BY at DESC, place DESC LIMIT ${CALLS_KEPT}`),
  ofAccount: sql<[Narrowing], StoredCall>(`SELECT ${COLUMNS} FROM call WHERE account_id = $account AND ${NARROWED}
    ORDER BY at DESC, place DESC LIMIT ${CALLS_KEPT}`),
  ofAll: sql<[Narrowing], StoredCall>(`SELECT ${COLUMNS} FROM call WHERE ${NARROWED}
    ORDER BY at DESC, place DESC LIMIT ${CALLS_KEPT}`),
  removeOld: sql<[number]>('DELETE FROM call WHERE at < ?'),
  enterBodies: sql<[BodyRow]>(`
    INSERT OR REPLACE INTO call_body (key_id, slot, request_id, account_id, at, request, answer, is_cut)
    VALUES ($keyId, $slot, $requestId, $accountId, $at, $request, $answer, $isCut)`),
  bodies: sql<
    [{ requestId: string; accountId: string | null; from: number }],
    Omit<CallBodies, 'isCut'> & { isCut: 0 | 1 }
  >(`
    SELECT request, answer, is_cut AS isCut FROM call_body
    WHERE request_id = $requestId AND ($accountId IS NULL OR account_id = $accountId) AND at >= $from`),
  removeOldBodies: sql<[number]>('DELETE FROM call_body WHERE at < ?'),
  removeBodies: sql('DELETE FROM call_body'),
};

export class CallStore {
  readonly #database: Database;
  readonly #statements: Statements<typeof STATEMENTS>;
  /** The number of calls so far, by key. */
  readonly #places = new Map<string, number>();

  /** Opens the file, and creates it if it is missing. */
  constructor(file: string) {
    this.#database = openSqlite({ file, busyTimeoutMs: BUSY_MS, synchronous: 'NORMAL', steps: SCHEMA });
    // A forgotten person leaves no bytes in the file.
    this.#database.pragma('secure_delete = ON');
    this.#statements = prepareAll(this.#database, STATEMENTS);
  }

  /** Stores calls; the oldest calls of each key are replaced. Only one writer may call this at a time. */
  enter(entries: readonly KeyCalls[]): void {
    const work = this.#database.transaction(() => {
      for (const { keyId, accountId, calls } of entries) {
        let place = this.#places.get(keyId) ?? (this.#statements.last.get(keyId)?.place ?? -1) + 1;
        for (const { bodies, ...call } of calls.slice(-CALLS_KEPT)) {
          this.#statements.enter.run({ ...call, keyId, accountId, place, slot: place % CALLS_KEPT });
          if (bodies) {
            const { isCut, ...texts } = redactedBodies(bodies);
            const { requestId, at } = call;
            const slot = place % BODIES_KEPT;
            this.#statements.enterBodies.run({ keyId, accountId, requestId, at, slot, ...texts, isCut: isCut ? 1 : 0 });
          }
          place += 1;
        }
        this.#places.set(keyId, place);
      }
    });
    work.immediate();
  }

  /** The selected calls, newest first, at most CALLS_KEPT. */
  calls({ keyId, accountId, statuses: [from, to] }: CallSelection): StoredCall[] {
    const narrowing = { key: keyId, account: accountId, from, to };
    if (keyId !== null) return this.#statements.ofKey.all(narrowing);
    return accountId === null ? this.#statements.ofAll.all(narrowing) : this.#statements.ofAccount.all(narrowing);
  }

  /** The redacted bodies of a call. Null if none are stored, or if the call belongs to another account. */
  bodies({ requestId, accountId, nowMs }: CallBodiesLookup): CallBodies | null {
    const found = this.#statements.bodies.get({ requestId, accountId, from: nowMs - BODIES_KEPT_MS });
    return found === undefined ? null : { ...found, isCut: found.isCut === 1 };
  }

  /** Removes the bodies that contain one of the texts, without remains in the file. Returns their number. */
  eraseBodies(texts: readonly string[]): number {
    const holds = texts
      .map(() => `instr(lower(request), lower(?)) > 0 OR instr(lower(answer), lower(?)) > 0`)
      .join(' OR ');
    const removal = this.#database.prepare<string[]>(`DELETE FROM call_body WHERE ${holds || 'false'}`);
    const { changes } = removal.run(...texts.flatMap((text) => [text, text]));
    // The WAL still contains the old pages.
    if (changes > 0) this.#database.pragma('wal_checkpoint(TRUNCATE)');
    return changes;
  }

  /** Removes all bodies, without remains in the file. */
  removeBodies(): void {
    const { changes } = this.#statements.removeBodies.run();
    if (changes > 0) this.#database.pragma('wal_checkpoint(TRUNCATE)');
  }

  /** Removes calls older than 30 days, and bodies older than a day, without remains in the file. */
  removeOld(nowMs: number): void {
    const { changes } = this.#statements.removeOldBodies.run(nowMs - BODIES_KEPT_MS);
    this.#statements.removeOld.run(nowMs - KEPT_MS);
    if (changes > 0) this.#database.pragma('wal_checkpoint(TRUNCATE)');
    this.#places.clear();
  }

  close(): void {
    this.#database.close();
  }
}

// The last calls of each key on all servers of a database, in one table. Bodies are not included: each server stores
// its own (call-store.ts).
import { Database, type DatabaseOptions } from '../../ops/postgres/database.ts';
import { statement } from '../../ops/postgres/statement.ts';
import { CALLS_KEPT, type KeyCalls } from '../call-log.ts';
import { type CallSelection, KEPT_MS, type StoredCall } from '../call-store.ts';

const CONNECTIONS = 1;
const STATEMENT_MS = 5000;
/** Number of calls of a key that one server adds before it removes the oldest. */
const TRIM_AFTER = 200;

type Columns = readonly [
  keyIds: readonly string[],
  accountIds: readonly string[],
  at: readonly number[],
  requestIds: readonly string[],
  paths: readonly string[],
  statuses: readonly number[],
  ms: readonly number[],
  credits: readonly number[],
];

const COLUMNS = 'key_id, account_id, at, request_id, path, status, ms, credits';
const ENTER = statement<Columns>(
  'enter logged calls',
  `INSERT INTO logged_call (${COLUMNS}) SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[],
     $6::smallint[], $7::double precision[], $8::integer[])
   ON CONFLICT (key_id, at, request_id) DO NOTHING`,
);
const TRIM = statement<[keyIds: readonly string[]]>(
  'remove the oldest logged calls of keys',
  `DELETE FROM logged_call USING unnest($1::text[]) AS asked (key_id)
   WHERE logged_call.key_id = asked.key_id AND at < (
     SELECT min(at) FROM (SELECT at FROM logged_call AS own WHERE own.key_id = asked.key_id
       ORDER BY at DESC LIMIT ${CALLS_KEPT}) AS kept)`,
);
const REMOVE_OLD = statement<[before: number]>('remove old logged calls', 'DELETE FROM logged_call WHERE at < $1');

type Narrowing = readonly [account: string | null, from: number, to: number];

const SELECTED = `SELECT key_id AS "keyId", account_id AS "accountId", at, request_id AS "requestId", path, status, ms, credits
  FROM logged_call`;
const NEWEST = `status >= $2 AND status <= $3 ORDER BY at DESC, request_id DESC LIMIT ${CALLS_KEPT}`;
const OF_KEY = statement<[...Narrowing, key: string], StoredCall>(
  'logged calls of a key',
  `${SELECTED} WHERE key_id = $4 AND ($1::text IS NULL OR account_id = $1::text) AND ${NEWEST}`,
);
const OF_ACCOUNT = statement<Narrowing, StoredCall>(
  'logged calls of an account',
  `${SELECTED} WHERE account_id = $1 AND ${NEWEST}`,
);
const OF_ALL = statement<Narrowing, StoredCall>('logged calls', `${SELECTED} WHERE $1::text IS NULL AND ${NEWEST}`);

export class SharedCalls {
  readonly #database: Database;
  /** Number of calls per key since the oldest were removed. */
  readonly #added = new Map<string, number>();

  constructor(access: Pick<DatabaseOptions, 'url' | 'check'>) {
    this.#database = new Database({ ...access, role: 'calls', connections: CONNECTIONS, statementMs: STATEMENT_MS });
  }

  /** Stores calls. A key has at most CALLS_KEPT calls, and up to a few hundred more per server. */
  async enter(entries: readonly KeyCalls[]): Promise<void> {
    const all = entries.flatMap(({ keyId, accountId, calls }) =>
      calls.slice(-CALLS_KEPT).map((call) => ({ ...call, keyId, accountId })),
    );
    if (all.length === 0) return;
    await this.#database.run(
      ENTER,
      all.map(({ keyId }) => keyId),
      all.map(({ accountId }) => accountId),
      all.map(({ at }) => at),
      all.map(({ requestId }) => requestId),
      all.map(({ path }) => path),
      all.map(({ status }) => status),
      all.map(({ ms }) => ms),
      all.map(({ credits }) => credits),
    );
    for (const { keyId, calls } of entries) this.#added.set(keyId, (this.#added.get(keyId) ?? 0) + calls.length);
    const due = [...this.#added].flatMap(([keyId, added]) => (added >= TRIM_AFTER ? [keyId] : []));
    if (due.length === 0) return;
    // The transaction is repeated after a deadlock with another server.
    await this.#database.transact((session) => session.run(TRIM, due.toSorted()));
    for (const keyId of due) this.#added.delete(keyId);
  }

  /** The selected calls, newest first, at most CALLS_KEPT. */
  async calls({ keyId, accountId, statuses: [from, to] }: CallSelection): Promise<StoredCall[]> {
    if (keyId !== null) return [...(await this.#database.read(OF_KEY, accountId, from, to, keyId))];
    const statement = accountId === null ? OF_ALL : OF_ACCOUNT;
    return [...(await this.#database.read(statement, accountId, from, to))];
  }

  /** Removes calls older than 30 days. */
  async removeOld(nowMs: number): Promise<void> {
    await this.#database.run(REMOVE_OLD, nowMs - KEPT_MS);
    this.#added.clear();
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

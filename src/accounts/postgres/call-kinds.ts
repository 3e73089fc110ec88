// The kinds of calls. Charges and usage refer to a kind by its number. A kind is written before the first charge that
// refers to it, and is cached from then on.
import type { Session } from '../../ops/postgres/database.ts';
import { statement } from '../../ops/postgres/statement.ts';
import { bucketOf, kindIdOf } from './bucket.ts';

/** Bounds the memory: about 200 bytes per entry. */
const KNOWN_MAX = 10_000;

export interface CallKind {
  readonly accountId: string;
  readonly keyId: string;
  readonly path: string;
  readonly status: number;
}

type Columns = [
  buckets: readonly number[],
  ids: readonly number[],
  accountIds: readonly string[],
  keyIds: readonly string[],
  paths: readonly string[],
  statuses: readonly number[],
];

const add = statement<Columns>(
  'add kinds of calls',
  `INSERT INTO call_kind (bucket, id, account_id, key_id, path, status)
  SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::smallint[])
    AS n (bucket, id, account_id, key_id, path, status)
  ORDER BY n.id ON CONFLICT (id, bucket) DO NOTHING`,
);

const find = statement<
  [ids: readonly number[], buckets: readonly number[]],
  { id: number; keyId: string; path: string; status: number }
>(
  'find kinds of calls',
  `SELECT id, key_id AS "keyId", path, status FROM call_kind
  WHERE id = ANY ($1::bigint[]) AND bucket = ANY ($2::smallint[]) ORDER BY id`,
);

export class CallKinds {
  readonly #session: Session;
  readonly #known = new Map<string, number>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** The number of each kind, in the order of the calls. New kinds are durable when it resolves. */
  async idsOf(calls: readonly CallKind[]): Promise<number[]> {
    const unknown = new Map<string, CallKind>();
    for (const call of calls) if (!this.#known.has(nameOf(call))) unknown.set(nameOf(call), call);
    const added = new Map<string, number>();
    if (unknown.size > 0) for (const [name, id] of await this.#write([...unknown.values()])) added.set(name, id);
    return calls.map((call) => {
      const id = this.#known.get(nameOf(call)) ?? added.get(nameOf(call));
      if (id === undefined) throw new Error('a kind of call was not written');
      return id;
    });
  }

  async #write(kinds: readonly CallKind[]): Promise<[name: string, id: number][]> {
    const rows = kinds.map((kind) => ({ ...kind, id: kindIdOf(kind.keyId, kind.path, kind.status) }));
    const buckets = rows.map(({ accountId }) => bucketOf(accountId));
    const ids = rows.map(({ id }) => id);
    await this.#session.run(
      add,
      buckets,
      ids,
      rows.map(({ accountId }) => accountId),
      rows.map(({ keyId }) => keyId),
      rows.map(({ path }) => path),
      rows.map(({ status }) => status),
    );
    const stored = new Map((await this.#session.run(find, ids, buckets)).map((row) => [row.id, row]));
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    return rows.map((row) => {
      const { keyId, path, status } = stored.get(row.id) ?? {};
      if (keyId !== row.keyId || path !== row.path || status !== row.status)
        throw new Error(`two kinds of calls have the number ${row.id}`);
      this.#known.set(nameOf(row), row.id);
      return [nameOf(row), row.id];
    });
  }
}

const nameOf = ({ keyId, path, status }: CallKind) => `${keyId} ${status} ${path}`;

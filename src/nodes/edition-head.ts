// The published edition in the database: one row, which one builder at a time may change, and which all nodes read.
import { randomUUID } from 'node:crypto';
import { Database, type DatabaseOptions } from '../ops/postgres/database.ts';
import { statement } from '../ops/postgres/statement.ts';

const CONNECTIONS = 1;
const STATEMENT_MS = 3000;

/** A builder that has not renewed it for this long may be replaced. */
const LEASE_MS = 10_000;

interface StoredHead {
  readonly version: number;
  readonly hidden_version: number;
  /** Null: none was published, or it is the known one. */
  readonly manifest: string | null;
  readonly hidden: string | null;
}

/** Versions of which a reader has the texts. */
export interface KnownHead {
  readonly version: number;
  readonly hiddenVersion: number;
}

interface LeasedHead {
  readonly manifest: string | null;
  /** Number of requested builds without erased records; `erased` is the number of completed ones. */
  readonly erasing: number;
  readonly erased: number;
}

const LEASE = statement<[builder: string, until: number, now: number], LeasedHead>(
  'lease the edition',
  `UPDATE edition_head SET builder = $1::text, leased_until = $2
   WHERE id = 1 AND (builder IS NULL OR builder = $1::text OR leased_until < $3) RETURNING manifest, erasing, erased`,
);
const PUBLISH = statement<[manifest: string, builder: string], { version: number }>(
  'publish the edition',
  `UPDATE edition_head SET manifest = $1, version = version + 1 WHERE id = 1 AND builder = $2::text RETURNING version`,
);
const HIDE = statement<[hidden: string, builder: string], { version: number }>(
  'publish hidden records',
  `UPDATE edition_head SET hidden = $1, hidden_version = hidden_version + 1 WHERE id = 1 AND builder = $2::text
   RETURNING hidden_version AS version`,
);
const ORDER = statement<[], { erasing: number }>(
  'order an edition without what was erased',
  'UPDATE edition_head SET erasing = erasing + 1 WHERE id = 1 RETURNING erasing',
);
const NOTE_ERASED = statement<[order: number]>(
  'an edition without what was erased is built',
  'UPDATE edition_head SET erased = $1::bigint WHERE id = 1 AND erased < $1::bigint',
);
const ERASED = statement<[], { erased: number }>(
  'editions without what was erased',
  'SELECT erased FROM edition_head WHERE id = 1 ORDER BY id',
);
const RELEASE = statement<[builder: string]>(
  'release the edition',
  'UPDATE edition_head SET builder = NULL, leased_until = 0 WHERE id = 1 AND builder = $1::text',
);
const CLEAR = statement(
  'clear the edition',
  `UPDATE edition_head SET builder = NULL, leased_until = 0, manifest = NULL, version = version + 1, hidden = NULL,
     hidden_version = hidden_version + 1 WHERE id = 1`,
);
const READ = statement<[version: number, hiddenVersion: number], StoredHead>(
  'published edition',
  `SELECT version, hidden_version, CASE WHEN version <> $1 THEN manifest END AS manifest,
     CASE WHEN hidden_version <> $2 THEN hidden END AS hidden
   FROM edition_head WHERE id = 1 ORDER BY id`,
);

type Access = Pick<DatabaseOptions, 'url' | 'check'>;

/** Of a serving node. */
export class HeadReader {
  readonly #database: Database;

  constructor(access: Access) {
    this.#database = open(access, 'editions');
  }

  /** The texts that differ from the known versions. */
  async read({ version, hiddenVersion }: KnownHead): Promise<StoredHead> {
    const [head] = await this.#database.read(READ, version, hiddenVersion);
    return head ?? { version: 0, hidden_version: 0, manifest: null, hidden: null };
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

/** Of a builder. Methods that answer false have changed nothing: another process holds the lease. */
export class HeadWriter {
  readonly #database: Database;
  readonly #token = randomUUID();
  readonly #now: () => number;

  constructor(access: Access, now: () => number) {
    this.#database = open(access, 'builder');
    this.#now = now;
  }

  /** Takes or renews the lease. */
  async lease(): Promise<LeasedHead | null> {
    const now = this.#now();
    const [leased] = await this.#database.run(LEASE, this.#token, now + LEASE_MS, now);
    return leased ?? null;
  }

  async publish(manifest: string): Promise<boolean> {
    return (await this.#database.run(PUBLISH, manifest, this.#token)).length > 0;
  }

  /** An edition that was begun after this order is the current one. */
  async noteErased(order: number): Promise<void> {
    await this.#database.run(NOTE_ERASED, order);
  }

  async hide(hidden: string): Promise<boolean> {
    return (await this.#database.run(HIDE, hidden, this.#token)).length > 0;
  }

  /** Another builder may take over at once. */
  async release(): Promise<void> {
    await this.#database.run(RELEASE, this.#token);
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

/** Forgets the published edition, so that a builder of another catalog may publish. */
export async function clearHead(access: Access): Promise<void> {
  const database = open(access, 'command');
  try {
    await database.run(CLEAR);
  } finally {
    await database.close();
  }
}

/** Orders an edition without what was erased from the records; `isDone` shows whether the builder has built it. */
export async function orderErasure(access: Access): Promise<{ isDone(): Promise<boolean>; close(): Promise<void> }> {
  const database = open(access, 'command');
  const [row] = await database.run(ORDER);
  const order = row?.erasing ?? 0;
  return {
    isDone: async () => ((await database.read(ERASED))[0]?.erased ?? 0) >= order,
    close: () => database.close(),
  };
}

function open({ url, check }: Access, role: string): Database {
  return new Database({ url, role, connections: CONNECTIONS, statementMs: STATEMENT_MS, ...(check ? { check } : {}) });
}

// The published edition in the database: one row, which one builder at a time may change and all nodes read.
import { randomUUID } from 'node:crypto';
import { Database, type DatabaseOptions } from '../ops/postgres/database.ts';
import { DATABASE_NOW, statement } from '../ops/postgres/statement.ts';

const CONNECTIONS = 1;
const STATEMENT_MS = 3000;

/** A builder that has not renewed it for this long may be replaced. */
const LEASE_MS = 10_000;

interface StoredHead {
  readonly version: number;
  /** Null if no edition is published, or if the caller already has it. */
  readonly manifest: string | null;
}

/** The state of editions without erased records. */
export interface Erasures {
  /** Number of requested builds; `erased` is the number of completed ones. */
  readonly erasing: number;
  readonly erased: number;
  /** An edition with a lower hidden generation may contain erased records. */
  readonly erasedGeneration: number;
}

interface LeasedHead extends Erasures {
  readonly manifest: string | null;
}

const ERASURE_COLUMNS = 'erasing, erased, erased_generation AS "erasedGeneration"';
/** See TAKE in lease.ts for a lease from before the clock was set back. */
const LEASE = statement<[builder: string], LeasedHead>(
  'lease the edition',
  `UPDATE edition_head SET builder = $1::text, leased_until = ${DATABASE_NOW} + ${LEASE_MS}
   WHERE id = 1 AND (builder IS NULL OR builder = $1::text OR leased_until < ${DATABASE_NOW}
     OR leased_until > ${DATABASE_NOW} + ${2 * LEASE_MS})
   RETURNING manifest, ${ERASURE_COLUMNS}`,
);
const ERASURES = statement<[], Erasures>(
  'editions without erased records',
  `SELECT ${ERASURE_COLUMNS} FROM edition_head WHERE id = 1 ORDER BY id`,
);
const PUBLISH = statement<[manifest: string, builder: string], { version: number }>(
  'publish the edition',
  `UPDATE edition_head SET manifest = $1, version = version + 1 WHERE id = 1 AND builder = $2::text RETURNING version`,
);
const ORDER = statement<[hiddenGeneration: number], { erasing: number }>(
  'order an edition without what was erased',
  `UPDATE edition_head SET erasing = erasing + 1, erased_generation = GREATEST(erased_generation, $1::bigint)
   WHERE id = 1 RETURNING erasing`,
);
const OUTDATE = statement<[hiddenGeneration: number]>(
  'editions that hold what was erased',
  'UPDATE edition_head SET erased_generation = GREATEST(erased_generation, $1::bigint) WHERE id = 1',
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
  'UPDATE edition_head SET builder = NULL, leased_until = 0, manifest = NULL, version = version + 1 WHERE id = 1',
);
const READ = statement<[version: number], StoredHead>(
  'published edition',
  `SELECT version, CASE WHEN version <> $1 THEN manifest END AS manifest FROM edition_head WHERE id = 1 ORDER BY id`,
);

type Access = Pick<DatabaseOptions, 'url' | 'check'>;

/** Reads the head; for servers that publish no edition. */
export class HeadReader {
  readonly #database: Database;

  constructor(access: Access) {
    this.#database = open(access, 'editions');
  }

  /** The manifest, unless the caller already has its version. */
  async read(version: number): Promise<StoredHead> {
    const [head] = await this.#database.read(READ, version);
    return head ?? { version: 0, manifest: null };
  }

  erasures(): Promise<Erasures> {
    return erasuresIn(this.#database);
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

/**
 * Writes the head; for a builder. A method that returns false has changed nothing, because another process holds the
 * lease.
 */
export class HeadWriter {
  readonly #database: Database;
  readonly #token = randomUUID();

  constructor(access: Access) {
    this.#database = open(access, 'builder');
  }

  /** Takes or renews the lease; null if another process has it. */
  async lease(): Promise<LeasedHead | null> {
    const [leased] = await this.#database.run(LEASE, this.#token);
    return leased ?? null;
  }

  erasures(): Promise<Erasures> {
    return erasuresIn(this.#database);
  }

  async publish(manifest: string): Promise<boolean> {
    return (await this.#database.run(PUBLISH, manifest, this.#token)).length > 0;
  }

  /** Records that the current edition was begun after this order. */
  async noteErased(order: number): Promise<void> {
    await this.#database.run(NOTE_ERASED, order);
  }

  /** Releases the lease, so that another builder may take over at once. */
  async release(): Promise<void> {
    await this.#database.run(RELEASE, this.#token);
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

async function erasuresIn(database: Database): Promise<Erasures> {
  const [erasures] = await database.read(ERASURES);
  return erasures ?? { erasing: 0, erased: 0, erasedGeneration: 0 };
}

/** Removes the published edition from the head, so that a builder of another catalog may publish. */
export async function clearHead(access: Access): Promise<void> {
  const database = open(access, 'command');
  try {
    await database.run(CLEAR);
  } finally {
    await database.close();
  }
}

/**
 * Called after records were erased; `hiddenGeneration` is the state of the catalog after the erasure. Each builder
 * replaces older editions.
 */
export async function outdateEditions(access: Access, hiddenGeneration: number): Promise<void> {
  const database = open(access, 'command');
  try {
    await database.run(OUTDATE, hiddenGeneration);
  } finally {
    await database.close();
  }
}

/** Like outdateEditions, and orders an edition without the records; `isDone` shows whether the builder has built it. */
export async function orderErasure(
  access: Access,
  hiddenGeneration: number,
): Promise<{ isDone(): Promise<boolean>; close(): Promise<void> }> {
  const database = open(access, 'command');
  const [row] = await database.run(ORDER, hiddenGeneration);
  const order = row?.erasing ?? 0;
  return {
    isDone: async () => ((await database.read(ERASED))[0]?.erased ?? 0) >= order,
    close: () => database.close(),
  };
}

function open({ url, check }: Access, role: string): Database {
  return new Database({ url, role, connections: CONNECTIONS, statementMs: STATEMENT_MS, ...(check ? { check } : {}) });
}

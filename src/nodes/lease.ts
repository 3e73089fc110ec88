// A lease in the database: the exclusive right of one process to do some work, which expires unless it is renewed. Each
// new holder gets a larger fencing token, by which writes of a former holder are rejected. Times are those of the
// database.
import { randomUUID } from 'node:crypto';
import { Database, type DatabaseOptions } from '../ops/postgres/database.ts';
import { DATABASE_NOW, statement } from '../ops/postgres/statement.ts';

const STATEMENT_MS = 2000;

/** A lease that ends much later than a new one was taken before the clock of the database was set back. */
const TAKE = statement<[name: string, holder: string, ms: number], { token: number }>(
  'take a lease',
  `INSERT INTO lease (name, holder, token, held_until) VALUES ($1, $2::text, 1, ${DATABASE_NOW} + $3::bigint)
   ON CONFLICT (name) DO UPDATE SET holder = $2::text, held_until = ${DATABASE_NOW} + $3::bigint,
     token = lease.token + CASE WHEN lease.holder = $2::text THEN 0 ELSE 1 END
   WHERE lease.holder = $2::text OR lease.held_until < ${DATABASE_NOW}
     OR lease.held_until > ${DATABASE_NOW} + 2 * $3::bigint RETURNING token`,
);
const RELEASE = statement<[name: string, holder: string]>(
  'release a lease',
  "UPDATE lease SET holder = '', held_until = 0 WHERE name = $1 AND holder = $2::text",
);
const IS_HELD = statement<[name: string, ms: number], { found: number }>(
  'lease is held',
  `SELECT 1 AS found FROM lease WHERE name = $1 AND held_until >= ${DATABASE_NOW}
     AND held_until <= ${DATABASE_NOW} + 2 * $2::bigint ORDER BY name`,
);

export interface LeaseOptions extends Pick<DatabaseOptions, 'url' | 'check'> {
  readonly name: string;
  /** A holder that has not renewed the lease for this long may be replaced. */
  readonly ms: number;
}

export class Lease {
  readonly #name: string;
  readonly #ms: number;
  readonly #database: Database;
  readonly #holder = randomUUID();
  #untilMs = 0;
  #renewAtMs = 0;
  #token: number | null = null;
  #pending: Promise<boolean> | null = null;

  constructor({ name, ms, ...access }: LeaseOptions) {
    this.#name = name;
    this.#ms = ms;
    this.#database = new Database({ ...access, role: `lease ${name}`, connections: 1, statementMs: STATEMENT_MS });
  }

  /** The fencing token of the holder; null before it has held the lease. */
  get token(): number | null {
    return this.#token;
  }

  /**
   * Whether this process holds the lease. Takes it if it is free, and renews it in time. Rejects while the state is
   * unknown.
   */
  async hold(): Promise<boolean> {
    const nowMs = performance.now();
    if (nowMs < this.#renewAtMs) return true;
    this.#pending ??= this.#take().finally(() => {
      this.#pending = null;
    });
    if (nowMs >= this.#untilMs) return await this.#pending;
    // The lease is still valid, so a failed renewal is retried before it ends.
    this.#pending.catch(() => undefined);
    return true;
  }

  /** Releases the lease, so that another process may take it at once. */
  async release(): Promise<void> {
    await this.#pending?.catch(() => undefined);
    const isHeld = performance.now() < this.#untilMs;
    this.#untilMs = 0;
    this.#renewAtMs = 0;
    if (isHeld) await this.#database.run(RELEASE, this.#name, this.#holder).catch(() => undefined);
    await this.#database.close();
  }

  async #take(): Promise<boolean> {
    const sentMs = performance.now();
    const [row] = await this.#database.run(TAKE, this.#name, this.#holder, this.#ms);
    this.#token = row?.token ?? this.#token;
    this.#untilMs = row === undefined ? 0 : sentMs + this.#ms;
    this.#renewAtMs = row === undefined ? 0 : sentMs + this.#ms / 3;
    return row !== undefined;
  }
}

/** Whether some process has the lease. */
export async function isLeased(
  database: Pick<Database, 'read'>,
  { name, ms }: Pick<LeaseOptions, 'name' | 'ms'>,
): Promise<boolean> {
  return (await database.read(IS_HELD, name, ms)).length > 0;
}

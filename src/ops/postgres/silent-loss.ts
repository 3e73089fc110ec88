// Detects connections that are lost without an error, for instance because a machine or a firewall in between has
// failed. The client would wait many minutes for its statement, so another connection checks whether the server
// executes it. On the server the locks of a lost client would remain, so keep-alive ends its session.
import type { Socket } from 'node:net';
import pg from 'pg';

const POLL_MS = 5000;
/** Number of checks in a row that must find no running statement; at one check the answer may be in transit. */
const IDLE_POLLS_MAX = 2;

/**
 * Makes the server end the session of a lost client, and release its locks, after 25 seconds; the default is hours.
 * Select it once in each session.
 */
export const KEEP_ALIVE = `set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false),
  set_config('tcp_user_timeout', '25000', false)`;

interface Backend {
  readonly pid: number;
  readonly url: string;
}

const BACKENDS = new WeakMap<pg.Client, Backend>();
const IS_ACTIVE = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND state = 'active'";

/** Reads the backend process id of a new connection. A proxy may give the driver another one. */
export async function noteBackend(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(`SELECT pg_backend_pid() AS pid, ${KEEP_ALIVE}`);
  BACKENDS.set(client, { pid: rows[0]?.pid ?? 0, url });
}

/**
 * The answer to a statement of a connection. Rejects if the server can be reached but has not executed any statement of
 * this connection for a while. While the server cannot be reached, the statement waits.
 */
export async function rejectIfLost<Answer>(client: pg.Client, answer: Promise<Answer>): Promise<Answer> {
  const watch = new LossWatch(client);
  const timer = setInterval(() => void watch.poll(), POLL_MS);
  timer.unref();
  try {
    return await answer;
  } finally {
    clearInterval(timer);
    watch.end();
  }
}

class LossWatch {
  readonly #client: pg.Client;
  #idlePolls = 0;
  #isPolling = false;
  #hasEnded = false;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  end(): void {
    this.#hasEnded = true;
  }

  async poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    const isActive = await this.#isActive().catch(() => null);
    this.#isPolling = false;
    if (isActive === null || this.#hasEnded) return;
    this.#idlePolls = isActive ? 0 : this.#idlePolls + 1;
    if (this.#idlePolls >= IDLE_POLLS_MAX)
      streamOf(this.#client).destroy(new Error('the connection was lost without a sign'));
  }

  /** Rejects if the server cannot be reached. */
  async #isActive(): Promise<boolean> {
    const backend = BACKENDS.get(this.#client);
    if (backend === undefined) return true;
    const other = new pg.Client({
      connectionString: backend.url,
      application_name: 'cardfile connections',
      connectionTimeoutMillis: POLL_MS,
      query_timeout: POLL_MS,
    });
    other.on('error', () => {});
    try {
      await other.connect();
      return (await other.query(IS_ACTIVE, [backend.pid])).rows.length > 0;
    } finally {
      streamOf(other).destroy();
    }
  }
}

/** The driver has no method to close a connection whose other end does not answer. */
function streamOf(client: pg.Client): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
}

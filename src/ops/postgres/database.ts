// Access to a PostgreSQL database for the stores: named statements, transactions with a known outcome, and a small pool
// of connections opened on demand. Nothing depends on session state.

import pg from 'pg';
import { followClock } from '../clock.ts';
import { messageOf } from '../message-of.ts';
import { OperatorError } from '../operator-error.ts';
import {
  failureOf,
  isReadOnly,
  isRepeatable,
  isRolledBack,
  isUnanswered,
  UnknownOutcome,
  unavailable,
} from './failures.ts';
import { KEEP_ALIVE } from './silent-loss.ts';
import { DATABASE_NOW, type Statement, statement } from './statement.ts';

const CONNECT_MS = 2000;
/** Lock timeout: a statement that waits longer for a lock fails. */
const LOCK_MS = 1000;
/** A connection without an answer for this time after the statement timeout of the server counts as lost. */
const CLIENT_SLACK_MS = 1000;
const REPEATS_MAX = 5;
export const INT8 = 20;

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/name`. */
  readonly url: string;
  /** The application name of the connections, shown by the server. */
  readonly role: string;
  readonly connections: number;
  /** Statement timeout. */
  readonly statementMs: number;
  /**
   * Statements are planned once per connection, for any values. For statements whose planning costs more than their
   * execution.
   */
  readonly plansOnce?: boolean;
  /** Called for each new connection and by each `probe`; rejects a database that must not be used. */
  readonly check?: (session: Session) => Promise<void>;
}

/** Executes statements. */
export interface Session {
  /** Executes a statement and returns its rows. */
  run<Values extends readonly unknown[], Row>(
    statement: Statement<Values, Row>,
    ...values: Values
  ): Promise<readonly Row[]>;
}

const SERVER_ROLE = statement<[], { isStandby: boolean; isReadOnly: boolean; nowMs: number }>(
  'role of the server',
  `SELECT pg_is_in_recovery() AS "isStandby", current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
     ${DATABASE_NOW} AS "nowMs", ${KEEP_ALIVE}`,
  { answerMs: CONNECT_MS },
);

/**
 * Only an optimization: a connection without it works as well. Citus plans by the values, because they determine the
 * machine.
 */
const PLAN_ONCE = statement(
  'plan once',
  `SELECT set_config('plan_cache_mode', CASE WHEN EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')
    THEN 'auto' ELSE 'force_generic_plan' END, false), set_config('jit', 'off', false)`,
);

/** Converts integers of 64 bits to numbers; the schema keeps them within the exact range. */
export function safeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`${text} exceeds the largest safe integer`);
  return number;
}

const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? safeNumber : pg.types.getTypeParser(oid, format as 'text'),
};

export class Database implements Session {
  readonly #pool: pg.Pool;
  readonly #check: (client: Pick<pg.ClientBase, 'query'>) => Promise<void>;

  constructor({ url, role, connections, statementMs, plansOnce = false, check }: DatabaseOptions) {
    this.#check = async (client) => {
      await checkServer(sessionOf(client));
      await check?.(sessionOf(client));
    };
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: `cardfile ${role}`,
      max: connections,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: 60_000,
      allowExitOnIdle: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      statement_timeout: statementMs,
      lock_timeout: Math.min(LOCK_MS, statementMs),
      query_timeout: statementMs + CLIENT_SLACK_MS,
      types: TYPES,
      onConnect: async (client) => {
        // The loss is reported by the running statement or by the next one.
        client.on('error', () => {});
        await this.#check(client);
        if (plansOnce) await sessionOf(client).run(PLAN_ONCE);
      },
    });
    this.#pool.on('error', () => {});
  }

  /**
   * Executes one statement as a transaction of its own, and returns its rows. Rejects with UnknownOutcome if it may
   * have been committed.
   */
  async run<Values extends readonly unknown[], Row>(statement: Statement<Values, Row>, ...values: Values) {
    const client = await this.#connect();
    try {
      const rows = await sessionOf(client).run(statement, ...values);
      client.release();
      return rows;
    } catch (error) {
      throw this.#endWith(client, error);
    }
  }

  /** Like `run`, for a statement that only reads: it is repeated once if the connection is lost. */
  async read<Values extends readonly unknown[], Row>(statement: Statement<Values, Row>, ...values: Values) {
    try {
      return await this.run(statement, ...values);
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error;
      return await this.run(statement, ...values);
    }
  }

  /**
   * Executes `work` in one transaction. After a deadlock it is executed again, so it must have no other side effects.
   * Rejects with UnknownOutcome if the connection was lost during the commit; after any other failure nothing is
   * written.
   */
  async transact<T>(work: (session: Session) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transactOnce(work);
      } catch (error) {
        if (attempt >= REPEATS_MAX || !isRepeatable(error)) throw error;
      }
    }
  }

  /** Rejects if the server is out of reach, read-only, or not accepted by `check`. */
  async probe(): Promise<void> {
    const client = await this.#connect();
    try {
      await this.#check(client);
      client.release();
    } catch (error) {
      // The server may be another one on the next connection, so this one is closed.
      client.release(true);
      throw error instanceof OperatorError ? error : unavailable(error);
    }
  }

  /** Rejects if the disk of a table is full: allocates some space there, and frees it at once. */
  async probeSpace(table: string): Promise<void> {
    const client = await this.#connect();
    try {
      await client.query(`DO $$ BEGIN ${spaceProbe(table)} END $$`);
      client.release();
    } catch (error) {
      throw this.#endWith(client, error);
    }
  }

  /** Closes all connections after their statements have finished. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #transactOnce<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let isCommitting = false;
    try {
      await client.query('BEGIN');
      const result = await work(sessionOf(client));
      isCommitting = true;
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
      client.release();
      return result;
    } catch (error) {
      if (isCommitting) throw this.#endWith(client, error);
      // A connection that did not answer would delay the failure again, by the time limit of the ROLLBACK.
      const isSound = !isUnanswered(error) && (await hasRolledBack(client));
      client.release(!isSound || isReadOnly(error));
      throw isSound ? failureOfWork(error) : unavailable(error);
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw error instanceof OperatorError ? error : unavailable(error);
    }
  }

  /** Releases the connection of a failed statement, and returns the error to report. */
  #endWith(client: pg.PoolClient, error: unknown): unknown {
    const isKnown = isRolledBack(error);
    client.release(!isKnown || isReadOnly(error));
    if (isKnown) return isRepeatable(error) ? error : failureOf(error);
    return new UnknownOutcome(`the connection to the database was lost: ${messageOf(error)}`, { cause: error });
  }
}

/** False if the connection cannot be used any more: its end rolls the transaction back. */
function hasRolledBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}

/** Creates a temporary table of about 600 kB in the tablespace of another table. */
const spaceProbe = (table: string) => `EXECUTE format(
  'CREATE TEMPORARY TABLE space_probe ON COMMIT DROP TABLESPACE %I AS SELECT md5(i::text) AS filler FROM generate_series(1, 10000) AS i',
  (SELECT spcname FROM pg_tablespace WHERE oid = coalesce(
    nullif((SELECT reltablespace FROM pg_class WHERE oid = '${table}'::regclass), 0),
    (SELECT dattablespace FROM pg_database WHERE datname = current_database()))));`;

/**
 * Rejects a standby and a read-only server, whose data may be older than what was committed. Also compares the clocks:
 * all servers of a database follow its clock.
 */
async function checkServer(session: Session): Promise<void> {
  const fromMs = Date.now();
  const [role] = await session.run(SERVER_ROLE);
  if (role) followClock(role.nowMs, { fromMs, toMs: Date.now() });
  if (role?.isStandby) throw new Error('this server is a standby');
  if (role?.isReadOnly) throw new Error('this server is read-only');
}

/** The error of work that was rolled back; `work` may also throw its own errors. */
function failureOfWork(error: unknown): unknown {
  return isRepeatable(error) || !(error instanceof pg.DatabaseError) ? error : failureOf(error);
}

/** Executes statements on one connection. */
export function sessionOf(client: Pick<pg.ClientBase, 'query'>): Session {
  return {
    run: async <Values extends readonly unknown[], Row>(statement: Statement<Values, Row>, ...values: Values) => {
      const { name, text, answerMs } = statement;
      const limit = answerMs === undefined ? {} : { query_timeout: answerMs };
      const { rows } = await client.query({ name, text, values: [...values], ...limit });
      return rows as Row[];
    },
  };
}

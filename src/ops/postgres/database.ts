// A PostgreSQL database as the stores use it: named statements, transactions with a known outcome, and a few
// connections that are opened when they are needed. Nothing depends on the state of a session.
import pg from 'pg';
import { followClock } from '../clock.ts';
import { OperatorError } from '../operator-error.ts';
import { failureOf, isReadOnly, isRepeatable, isRolledBack, UnknownOutcome, unavailable } from './failures.ts';
import { KEEP_ALIVE } from './silent-loss.ts';
import { DATABASE_NOW, type Statement, statement } from './statement.ts';

const CONNECT_MS = 2000;
/** A statement that waits for a lock for longer fails. */
const LOCK_MS = 1000;
/** From the limit of the server to that of the client, after which the connection counts as lost. */
const CLIENT_SLACK_MS = 1000;
const REPEATS_MAX = 5;
const INT8 = 20;

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/name`. */
  readonly url: string;
  /** The use of the connections, as the server lists it. */
  readonly role: string;
  readonly connections: number;
  /** Limit of one statement. */
  readonly statementMs: number;
  /**
   * Statements are planned once per connection, whatever their values: for those whose plan costs more than its work.
   */
  readonly plansOnce?: boolean;
  /** Called for each new connection and each look; rejects a database that must not be used. */
  readonly check?: (session: Session) => Promise<void>;
}

/** Something that executes statements. */
export interface Session {
  /** The rows of a statement. */
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

/** For speed alone: a connection without it works as well. Citus plans by the values, which say where the rows are. */
const PLAN_ONCE = statement(
  'plan once',
  `SELECT set_config('plan_cache_mode', CASE WHEN EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')
    THEN 'auto' ELSE 'force_generic_plan' END, false), set_config('jit', 'off', false)`,
);

/** Whole numbers as numbers; the schema keeps them exact. */
function safeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`${text} is above the whole numbers of the program`);
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
        // A loss shows in the statement that is running, or in the next one.
        client.on('error', () => {});
        await this.#check(client);
        if (plansOnce) await sessionOf(client).run(PLAN_ONCE);
      },
    });
    this.#pool.on('error', () => {});
  }

  /**
   * The rows of one statement, which is its own transaction. Rejects with UnknownOutcome if it may have been committed.
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

  /** As `run`, for a statement that only reads: a lost connection is replaced once. */
  async read<Values extends readonly unknown[], Row>(statement: Statement<Values, Row>, ...values: Values) {
    try {
      return await this.run(statement, ...values);
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error;
      return await this.run(statement, ...values);
    }
  }

  /**
   * Executes the work in one transaction. It is executed again after a deadlock, so it must have no other effects.
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

  /** Rejects while the server is out of reach, takes no writes, or is not what `check` accepts. */
  async look(): Promise<void> {
    const client = await this.#connect();
    try {
      await this.#check(client);
      client.release();
    } catch (error) {
      // Another connection may lead to another server.
      client.release(true);
      throw error instanceof OperatorError ? error : unavailable(error);
    }
  }

  /** Rejects while the disk of a table is full: reserves some space there, and frees it at once. */
  async proveSpace(table: string): Promise<void> {
    const client = await this.#connect();
    try {
      await client.query(`DO $$ BEGIN ${spaceProbe(table)} END $$`);
      client.release();
    } catch (error) {
      throw this.#endWith(client, error);
    }
  }

  /** Ends all connections once their statements are done. */
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
      const isSound = await client.query('ROLLBACK').then(
        () => true,
        () => false,
      );
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

  /** Releases the connection of a failed statement; returns the failure to report. */
  #endWith(client: pg.PoolClient, error: unknown): unknown {
    const isKnown = isRolledBack(error);
    client.release(!isKnown || isReadOnly(error));
    if (isKnown) return isRepeatable(error) ? error : failureOf(error);
    const reason = error instanceof Error ? error.message : String(error);
    return new UnknownOutcome(`the connection to the database was lost: ${reason}`, { cause: error });
  }
}

/** A temporary table of some 600 kB in the table space of another one. */
const spaceProbe = (table: string) => `EXECUTE format(
  'CREATE TEMPORARY TABLE space_probe ON COMMIT DROP TABLESPACE %I AS SELECT md5(i::text) AS filler FROM generate_series(1, 10000) AS i',
  (SELECT spcname FROM pg_tablespace WHERE oid = coalesce(
    nullif((SELECT reltablespace FROM pg_class WHERE oid = '${table}'::regclass), 0),
    (SELECT dattablespace FROM pg_database WHERE datname = current_database()))));`;

/**
 * Rejects a standby and a read-only server: what it shows may be older than what was committed. All servers of the
 * database follow its clock.
 */
async function checkServer(session: Session): Promise<void> {
  const fromMs = Date.now();
  const [role] = await session.run(SERVER_ROLE);
  if (role) followClock(role.nowMs, { fromMs, toMs: Date.now() });
  if (role?.isStandby) throw new Error('this server is a standby');
  if (role?.isReadOnly) throw new Error('this server is read-only');
}

/** The failure of work that was rolled back, which may throw its own errors. */
function failureOfWork(error: unknown): unknown {
  return isRepeatable(error) || !(error instanceof pg.DatabaseError) ? error : failureOf(error);
}

function sessionOf(client: Pick<pg.ClientBase, 'query'>): Session {
  return {
    run: async <Values extends readonly unknown[], Row>(statement: Statement<Values, Row>, ...values: Values) => {
      const { name, text, answerMs } = statement;
      const limit = answerMs === undefined ? {} : { query_timeout: answerMs };
      const { rows } = await client.query({ name, text, values: [...values], ...limit });
      return rows as Row[];
    },
  };
}

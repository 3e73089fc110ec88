// The thread that serves BlockingConnection: executes the statements of each connection in order, and wakes the thread
// that waits for a reply.

import { type MessagePort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { messageOf } from '../message-of.ts';
import { OperatorError } from '../operator-error.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { BlockingAccess, BlockingReply, BlockingRequest, BlockingStatement } from './blocking-connection.ts';
import { INT8, safeNumber, sessionOf } from './database.ts';
import { failureOf, isReadOnly, unavailable } from './failures.ts';
import { checkSchema } from './migrate.ts';
import { SchemaError } from './schema-error.ts';
import { noteBackend, rejectIfLost } from './silent-loss.ts';

const CONNECT_MS = 5000;
const BOOL = 16;

/** Converts values to those that SQLite returns: booleans to 0 and 1, integers to numbers. */
const PARSERS: Readonly<Record<number, (text: string) => number>> = {
  [BOOL]: (text) => (text === 't' ? 1 : 0),
  [INT8]: safeNumber,
};
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
};

/** Maximum number of idle connections, which keep their prepared statements for reuse. */
const IDLE_MAX = 4;
const idle: pg.Client[] = [];
/** Connections that the server or the network has ended, for instance by a restart. */
const lost = new WeakSet<pg.Client>();

const { port, signal, access } = workerData as {
  readonly port: MessagePort;
  readonly signal: Int32Array;
  readonly access: BlockingAccess;
};

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: access.url,
    application_name: 'cardfile catalog',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: TYPES,
  });
  // The running statement reports the loss, too.
  client.on('error', () => lost.add(client));
  client.on('end', () => lost.add(client));
  try {
    await client.connect();
    await noteBackend(client, access.url);
    if (access.steps !== null) await checkSchema(sessionOf(client), access.steps);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error instanceof OperatorError ? error : unavailable(error);
  }
}

/** Takes an idle connection, or opens a new one. */
async function takeConnection(): Promise<pg.Client> {
  for (let client = idle.pop(); client !== undefined; client = idle.pop()) if (!lost.has(client)) return client;
  return await connect();
}

/**
 * SQLSTATEs after which the session is lost: shutdown by an operator, after a crash, or the server cannot accept
 * connections now.
 */
const LOST_SESSION = /^(57P0[1-5]|08)/;
const BEGIN = /^BEGIN\b/;
const END = /^(COMMIT|ROLLBACK)\b/;

/**
 * One connection. After a failure it executes nothing until a request begins a new sequence. A lost connection is
 * replaced unless a transaction is open on it.
 */
class Served {
  #client: pg.Client | null = null;
  #isInTransaction = false;
  #failure: unknown = null;
  #turn: Promise<void> = Promise.resolve();

  take(request: BlockingRequest): void {
    this.#turn = this.#turn.then(() => this.#execute(request));
  }

  async #execute({ statements, begins, isAwaited, ends }: BlockingRequest): Promise<void> {
    if (begins) this.#failure = null;
    let reply: BlockingReply = { columns: [], rows: [], changes: 0 };
    if (ends) await this.#release();
    else if (this.#failure === null)
      try {
        for (const statement of statements) reply = await this.#run(statement);
      } catch (error) {
        this.#failure = error;
      }
    if (!isAwaited) return;
    port.postMessage(this.#failure === null ? reply : failed(this.#failure));
    if (this.#failure !== null && isOfConnection(this.#failure)) await this.#leave();
    Atomics.add(signal, 0, 1);
    Atomics.notify(signal, 0);
  }

  async #run(statement: BlockingStatement): Promise<BlockingReply> {
    const { text } = statement;
    let reply: BlockingReply;
    try {
      reply = await this.#query(statement);
    } catch (error) {
      // A transaction without a statement has done nothing yet, so it can begin on another connection.
      if (!BEGIN.test(text) || this.#client === null || !isOfConnection(error)) throw error;
      await this.#leave();
      reply = await this.#query(statement);
    }
    if (BEGIN.test(text)) this.#isInTransaction = true;
    else if (END.test(text)) this.#isInTransaction = false;
    return reply;
  }

  async #query({ name, text, values }: BlockingStatement): Promise<BlockingReply> {
    if (this.#client !== null && lost.has(this.#client) && !this.#isInTransaction) await this.#leave();
    this.#client ??= await takeConnection();
    const query = { ...(name === null ? {} : { name }), text, values: [...values], rowMode: 'array' };
    return replyOf(await rejectIfLost(this.#client, this.#client.query<unknown[]>(query)));
  }

  /** Returns the connection to the idle ones, without an open transaction. */
  async #release(): Promise<void> {
    const client = this.#client;
    if (client === null || this.#failure !== null || idle.length >= IDLE_MAX) return await this.#leave();
    const isInTransaction = this.#isInTransaction;
    this.#client = null;
    this.#isInTransaction = false;
    // The server would log a warning about a ROLLBACK outside of a transaction.
    if (!isInTransaction) return void idle.push(client);
    await client.query('ROLLBACK').then(
      () => idle.push(client),
      () => client.end().catch(() => {}),
    );
  }

  async #leave(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.#isInTransaction = false;
    await client?.end().catch(() => {});
  }
}

/**
 * An error reported by the server ends only its statement, or in these states the session; any other error ends the
 * connection.
 */
function isOfConnection(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || isReadOnly(error) || LOST_SESSION.test(error.code ?? '');
}

/** For a text of several statements, the result of the last one. */
function replyOf(result: pg.QueryArrayResult<unknown[]> | pg.QueryArrayResult<unknown[]>[]): BlockingReply {
  const last = Array.isArray(result) ? result.at(-1) : result;
  const { fields = [], rows = [], rowCount = 0 } = last ?? {};
  return { columns: fields.map((field) => field.name), rows, changes: rowCount ?? 0 };
}

function failed(error: unknown): BlockingReply {
  const failure = error instanceof OperatorError ? error : failureOf(error);
  return { failure: { kind: kindOf(failure), message: messageOf(failure) } };
}

function kindOf(failure: unknown): 'schema' | 'operator' | 'unavailable' | 'fault' {
  if (failure instanceof SchemaError) return 'schema';
  if (failure instanceof OperatorError) return 'operator';
  return failure instanceof StoreUnavailable ? 'unavailable' : 'fault';
}

const served = new Map<number, Served>();

port.on('message', (request: BlockingRequest) => {
  let connection = served.get(request.connection);
  if (connection === undefined) {
    connection = new Served();
    served.set(request.connection, connection);
  }
  connection.take(request);
  if (request.ends) served.delete(request.connection);
});

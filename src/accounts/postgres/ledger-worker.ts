// Entry of the ledger's thread over PostgreSQL; started by start-ledger.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../ops/assert.ts';
import { systemClock } from '../../ops/clock.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import type { Database } from '../../ops/postgres/database.ts';
import { isOutOfSpace } from '../../ops/postgres/failures.ts';
import { checkSchema, type Migration } from '../../ops/postgres/migrate.ts';
import { SchemaError } from '../../ops/postgres/schema-error.ts';
import { eventLoop } from '../../ops/scheduling/schedule.ts';
import { isStoreUnavailable } from '../../ops/store-unavailable.ts';
import { wireErrorOf } from '../../ops/threads/wire-error.ts';
import type { FromLedgerThread, LedgerFault, ToLedgerThread } from '../ledger/ledger-thread.ts';
import { KEYS_VERSION } from './key-statements.ts';
import { serveLink } from './ledger-link.ts';
import { ledgerDatabases } from './open-accounts.ts';
import { PostgresLedger } from './postgres-ledger.ts';

/** The parameters of the thread. */
export interface PostgresLedgerData {
  readonly url: string;
  readonly undecidedFile: string;
  /** The schema that the database must have. */
  readonly steps: readonly Migration[];
}

/** Interval of the checks that the database is reachable. */
const POLL_MS = 500;

const parent = parentPort;
assert(parent !== null, 'the thread of the ledger has a parent');
const say = (message: FromLedgerThread) => parent.postMessage(message);

/** The table that every charge extends. */
const CHARGES = 'charge';
/** Interval of the attempts to write to a full disk. */
const PROBE_MS = 2000;

/** Reports each change of whether the database is reachable, accepts writes and has space. */
class DatabaseWatch {
  readonly #database: Database;
  #fault: LedgerFault | null = null;
  #isFull = false;
  #probedMs = 0;
  #isLooking = false;

  constructor(database: Database) {
    this.#database = database;
  }

  async poll(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#database.probe();
      if (!this.#isFull) this.#note(null, null);
      else if (performance.now() - this.#probedMs >= PROBE_MS) await this.#probe();
    } catch (error) {
      this.#note(error instanceof SchemaError ? 'schema' : 'database', error);
    }
    this.#isLooking = false;
  }

  /** Notes a rejected call: only rejected calls show that the disk is full. */
  noteRejected(error: unknown): void {
    if (!isOutOfSpace(error)) return;
    this.#isFull = true;
    this.#probedMs = performance.now();
    this.#note('space', error);
  }

  async #probe(): Promise<void> {
    this.#probedMs = performance.now();
    try {
      await this.#database.probeSpace(CHARGES);
    } catch (error) {
      // After any other failure, such as missing rights, the next charge shows whether there is space.
      if (isOutOfSpace(error)) return this.#note('space', error);
    }
    this.#isFull = false;
    this.#note(null, null);
  }

  #note(fault: LedgerFault | null, failure: unknown): void {
    if (this.#fault === fault) return;
    if (this.#fault !== null) say({ kind: 'state', fault: this.#fault, failure: null });
    this.#fault = fault;
    if (fault !== null) say({ kind: 'state', fault, failure: wireErrorOf(failure) });
  }
}

try {
  const { url, undecidedFile, steps } = workerData as PostgresLedgerData;
  const databases = ledgerDatabases({ url, check: (session) => checkSchema(session, steps) });
  // A wrong address or schema is reported before anything is served.
  await databases.database.run(KEYS_VERSION);
  const reportFailure = (error: unknown) => say({ kind: 'upkeep-failure', failure: wireErrorOf(error) });
  const ledger = new PostgresLedger({
    ...databases,
    clock: systemClock,
    schedule: eventLoop,
    undecidedFile,
    onUpkeepFailure: reportFailure,
  });
  const watch = new DatabaseWatch(databases.database);
  eventLoop.every(POLL_MS, () => void watch.poll());
  const events = { onRejected: (error: unknown) => watch.noteRejected(error), onUpkeepFailure: reportFailure };
  parent.on('message', (message: ToLedgerThread) => {
    if (message.kind === 'attach') serveLink(message.port, ledger, events);
    else void ledger.close().finally(() => process.exit());
  });
  say({ kind: 'open' });
} catch (error) {
  const isForOperator = error instanceof OperatorError || isStoreUnavailable(error);
  say({ kind: 'failed', message: wireErrorOf(error).message, isForOperator });
}

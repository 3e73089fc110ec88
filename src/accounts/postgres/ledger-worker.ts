// Entry of the ledger's thread over PostgreSQL; started by start-ledger.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../ops/assert.ts';
import { systemClock } from '../../ops/clock.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import type { Database } from '../../ops/postgres/database.ts';
import { checkSchema, type Migration } from '../../ops/postgres/migrate.ts';
import { eventLoop } from '../../ops/schedule.ts';
import { isStoreUnavailable } from '../../ops/store-unavailable.ts';
import { wireErrorOf } from '../../ops/wire-error.ts';
import type { FromLedgerThread, ToLedgerThread } from '../ledger/ledger-thread.ts';
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

/** Interval of the checks that the database is in reach. */
const LOOK_MS = 500;

const parent = parentPort;
assert(parent !== null, 'the thread of the ledger has a parent');
const say = (message: FromLedgerThread) => parent.postMessage(message);

/** Reports each change of whether the database is in reach and takes writes. */
class DatabaseWatch {
  readonly #database: Database;
  #isAway = false;
  #isLooking = false;

  constructor(database: Database) {
    this.#database = database;
  }

  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#database.look();
      this.#note(null);
    } catch (error) {
      this.#note(error);
    }
    this.#isLooking = false;
  }

  #note(failure: unknown): void {
    if (this.#isAway === (failure !== null)) return;
    this.#isAway = failure !== null;
    say({ kind: 'state', fault: 'database', failure: failure === null ? null : wireErrorOf(failure) });
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
    ...{ clock: systemClock, schedule: eventLoop, undecidedFile, onUpkeepFailure: reportFailure },
  });
  const watch = new DatabaseWatch(databases.database);
  eventLoop.every(LOOK_MS, () => void watch.look());
  parent.on('message', (message: ToLedgerThread) => {
    if (message.kind === 'attach') serveLink(message.port, ledger, reportFailure);
    else void ledger.close().finally(() => process.exit());
  });
  say({ kind: 'open' });
} catch (error) {
  const isForOperator = error instanceof OperatorError || isStoreUnavailable(error);
  say({ kind: 'failed', message: wireErrorOf(error).message, isForOperator });
}

// Entry of the ledger's thread; started by ledger-thread.ts.
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { assert } from '../../ops/assert.ts';
import { systemClock } from '../../ops/clock.ts';
import { databaseFiles, FileIdentity } from '../../ops/files/file-identity.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { eventLoop } from '../../ops/scheduling/schedule.ts';
import { endThread } from '../../ops/threads/end-thread.ts';
import { wireErrorOf } from '../../ops/threads/wire-error.ts';
import type { FromLedgerThread, ToLedgerThread } from '../ledger/ledger-thread.ts';
import { leaveCheckpoints } from './checkpoint-wal.ts';
import type { FromCheckpointThread } from './checkpoint-worker.ts';
import { Ledger } from './ledger.ts';
import { LedgerHost } from './ledger-port.ts';
import { openDatabase } from './open-accounts.ts';

/**
 * Interval of the checks that the file is still the same and, after a pause or a failed write, that it can be written.
 */
const POLL_MS = 1000;
const IDLE_MS = 5000;

const parent = parentPort;
assert(parent !== null, 'the thread of the ledger has a parent');
const say = (message: FromLedgerThread) => parent.postMessage(message);

/** Detects when charges become impossible or possible again, and reports each change once. */
class StoreWatch {
  readonly #ledger: Ledger;
  readonly #identity: FileIdentity;
  readonly #standing = { charges: false, accounts: false };
  #wroteAtMs = performance.now();

  constructor(file: string, ledger: Ledger) {
    this.#identity = new FileIdentity(databaseFiles(file));
    this.#ledger = ledger;
  }

  /** `failure`: the reason why the store could not be written, or null if it could. */
  noteCommit(failure: unknown): void {
    if (failure === null) this.#wroteAtMs = performance.now();
    this.#note('charges', failure);
  }

  look(host: LedgerHost): void {
    const changed = this.#identity.changed();
    const rejection =
      changed === null ? null : new OperatorError(`${changed} was removed or replaced under the server`);
    this.#note('accounts', rejection);
    // Charges into a deleted file would be lost when the process ends.
    host.rejectWrites(rejection);
    if (rejection !== null) return;
    if (!this.#standing.charges && performance.now() - this.#wroteAtMs < IDLE_MS) return;
    try {
      this.#ledger.probe();
      this.noteCommit(null);
    } catch (error) {
      this.noteCommit(error);
    }
  }

  #note(fault: 'charges' | 'accounts', failure: unknown): void {
    if (this.#standing[fault] === (failure !== null)) return;
    this.#standing[fault] = failure !== null;
    say({ kind: 'state', fault, failure: failure === null ? null : wireErrorOf(failure) });
  }
}

try {
  const { file } = workerData as { readonly file: string };
  const database = openDatabase(file);
  leaveCheckpoints(database);
  const reportFailure = (failure: FromCheckpointThread) => say({ kind: 'upkeep-failure', failure });
  const checkpointer = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: { file } });
  checkpointer.on('message', reportFailure);
  // If that thread fails, the ledger runs its own checkpoints, later and in longer pieces.
  checkpointer.on('error', (error) => reportFailure(wireErrorOf(error)));
  const ledger = new Ledger(database, systemClock);
  const watch = new StoreWatch(file, ledger);
  const host = new LedgerHost({
    ledger,
    schedule: eventLoop,
    onUpkeepFailure: (error) => reportFailure(wireErrorOf(error)),
    onCommit: (failure) => watch.noteCommit(failure),
  });
  eventLoop.every(POLL_MS, () => watch.look(host));
  parent.on('message', (message: ToLedgerThread) => {
    if (message.kind === 'attach') host.attach(message.port);
    else {
      void endThread(checkpointer, null).then(() => {
        host.close();
        process.exit();
      });
    }
  });
  say({ kind: 'open' });
} catch (error) {
  say({ kind: 'failed', message: wireErrorOf(error).message, isForOperator: error instanceof OperatorError });
}

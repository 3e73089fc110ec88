// Entry of the ledger's thread; started by ledger-thread.ts.
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { assert } from '../../ops/assert.ts';
import { systemClock } from '../../ops/clock.ts';
import { databaseFiles, FileIdentity } from '../../ops/file-identity.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { eventLoop } from '../../ops/schedule.ts';
import { leaveLog } from './keep-log-short.ts';
import { Ledger } from './ledger.ts';
import { LedgerHost } from './ledger-port.ts';
import { failureOf } from './ledger-wire.ts';
import type { FromLogThread } from './log-worker.ts';
import { openDatabase } from './open-accounts.ts';

/** What the thread is told. */
export type ToLedgerThread = { readonly kind: 'attach'; readonly port: MessagePort } | { readonly kind: 'end' };

/** What the thread says. */
export type FromLedgerThread =
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly message: string; readonly isForOperator: boolean }
  /** It is new that the store can, or cannot, be written: because the disk fails (`charges`), or as its file is another one (`accounts`). */
  | { readonly kind: 'state'; readonly fault: LedgerFault; readonly failure: ReturnType<typeof failureOf> | null }
  | { readonly kind: 'upkeep-failure'; readonly failure: ReturnType<typeof failureOf> };

/** What keeps the ledger from charging. */
export type LedgerFault = 'charges' | 'accounts';

/** How often it is looked whether the file is still the same and, where nothing was written for a while or writing fails, whether it can be. */
const LOOK_MS = 1000;
const IDLE_MS = 5000;

const parent = parentPort;
assert(parent !== null, 'the thread of the ledger has a parent');
const say = (message: FromLedgerThread) => parent.postMessage(message);

/** Notices when nothing can be charged any more, or again, and tells once of each. */
class StoreWatch {
  readonly #ledger: Ledger;
  readonly #identity: FileIdentity;
  readonly #standing = { charges: false, accounts: false };
  #wroteAtMs = performance.now();

  constructor(file: string, ledger: Ledger) {
    this.#identity = new FileIdentity(databaseFiles(file));
    this.#ledger = ledger;
  }

  /** `failure`: why the store could not be written, or null where it could. */
  noteCommit(failure: unknown): void {
    if (failure === null) this.#wroteAtMs = performance.now();
    this.#note('charges', failure);
  }

  look(host: LedgerHost): void {
    const changed = this.#identity.changed();
    const refusal = changed === null ? null : new OperatorError(`${changed} was removed or replaced under the server`);
    this.#note('accounts', refusal);
    // What is charged into a file that nobody finds any more would be lost with the process.
    host.refuse(refusal);
    if (refusal !== null) return;
    if (!this.#standing.charges && performance.now() - this.#wroteAtMs < IDLE_MS) return;
    try {
      this.#ledger.probe();
      this.noteCommit(null);
    } catch (error) {
      this.noteCommit(error);
    }
  }

  #note(fault: LedgerFault, failure: unknown): void {
    if (this.#standing[fault] === (failure !== null)) return;
    this.#standing[fault] = failure !== null;
    say({ kind: 'state', fault, failure: failure === null ? null : failureOf(failure) });
  }
}

try {
  const { file } = workerData as { readonly file: string };
  const database = openDatabase(file);
  leaveLog(database);
  const tell = (failure: FromLogThread) => say({ kind: 'upkeep-failure', failure });
  const log = new Worker(new URL('./log-worker.ts', import.meta.url), { workerData: { file } });
  log.on('message', tell);
  // Without that thread the ledger copies its log itself, later and in longer pieces.
  log.on('error', (error) => tell(failureOf(error)));
  const ledger = new Ledger(database, systemClock);
  const watch = new StoreWatch(file, ledger);
  const host = new LedgerHost({
    ...{ ledger, schedule: eventLoop },
    onUpkeepFailure: (error) => tell(failureOf(error)),
    onCommit: (failure) => watch.noteCommit(failure),
  });
  eventLoop.every(LOOK_MS, () => watch.look(host));
  parent.on('message', (message: ToLedgerThread) => {
    if (message.kind === 'attach') host.attach(message.port);
    else {
      // A connection in the middle of a copy ends it first.
      log.terminate().then(() => {
        host.close();
        process.exit();
      });
    }
  });
  say({ kind: 'open' });
} catch (error) {
  say({ kind: 'failed', message: failureOf(error).message, isForOperator: error instanceof OperatorError });
}

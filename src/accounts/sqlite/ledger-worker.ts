// Entry of the ledger's thread; started by ledger-thread.ts.
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { assert } from '../../ops/assert.ts';
import { systemClock } from '../../ops/clock.ts';
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
  | { readonly kind: 'upkeep-failure'; readonly failure: ReturnType<typeof failureOf> };

const parent = parentPort;
assert(parent !== null, 'the thread of the ledger has a parent');
const say = (message: FromLedgerThread) => parent.postMessage(message);

try {
  const { file } = workerData as { readonly file: string };
  const database = openDatabase(file);
  leaveLog(database);
  const tell = (failure: FromLogThread) => say({ kind: 'upkeep-failure', failure });
  const log = new Worker(new URL('./log-worker.ts', import.meta.url), { workerData: { file } });
  log.on('message', tell);
  // Without that thread the ledger copies its log itself, later and in longer pieces.
  log.on('error', (error) => tell(failureOf(error)));
  const host = new LedgerHost({
    ledger: new Ledger(database, systemClock),
    schedule: eventLoop,
    onUpkeepFailure: (error) => tell(failureOf(error)),
  });
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

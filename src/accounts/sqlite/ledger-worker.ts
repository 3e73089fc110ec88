// Entry of the ledger's thread; started by ledger-thread.ts.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../ops/assert.ts';
import { systemClock } from '../../ops/clock.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { eventLoop } from '../../ops/schedule.ts';
import { Ledger } from './ledger.ts';
import { LedgerHost } from './ledger-port.ts';
import { failureOf } from './ledger-wire.ts';
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
  const host = new LedgerHost({
    ledger: new Ledger(openDatabase(file), systemClock),
    schedule: eventLoop,
    onUpkeepFailure: (error) => say({ kind: 'upkeep-failure', failure: failureOf(error) }),
  });
  parent.on('message', (message: ToLedgerThread) => {
    if (message.kind === 'attach') host.attach(message.port);
    else {
      host.close();
      process.exit();
    }
  });
  say({ kind: 'open' });
} catch (error) {
  say({ kind: 'failed', message: failureOf(error).message, isForOperator: error instanceof OperatorError });
}

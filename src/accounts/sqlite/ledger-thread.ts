// The thread that owns the one writing connection of a serving process: commits and fsync do not block the serving
// threads.
import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { OperatorError } from '../../ops/operator-error.ts';
import type { FromLedgerThread, LedgerFault, ToLedgerThread } from './ledger-worker.ts';

/** Events of the thread. */
export interface LedgerEvents {
  /** A background write failed; it is retried. */
  readonly onUpkeepFailure: (error: unknown) => void;
  /** Credits cannot be charged from now on, with the reason, or can be again (null). */
  readonly onState?: (fault: LedgerFault, failure: { readonly message: string; readonly code: unknown } | null) => void;
  /**
   * The thread ended unexpectedly. Its unreported commits are unknown: the process must end, as
   * after a crash, so that no such call is answered as if it were free.
   */
  readonly onLost: (error: Error) => void;
}

interface LedgerThreadOptions extends LedgerEvents {
  /** Path of accounts.db, created if it is missing; its folder must exist. */
  readonly file: string;
}

export interface LedgerThread {
  /** A port for one serving thread, to pass to `openServing` there. */
  connect(): MessagePort;
  /** Closes the store; all serving threads have closed theirs. */
  end(): Promise<void>;
}

/** Opens the store in a separate thread. Rejects with an OperatorError if it cannot be used. */
export async function startLedgerThread({ file, ...told }: LedgerThreadOptions): Promise<LedgerThread> {
  const worker = new Worker(new URL('./ledger-worker.ts', import.meta.url), { workerData: { file } });
  const tell = (message: ToLedgerThread, transfer: MessagePort[] = []) => worker.postMessage(message, transfer);
  const [opening] = (await once(worker, 'message')) as [FromLedgerThread];
  if (opening.kind === 'failed') {
    const { message, isForOperator } = opening;
    throw isForOperator ? new OperatorError(message) : new Error(message);
  }
  let isEnding = false;
  let fault = new Error('the thread of the ledger has ended');
  worker.on('error', (error) => {
    fault = error;
  });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      if (!isEnding) told.onLost(fault);
      resolve();
    });
  });
  worker.on('message', (message: FromLedgerThread) => {
    if (message.kind === 'upkeep-failure') told.onUpkeepFailure(message.failure);
    if (message.kind === 'state') told.onState?.(message.fault, message.failure);
  });
  return {
    connect: () => {
      const { port1, port2 } = new MessageChannel();
      tell({ kind: 'attach', port: port1 }, [port1]);
      return port2;
    },
    end: async () => {
      isEnding = true;
      tell({ kind: 'end' });
      await ended;
    },
  };
}

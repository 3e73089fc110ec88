// The thread that owns the one writing connection of a serving process: commits and fsync do not block the serving
// threads.
import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { OperatorError } from '../../ops/operator-error.ts';
import { errorOfWire, type WireError } from '../../ops/threads/wire-error.ts';

/** The parameters of the thread. */
export type ToLedgerThread = { readonly kind: 'attach'; readonly port: MessagePort } | { readonly kind: 'end' };

/** The messages of the thread. */
export type FromLedgerThread =
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly message: string; readonly isForOperator: boolean }
  /** A change of the state of the store: writable or not. */
  | { readonly kind: 'state'; readonly fault: LedgerFault; readonly failure: WireError | null }
  | { readonly kind: 'upkeep-failure'; readonly failure: WireError };

/**
 * The faults that prevent charges: the disk fails (`charges`), the file was replaced (`accounts`), the database is
 * unreachable (`database`) or full (`space`), or its tables have the schema of another version (`schema`).
 */
export type LedgerFault = 'charges' | 'accounts' | 'database' | 'space' | 'schema';

/** Events of the thread. */
export interface LedgerEvents {
  /** A background write failed; it is retried. */
  readonly onUpkeepFailure: (error: unknown) => void;
  /** Called with the reason when credits can no longer be charged, and with null when they can be charged again. */
  readonly onState?: (fault: LedgerFault, failure: { readonly message: string; readonly code: unknown } | null) => void;
  /**
   * The thread ended unexpectedly. The outcome of its unreported commits is unknown. The process must end, as after a
   * crash, so that no such call is answered as a free one.
   */
  readonly onLost: (error: Error) => void;
}

interface LedgerThreadOptions extends LedgerEvents {
  /** The module of the thread. */
  readonly entry: URL;
  readonly workerData: unknown;
}

export interface LedgerThread {
  /** A port for one serving thread, to pass to `openServing` there. */
  connect(): MessagePort;
  /** Closes the store. All serving threads must have closed their ports before. */
  end(): Promise<void>;
}

/** Opens the store in a separate thread. Rejects with an OperatorError if it cannot be used. */
export async function startLedgerThread({ entry, workerData, ...events }: LedgerThreadOptions): Promise<LedgerThread> {
  const worker = new Worker(entry, { workerData });
  const send = (message: ToLedgerThread, transfer: MessagePort[] = []) => worker.postMessage(message, transfer);
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
      if (!isEnding) events.onLost(fault);
      resolve();
    });
  });
  worker.on('message', (message: FromLedgerThread) => {
    if (message.kind === 'upkeep-failure') events.onUpkeepFailure(errorOfWire(message.failure));
    if (message.kind === 'state') events.onState?.(message.fault, message.failure);
  });
  return {
    connect: () => {
      const { port1, port2 } = new MessageChannel();
      send({ kind: 'attach', port: port1 }, [port1]);
      return port2;
    },
    end: async () => {
      isEnding = true;
      send({ kind: 'end' });
      await ended;
    },
  };
}

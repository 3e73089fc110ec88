// Calls of the ledger between threads: both ends of a message channel. All charges of one turn of the event loop are
// one message.
import type { MessagePort } from 'node:worker_threads';
import { portOver } from '../../ops/threads/port-over.ts';
import { errorOfWire, type WireError, wireErrorOf } from '../../ops/threads/wire-error.ts';
import type { ChargeOutcome, LedgerPorts, PostgresLedger } from './postgres-ledger.ts';

interface Request {
  readonly id: number;
  readonly port: keyof LedgerPorts;
  readonly method: string;
  readonly args: readonly unknown[];
}

type Reply = { readonly id: number } & ({ readonly value: unknown } | { readonly failure: WireError });

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** The serving thread's connection to the ledger. */
export interface LedgerLink extends LedgerPorts {
  /** No method may be called afterwards. */
  close(): Promise<void>;
}

/** The serving thread's end of a port of the ledger thread. */
export function linkOver(port: MessagePort): LedgerLink {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let isClosed = false;
  port.on('message', (reply: Reply) => {
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('failure' in reply) one?.reject(errorOfWire(reply.failure));
    else one?.resolve(reply.value);
  });
  port.on('close', () => {
    isClosed = true;
    for (const { reject } of waiting.values()) reject(new Error('the ledger is gone'));
    waiting.clear();
  });
  const request = (call: Omit<Request, 'id'>) =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new Error('the ledger is gone'));
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      port.postMessage({ ...call, id: lastId } satisfies Request);
    });
  const far = <Name extends keyof LedgerPorts>(name: Name) =>
    portOver<LedgerPorts[Name]>((method, args) => request({ port: name, method, args }));
  return {
    calls: far('calls'),
    batches: far('batches'),
    webhooks: far('webhooks'),
    watches: far('watches'),
    close: async () => port.close(),
  };
}

interface LinkEvents {
  /** Called when a call is rejected. */
  readonly onRejected: (error: unknown) => void;
  /** Called when a background write failed. */
  readonly onUpkeepFailure: (error: unknown) => void;
}

/** The ledger's end. When the other end closes, or its thread is gone, its unfinished requests can be tried again. */
export function serveLink(port: MessagePort, ledger: PostgresLedger, events: LinkEvents): void {
  const ports = ledger.portsOf(port);
  port.on('message', async ({ id, port: name, method, args }: Request) => {
    try {
      const called: object = ports[name];
      const value = await (called as Readonly<Record<string, Method>>)[method]?.(...args);
      if (method === 'charges') noteFailed(value as ChargeOutcome[], events);
      port.postMessage({
        id,
        value: method === 'charges' ? sendable(value as ChargeOutcome[]) : value,
      } satisfies Reply);
    } catch (error) {
      events.onRejected(error);
      port.postMessage({ id, failure: wireErrorOf(error) } satisfies Reply);
    }
  });
  port.on('close', () => void ledger.release(port).catch(events.onUpkeepFailure));
}

function noteFailed(outcomes: readonly ChargeOutcome[], { onRejected }: LinkEvents): void {
  for (const outcome of outcomes) if ('failed' in outcome) onRejected(outcome.failed);
}

/** Errors of single charges in their wire form. */
function sendable(outcomes: readonly ChargeOutcome[]): readonly ChargeOutcome[] {
  return outcomes.map((outcome) => ('failed' in outcome ? { failed: wireErrorOf(outcome.failed) } : outcome));
}

/** The link in the calling thread, for commands and tests. `close` ends the ledger too. */
export function localLink(ledger: PostgresLedger): LedgerLink {
  const holder = {};
  return {
    ...ledger.portsOf(holder),
    close: async () => {
      await ledger.release(holder).finally(() => ledger.close());
    },
  };
}

/** The error of a charge, including one that came from another thread. */
export function chargeError(failed: unknown): unknown {
  return failed instanceof Error ? failed : errorOfWire(failed as WireError);
}

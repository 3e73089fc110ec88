// Both ends of the message channel between a serving thread and the ledger's thread: one message for the requests of
// one iteration of the event loop, and one for their outcomes.
import type { MessagePort } from 'node:worker_threads';
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import type { LedgerLink, LedgerReply, LedgerRequest } from '../ledger/ledger-request.ts';
import { LEASE_UPKEEP_MS } from './idempotent-requests.ts';
import type { Batch, Ledger } from './ledger.ts';
import {
  packReply,
  packRequests,
  unpackReply,
  unpackRequests,
  type WireReply,
  type WireRequests,
} from './ledger-wire.ts';

/**
 * To the ledger: requests that are sent together, or null, which closes the port. Replies come in the order of the
 * requests.
 */
type ToLedger = WireRequests | null;
type FromLedger = WireReply | null;

interface Waiting<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** The serving thread's end. */
export class LedgerPort implements LedgerLink {
  readonly #port: MessagePort;
  /** In the order of sending, which is also the order of the replies. */
  readonly #waiting: Waiting<FromLedger>[] = [];
  #isClosed = false;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (reply: FromLedger) => this.#waiting.shift()?.resolve(reply));
    port.on('close', () => {
      this.#isClosed = true;
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('the ledger is gone'));
    });
  }

  async send(requests: readonly LedgerRequest[]): Promise<LedgerReply> {
    const reply = await this.#request(packRequests(requests));
    if (reply === null) throw new Error('the ledger is gone');
    return unpackReply(reply);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.#request(null);
    this.#port.close();
  }

  #request(message: ToLedger): Promise<FromLedger> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) reject(new Error('the ledger is gone'));
      else {
        this.#waiting.push({ resolve, reject });
        this.#port.postMessage(message);
      }
    });
  }
}

interface HostOptions {
  readonly ledger: Ledger;
  readonly schedule: Schedule;
  /** A background write failed; it is retried. */
  readonly onUpkeepFailure: (error: unknown) => void;
  /** Called for each group: with the error of a failed write, or null. */
  readonly onCommit?: (failure: unknown) => void;
}

/**
 * The ledger's end of all its ports (group commit). While a group commits, the next one is collected, so groups grow
 * with the load.
 */
export class LedgerHost {
  readonly #options: HostOptions;
  readonly #endUpkeep: () => void;
  /** The requests of the next group. */
  #gathered: { readonly port: MessagePort; readonly batch: Batch }[] = [];
  /** The reason for which writes are disabled. */
  #rejection: Error | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
    const { ledger, schedule } = options;
    this.#endUpkeep = schedule.every(LEASE_UPKEEP_MS, () => this.#attempt(() => ledger.maintain()));
  }

  /** Serves the other end of a port. When its thread ends, its unfinished requests can be tried again. */
  attach(port: MessagePort): void {
    port.on('message', (message: ToLedger) => {
      if (message === null) this.#releasePort(port);
      else this.#gather(port, { holder: port, requests: unpackRequests(message) });
    });
    port.on('close', () => this.#attempt(() => this.#options.ledger.release(port)));
  }

  /** Disables writes: from now on all requests fail with this error; null enables them. */
  rejectWrites(rejection: Error | null): void {
    this.#rejection = rejection;
  }

  /** Ends upkeep and closes the ledger. All ports must be closed before. */
  close(): void {
    this.#endUpkeep();
    this.#flush();
    this.#options.ledger.close();
  }

  #gather(port: MessagePort, batch: Batch): void {
    this.#gathered.push({ port, batch });
    if (this.#gathered.length === 1) this.#options.schedule.soon(() => this.#flush());
  }

  #flush(): void {
    const gathered = this.#gathered;
    if (gathered.length === 0) return;
    this.#gathered = [];
    const batches = gathered.map(({ batch }) => batch);
    const replies = this.#rejection ? rejected(batches, this.#rejection) : this.#options.ledger.commit(batches);
    this.#options.onCommit?.(storeFailure(replies));
    gathered.forEach(({ port }, index) => {
      const reply = replies[index];
      if (reply) port.postMessage(packReply(reply) satisfies FromLedger);
    });
    batches.forEach(({ requests }, batch) => {
      requests.forEach(({ kind }, index) => {
        const outcome = replies[batch]?.outcomes[index];
        if (kind === 'count' && outcome && 'failed' in outcome) this.#options.onUpkeepFailure(outcome.failed);
      });
    });
  }

  #releasePort(port: MessagePort): void {
    this.#flush();
    this.#attempt(() => this.#options.ledger.release(port));
    port.postMessage(null satisfies FromLedger);
  }

  #attempt(upkeep: () => void): void {
    try {
      upkeep();
    } catch (error) {
      this.#options.onUpkeepFailure(error);
    }
  }
}

function rejected(batches: readonly Batch[], rejection: Error): LedgerReply[] {
  return batches.map(({ requests }, index) => ({
    outcomes: requests.map(() => ({ failed: rejection })),
    commit: index === 0 ? { writes: 0, seconds: 0, failed: true } : null,
  }));
}

/** The first failure of the store in a group; rejections of single requests do not count. */
function storeFailure(replies: readonly LedgerReply[]): unknown {
  for (const { outcomes } of replies) {
    for (const outcome of outcomes) {
      if ('failed' in outcome && isOfStore(outcome.failed)) return outcome.failed;
    }
  }
  return null;
}

function isOfStore(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT');
}

// Both ends of the way between a serving thread and the ledger's thread: a message for what one turn of the event loop asks for, and
// one for its outcomes.
import type { MessagePort } from 'node:worker_threads';
import type { Schedule } from '../../ops/schedule.ts';
import { LEASE_UPKEEP_MS } from './idempotent-requests.ts';
import type { Batch, Ledger } from './ledger.ts';
import type { LedgerLink, LedgerReply, LedgerRequest } from './ledger-request.ts';
import {
  packReply,
  packRequests,
  unpackReply,
  unpackRequests,
  type WireReply,
  type WireRequests,
} from './ledger-wire.ts';

/** To the ledger: requests that belong together, or null, with which the thread says goodbye. Answered in their order. */
type ToLedger = WireRequests | null;
type FromLedger = WireReply | null;

interface Waiting<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** The serving thread's end. */
export class LedgerPort implements LedgerLink {
  readonly #port: MessagePort;
  /** In the order in which they were sent, which is that of the replies. */
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
    const reply = await this.#ask(packRequests(requests));
    if (reply === null) throw new Error('the ledger is gone');
    return unpackReply(reply);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.#ask(null);
    this.#port.close();
  }

  #ask(message: ToLedger): Promise<FromLedger> {
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
  /** What is written in the background could not be; it is tried again. */
  readonly onUpkeepFailure: (error: unknown) => void;
  /** Told of each group: why one of its writes was undone, or null. */
  readonly onCommit?: (failure: unknown) => void;
}

/** The ledger's end of all its ports. While a group commits the next one gathers, so groups grow with the load and nobody waits for one. */
export class LedgerHost {
  readonly #options: HostOptions;
  readonly #endUpkeep: () => void;
  /** What the next group takes up. */
  #gathered: { readonly port: MessagePort; readonly batch: Batch }[] = [];
  /** Why nothing is written for now. */
  #refusal: Error | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
    const { ledger, schedule } = options;
    this.#endUpkeep = schedule.every(LEASE_UPKEEP_MS, () => this.#attempt(() => ledger.maintain()));
  }

  /** Serves whoever holds the other end. When that thread is gone, what it had begun may be tried again. */
  attach(port: MessagePort): void {
    port.on('message', (message: ToLedger) => {
      if (message === null) this.#dismiss(port);
      else this.#gather(port, { holder: port, requests: unpackRequests(message) });
    });
    port.on('close', () => this.#attempt(() => this.#options.ledger.letGo(port)));
  }

  /** From now on nothing is written, and all that is asked fails with this error; null: it is written again. */
  refuse(refusal: Error | null): void {
    this.#refusal = refusal;
  }

  /** Ends upkeep and closes the ledger; nobody is attached any more. */
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
    const replies = this.#refusal ? refused(batches, this.#refusal) : this.#options.ledger.commit(batches);
    this.#options.onCommit?.(storeFailure(replies));
    gathered.forEach(({ port }, index) => {
      const reply = replies[index];
      if (reply) port.postMessage(packReply(reply) satisfies FromLedger);
    });
    gathered.forEach(({ batch }, index) => {
      batch.requests.forEach(({ kind }, at) => {
        const outcome = replies[index]?.outcomes[at];
        if (kind === 'count' && outcome && 'failed' in outcome) this.#options.onUpkeepFailure(outcome.failed);
      });
    });
  }

  #dismiss(port: MessagePort): void {
    this.#flush();
    this.#attempt(() => this.#options.ledger.letGo(port));
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

function refused(batches: readonly Batch[], refusal: Error): LedgerReply[] {
  return batches.map(({ requests }, index) => ({
    outcomes: requests.map(() => ({ failed: refusal })),
    commit: index === 0 ? { writes: 0, seconds: 0, failed: true } : null,
  }));
}

/** Why the store could not be written, of the first that failed so; what a request itself is refused for is none of it. */
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

// The log of requests in a serving thread: finished calls are gathered in memory, and sent to the thread that stores
// them (call-log-worker.ts) once a second. A call costs one entry of a list.
import { BroadcastChannel } from 'node:worker_threads';
import { BODIES_KEPT, type CallBodies } from './call-bodies.ts';

/** Number of calls that are kept per key. */
export const CALLS_KEPT = 1000;
const SEND_MS = 1000;

/** A finished call of a known key. */
export interface LoggedCall {
  readonly requestId: string;
  /** Milliseconds of the epoch. */
  readonly at: number;
  /** Path of the endpoint, without identifiers. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly credits: number;
  /** Present if bodies are kept. */
  readonly bodies?: CallBodies;
}

/** Calls of one key, in their order. */
export interface KeyCalls {
  readonly keyId: string;
  readonly accountId: string;
  readonly calls: readonly LoggedCall[];
}

/** All threads of a process that serve one data folder share a channel. */
export const channelOf = (folder: string): string => `cardfile calls ${folder}`;

export class CallLog {
  readonly #channel: BroadcastChannel;
  readonly #timer: NodeJS.Timeout;
  #gathered = new Map<string, { readonly accountId: string; calls: LoggedCall[] }>();

  /** `folder`: the data folder. */
  constructor(folder: string) {
    this.#channel = new BroadcastChannel(channelOf(folder));
    this.#channel.unref();
    this.#timer = setInterval(() => this.#send(), SEND_MS);
    this.#timer.unref();
  }

  note({ keyId, accountId }: Pick<KeyCalls, 'keyId' | 'accountId'>, call: LoggedCall): void {
    const known = this.#gathered.get(keyId);
    if (known === undefined) {
      this.#gathered.set(keyId, { accountId, calls: [call] });
      return;
    }
    known.calls.push(call);
    dropBodies(known.calls);
    // Only the last calls are kept, so memory is bounded at any rate of calls.
    if (known.calls.length >= 2 * CALLS_KEPT) known.calls = known.calls.slice(-CALLS_KEPT);
  }

  /** Sends the remaining calls. */
  close(): void {
    clearInterval(this.#timer);
    this.#send();
    this.#channel.close();
  }

  #send(): void {
    if (this.#gathered.size === 0) return;
    const message = [...this.#gathered].map(([keyId, { accountId, calls }]): KeyCalls => {
      return { keyId, accountId, calls: calls.slice(-CALLS_KEPT) };
    });
    this.#gathered = new Map();
    this.#channel.postMessage(message);
  }
}

/** Only the last calls keep their bodies. */
function dropBodies(calls: LoggedCall[]): void {
  const at = calls.length - 1 - BODIES_KEPT;
  const older = calls[at];
  if (older?.bodies === undefined) return;
  const { bodies: _, ...call } = older;
  calls[at] = call;
}

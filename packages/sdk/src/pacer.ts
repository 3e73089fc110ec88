// Delays calls so that they stay below the requests per second of the account, as stated by the headers
// RateLimit-Policy and RateLimit of each answer (IETF draft-ietf-httpapi-ratelimit-headers).
import { pause, unlessAborted } from './pause.ts';

/** Milliseconds between checks for the first answer. */
const POLL_MS = 5;

/** The network may shorten the time between two calls: the window of the client is longer by this many milliseconds. */
const JITTER_MS = 50;

interface Policy {
  readonly quota: number;
  readonly windowMs: number;
}

export class Pacer {
  #policy: Policy | null = null;
  /** Times at which calls of the last window started, oldest first. */
  #starts: number[] = [];
  /** No call starts before this time. */
  #closedUntil = 0;
  #inFlight = 0;
  /** Calls start in the order in which they were made. */
  #line: Promise<unknown> = Promise.resolve();

  /** Resolves when the next call may start; rejects if the signal aborts first. */
  async start(signal: AbortSignal | undefined): Promise<void> {
    const before = this.#line;
    const turn = unlessAborted(before, signal).then(() => this.#admit(signal));
    // After an aborted call, later calls still wait for all calls before it.
    this.#line = Promise.allSettled([before, turn]);
    await turn;
  }

  async #admit(signal: AbortSignal | undefined): Promise<void> {
    for (let wait = this.#waitMs(); wait > 0; wait = this.#waitMs()) await pause(wait, signal);
    signal?.throwIfAborted();
    this.#starts.push(Date.now());
    this.#inFlight += 1;
  }

  #waitMs(): number {
    const now = Date.now();
    if (this.#closedUntil > now) return this.#closedUntil - now;
    // Only one call at a time, until an answer states the limit.
    if (this.#policy === null) return this.#inFlight === 0 ? 0 : POLL_MS;
    const { quota, windowMs } = this.#policy;
    while (this.#starts[0] !== undefined && this.#starts[0] <= now - windowMs) this.#starts.shift();
    const oldest = this.#starts[this.#starts.length - quota];
    return oldest === undefined ? 0 : oldest + windowMs - now;
  }

  /** Records the end of a call; `headers` is null if there was no answer. */
  end(headers: Headers | null): void {
    this.#inFlight -= 1;
    const policy = parameters(headers?.get('ratelimit-policy'));
    const { q: quota, w: seconds } = policy;
    if (quota !== undefined && quota > 0 && seconds !== undefined) {
      this.#policy = { quota, windowMs: seconds * 1000 + JITTER_MS };
    }
    const { r: remaining, t: wait } = parameters(headers?.get('ratelimit'));
    // Other clients of the account may have used the rest.
    if (remaining === 0 && wait !== undefined) this.close(wait * 1000);
  }

  /** Starts no call for this many milliseconds. */
  close(ms: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, Date.now() + ms);
  }
}

/** The numeric parameters of `"default";q=50;w=1`. */
function parameters(value: string | null | undefined): Readonly<Record<string, number>> {
  const pairs = [...(value ?? '').matchAll(/;\s*([a-z]+)=(\d+)/g)];
  return Object.fromEntries(pairs.map(([, name = '', number]) => [name, Number(number)]));
}

// One call of batches, and its answer, between the routes and the work.
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../accounts/port.ts';
import type { Turn } from '../ops/fair-scheduler.ts';

/** One call of a batch. */
export interface BatchCall {
  readonly message: IncomingMessage;
  readonly caller: Caller;
  readonly turn: Turn;
  /** The id in the path; null if there is none. */
  readonly id: string | null;
  readonly query: URLSearchParams;
}

/** The answer of a call: JSON, nothing (null), or a stream of texts. */
export interface BatchReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | AsyncIterable<string> | null;
}

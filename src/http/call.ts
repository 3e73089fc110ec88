// One call and its answer, as passed between the server and the pipeline.
import type { IncomingMessage } from 'node:http';
import type { Limits } from '../accounts/late-rejections.ts';
import type { Accounts, Caller } from '../accounts/port.ts';
import type { Payload, SharedContext } from '../api/context.ts';
import type { Endpoint } from '../contract/endpoints/endpoint.ts';
import type { Operation } from '../contract/endpoints/endpoints.ts';
import type { FairScheduler } from '../ops/scheduling/fair-scheduler.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { CallDurations } from './call-clock.ts';

/** The data, handlers and functions that the pipeline needs to answer calls. */
export interface Services extends Limits {
  readonly endpoint: Endpoint;
  /** One cache for all operations. */
  readonly answers: AnswerCache;
  readonly api: SharedContext;
  readonly accounts: Accounts;
  /** Shares the time of the thread among accounts. */
  readonly scheduler: Pick<FairScheduler, 'open'>;
  /** Milliseconds of a monotonic clock that all threads share; used by the rate limiter. */
  readonly monotonicMs: () => number;
  /** Called with every error that is not a rejection; the caller receives only a 500. */
  readonly onFault: (error: unknown, requestId: string) => void;
}

export interface Call {
  readonly operation: Operation;
  readonly requestId: string;
  readonly message: IncomingMessage;
  /** Address of the peer; undefined if its socket is closed. */
  readonly address: string | undefined;
  /**
   * Set for a caller that is known without a key. By default the key in the header decides, and the query must be
   * empty.
   */
  readonly keyHash?: string;
  /** A caller without an account. It can make free calls only, and they are counted for no account. */
  readonly callerWithoutAccount?: Caller;
}

export interface Answer {
  readonly status: number;
  /** All headers of the answer, with the length of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: Payload;
  /** The part of the request body that was read. */
  readonly requestBody: Buffer;
  /** Credits charged. */
  readonly credits: number;
  /** The caller, for the log; null if the key was unknown. */
  readonly caller: Caller | null;
  readonly durations: CallDurations;
}

/** Called for each finished call with a known key. `ms`: milliseconds until the answer was sent. */
export type OnCall = (
  caller: Pick<Caller, 'keyId' | 'accountId'>,
  call: {
    readonly requestId: string;
    readonly path: string;
    readonly status: number;
    readonly ms: number;
    readonly credits: number;
  },
  /** Omitted for calls whose bodies may hold secrets. Valid only until the listener returns. */
  bodies?: { readonly request: Buffer; readonly answer: Payload },
) => void;

// One call and its answer, as the server passes them to the pipeline.
import type { IncomingMessage } from 'node:http';
import type { Limits } from '../accounts/late-rejections.ts';
import type { Accounts, Caller } from '../accounts/port.ts';
import type { Payload, SharedContext } from '../api/context.ts';
import type { Endpoint } from '../contract/endpoints/endpoint.ts';
import type { Operation } from '../contract/endpoints/endpoints.ts';
import type { FairScheduler } from '../ops/scheduling/fair-scheduler.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Spent } from './call-clock.ts';

/** The data and the handler that answer the calls of one operation. */
export interface Services extends Limits {
  readonly endpoint: Endpoint;
  /** One for all operations. */
  readonly answers: AnswerCache;
  readonly api: SharedContext;
  readonly accounts: Accounts;
  /** Shares the time of the thread among accounts. */
  readonly scheduler: Pick<FairScheduler, 'open'>;
  /** Milliseconds of a monotonic clock that all threads share; the limiter counts by it. */
  readonly monotonicMs: () => number;
  /** Receives every error that is not a rejection; the caller sees only a 500. */
  readonly onFault: (error: unknown, requestId: string) => void;
}

export interface Call {
  readonly operation: Operation;
  readonly requestId: string;
  readonly message: IncomingMessage;
  /** Address of the peer; undefined if its socket is closed. */
  readonly address: string | undefined;
  /** Of a caller known without a key; by default that of the key in the header, and the query must be empty. */
  readonly keyHash?: string;
  /** A caller without an account: makes free calls only, which are counted for no account. */
  readonly visitor?: Caller;
}

export interface Answer {
  readonly status: number;
  /** All headers of the answer, with the length of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: Payload;
  /** The body of the request, as far as it was read. */
  readonly requestBody: Buffer;
  /** Credits charged. */
  readonly credits: number;
  /** The caller, if the key was known: for the log. */
  readonly caller: Caller | null;
  readonly spent: Spent;
}

/** Receives a finished call of a known key; `ms`: milliseconds until it was sent. */
export type OnCall = (
  caller: Pick<Caller, 'keyId' | 'accountId'>,
  call: {
    readonly requestId: string;
    readonly path: string;
    readonly status: number;
    readonly ms: number;
    readonly credits: number;
  },
  /** Not of calls whose bodies may hold secrets. Valid until the listener returns. */
  bodies?: { readonly request: Buffer; readonly answer: Payload },
) => void;

// Calls of the API that another protocol makes within this process, with the key of its own request. Rate limit, price
// and log line are the same as for an HTTP call.
import type { FastifyInstance } from 'fastify';
import { ClientDisconnected } from '../contract/errors.ts';
import type { JsonObject } from './body/read-body.ts';

/** The reply to a call of the API. */
export interface ApiReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: JsonObject;
  /** The answer was lost: the call may have been executed and charged. */
  readonly isCostUnknown?: boolean;
}

/** Makes a call of the API with the key of the caller. */
export type CallApi = (call: {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: JsonObject | null;
  /** Aborts a call whose answer is no longer awaited. */
  readonly signal?: AbortSignal;
}) => Promise<ApiReply>;

export interface InProcessCaller {
  /** Headers of the caller's request: the key, and an Idempotency-Key if it has one. */
  readonly headers: Readonly<Record<string, string>>;
  /** The address of the peer. */
  readonly ip: string;
  /** Whether the caller has disconnected. */
  readonly isGone: () => boolean;
}

/**
 * Returns a function that makes calls with the key of a request. Throws ClientDisconnected, without a call, if the
 * caller has disconnected.
 */
export function inProcessCalls(app: FastifyInstance, { headers: given, ip, isGone }: InProcessCaller): CallApi {
  return async ({ method, path, body }) => {
    if (isGone()) throw new ClientDisconnected();
    const { statusCode, headers, payload } = await app.inject({
      method,
      url: path,
      remoteAddress: ip,
      headers: { ...given, ...(body === null ? {} : { 'content-type': 'application/json' }) },
      ...(body === null ? {} : { payload: JSON.stringify(body) }),
    });
    return {
      status: statusCode,
      headers: headers as Record<string, string | undefined>,
      body: JSON.parse(payload) as JsonObject,
    };
  };
}

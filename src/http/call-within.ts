// Calls of the API that another protocol makes within this process with the key of its request: rate, price and log
// line are those of any call.
import type { FastifyInstance } from 'fastify';
import { CallerGone } from '../contract/errors.ts';
import type { JsonObject } from './body/read-body.ts';

/** The reply to a call of the API. */
export interface ApiReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: JsonObject;
  /** The answer was lost: the call may have been made and charged. */
  readonly isCostUnknown?: boolean;
}

/** Makes a call of the API with the key of the caller. */
export type CallApi = (call: {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: JsonObject | null;
  /** Ends a call whose answer is not awaited any more. */
  readonly signal?: AbortSignal;
}) => Promise<ApiReply>;

export interface CallerWithin {
  /** The headers that carry the key of the caller. */
  readonly headers: Readonly<Record<string, string>>;
  /** The address of the peer. */
  readonly ip: string;
  /** Whether the caller has left. */
  readonly isGone: () => boolean;
}

/** Calls for a caller who has left are not made: CallerGone. */
export function callsWithin(app: FastifyInstance, { headers: given, ip, isGone }: CallerWithin): CallApi {
  return async ({ method, path, body }) => {
    if (isGone()) throw new CallerGone();
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

// Calls of the API over HTTP, for an MCP server that runs outside the service.
import type { CallApi } from '../http/call-within.ts';
import type { Json } from './tool-schema.ts';

/** The slowest call of the API ends before. */
const ANSWER_WITHIN_MS = 60_000;

/** Makes calls with a key at an address without a path. A server that does not answer is a reply with status 503. */
export function httpCaller(base: string, key: string): CallApi {
  return async ({ method, path, body }) => {
    try {
      const response = await fetch(base + path, {
        method,
        headers: { 'x-api-key': key, ...(body === null ? {} : { 'content-type': 'application/json' }) },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        redirect: 'error',
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      });
      const headers = Object.fromEntries(response.headers);
      return { status: response.status, headers, body: (await response.json()) as Json };
    } catch {
      const message = `no server of Cardfile answers at ${base}; start one, or give its address`;
      return { status: 503, headers: {}, body: { error: { code: 'DATA_SERVICE_ERROR', message } } };
    }
  };
}

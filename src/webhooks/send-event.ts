// One attempt to deliver an event: resolve, pin the address, send, read the status. Redirects are not followed, and the
// body of the answer is not read.
import type { IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { request as plainRequest } from '../ops/node-http.ts';
import { type Address, resolvedAddress, TargetError, type TargetRules, targetUrl } from './target.ts';

/** Limit of an attempt, from the resolution of the name to the headers of the answer. */
const ATTEMPT_MS = 15_000;
const HEADER_BYTES_MAX = 16 * 1024;

export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string;
}

/** The answer of an endpoint, or the reason why there is none. */
export type Sent =
  | { readonly status: number; readonly retryAfter: string | null; readonly error: null }
  | { readonly status: null; readonly retryAfter: null; readonly error: string };

export interface SendRules extends TargetRules {
  /** By default 15 seconds. */
  readonly attemptMs?: number;
}

/** Never rejects. */
export async function sendEvent(outgoing: Outgoing, rules: SendRules): Promise<Sent> {
  const { attemptMs = ATTEMPT_MS } = rules;
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), attemptMs);
  try {
    const url = targetUrl(outgoing.url, rules);
    const address = await Promise.race([resolvedAddress(url, rules), aborted(end.signal)]);
    return await exchange(outgoing, { url, address, signal: end.signal });
  } catch (error) {
    const reason = end.signal.aborted ? `no answer within ${attemptMs / 1000} s` : reasonOf(error);
    return { status: null, retryAfter: null, error: reason };
  } finally {
    clearTimeout(timer);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

interface Pinned {
  readonly url: URL;
  readonly address: Address;
  readonly signal: AbortSignal;
}

function exchange({ headers, payload }: Outgoing, { url, address, signal }: Pinned): Promise<Sent> {
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  // The name is not resolved again: a second resolution might return an address that was not checked.
  const lookup: LookupFunction = (_host, options, callback) => {
    if (options.all) callback(null, [address]);
    else callback(null, address.address, address.family);
  };
  const body = Buffer.from(payload);
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      agent: false,
      lookup,
      signal,
      maxHeaderSize: HEADER_BYTES_MAX,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'cardfile-webhooks',
      },
    });
    request.once('error', reject);
    // A switch to another protocol ends the request without an answer and without an error.
    request.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    request.once('response', (response: IncomingMessage) => {
      const { statusCode: status = 0, headers: answered } = response;
      // Discards the body, so that a large or endless one costs nothing.
      response.on('error', () => {});
      response.destroy();
      resolve({ status, retryAfter: answered['retry-after'] ?? null, error: null });
    });
    request.end(body);
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at the address',
  ECONNRESET: 'the connection was closed without an answer',
  ENETUNREACH: 'the network of the address is out of reach',
  EHOSTUNREACH: 'the address is out of reach',
  ETIMEDOUT: 'the connection timed out',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
};

/** Explains the failure without disclosing more of the network than the owner of the endpoint knows. */
function reasonOf(error: unknown): string {
  if (error instanceof TargetError) return `the URL ${error.message}`;
  const { code = '' } = error as { readonly code?: string };
  const known = REASONS[code];
  if (known !== undefined) return known;
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) return `the certificate is not accepted (${code})`;
  return code.startsWith('HPE_') ? 'the answer is no HTTP' : 'the connection failed';
}

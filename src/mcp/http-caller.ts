// Calls of the API over HTTP, for an MCP server that runs outside the service.
import type { ApiReply, CallApi } from '../http/in-process-calls.ts';
import { isJsonObject } from '../ops/json/json-object.ts';
import type { Json } from './tool-schema.ts';

/** Longer than the slowest call of the API. */
const ANSWER_WITHIN_MS = 60_000;

/** Failures before a request is sent, by the start of their code. */
const UNSENT = /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT)/;
const UNTRUSTED = /CERT|TLS|SSL|SIGNATURE|ISSUER/;

/**
 * Makes calls with a key at an address without a path. A response that is not from Cardfile becomes a reply with status
 * 503 that describes the remedy. Redirects are not followed, because the key is meant for this address.
 */
export function httpCaller(base: string, key: string, withinMs = ANSWER_WITHIN_MS): CallApi {
  return async ({ method, path, body, signal }) => {
    const limit = AbortSignal.timeout(withinMs);
    try {
      const response = await fetch(base + path, {
        method,
        headers: { 'x-api-key': key, ...(body === null ? {} : { 'content-type': 'application/json' }) },
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
        redirect: 'manual',
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      });
      return replyOf(response, await response.text(), base);
    } catch (error) {
      if (limit.aborted) return lost(`${base} has not answered within ${withinMs / 1000} s; try again`);
      return failed(error, base);
    }
  };
}

function replyOf({ status, headers: given }: Response, text: string, base: string): ApiReply {
  const headers = Object.fromEntries(given);
  if (status >= 300 && status < 400) return unanswered(`${base} redirects to ${placeOf(headers['location'], base)}`);
  const body = jsonOf(text);
  if (body !== null && (status === 200 || hasCode(body))) return { status, headers, body };
  return lost(`${base} answers with status ${status}, but not as Cardfile does; check the address and any proxy`);
}

/** Without the path of the call, which may have been added. */
function placeOf(location: string | undefined, base: string): string {
  const url = URL.parse(location ?? '', base);
  return url === null ? 'another address; give that one as --url' : `${url.origin}; give that address as --url`;
}

function hasCode({ error }: Json): boolean {
  return typeof (error as { readonly code?: unknown } | null | undefined)?.code === 'string';
}

function jsonOf(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function failed(error: unknown, base: string): ApiReply {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  const code = String(cause?.code ?? '');
  if (UNSENT.test(code)) return unanswered(`no Cardfile server answers at ${base}; start one, or give its address`);
  if (UNTRUSTED.test(code)) return unanswered(`the certificate of ${base} is not accepted (${code})`);
  return lost(`the connection to ${base} has ended without an answer; try again`);
}

/** Nothing was charged. */
function unanswered(message: string): ApiReply {
  return { status: 503, headers: {}, body: { error: { code: 'DATA_SERVICE_ERROR', message } } };
}

/** The call may have been made. */
function lost(message: string): ApiReply {
  return { ...unanswered(message), isCostUnknown: true };
}

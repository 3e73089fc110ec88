// The rules for any answer, whatever the request: documented, in the form of its endpoint or of an error, with an id,
// and never a 500.
import assert from 'node:assert/strict';
import { ENDPOINTS, OPERATIONS, type Operation } from '../../src/contract/endpoints/endpoints.ts';
import { checkAnswer, checkErrorBody, type Reply } from '../support/service.ts';
import { type FuzzRequest, PAGES } from './requests.ts';

const BY_PATH = new Map<string, Operation>(OPERATIONS.map((operation) => [ENDPOINTS[operation].path, operation]));

/**
 * The path that a request reaches: as URL parsers read it, percent-decoded except for slashes; null if it cannot be
 * decoded.
 */
function pathOf(url: string): string | null {
  try {
    return decodeURI(new URL(url, 'http://localhost').pathname);
  } catch {
    return null;
  }
}

/**
 * Throws if the reply is not possible for the request. Returns the endpoint that the request reached, or another
 * label.
 */
export function checkReply(request: FuzzRequest, reply: Reply): Operation | 'page' | 'unknown path' {
  const path = pathOf(request.url);
  const operation = path === null ? undefined : BY_PATH.get(path);
  assert.equal(reply.headers['x-content-type-options'], 'nosniff');
  if (operation) {
    checkCall(operation, request, reply);
    return operation;
  }
  if (request.method === 'GET' && PAGES.some((page) => page === path)) {
    assert.equal(reply.status, pageStatus(path, request));
    return 'page';
  }
  assert.equal(reply.status, 404);
  if (typeof reply.body === 'object') checkErrorBody(reply.body);
  return 'unknown path';
}

/** Metrics are not available through a proxy. */
function pageStatus(path: string | null, { headers }: FuzzRequest): number {
  if (path === '/metrics' && 'x-forwarded-for' in headers) return 403;
  return path === '/' ? 302 : 200;
}

function checkCall(operation: Operation, { method }: FuzzRequest, reply: Reply): void {
  assert.notEqual(reply.status, 500, JSON.stringify(reply.body));
  assert.equal(typeof reply.headers['x-request-id'], 'string');
  assert.equal(reply.status === 405, method !== ENDPOINTS[operation].method);
  // The answer to HEAD has no body.
  if (method !== 'HEAD') checkAnswer(operation, reply);
}

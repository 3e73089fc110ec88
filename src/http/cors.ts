// Cross-origin calls of the API by web pages, if the operator allows them. Off by default: a key belongs on a server,
// and every visitor of a page can read the key that the page sends.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ENDPOINTS, OPERATIONS } from '../contract/endpoints/endpoints.ts';
import { MCP_PATH } from '../contract/mcp-path.ts';
import { RESOURCE_METHODS } from '../contract/resources/resource-paths.ts';

/** The last three are headers of MCP. */
const ALLOWED_HEADERS = [
  ...['x-api-key', 'authorization', 'content-type', 'idempotency-key'],
  ...['mcp-protocol-version', 'mcp-method', 'mcp-name'],
].join(', ');
const EXPOSED_HEADERS = [
  'x-request-id',
  'RateLimit',
  'RateLimit-Policy',
  'x-credits-used',
  'x-credits-remaining',
  'Retry-After',
  'Idempotency-Replayed',
  'x-next-cursor',
].join(', ');
/** Maximum age of a cached preflight answer in browsers. */
const MAX_AGE_SECONDS = '600';
const UNDER_API = new RegExp(`^/v2(/|$)|^${MCP_PATH}$`);

const METHODS = new Map<string, string>([
  ...OPERATIONS.map((name): [string, string] => [ENDPOINTS[name].path, ENDPOINTS[name].method]),
  ...Object.entries(RESOURCE_METHODS).map(([path, methods]): [string, string] => [
    path,
    Object.keys(methods).join(', '),
  ]),
  [MCP_PATH, 'POST'],
]);
/** Identifiers of stored objects in a path. */
const ID = /\/(?:bat|whk|wat)_[0-9A-Za-z]+/;
const DELIVERY_ID = /\/dlv_[0-9A-Za-z]+/;

export class Cors {
  readonly #origins: ReadonlySet<string>;
  readonly #any: boolean;

  /** Origins that may call, or `*` for all. CORS is off if there are none. */
  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
    this.#any = this.#origins.has('*');
  }

  /**
   * Sets the CORS headers of an answer under /v2 or of MCP. Returns true for an OPTIONS request of an endpoint, which
   * is answered with status 204 and these headers. If no origins are configured it sets nothing, and OPTIONS is handled
   * like any other method.
   */
  open(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#origins.size === 0) return false;
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (!UNDER_API.test(path)) return false;
    const allowed = this.#allowedOrigin(request.headers.origin);
    if (!this.#any) response.setHeader('vary', 'origin');
    if (allowed !== null) {
      response.setHeader('access-control-allow-origin', allowed);
      response.setHeader('access-control-expose-headers', EXPOSED_HEADERS);
    }
    const method = METHODS.get(path.replace(ID, '/:id').replace(DELIVERY_ID, '/:deliveryId'));
    if (request.method !== 'OPTIONS' || method === undefined) return false;
    response.setHeader('allow', `${method}, OPTIONS`);
    if (allowed !== null) {
      response.setHeader('access-control-allow-methods', method);
      response.setHeader('access-control-allow-headers', ALLOWED_HEADERS);
      response.setHeader('access-control-max-age', MAX_AGE_SECONDS);
    }
    return true;
  }

  #allowedOrigin(origin: string | undefined): string | null {
    if (origin === undefined) return null;
    if (this.#any) return '*';
    return this.#origins.has(origin) ? origin : null;
  }
}

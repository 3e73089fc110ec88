// `/mcp`: the MCP server over streamable HTTP, without sessions. A tool calls the API within this process with the key
// of the request. Rate, price and log line are those of the API call. Messages have a limit of their own, because most
// of them make no call.
import type { IncomingMessage } from 'node:http';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { ApiError } from '../contract/errors.ts';
import { MCP_PATH } from '../contract/mcp-path.ts';
import { admitMessage, authenticated } from '../http/admission.ts';
import { readLongBody } from '../http/body/long-bodies.ts';
import { checkContentType, type JsonObject, readBytes, readJson } from '../http/body/read-body.ts';
import type { Services } from '../http/call.ts';
import { errorBody, isFault, toApiError } from '../http/error-body.ts';
import { routeEveryMethod } from '../http/every-method.ts';
import { type CallApi, inProcessCalls } from '../http/in-process-calls.ts';
import { newRequestId } from '../http/new-request-id.ts';
import { JSON_TYPE } from '../http/pipeline.ts';
import type { Log } from '../ops/monitoring/log.ts';
import type { Turn } from '../ops/scheduling/turn.ts';

/** Error code of JSON-RPC 2.0. */
const PARSE_ERROR = -32_700;

export interface McpOptions {
  readonly services: Pick<Services, 'accounts' | 'addresses' | 'limiter' | 'monotonicMs' | 'scheduler'>;
  readonly version: string;
  /** Origins of web pages that may call, or `*` for all. */
  readonly corsOrigins: readonly string[];
  readonly log: Pick<Log, 'error' | 'info'>;
}

/** Registers the route. */
export function registerMcp(app: FastifyInstance, options: McpOptions): void {
  const handler: RouteHandlerMethod = async (request, reply) => {
    const requestId = newRequestId();
    try {
      const response = await answer(request, { app, options });
      // Other requests are logged as the calls that their tools make.
      if (response.status >= 400) options.log.info({ requestId, path: MCP_PATH, status: response.status }, 'call');
      return reply
        .code(response.status)
        .headers({ ...Object.fromEntries(response.headers), 'x-request-id': requestId })
        .send(Buffer.from(await response.arrayBuffer()));
    } catch (thrown) {
      const error = toApiError(thrown);
      if (isFault(thrown)) options.log.error({ err: thrown, requestId, path: MCP_PATH }, 'call failed');
      options.log.info({ requestId, path: MCP_PATH, status: error.status }, 'call');
      const headers = { ...error.headers, 'x-request-id': requestId, 'content-type': JSON_TYPE };
      return reply.code(error.status).headers(headers).send(errorBody(error, requestId));
    }
  };
  routeEveryMethod(app, { path: MCP_PATH, methods: ['POST'], handler });
}

interface Context {
  readonly app: FastifyInstance;
  readonly options: McpOptions;
}

async function answer(request: FastifyRequest, { app, options }: Context): Promise<Response> {
  const { raw, ip } = request;
  checkOrigin(raw, options.corsOrigins);
  if (raw.method !== 'POST')
    throw new ApiError('METHOD_NOT_ALLOWED', `${MCP_PATH} takes POST only`, { headers: { allow: 'POST' } });
  const caller = await authenticated({ message: raw, address: ip }, options.services);
  await admitMessage(caller, options.services);
  checkContentType(raw.headers);
  const turn = options.services.scheduler.open(caller.accountId);
  const body = await bodyOf(await readLongBody(raw, turn, readBytes), turn);
  if (body instanceof Response) return body;
  const isGone = () => raw.socket.destroyed;
  const handler = await handlerOf(options.version, inProcessCalls(app, { headers: callHeaders(raw), ip, isGone }));
  const forwarded = new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers: headersOf(raw) });
  return handler.fetch(forwarded, { parsedBody: body });
}

/**
 * The message of a request. If the bytes are not a message, replies with the error that JSON-RPC prescribes, because
 * clients read no other.
 */
async function bodyOf(bytes: Buffer, turn: Turn): Promise<JsonObject | Response> {
  try {
    const { body, faults } = await turn.run(readJson(bytes));
    return faults[0] ? parseError(faults[0].problem.message) : body;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVALID_INPUT') return parseError(error.message);
    throw error;
  }
}

function parseError(message: string): Response {
  const error = { code: PARSE_ERROR, message: `Parse error: ${message}` };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 });
}

/** Rejects foreign pages: a page in a browser on the network must not call on behalf of its visitor. */
function checkOrigin({ headers: { origin } }: IncomingMessage, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes('*') || allowed.includes(origin)) return;
  throw new ForeignPage(origin);
}

/** MCP requires status 403, which the API does not have. */
class ForeignPage extends ApiError {
  constructor(origin: string) {
    super('UNAUTHORIZED', `pages of ${origin.slice(0, 200)} may not call; the operator allows origins`);
  }

  override get status(): number {
    return 403;
  }
}

/** The library is loaded by the first request: most servers never need it. */
async function handlerOf(version: string, callApi: CallApi): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, { mcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./mcp-server.ts'),
  ]);
  // The tools never change, so clients cannot subscribe to changes.
  return createMcpHandler(() => mcpServer(version, callApi), { maxSubscriptions: 0 });
}

function headersOf({ headers }: IncomingMessage): Headers {
  const given = Object.entries(headers).filter(([, value]) => typeof value === 'string') as [string, string][];
  return new Headers(given.filter(([name]) => name !== 'content-length' && name !== 'transfer-encoding'));
}

/** The headers of a request that its call has too: the key, and the Idempotency-Key, which prevents a second charge. */
function callHeaders({ headers }: IncomingMessage): Record<string, string> {
  const { 'x-api-key': key, authorization, 'idempotency-key': idempotencyKey } = headers;
  return {
    ...(typeof key === 'string' ? { 'x-api-key': key } : {}),
    ...(authorization ? { authorization } : {}),
    ...(typeof idempotencyKey === 'string' ? { 'idempotency-key': idempotencyKey } : {}),
  };
}

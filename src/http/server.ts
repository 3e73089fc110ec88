// The HTTP server: routes from the endpoint table, framework errors in the error envelope, health, metrics, and one log
// line per call. The steps of a call are in pipeline.ts.
import { hash, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  type RouteHandlerMethod,
} from 'fastify';
import type { Caller } from '../accounts/port.ts';
import type { Endpoint } from '../contract/endpoints/endpoint.ts';
import { ENDPOINTS, OPERATIONS, type Operation } from '../contract/endpoints/endpoints.ts';
import { PATHS } from '../contract/endpoints/paths.ts';
import { ApiError } from '../contract/errors.ts';
import { INGEST_PATHS } from '../contract/ingest.ts';
import type { Log } from '../ops/monitoring/log.ts';
import { type Metrics, UNKNOWN_PATH } from '../ops/monitoring/metrics.ts';
import { METHODS } from '../ops/node-http.ts';
import { nearest } from '../words/nearest.ts';
import { AnswerCache } from './answer-cache.ts';
import type { Answer, Call, OnCall, Services } from './call.ts';
import { CONNECTION_TIMES, ConnectionGuard, type ConnectionTimes, isUnambiguous, noCallBody } from './connections.ts';
import { Cors } from './cors.ts';
import { docsPage } from './docs/docs-page.ts';
import { errorBody } from './error-body.ts';
import { allowEveryMethod, handlerOfPath, routeEveryMethod } from './every-method.ts';
import { newRequestId } from './new-request-id.ts';
import { JSON_TYPE, pipeline, SAFE_HEADERS } from './pipeline.ts';

/** Pages and routes outside the API. */
export interface Site {
  /** Adds its routes, including `/`. `answerCall` makes a call on behalf of a caller that is known without a key. */
  register(app: FastifyInstance, answerCall: CallAnswerer): void;
  /** Answers a path that is not a route and not under /v2; null if it is not found. */
  answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply | null;
}

/** Answers a call of an operation: authenticated by the key in its header, or for a known caller (see `Call`). */
export type CallAnswerer = (
  operation: Operation,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  known?: Pick<Call, 'keyHash' | 'callerWithoutAccount'>,
) => Promise<void>;

export interface ServerOptions {
  readonly services: Omit<Services, 'onFault' | 'answers' | 'endpoint'>;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The metrics of all threads, as text. */
  readonly metricsText: () => Promise<string>;
  /** A client that sends it as a bearer token can read the metrics from any address. If null, only from loopback. */
  readonly metricsToken: string | null;
  /** Calls that take at least this many milliseconds are logged as slow. */
  readonly slowMs: number;
  readonly version: string;
  /** Called for each finished call with a known key, for the log of requests. */
  readonly onCall?: OnCall;
  /** Faults other than a missing edition or catalog that prevent serving, worded for the operator. */
  readonly faults?: () => readonly string[];
  /** Proxies whose X-Forwarded-For and -Proto headers are trusted: addresses or networks; none by default. */
  readonly trustedProxies?: readonly string[];
  /** By default there are no pages, and `/` redirects to /docs. */
  readonly site?: Site;
  /** Adds the routes of stored objects (batches, webhooks). */
  readonly resources?: (app: FastifyInstance) => void;
  /** Adds the route of MCP. */
  readonly mcp?: (app: FastifyInstance) => void;
  /** Adds the routes of the reconciliation service. */
  readonly reconcile?: (app: FastifyInstance) => void;
  /** Adds the routes of ingest. */
  readonly ingest?: (app: FastifyInstance) => void;
  /** Origins of web pages that may call the API, or `*` for all; none by default. */
  readonly corsOrigins?: readonly string[];
  /** Replaces ENDPOINTS. */
  readonly endpoints?: Readonly<Record<Operation, Endpoint>>;
  /** Replaces CONNECTION_TIMES. */
  readonly times?: ConnectionTimes;
}

/** Creates a server that is ready to listen. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { headersMs, requestMs, keepAliveMs, stalledMs, checkEveryMs } = options.times ?? CONNECTION_TIMES;
  const cors = new Cors(options.corsOrigins ?? []);
  const app = fastify({
    logger: false,
    // Monitors and link checkers send HEAD.
    exposeHeadRoutes: true,
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionTimeout: stalledMs,
    http: {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkEveryMs,
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // Requests on an open connection during draining are answered like any other call.
    return503OnClosing: false,
    // No route has a framework schema, so its schema compilers (50 modules) are not loaded.
    schemaController: { compilersFactory: { buildValidator: notUsed, buildSerializer: notUsed } },
    // Called for a path that cannot be decoded; no hook runs for it.
    frameworkErrors: (_error, request, reply) => {
      cors.open(request.raw, reply.raw);
      rejectRoute(request, reply.headers(SAFE_HEADERS), options);
    },
    // The connection guard answers client errors.
    clientErrorHandler: () => {},
  });
  const guard = new ConnectionGuard(app.server, (rejection) => options.log.info(rejection, 'no call'));
  app.addHook('preClose', () => guard.drain());
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SAFE_HEADERS);
    if (!isUnambiguous(request.raw)) rejectAmbiguous(reply, options);
    else if (cors.open(request.raw, reply.raw)) reply.code(204).send();
    else done();
  });
  leaveBodiesUnread(app);
  allowEveryMethod(app);
  const answerCall = callAnswerer(options);
  for (const operation of OPERATIONS) {
    const { path, method } = ENDPOINTS[operation];
    const handler: RouteHandlerMethod = (request, reply) => answerCall(operation, { request, reply });
    routeEveryMethod(app, { path, methods: [method], handler });
  }
  options.resources?.(app);
  options.mcp?.(app);
  options.reconcile?.(app);
  options.ingest?.(app);
  options.site?.register(app, answerCall);
  addHealth(app, options);
  app.register(docsPage, { version: options.version });
  app.setNotFoundHandler((request, reply) => {
    const handler = handlerOfPath(app, request.url);
    return handler === null ? rejectRoute(request, reply, options) : handler.call(app, request, reply);
  });
  app.setErrorHandler((error, request, reply) => {
    const requestId = newRequestId();
    options.log.error({ err: error, requestId, path: request.routeOptions.url }, 'request failed outside the pipeline');
    const rejection = new ApiError('DATA_SERVICE_ERROR', 'the data service could not complete the request');
    reply
      .code(rejection.status)
      .headers({ 'x-request-id': requestId, 'content-type': JSON_TYPE })
      .send(errorBody(rejection, requestId));
  });
  return app;
}

function notUsed(): never {
  throw new Error('routes have no schema: validate.ts checks bodies');
}

/**
 * Disables body parsing of the framework: the pipeline checks method, key and rate before it reads a byte of the body
 * or its type. To the framework every method, including unknown ones, is therefore one without a body.
 */
function leaveBodiesUnread(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT') app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
}

function callAnswerer(options: ServerOptions): CallAnswerer {
  const endpoints: Readonly<Record<Operation, Endpoint>> = options.endpoints ?? ENDPOINTS;
  const answers = new AnswerCache();
  const servicesOf = (endpoint: Endpoint): Services => ({
    ...options.services,
    endpoint,
    answers,
    onFault: (error, requestId) => options.log.error({ err: error, requestId, path: endpoint.path }, 'call failed'),
  });
  const services = new Map(OPERATIONS.map((operation) => [operation, servicesOf(endpoints[operation])]));
  return async (operation, { request, reply }, known = {}) => {
    const { path } = endpoints[operation];
    const startedMs = performance.now();
    const requestId = newRequestId();
    const call = { operation, requestId, message: request.raw, address: request.ip, ...known };
    const answer = await pipeline(call, services.get(operation) as Services);
    // Sent before it is observed: a charged answer is sent even if observing fails.
    send(answer, reply.hijack().raw);
    const ms = performance.now() - startedMs;
    options.metrics.observeCall({ path, status: answer.status, seconds: ms / 1000, credits: answer.credits });
    logCall({ requestId, path, ms, answer }, options);
    // Without an account there is no log that lists the call.
    if (answer.caller !== null && known.callerWithoutAccount === undefined)
      noteCall(answer.caller, { requestId, path, ms, answer }, options);
  };
}

interface Finished {
  readonly requestId: string;
  readonly path: string;
  readonly ms: number;
  readonly answer: Answer;
}

/** Passes the call to the log of requests. */
function noteCall(caller: Caller, { requestId, path, ms, answer }: Finished, { onCall }: ServerOptions): void {
  const { status, credits, requestBody: request, body } = answer;
  onCall?.(caller, { requestId, path, status, ms, credits }, { request, answer: body });
}

/** Writes the answer directly to Node. It is complete, and the framework would scan it once more. */
function send({ status, headers, body }: Answer, raw: ServerResponse): void {
  raw.writeHead(status, headers);
  raw.end(body);
}

interface LoggedCall {
  readonly requestId: string;
  readonly path: string;
  readonly ms: number;
  readonly answer: Answer;
}

/** Writes one log line per call. Account and key are logged by id, because a name may be an e-mail address. */
function logCall(call: LoggedCall, { log, slowMs }: ServerOptions): void {
  const { requestId, path, ms } = call;
  const { status, caller, durations } = call.answer;
  const line = { requestId, path, status, ms: rounded(ms), accountId: caller?.accountId, keyId: caller?.keyId };
  if (ms < slowMs) log.info(line, 'call');
  else {
    const parts = Object.entries(durations).map(([part, partMs]) => [part, rounded(partMs)]);
    log.warn({ ...line, ...Object.fromEntries(parts) }, 'slow call');
  }
}

/** Milliseconds, rounded to two decimals. */
function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/**
 * Answers unknown paths: under /v2 a 404 in the error envelope, elsewhere a plain one. The path is not logged, because
 * it is text from the caller.
 */
function rejectRoute(request: FastifyRequest, reply: FastifyReply, options: ServerOptions): FastifyReply {
  const { log, metrics, site } = options;
  const path = request.url.split('?', 1)[0] ?? '';
  if (!/^\/(v2|ingest)(\/|$)/.test(path)) {
    const answered = site?.answerUnknown(request, reply) ?? null;
    if (answered) return answered;
    return reply.code(404).type('text/plain; charset=utf-8').send('Not found. The API is described at /docs.\n');
  }
  const suggestion = nearest(path, [...PATHS, ...INGEST_PATHS]);
  const hint = suggestion === null ? 'the endpoints are listed at /docs' : `did you mean ${suggestion}?`;
  const rejection = new ApiError('NOT_FOUND', `there is no endpoint ${path.slice(0, 200)}; ${hint}`);
  const requestId = newRequestId();
  metrics.observeUnknownPath(rejection.status);
  log.info({ requestId, path: UNKNOWN_PATH, status: rejection.status }, 'call');
  return reply
    .code(404)
    .headers({ 'x-request-id': requestId, 'content-type': JSON_TYPE })
    .send(errorBody(rejection, requestId));
}

function rejectAmbiguous(reply: FastifyReply, { log }: ServerOptions): FastifyReply {
  const requestId = newRequestId();
  log.info({ requestId, status: 400, code: 'AMBIGUOUS' }, 'no call');
  const headers = { 'x-request-id': requestId, 'content-type': JSON_TYPE, connection: 'close' };
  return reply.code(400).headers(headers).send(noCallBody(400, requestId));
}

function addHealth(app: FastifyInstance, options: ServerOptions): void {
  if (!options.site) app.get('/', (_request, reply) => reply.redirect('/docs'));
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      const { edition } = await options.services.api.searchable();
      await options.services.api.catalog.state();
      const faults = options.faults?.() ?? [];
      if (faults.length > 0) return reply.code(503).send({ status: 'not ready', reason: faults.join('; ') });
      const { id, generation, counts } = edition;
      return reply.send({ status: 'ready', edition: id, generation, ...counts });
    } catch (error) {
      return reply.code(503).send({
        status: 'not ready',
        reason: error instanceof ApiError ? error.message : 'the catalog does not respond',
      });
    }
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, options.metricsToken))
      return reply.code(403).type('text/plain').send('Metrics are for loopback or the metrics token.\n');
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metricsText());
  });
}

/**
 * A request that was forwarded by a proxy on this machine also comes from loopback; these headers show that it was
 * forwarded.
 */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

function mayReadMetrics({ headers, ip }: FastifyRequest, token: string | null): boolean {
  if (token !== null && isSame(headers.authorization ?? '', `Bearer ${token}`)) return true;
  return /^(127\.|::1$|::ffff:127\.)/.test(ip) && FORWARDED.every((name) => headers[name] === undefined);
}

/** Constant-time comparison: its duration does not reveal how many characters match. */
function isSame(text: string, secret: string): boolean {
  return timingSafeEqual(hash('sha256', text, 'buffer'), hash('sha256', secret, 'buffer'));
}

// `/reconcile`: the Reconciliation Service API 0.2 on top of the match calls, for clients such as OpenRefine. The key
// is in a header, or in the path for clients that can only set an address: `/reconcile/{key}`. Every request makes API
// calls with that key, so rate, price and log lines are those of the calls.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashOfKey } from '../accounts/key-format.ts';
import { ApiError, invalidAt } from '../contract/errors.ts';
import { RECONCILE_PATH } from '../contract/reconcile-path.ts';
import { authenticated } from '../http/admission.ts';
import { readLongBody } from '../http/body/long-bodies.ts';
import { type JsonObject, readBytes, readJson } from '../http/body/read-body.ts';
import type { Services } from '../http/call.ts';
import { errorBody, isFault, toApiError } from '../http/error-body.ts';
import { routeEveryMethod } from '../http/every-method.ts';
import { type CallApi, inProcessCalls } from '../http/in-process-calls.ts';
import { newRequestId } from '../http/new-request-id.ts';
import { JSON_TYPE } from '../http/pipeline.ts';
import type { Log } from '../ops/monitoring/log.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import { answerQueries } from './candidates.ts';
import { extend, propertiesOf } from './extension.ts';
import { preview } from './preview.ts';
import { RECORD_TYPES, type RecordType } from './record-types.ts';
import { serviceManifest } from './service-manifest.ts';
import type { ServiceReply } from './service-reply.ts';
import { type SuggestQuery, suggestProperties, suggestRecords, suggestTypes } from './suggestions.ts';

export interface ReconcileOptions {
  readonly services: Pick<Services, 'accounts' | 'addresses' | 'monotonicMs' | 'scheduler'>;
  readonly version: string;
  /** Address under which callers reach the server; null: the address of the request. */
  readonly publicUrl: string | null;
  readonly log: Pick<Log, 'error' | 'info'>;
}

/** One request of a caller with a valid key. */
interface Context {
  readonly parameters: URLSearchParams;
  readonly callApi: CallApi;
  readonly turn: Turn;
}

/** Any page may call: browsers never send the key automatically. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'x-api-key, authorization, content-type',
} as const;
const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

type Answerer = (context: Context) => ServiceReply | Promise<ServiceReply>;

const RESOURCES: Readonly<Record<string, Answerer>> = {
  '/preview': ({ parameters, callApi }) => preview(parameters.get('id') ?? '', callApi),
  '/suggest/entity': ({ parameters, callApi }) => suggestRecords(suggestQuery(parameters), callApi),
  '/suggest/property': ({ parameters }) => suggestProperties(suggestQuery(parameters)),
  '/suggest/type': ({ parameters }) => suggestTypes(suggestQuery(parameters)),
  '/properties': ({ parameters }) => proposals(parameters),
};

/** Registers the routes, each without and with a key in its path. */
export function registerReconcile(app: FastifyInstance, options: ReconcileOptions): void {
  for (const prefix of [RECONCILE_PATH, `${RECONCILE_PATH}/:key`]) {
    const route = (path: string, answerer: Answerer | null) =>
      routeEveryMethod(app, {
        path: `${prefix}${path}`,
        methods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
        handler: (request, reply) => answer({ request, reply }, { app, options, answerer }),
      });
    route('', null);
    for (const [path, answerer] of Object.entries(RESOURCES)) route(path, answerer);
  }
}

interface Service {
  readonly app: FastifyInstance;
  readonly options: ReconcileOptions;
  /** Null: the request is for the service itself. */
  readonly answerer: Answerer | null;
}

async function answer(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  service: Service,
): Promise<FastifyReply> {
  const requestId = newRequestId();
  reply.headers({ ...CORS, 'x-request-id': requestId });
  if (request.method === 'OPTIONS') return reply.code(204).send();
  try {
    const { status, headers, body } = await replyTo(request, service);
    const { 'x-credits-used': credits, 'retry-after': retry } = headers;
    if (credits !== undefined) reply.header('x-credits-used', credits);
    if (retry !== undefined) reply.header('retry-after', retry);
    if (typeof body === 'string') return reply.code(status).type('text/html; charset=utf-8').send(body);
    return reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(body));
  } catch (thrown) {
    const error = toApiError(thrown);
    if (isFault(thrown)) service.options.log.error({ err: thrown, requestId, path: RECONCILE_PATH }, 'call failed');
    service.options.log.info({ requestId, path: RECONCILE_PATH, status: error.status }, 'call');
    const headers = { ...error.headers, 'content-type': JSON_TYPE };
    return reply.code(error.status).headers(headers).send(errorBody(error, requestId));
  }
}

async function replyTo(request: FastifyRequest, { app, options, answerer }: Service): Promise<ServiceReply> {
  const { raw, ip } = request;
  checkMethod(raw, answerer);
  const query = new URL(request.url, 'http://localhost').searchParams;
  const key = (request.params as { readonly key?: string }).key ?? null;
  const isManifest = answerer === null && raw.method !== 'POST' && query.size === 0;
  if (isManifest && key === null) return manifestOf(request, key, options);
  const keyHash = key === null ? {} : { keyHash: hashOfKey(key) ?? 'none' };
  const { accountId } = await authenticated({ message: raw, address: ip, ...keyHash }, options.services);
  if (isManifest) return manifestOf(request, key, options);
  const turn = options.services.scheduler.open(accountId);
  const parameters = raw.method === 'POST' ? await formOf(raw, turn) : query;
  const isGone = () => raw.socket.destroyed;
  const callApi = inProcessCalls(app, { headers: keyHeaders(raw, key), ip, isGone });
  const context = { parameters, turn, callApi };
  return (answerer ?? answerService)(context);
}

function checkMethod({ method = '' }: IncomingMessage, answerer: Answerer | null): void {
  const allowed = answerer === null ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
  if (allowed.includes(method)) return;
  const allow = [...allowed, 'OPTIONS'].join(', ');
  throw new ApiError('METHOD_NOT_ALLOWED', `this path takes ${allow} only`, { headers: { allow } });
}

function manifestOf(
  { protocol, host }: FastifyRequest,
  key: string | null,
  { publicUrl, version }: ReconcileOptions,
): ServiceReply {
  const origin = publicUrl ?? `${protocol}://${host}`;
  return { status: 200, headers: {}, body: serviceManifest({ origin, key, version }) };
}

function keyHeaders({ headers }: IncomingMessage, key: string | null): Record<string, string> {
  if (key !== null) return { 'x-api-key': key };
  const { 'x-api-key': given, authorization } = headers;
  return { ...(typeof given === 'string' ? { 'x-api-key': given } : {}), ...(authorization ? { authorization } : {}) };
}

async function formOf(message: IncomingMessage, turn: Turn): Promise<URLSearchParams> {
  if (!FORM.test(message.headers['content-type'] ?? ''))
    throw invalidAt('', 'send the header Content-Type: application/x-www-form-urlencoded');
  return new URLSearchParams((await readLongBody(message, turn, readBytes)).toString());
}

/** Answers requests for the service itself: reconciliation queries, or data extension. */
async function answerService({ parameters, turn, callApi }: Context): Promise<ServiceReply> {
  const queries = parameters.get('queries');
  const extension = parameters.get('extend');
  if (queries !== null) return answerQueries(await objectIn('queries', queries, turn), callApi);
  if (extension !== null) return extend(await objectIn('extend', extension, turn), callApi);
  throw invalidAt('queries', 'is required, or extend: a JSON object as a form element or in the query string');
}

async function objectIn(path: string, text: string, turn: Turn): Promise<JsonObject> {
  try {
    const { body, faults } = await turn.run(readJson(Buffer.from(text)));
    if (faults[0]) throw invalidAt(path, faults[0].problem.message);
    return body;
  } catch (error) {
    if (error instanceof ApiError && error.details[0]?.path === '')
      throw invalidAt(path, error.message.replaceAll('the body', 'the parameter'));
    throw error;
  }
}

/** Maximum number of suggestions to skip. */
const CURSOR_MAX = 1000;

function suggestQuery(parameters: URLSearchParams): SuggestQuery {
  const cursor = Number(parameters.get('cursor') ?? 0);
  if (!Number.isInteger(cursor) || cursor < 0 || cursor > CURSOR_MAX)
    throw invalidAt('cursor', `must be a whole number from 0 to ${CURSOR_MAX}`);
  return { prefix: parameters.get('prefix') ?? '', cursor, type: typeIn(parameters) };
}

function typeIn(parameters: URLSearchParams): RecordType | null {
  const id = parameters.get('type') ?? '';
  const type = RECORD_TYPES.find((one) => one.id === id);
  if (id !== '' && !type) throw invalidAt('type', `must be one of ${RECORD_TYPES.map((one) => one.id).join(', ')}`);
  return type ?? null;
}

/** The properties to propose for a type; without a type, for both types. */
function proposals(parameters: URLSearchParams): ServiceReply {
  const type = typeIn(parameters);
  const limit = Number(parameters.get('limit') ?? Number.MAX_SAFE_INTEGER);
  if (!Number.isInteger(limit) || limit < 1) throw invalidAt('limit', 'must be a whole number from 1');
  const proposed = (type ? [type] : RECORD_TYPES).flatMap(propertiesOf);
  const properties = [...new Map(proposed.map((one) => [one.id, one])).values()].slice(0, limit);
  const given = { ...(type ? { type: type.id } : {}), ...(parameters.has('limit') ? { limit } : {}) };
  return { status: 200, headers: {}, body: { ...given, properties } };
}

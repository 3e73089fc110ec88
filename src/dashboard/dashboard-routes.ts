// The dashboard's routes on the server, from the table. Each request passes the same steps: page and host, session,
// role, input, execution, audit, answer.
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Account, Caller } from '../accounts/port.ts';
import { ENDPOINTS, OPERATIONS, type Operation } from '../contract/endpoints/endpoints.ts';
import { invalidInput } from '../contract/errors.ts';
import type { Role } from '../contract/roles.ts';
import { checkContentType, parseBody, readBytes, textFaults } from '../http/body/read-body.ts';
import { validatorOf } from '../http/body/validate.ts';
import { routeEveryMethod } from '../http/every-method.ts';
import { newRequestId } from '../http/new-request-id.ts';
import type { CallAnswerer } from '../http/server.ts';
import type { ConsoleContext, Redirect, RouteCall, RouteInput, SignedIn } from './context.ts';
import { type Download, savedContent } from './download.ts';
import { admitted, routeCallOf, signedIn } from './gate.ts';
import { HANDLERS } from './handlers/handlers.ts';
import { idempotentAnswer } from './idempotent-answer.ts';
import { rejectionPage } from './problem-page.ts';
import { Rejection, toRejection } from './rejection.ts';
import { requestLimiter } from './request-limit.ts';
import { CONSOLE_PREFIX, type Route } from './routes/route.ts';
import { ROUTE_NAMES, ROUTES, type RouteName } from './routes/routes.ts';
import { activeAccount } from './scope.ts';

const CALL_PATH = `${CONSOLE_PREFIX}/call/*`;
const OPERATION_OF = new Map(OPERATIONS.map((operation) => [ENDPOINTS[operation].path as string, operation]));

/** These answers are not pages: a browser that opens one as a page must not run anything in it. */
const ANSWER_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

type AnyHandler = (input: unknown, call: RouteCall, context: ConsoleContext) => Promise<unknown>;

/** Adds every route of the table, and the calls that signed-in members make without a key. */
export function registerConsole(app: FastifyInstance, answerCall: CallAnswerer, context: ConsoleContext): void {
  // In a separate scope, so that API calls do not run the cookie parser.
  app.register(async (scope) => {
    await scope.register(cookie);
    const answering = { context, limitRequests: requestLimiter(context.monotonicMs) };
    addRoutes(scope, answering);
    scope.all(CALL_PATH, callMaker(answerCall, answering));
  });
}

function addRoutes(scope: FastifyInstance, answering: Answering): void {
  const paths = Map.groupBy(ROUTE_NAMES, (name) => ROUTES[name].path);
  for (const [path, names] of paths) {
    const answerers = new Map(names.map((name) => [ROUTES[name].method as string, answererOf(name, answering)]));
    const read = answerers.get('GET');
    if (read) answerers.set('HEAD', read);
    const methods = [...answerers.keys()];
    const handler: RouteHandlerMethod = (request, reply) => {
      const answer = answerers.get(request.method) ?? rejectMethod(methods);
      return answer(request, reply.headers(ANSWER_HEADERS));
    };
    routeEveryMethod(scope, { path, methods, handler });
  }
}

/** Answers paths under the prefix that are not routes. */
export function rejectUnknown(reply: FastifyReply): FastifyReply {
  return sendRejection(reply.headers(ANSWER_HEADERS), new Rejection('NOT_FOUND', 'the dashboard has no such route'));
}

type Answerer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

function rejectMethod(methods: readonly string[]): Answerer {
  const allow = methods.join(', ');
  const rejection = new Rejection('METHOD_NOT_ALLOWED', `this takes ${allow} only`, { headers: { allow } });
  return (_request, reply) => sendRejection(reply, rejection);
}

interface Answering {
  readonly context: ConsoleContext;
  readonly limitRequests: (call: RouteCall) => void;
}

function answererOf(name: RouteName, { context, limitRequests }: Answering): Answerer {
  const route: Route = ROUTES[name];
  const readInput = inputOf(route);
  // The table of handlers is typed, but the lookup by a variable is not.
  const handler = HANDLERS[name] as AnyHandler;
  return async (request, reply) => {
    const startedMs = performance.now();
    let call: RouteCall | null = null;
    let isHandled = false;
    try {
      call = await routeCallOf(request, reply, context);
      limitRequests(call);
      admitted(call, route);
      const input = await readInput(request);
      isHandled = true;
      const execute = handled.bind(null, { route, call, handler, input }, context);
      const result = route.once
        ? await idempotentAnswer({ route, input, call: signedIn(call), execute }, context.requests)
        : await execute(null);
      return await send(reply, route, result);
    } catch (error) {
      const rejection = rejectionOf(error, name, context);
      if (call && isNoted(rejection, call, isHandled)) await note({ route, call, result: rejection.code }, context);
      // The browser opens these routes as pages, so a person would see the JSON.
      if (route.media === 'redirect') return reply.redirect(rejectionPage(rejection), 303);
      return sendRejection(reply, rejection);
    } finally {
      const ms = Math.round(performance.now() - startedMs);
      context.onAnswer({ route: name, status: reply.statusCode, ms, memberId: call?.member?.id });
    }
  };
}

interface Handled {
  readonly route: Route;
  readonly call: RouteCall;
  readonly handler: AnyHandler;
  readonly input: unknown;
}

async function handled(
  { route, call, handler, input }: Handled,
  context: ConsoleContext,
  attempt: string | null,
): Promise<unknown> {
  call.attempt = attempt;
  const result = await handler(input, call, context);
  await note({ route, call, result: 'ok' }, context);
  return result;
}

interface Noted {
  readonly route: Route;
  readonly call: RouteCall;
  readonly result: string;
}

/**
 * Whether a rejection is recorded. Rejections of unknown callers, and those of the rate limit, are not bounded in
 * number: they would fill the audit log.
 */
function isNoted({ code }: Rejection, { member }: RouteCall, isHandled: boolean): boolean {
  return code !== 'RATE_LIMIT_EXCEEDED' && (member !== null || isHandled);
}

/** Never rejects: an action that is done is answered as done, or its caller would repeat it. */
async function note({ route, call, result }: Noted, { store, onFault }: ConsoleContext): Promise<void> {
  if (route.audit === null) return;
  const { who, member, subject, address } = call;
  const entry = {
    who: who ?? member?.email ?? '-',
    action: route.audit,
    subject,
    address,
    result: call.result ?? result,
  };
  try {
    await store.audit.append(entry);
  } catch (cause) {
    // The log of the server contains no addresses or names.
    const what = `${entry.action} of ${member?.id ?? 'a visitor'}, result ${entry.result}`;
    onFault(new Error(`the audit log has no entry for ${what}`, { cause }), 'audit.list');
  }
}

/** Reads and validates the input. If the body is a file, the handler reads it. */
function inputOf(route: Route): (request: FastifyRequest) => Promise<RouteInput<RouteName>> {
  const validators = {
    params: inputValidator(route.params),
    query: inputValidator(route.query),
    body: inputValidator(route.body),
  };
  return async (request) => {
    const params = validators.params(ofTexts(request.params));
    const query = validators.query(ofTexts(request.query));
    const body = route.takesFile || route.method === 'GET' ? null : validators.body(await bodyOf(request, route));
    return { params, query, body } as RouteInput<RouteName>;
  };
}

/** The parameters of a path or a query; rejects texts that a body may not contain either. */
function ofTexts(parameters: unknown): unknown {
  const faults = textFaults(parameters as object);
  if (faults.length > 0) throw invalidInput(faults.map(({ problem }) => problem));
  return parameters;
}

function inputValidator(schema: Route['body']): (value: unknown) => unknown {
  if (schema === null) return () => null;
  const problemsOf = validatorOf(schema);
  return (value) => {
    // Parsed URL objects have no prototype. Their readers need that; the schema ignores it.
    const [first, ...others] = problemsOf(value);
    if (!first) return value;
    const message = first.path === '' ? first.message : `${first.path} ${first.message}`;
    throw new Rejection('INVALID_INPUT', message, { details: [first, ...others] });
  };
}

async function bodyOf(request: FastifyRequest, { body }: Route): Promise<unknown> {
  const bytes = await readBytes(request.raw);
  if (body === null) return null;
  checkContentType(request.headers);
  return parseBody(bytes);
}

function rejectionOf(error: unknown, route: RouteName | 'call', context: ConsoleContext): Rejection {
  const rejection = toRejection(error);
  if (rejection) return rejection;
  context.onFault(error, route);
  return new Rejection('DATA_SERVICE_ERROR', 'the request failed; try again, or see the log of the server');
}

async function send(reply: FastifyReply, route: Route, result: unknown): Promise<FastifyReply> {
  if (route.media === 'redirect') return reply.redirect((result as Redirect).location, 303);
  if (route.media === undefined) return reply.type('application/json; charset=utf-8').send(JSON.stringify(result));
  const { name, content, type = route.media } = result as Download;
  reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`);
  // The content is not read without need.
  return reply.request.method === 'HEAD' ? reply.send() : reply.send(savedContent(content, type));
}

function sendRejection(reply: FastifyReply, rejection: Rejection): FastifyReply {
  const requestId = newRequestId();
  return reply
    .code(rejection.status)
    .headers({ ...rejection.headers, 'x-request-id': requestId })
    .type('application/json; charset=utf-8')
    .send(rejection.bodyFor(requestId));
}

/**
 * Operators without a selected account: they share a rate limit, and can use counts and suggestions, which are free.
 */
const OPERATORS: Caller = {
  keyId: 'operators',
  accountId: 'operators',
  accountName: '',
  planName: '',
  requestsPerSecond: 100,
  creditsPerMonth: 0,
  allowedPaths: [],
};

/** Whether a member may make a call without an account: operators may request counts and suggestions. */
function isFreeOfAccounts({ member }: SignedIn, operation: Operation): boolean {
  const { credits, method } = ENDPOINTS[operation];
  return member.role === 'operator' && member.accountName === null && credits === 0 && method === 'POST';
}

/** The minimum role for a call. Free calls only read, such as counts and suggestions. */
function leastRoleOf(operation: Operation | undefined): Role {
  return operation !== undefined && ENDPOINTS[operation].credits === 0 ? 'read_only' : 'member';
}

const accountProblems = validatorOf(ROUTES['keys.list'].query);

/** The hash of the key with which calls are made for an account. */
function keyHashesOf({ admin }: ConsoleContext): (account: Account) => Promise<string> {
  const keyHashes = new Map<string, Promise<string>>();
  // Selected by id: a name may later belong to another account.
  return ({ id, name }) => {
    const known = keyHashes.get(id) ?? admin.dashboardKeyHash(name);
    keyHashes.set(id, known);
    known.catch(() => keyHashes.delete(id));
    return known;
  };
}

/** The account in the query of a call. */
function requestedIn({ query }: FastifyRequest): string | undefined {
  const [problem] = accountProblems(query);
  if (problem) throw new Rejection('INVALID_INPUT', `${problem.path} ${problem.message}`, { details: [problem] });
  return (query as { account?: string }).account;
}

/**
 * API calls on behalf of the signed-in member's account: checked here like any route, then executed like any API call.
 */
function callMaker(answerCall: CallAnswerer, { context, limitRequests }: Answering): Answerer {
  const keyHashOf = keyHashesOf(context);
  return async (request, reply) => {
    try {
      const call = await routeCallOf(request, reply, context);
      limitRequests(call);
      const operation = OPERATION_OF.get(`/${(request.params as Record<string, string>)['*'] ?? ''}`);
      const member = signedIn(
        admitted(call, { who: leastRoleOf(operation), method: request.method as Route['method'] }),
      );
      if (operation === undefined)
        throw new Rejection('NOT_FOUND', 'there is no such endpoint; the endpoints are listed at /docs');
      const requested = requestedIn(request);
      if (requested === undefined && isFreeOfAccounts(member, operation)) {
        await answerCall(operation, { request, reply }, { callerWithoutAccount: OPERATORS });
        return reply;
      }
      const keyHash = await keyHashOf(await activeAccount(requested, member, context));
      await answerCall(operation, { request, reply }, { keyHash });
      return reply;
    } catch (error) {
      return sendRejection(reply.headers(ANSWER_HEADERS), rejectionOf(error, 'call', context));
    }
  };
}

// Calls of stored objects (batches, webhooks): several methods on a few paths. Their first steps are the same as for
// every call (admission.ts); none of them costs a credit.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Accounts, Caller } from '../../accounts/port.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Log } from '../../ops/monitoring/log.ts';
import type { Metrics } from '../../ops/monitoring/metrics.ts';
import type { FairScheduler } from '../../ops/scheduling/fair-scheduler.ts';
import type { Turn } from '../../ops/scheduling/turn.ts';
import { admitCall, authenticated, checkAllowed } from '../admission.ts';
import type { OnCall, Services } from '../call.ts';
import { errorBody, isFault, toApiError } from '../error-body.ts';
import { routeEveryMethod } from '../every-method.ts';
import { newRequestId } from '../new-request-id.ts';
import { JSON_TYPE, SAFE_HEADERS } from '../pipeline.ts';
import { queryOf } from '../query-of.ts';
import { type RequestPart, rejectingUnusedInput } from './unused-input.ts';

/** An admitted call. */
export interface ResourceCall {
  readonly message: IncomingMessage;
  readonly caller: Caller;
  readonly turn: Turn;
  /** The identifiers in the path, by parameter name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** The answer to a call: JSON, nothing (null), or a stream of texts. */
export interface ResourceReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | AsyncIterable<string> | null;
}

export type ResourceOperation = (call: ResourceCall) => Promise<ResourceReply>;

export interface ResourceOptions {
  readonly accounts: Accounts;
  readonly services: Pick<Services, 'limiter' | 'addresses' | 'monotonicMs'>;
  readonly scheduler: Pick<FairScheduler, 'open'>;
  readonly metrics: Metrics;
  readonly log: Pick<Log, 'error' | 'info'>;
  /** Called for the log of requests. */
  readonly onCall?: OnCall;
}

/** A kind of stored object. */
export interface Resource {
  /** The path that the allowed paths of a key name, and under which usage is counted. */
  readonly root: string;
  /** Query parameters that can be sent more than once; by default none. */
  readonly repeatable?: readonly string[];
  readonly operations: Readonly<Record<string, Readonly<Record<string, ResourceOperation>>>>;
}

/**
 * Builds the operations of each path and method from a table of their names. `taken`: the parts of the request that an
 * operation reads; all others must be empty.
 */
export function operationsOf<Name extends string>(
  methods: Readonly<Record<string, Readonly<Record<string, Name>>>>,
  operations: Readonly<Record<Name, ResourceOperation>>,
  taken: Readonly<Partial<Record<Name, readonly RequestPart[]>>>,
): Resource['operations'] {
  const operationNamed = (name: Name) =>
    rejectingUnusedInput((call: ResourceCall) => operations[name](call), taken[name] ?? []);
  const bound = (names: Readonly<Record<string, Name>>) =>
    Object.fromEntries(
      Object.entries(names).map(([method, name]): [string, ResourceOperation] => [method, operationNamed(name)]),
    );
  return Object.fromEntries(Object.entries(methods).map(([path, names]) => [path, bound(names)]));
}

/** Registers the routes. */
export function registerResource(app: FastifyInstance, resource: Resource, options: ResourceOptions): void {
  // All methods are registered on each path. Otherwise DELETE /v2/batches/preview would be routed to /v2/batches/:id.
  const methods = [...new Set(Object.values(resource.operations).flatMap((operations) => Object.keys(operations)))];
  for (const path of Object.keys(resource.operations)) {
    const handler: RouteHandlerMethod = (request, reply) =>
      new Exchange({ path, resource, request, reply, options }).answer();
    routeEveryMethod(app, { path, methods, handler });
  }
}

interface ExchangeParts {
  readonly path: string;
  readonly resource: Resource;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly options: ResourceOptions;
}

/** One call, from its headers to its answer. */
class Exchange {
  readonly #parts: ExchangeParts;
  readonly #requestId = newRequestId();
  readonly #startedMs = performance.now();
  readonly #headers: Record<string, string>;
  #caller: Caller | null = null;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
    this.#headers = { ...SAFE_HEADERS, 'x-request-id': this.#requestId };
  }

  async answer(): Promise<void> {
    const { reply, options } = this.#parts;
    const { raw } = reply.hijack();
    let status = 500;
    try {
      status = await this.#send(await this.#reply(), raw);
    } catch (error) {
      options.log.error({ err: error, requestId: this.#requestId, path: this.#parts.path }, 'call failed');
      raw.destroy();
    }
    this.#note(status);
  }

  async #reply(): Promise<ResourceReply> {
    try {
      return await this.#work();
    } catch (thrown) {
      const { options, path } = this.#parts;
      const error = toApiError(thrown);
      if (isFault(thrown)) options.log.error({ err: thrown, requestId: this.#requestId, path }, 'call failed');
      const body = JSON.parse(errorBody(error, this.#requestId)) as object;
      return { status: error.status, headers: error.headers, body };
    }
  }

  async #work(): Promise<ResourceReply> {
    const { path, resource, request, options } = this.#parts;
    const { accounts, services, scheduler } = options;
    const methods = resource.operations[path] ?? {};
    const act = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
    if (act === undefined) {
      const allow = Object.keys(methods).join(', ');
      const documented = path.replaceAll(/:(\w+)/g, '{$1}');
      throw new ApiError('METHOD_NOT_ALLOWED', `${documented} takes ${allow} only`, { headers: { allow } });
    }
    const caller = await authenticated({ message: request.raw, address: request.ip }, { accounts, ...services });
    this.#caller = caller;
    const turn = scheduler.open(caller.accountId);
    await admitCall(caller, services, this.#headers);
    checkAllowed(resource.root, caller);
    await turn.enter();
    const params = request.params as Readonly<Record<string, string>>;
    const query = queryOf(request.url, resource.repeatable);
    // No identifier contains NUL, and PostgreSQL rejects it as a value.
    if (Object.values(params).some((id) => id.includes('\0'))) throw new ApiError('NOT_FOUND', 'no object has this id');
    return act({ message: request.raw, caller, turn, params, query });
  }

  async #send({ status, headers = {}, body }: ResourceReply, raw: ServerResponse): Promise<number> {
    const all: Record<string, string> = { ...this.#headers, ...headers };
    const { raw: request } = this.#parts.request;
    if (status >= 400 && !request.readableEnded) {
      // Discards the rest of a rejected upload; the connection then ends.
      request.resume();
      all['connection'] = 'close';
    }
    if (body === null) raw.writeHead(status, all).end();
    else if (Symbol.asyncIterator in body) {
      raw.writeHead(status, all);
      // A caller that disconnects ends the reading of the files.
      await pipeline(Readable.from(body), raw).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'ECONNRESET') throw error;
      });
    } else {
      const text = JSON.stringify(body);
      raw.writeHead(status, { ...all, 'content-type': JSON_TYPE, 'content-length': String(Buffer.byteLength(text)) });
      raw.end(text);
    }
    return status;
  }

  #note(status: number): void {
    const { path, resource, options } = this.#parts;
    const ms = performance.now() - this.#startedMs;
    options.metrics.observeCall({ path, status, seconds: ms / 1000, credits: 0 });
    const { accountId, keyId } = this.#caller ?? {};
    options.log.info(
      { requestId: this.#requestId, path, status, ms: Math.round(ms * 100) / 100, accountId, keyId },
      'call',
    );
    if (this.#caller === null) return;
    options.accounts.count({ caller: this.#caller, path: resource.root, status });
    options.onCall?.(this.#caller, { requestId: this.#requestId, path, status, ms, credits: 0 });
  }
}

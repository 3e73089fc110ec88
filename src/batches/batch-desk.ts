// The calls of batches under /v2/batches: create, preview, look at, download, cancel, resume, remove. Their first steps
// are those of every call (http/admission.ts); none of them costs a credit itself.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts, Caller } from '../accounts/port.ts';
import { BATCH_METHODS, BATCHES_PATH } from '../contract/batch-paths.ts';
import { ApiError } from '../contract/errors.ts';
import { admitted, authenticated, checkAllowed } from '../http/admission.ts';
import type { Services } from '../http/call.ts';
import { asRefusal, errorBody, isFault } from '../http/error-body.ts';
import { newRequestId } from '../http/new-request-id.ts';
import { JSON_TYPE, SAFE_HEADERS } from '../http/pipeline.ts';
import type { Log } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { BatchActs } from './batch-acts.ts';
import type { BatchCall, BatchReply } from './batch-call.ts';
import type { BatchScene } from './batch-runner.ts';

export interface DeskOptions extends BatchScene {
  readonly accounts: Accounts;
  readonly services: Pick<Services, 'limiter' | 'addresses' | 'monotonicMs'>;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Why batches are answered by another server; null: by this one. */
  readonly elsewhere: string | null;
}

type Act = (call: BatchCall) => Promise<BatchReply>;

/** Registers the routes. */
export function registerBatches(app: FastifyInstance, acts: BatchActs, options: DeskOptions): void {
  for (const [path, methods] of Object.entries(BATCH_METHODS)) {
    const byMethod = new Map<string, Act>(
      Object.entries(methods).map(([method, act]) => [method, (call: BatchCall) => acts[act](call)]),
    );
    app.all(path, (request, reply) => new Exchange({ path, byMethod, request, reply, options }).answer());
  }
}

interface ExchangeParts {
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, Act>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly options: DeskOptions;
}

/** One call from its headers to its answer. */
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

  async #reply(): Promise<BatchReply> {
    try {
      return await this.#work();
    } catch (thrown) {
      const { options, path } = this.#parts;
      const error = asRefusal(thrown);
      if (isFault(thrown)) options.log.error({ err: thrown, requestId: this.#requestId, path }, 'call failed');
      const body = JSON.parse(errorBody(error, this.#requestId)) as object;
      return { status: error.status, headers: error.headers, body };
    }
  }

  async #work(): Promise<BatchReply> {
    const { path, byMethod, request, options } = this.#parts;
    const { accounts, services, scheduler } = options;
    const act = byMethod.get(request.method);
    if (act === undefined) {
      const allow = [...byMethod.keys()].join(', ');
      throw new ApiError('METHOD_NOT_ALLOWED', `${path} takes ${allow} only`, { headers: { allow } });
    }
    const caller = await authenticated({ message: request.raw, address: request.ip }, { accounts, ...services });
    this.#caller = caller;
    const turn = scheduler.open(caller.accountId);
    admitted(caller, services, this.#headers);
    checkAllowed(BATCHES_PATH, caller);
    if (options.elsewhere !== null) throw new ApiError('DATA_SERVICE_UNAVAILABLE', options.elsewhere);
    await turn.enter();
    const { id = null } = request.params as { readonly id?: string };
    const query = new URLSearchParams(request.url.split('?').slice(1).join('?'));
    return act({ message: request.raw, caller, turn, id, query });
  }

  async #send({ status, headers = {}, body }: BatchReply, raw: ServerResponse): Promise<number> {
    const all: Record<string, string> = { ...this.#headers, ...headers };
    const { raw: request } = this.#parts.request;
    if (status >= 400 && !request.readableEnded) {
      // The rest of a rejected upload is discarded; afterwards the connection ends.
      request.resume();
      all['connection'] = 'close';
    }
    if (body === null) raw.writeHead(status, all).end();
    else if (Symbol.asyncIterator in body) {
      raw.writeHead(status, all);
      // A caller who leaves ends the reading of the files.
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
    const { path, options } = this.#parts;
    const ms = performance.now() - this.#startedMs;
    options.metrics.observeCall({ path, status, seconds: ms / 1000, credits: 0 });
    const { accountId, keyId } = this.#caller ?? {};
    options.log.info(
      { requestId: this.#requestId, path, status, ms: Math.round(ms * 100) / 100, accountId, keyId },
      'call',
    );
    if (this.#caller !== null) options.accounts.count({ caller: this.#caller, path: BATCHES_PATH, status });
  }
}

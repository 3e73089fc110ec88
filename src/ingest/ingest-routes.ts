// The calls under /ingest/v1, by which the operator's systems push records: method, key, body, commit, answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IngestCaller, IngestKeys } from '../accounts/port.ts';
import { ApiError, invalidAt, invalidInput } from '../contract/errors.ts';
import {
  INGEST_KINDS,
  INGEST_SOURCE,
  INGEST_TYPES,
  type IngestKind,
  IngestOptions,
  ingestPath,
} from '../contract/ingest.ts';
import { LIMITS } from '../contract/limits.ts';
import { sourceFault } from '../contract/source-fault.ts';
import { ingestCaller } from '../http/admission.ts';
import { readLongBody } from '../http/body/long-bodies.ts';
import { readBytes } from '../http/body/read-body.ts';
import { rowMediaType } from '../http/body/row-media-type.ts';
import { validatorOf } from '../http/body/validate.ts';
import type { Services } from '../http/call.ts';
import { errorBody, isFault, toApiError } from '../http/error-body.ts';
import { newRequestId } from '../http/new-request-id.ts';
import { JSON_TYPE, SAFE_HEADERS } from '../http/pipeline.ts';
import { queryOf } from '../http/query-of.ts';
import { wholeSeconds } from '../http/too-many-requests.ts';
import type { Log } from '../ops/monitoring/log.ts';
import type { Metrics } from '../ops/monitoring/metrics.ts';
import type { PushOrder, PushResult } from './push-order.ts';

export interface IngestRoutesOptions {
  readonly ingestKeys: IngestKeys;
  readonly services: Pick<Services, 'addresses' | 'monotonicMs' | 'scheduler'>;
  readonly push: (order: PushOrder) => Promise<PushResult>;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Registers the routes. */
export function registerIngest(app: FastifyInstance, options: IngestRoutesOptions): void {
  for (const kind of INGEST_KINDS) {
    app.all(ingestPath(kind), (request, reply) => new Exchange({ kind, request, reply, options }).answer());
  }
}

interface ExchangeParts {
  readonly kind: IngestKind;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly options: IngestRoutesOptions;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const unavailable = () =>
  new ApiError('DATA_SERVICE_UNAVAILABLE', 'the store of records cannot be written now; send the same rows again', {
    headers: { 'retry-after': '1' },
  });

/** One call from its headers to its answer. */
class Exchange {
  readonly #parts: ExchangeParts;
  readonly #requestId = newRequestId();
  readonly #startedMs = performance.now();
  #caller: IngestCaller | null = null;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  async answer(): Promise<void> {
    const { request, reply } = this.#parts;
    const { raw } = reply.hijack();
    const { status, headers, body } = await this.#reply();
    // The rest of a rejected body is discarded, and the connection is closed.
    const isCut = !request.raw.readableEnded;
    if (isCut) request.raw.resume();
    raw.writeHead(status, {
      ...SAFE_HEADERS,
      ...(isCut ? { connection: 'close' } : {}),
      ...headers,
      'content-type': JSON_TYPE,
      'x-request-id': this.#requestId,
      'content-length': String(Buffer.byteLength(body)),
    });
    raw.end(body);
    this.#note(status);
  }

  async #reply(): Promise<Reply> {
    try {
      return { status: 200, headers: {}, body: JSON.stringify(await this.#work()) };
    } catch (thrown) {
      const error = toApiError(thrown);
      if (isFault(thrown)) {
        const line = { err: thrown, requestId: this.#requestId, path: ingestPath(this.#parts.kind) };
        this.#parts.options.log.error(line, 'call failed');
      }
      return { status: error.status, headers: error.headers, body: errorBody(error, this.#requestId) };
    }
  }

  async #work() {
    const { kind, request, options } = this.#parts;
    if (request.method !== 'POST')
      throw new ApiError('METHOD_NOT_ALLOWED', `${ingestPath(kind)} takes POST only`, { headers: { allow: 'POST' } });
    const { ingestKeys, services } = options;
    const { addresses, monotonicMs } = services;
    const arrival = { message: request.raw, address: request.ip };
    const caller = await ingestCaller(arrival, { ingestKeys, addresses, monotonicMs });
    this.#caller = caller;
    ingestKeys.noteUse(caller.keyId);
    if (!INGEST_TYPES.includes(rowMediaType(request.headers)))
      throw invalidAt('', 'send JSON Lines, with the header Content-Type: application/jsonl');
    const source = sourceOf(request.url);
    const turn = services.scheduler.open(caller.keyId);
    const bytes = await readLongBody(request.raw, turn, (message) => readBytes(message, LIMITS.ingestBytesMax));
    const lines = linesOf(bytes);
    // A copy, as the bytes may lie in memory that Node shares between buffers.
    const result = await options.push({ kind, source, lines, bytes: new Uint8Array(bytes) });
    if (result.outcome === 'written') return result.answer;
    if (result.outcome === 'invalid') throw invalidAt('', `${result.message}; nothing is written`);
    if (result.outcome === 'unavailable') throw unavailable();
    if (result.outcome === 'failed') throw new Error(result.message);
    const seconds = String(wholeSeconds(result.retryAfterMs));
    throw new ApiError('RATE_LIMIT_EXCEEDED', result.message, { headers: { 'retry-after': seconds } });
  }

  #note(status: number): void {
    const { kind, options } = this.#parts;
    const path = ingestPath(kind);
    const ms = performance.now() - this.#startedMs;
    options.metrics.observeCall({ path, status, seconds: ms / 1000, credits: 0 });
    const line = { requestId: this.#requestId, path, status, ms: Math.round(ms * 100) / 100 };
    options.log.info({ ...line, keyId: this.#caller?.keyId }, 'call');
  }
}

const optionProblems = validatorOf(IngestOptions);

function sourceOf(url: string): string {
  const given = Object.fromEntries(queryOf(url));
  const problems = optionProblems(given);
  if (problems.length > 0) throw invalidInput(problems);
  const source = (given['source'] ?? INGEST_SOURCE).trim();
  const fault = sourceFault(source);
  if (fault !== null) throw invalidAt('source', fault);
  return source;
}

const LF = 0x0a;
const BLANK = /^\s*$/;
const BRACKET = /^\s*\[/;

/** The number of lines. INVALID_INPUT without rows, with too many, or if the body is clearly not JSON Lines. */
function linesOf(bytes: Buffer): number {
  const start = bytes.toString('latin1', 0, 100);
  if (BLANK.test(start) && BLANK.test(bytes.toString('latin1')))
    throw invalidAt('', 'the body has no rows; send JSON Lines');
  if (BRACKET.test(start)) throw invalidAt('', 'the body is a JSON array; send JSON Lines: one object a line');
  let lines = bytes.at(-1) === LF ? 0 : 1;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    lines += 1;
    if (lines > LIMITS.ingestLinesMax)
      throw invalidAt('', `the body has more than ${LIMITS.ingestLinesMax} lines; send several calls`);
  }
  return lines;
}

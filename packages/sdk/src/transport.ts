// One call over HTTP: the headers, the time limit of each attempt, retries with backoff, and pacing.
import type { CallOptions, Result } from './call.ts';
import { ApiConnectionError, ApiTimeoutError, apiError, CardfileError, NotFoundError } from './errors.ts';
import { Pacer } from './pacer.ts';
import { pause } from './pause.ts';
import { retryAfterMs } from './retry-after.ts';

/** Statuses of temporary failures. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

/** The first delay between attempts; it doubles with each. */
const FIRST_DELAY_MS = 250;
const DELAY_MS_MAX = 8_000;

/** Maximum of a timer, which has 32 bits. A longer limit counts as no limit. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

/** If Retry-After is longer than this, the error is thrown without a retry. */
const RETRY_AFTER_MS_MAX = 60_000;

export interface TransportOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly isPaced: boolean;
  readonly fetch: typeof fetch;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body can be sent again. */
  readonly body?: string | Uint8Array | Blob | undefined;
  readonly contentType?: string;
}

/** Reads an answer with status 2xx within the time limit of the attempt. */
type Read<Value> = (response: Response) => Promise<Value>;

/** The types of bodies that fetch accepts: it rejects views of a SharedArrayBuffer. */
type Body = string | Uint8Array<ArrayBuffer> | Blob;

export class Transport {
  readonly #options: TransportOptions;
  readonly #pacer: Pacer | null;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#pacer = options.isPaced ? new Pacer() : null;
  }

  /** Makes a call and reads its answer as JSON. */
  async json<Data>(request: Request, options: CallOptions = {}): Promise<Result<Data>> {
    return this.#send(request, options, async (response) => resultOf(response, await response.text()));
  }

  /** Makes a call and leaves the body to the caller. The time limit covers the headers only. */
  async open(request: Request, options: CallOptions = {}): Promise<Response> {
    return this.#send(request, options, async (response) => response);
  }

  /**
   * Repeats a call until its answer has status 2xx, its failure is not temporary, or the retries are used up. Throws an
   * ApiError, an ApiConnectionError or the reason of the signal.
   */
  async #send<Value>(request: Request, options: CallOptions, read: Read<Value>): Promise<Value> {
    const { maxRetries = this.#options.maxRetries, signal } = options;
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID();
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(request, { ...options, idempotencyKey }, read);
      } catch (error) {
        signal?.throwIfAborted();
        const removed = attempt > 0 ? removedBefore(request, error) : null;
        if (removed) return read(removed);
        const delay = retryDelay(error, attempt);
        if (delay === null || attempt >= maxRetries) throw error;
        await pause(delay, signal);
      }
    }
  }

  async #attempt<Value>(request: Request, options: CallOptions, read: Read<Value>): Promise<Value> {
    const { signal, timeoutMs = this.#options.timeoutMs } = options;
    await this.#pacer?.start(signal);
    const limit = new AbortController();
    const timer = timeoutMs > TIMEOUT_MS_MAX ? undefined : setTimeout(() => limit.abort(), timeoutMs);
    let headers: Headers | null = null;
    try {
      const response = await this.#options.fetch(this.#url(request), {
        method: request.method,
        headers: this.#headers(request, options),
        signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
        // Redirects are not followed, because the key is meant for this address.
        redirect: 'manual',
        ...(request.body === undefined ? {} : { body: request.body as Body }),
      });
      headers = response.headers;
      if (!response.ok) throw apiError(response, await response.text());
      return await read(response);
    } catch (error) {
      if (error instanceof CardfileError) throw error;
      signal?.throwIfAborted();
      if (limit.signal.aborted) throw new ApiTimeoutError(`no answer within ${timeoutMs} ms`, { cause: error });
      throw new ApiConnectionError(`no answer from ${this.#options.baseUrl}: ${reasonOf(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
      this.#pacer?.end(headers);
    }
  }

  #url({ path, query = {} }: Request): string {
    const url = new URL(this.#options.baseUrl + path);
    for (const [name, value] of Object.entries(query)) {
      for (const each of [value ?? []].flat()) url.searchParams.append(name, each);
    }
    return url.href;
  }

  #headers({ method, body, contentType = 'application/json' }: Request, { idempotencyKey = '' }: CallOptions) {
    return {
      ...this.#options.headers,
      'x-api-key': this.#options.apiKey,
      ...(method === 'POST' ? { 'idempotency-key': idempotencyKey } : {}),
      ...(body === undefined ? {} : { 'content-type': contentType }),
    };
  }
}

/** The innermost message: fetch reports the fault of the connection as a cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { readonly cause?: unknown; readonly message?: string };
  return cause instanceof Error ? reasonOf(cause) : (message ?? String(error));
}

/**
 * The answer in place of a 404 to a repeated DELETE: an earlier attempt, whose answer was lost, has removed the object.
 */
function removedBefore({ method }: Request, error: unknown): Response | null {
  if (method !== 'DELETE' || !(error instanceof NotFoundError)) return null;
  return new Response(null, { status: 204, headers: error.response.headers });
}

/** Milliseconds until the next attempt; null if the error is not temporary. */
function retryDelay(error: unknown, attempt: number): number | null {
  const response = error instanceof ApiConnectionError ? null : (error as { readonly response?: Response }).response;
  if (response === undefined || (response !== null && !PASSING.has(response.status))) return null;
  const wait = retryAfterMs(response?.headers);
  if (wait > RETRY_AFTER_MS_MAX) return null;
  // Jitter spreads the retries of clients that failed at the same time.
  const backoff = Math.min(FIRST_DELAY_MS * 2 ** attempt, DELAY_MS_MAX) * (0.5 + Math.random() / 2);
  return Math.max(wait, backoff);
}

function resultOf<Data>(response: Response, text: string): Result<Data> {
  const { headers } = response;
  const remaining = headers.get('x-credits-remaining');
  return {
    data: (response.status === 204 ? undefined : objectOf(text)) as Data,
    credits: Number(headers.get('x-credits-used') ?? 0),
    creditsRemaining: remaining === null || remaining === 'unlimited' ? remaining : Number(remaining),
    requestId: headers.get('x-request-id'),
    isReplayed: headers.get('idempotency-replayed') === 'true',
    response,
  };
}

/** The object of a JSON text. Throws if the text has none: the service always answers with an object. */
function objectOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {}
  throw new Error('the answer is not a JSON object; check baseUrl and any proxy');
}

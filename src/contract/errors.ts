// The catalog of errors (each with one code and one status) and the one error class that reports them to callers.
import { priceText } from './endpoints/prices.ts';

export const ERRORS = {
  UNAUTHORIZED: {
    status: 401,
    when: 'the API key is missing, unknown, revoked, expired or not allowed for this path',
  },
  CREDITS_EXHAUSTED: { status: 402, when: 'the plan has fewer request credits left in this month than the call costs' },
  NOT_FOUND: { status: 404, when: 'the input is valid but no matching record exists, or the route does not exist' },
  METHOD_NOT_ALLOWED: { status: 405, when: 'the endpoint does not support this HTTP method' },
  CONFLICT: {
    status: 409,
    when: 'the state of a batch, a webhook or a watch does not allow the call, or a limit of stored objects is reached',
  },
  INVALID_INPUT: { status: 422, when: 'a value is missing, malformed, unknown or outside its documented limits' },
  PAYLOAD_TOO_LARGE: { status: 413, when: 'the request body is larger than 1 MiB' },
  RATE_LIMIT_EXCEEDED: { status: 429, when: "the account's requests per second are exceeded" },
  DATA_SERVICE_ERROR: { status: 500, when: 'the data service cannot complete the request' },
  DATA_SERVICE_UNAVAILABLE: {
    status: 503,
    when: 'the stores of accounts and records are temporarily unavailable',
  },
} as const;

export type ErrorName = keyof typeof ERRORS;

/**
 * Errors for bytes that are not a call of any endpoint, by status. Their code is INVALID_INPUT, and the connection is
 * closed.
 */
export const NO_CALL = {
  400: {
    when: 'the bytes are not an HTTP request, or are ambiguous',
    message: 'this is not a well-formed HTTP/1.1 request; check its request line, headers and length',
  },
  408: {
    when: 'the request was not complete in time',
    message: 'the request did not arrive completely in time; send it without pauses',
  },
  431: {
    when: 'the request line and headers are larger than 16 KiB, or there are more than 1,000 headers',
    message:
      'the request line and headers are larger than 16 KiB, or there are too many headers; send fields in the body',
  },
} as const;

/** One fault of the input: its path, the reason, and the nearest valid value (null if there is none). */
export interface Problem {
  /** Path in the body, such as `company.industry.include[0]`; empty for the whole body. */
  readonly path: string;
  readonly message: string;
  readonly suggestion: string | null;
  /** The batch that the problem concerns. */
  readonly batch_id?: string;
}

interface ErrorExtras {
  readonly details?: readonly Problem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error whose text is safe to show to callers. Any other error is answered as a 500 without details. */
export class ApiError extends Error {
  readonly code: ErrorName;
  readonly details: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorName, message: string, extras: ErrorExtras = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.details = extras.details ?? [];
    this.headers = extras.headers ?? {};
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /**
   * The code sent to the caller: an oversized body is INVALID_INPUT with status 413, an unreachable store has status
   * 503.
   */
  get wireCode(): string {
    if (this.code === 'PAYLOAD_TOO_LARGE') return 'INVALID_INPUT';
    return this.code === 'DATA_SERVICE_UNAVAILABLE' ? 'DATA_SERVICE_ERROR' : this.code;
  }
}

/** A missing or invalid key. The header names the scheme of `Authorization`, as HTTP requires of a 401 (RFC 9110). */
export function unauthorized(message: string): ApiError {
  return new ApiError('UNAUTHORIZED', message, { headers: { 'www-authenticate': 'Bearer realm="cardfile"' } });
}

/**
 * The caller closed the connection before the request was complete or charged. No caller receives this error; its
 * status appears in logs, metrics and usage, so that it does not count as a failure of the service.
 */
export class ClientDisconnected extends ApiError {
  static readonly STATUS = 499;

  constructor() {
    super('INVALID_INPUT', 'the caller closed the connection; nothing is charged');
  }

  override get status(): number {
    return ClientDisconnected.STATUS;
  }
}

/**
 * The message of the 402 for a call of this price. `resetsAt`: the start of the next month as an ISO timestamp in UTC.
 */
export function exhaustedMessage(credits: number, resetsAt: string): string {
  return `the call costs ${priceText(credits)} and fewer are left in this month; they reset on ${resetsAt.slice(0, 10)} at 00:00 UTC`;
}

/** A 422 whose message is that of the first problem, with its path. */
export function invalidInput(problems: readonly Problem[]): ApiError {
  const first = problems[0];
  if (!first) throw new Error('invalidInput needs at least one problem');
  const message = first.path === '' ? first.message : `${first.path}: ${first.message}`;
  return new ApiError('INVALID_INPUT', message, { details: problems });
}

/** A 422 with one problem. `path`: as in Problem. */
export function invalidAt(path: string, message: string, suggestion: string | null = null): ApiError {
  return invalidInput([{ path, message, suggestion }]);
}

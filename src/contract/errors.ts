// The catalogue of refusals: one code, one status, and the one error class that carries them to a caller.
import { priceText } from './prices.ts';

export const ERRORS = {
  UNAUTHORIZED: {
    status: 401,
    when: 'the API key is missing, unknown, revoked, expired or not allowed for this path',
  },
  CREDITS_EXHAUSTED: { status: 402, when: 'the plan has fewer request credits left in this month than the call costs' },
  NOT_FOUND: { status: 404, when: 'the input is valid but no matching record exists, or the route does not exist' },
  METHOD_NOT_ALLOWED: { status: 405, when: 'the endpoint does not support this HTTP method' },
  INVALID_INPUT: { status: 422, when: 'a value is missing, malformed, unknown or outside its documented limits' },
  PAYLOAD_TOO_LARGE: { status: 413, when: 'the request body is larger than 1 MiB' },
  RATE_LIMIT_EXCEEDED: { status: 429, when: "the account's requests per second are exceeded" },
  DATA_SERVICE_ERROR: { status: 500, when: 'the data service cannot complete the request' },
} as const;

export type ErrorName = keyof typeof ERRORS;

/** Refusals of what is no call of any endpoint, by status: the code is INVALID_INPUT and the connection is closed. */
export const NO_CALL = {
  400: {
    when: 'the bytes are not an HTTP request, or are ambiguous',
    message: 'this is not a well-formed HTTP/1.1 request; check its request line, headers and length',
  },
  408: {
    when: 'the request was not complete in time',
    message: 'the request did not come in completely in time; send it at once',
  },
  431: {
    when: 'the request line and headers are larger than 16 KiB, or there are more than 1,000 headers',
    message: 'the request line and headers are larger than 16 KiB, or too many; send fields in the body',
  },
} as const;

/** One fault of the input: where it is, what is wrong, and what would have been right (null where nothing is near). */
export interface Problem {
  /** Place in the body, such as `company.industry.include[0]`; empty for the body as a whole. */
  readonly path: string;
  readonly message: string;
  readonly suggestion: string | null;
}

interface ErrorExtras {
  readonly details?: readonly Problem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal that a caller may read: everything in it is meant for the answer. Any other error is answered as a bare 500. */
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

  /** The code on the wire: an oversized body is INVALID_INPUT with status 413. */
  get wireCode(): string {
    return this.code === 'PAYLOAD_TOO_LARGE' ? 'INVALID_INPUT' : this.code;
  }
}

/**
 * The caller closed the connection before the request had come in or could be charged. Nobody reads the answer: its status is for logs,
 * metrics and usage, where it must not look like a failure of the service.
 */
export class CallerGone extends ApiError {
  static readonly STATUS = 499;

  constructor() {
    super('INVALID_INPUT', 'the caller closed the connection; nothing is charged');
  }

  override get status(): number {
    return CallerGone.STATUS;
  }
}

/** The message of a 402 to a call of this price; `resetsAt` is the start of the next month as an ISO timestamp in UTC. */
export function exhaustedMessage(credits: number, resetsAt: string): string {
  return `the call costs ${priceText(credits)} and fewer are left in this month; they reset on ${resetsAt.slice(0, 10)} at 00:00 UTC`;
}

/** A 422 whose message is the first problem's, led by its path. */
export function invalidInput(problems: readonly Problem[]): ApiError {
  const first = problems[0];
  if (!first) throw new Error('invalidInput needs at least one problem');
  const message = first.path === '' ? first.message : `${first.path}: ${first.message}`;
  return new ApiError('INVALID_INPUT', message, { details: problems });
}

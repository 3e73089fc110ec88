// The errors of the client: answers of the service without status 2xx, by status, and failures to get an answer.
import type { BatchAnswer, CallError } from './generated/types.ts';

/** One fault of an input: its path in the body, and the nearest allowed value or null. */
export type Problem = NonNullable<CallError['details']>[number];

/** The base of all errors that the client throws. */
export class CardfileError extends Error {
  override readonly name: string = 'CardfileError';
}

/** The service answered with an error. Nothing was charged. */
export class ApiError extends CardfileError {
  override readonly name: string = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Code of the error, such as `INVALID_INPUT`; `UNKNOWN` if the answer is not from the service. */
  readonly code: string;
  /** All faults of a rejected input. */
  readonly details: readonly Problem[];
  /** The id of the request; state it when you contact the operator of the service. */
  readonly requestId: string | null;
  /** Status and headers; the body has already been read. */
  readonly response: Response;

  constructor(response: Response, error: Partial<CallError>) {
    super(error.message ?? strangeAnswer(response));
    this.status = response.status;
    this.code = error.code ?? 'UNKNOWN';
    this.details = error.details ?? [];
    this.requestId = error.request_id ?? response.headers.get('x-request-id');
    this.response = response;
  }

  /** The nearest allowed value of the first fault that has one. */
  get suggestion(): string | null {
    return this.details.find(({ suggestion }) => suggestion !== null)?.suggestion ?? null;
  }
}

/** 401: the key is missing, unknown, revoked, expired or not allowed for this path. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 402: fewer credits are left in this month than the call costs. */
export class CreditsExhaustedError extends ApiError {
  override readonly name = 'CreditsExhaustedError';
}

/** 404 of the service: there is no matching record. A 404 of another server at the address is an ApiError. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: the state of a batch does not allow the call. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';

  /** The unfinished batch of the same input; null for another conflict. */
  get batchId(): string | null {
    return this.details[0]?.batch_id ?? null;
  }
}

/** 413 and 422: the input is invalid; `details` lists each fault. */
export class InvalidInputError extends ApiError {
  override readonly name = 'InvalidInputError';
}

/** 429: the requests per second of the account are exceeded. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 5xx: the service could not complete the request. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError';
}

/** No answer: the server was not reached, or the connection was lost. */
export class ApiConnectionError extends CardfileError {
  override readonly name: string = 'ApiConnectionError';
}

/** No answer within the time limit of an attempt. */
export class ApiTimeoutError extends ApiConnectionError {
  override readonly name = 'ApiTimeoutError';
}

/** A batch ended before its last row: it is paused, cancelled or failed. The executed rows have been read. */
export class BatchUnfinishedError extends CardfileError {
  override readonly name = 'BatchUnfinishedError';
  /** The batch; `batches.resume` continues it if it is paused or failed. */
  readonly batch: BatchAnswer;

  constructor(batch: BatchAnswer) {
    const { id, state, reason, done, rows } = batch;
    super(`the batch ${id} is ${state} after ${done} of ${rows} rows${reason === null ? '' : `: ${reason}`}`);
    this.batch = batch;
  }
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  402: CreditsExhaustedError,
  404: NotFoundError,
  409: ConflictError,
  413: InvalidInputError,
  422: InvalidInputError,
  429: RateLimitError,
};

/** The error of an answer; `body` is its text. */
export function apiError(response: Response, body: string): ApiError {
  const { status } = response;
  const error = errorOf(body);
  // A 404 that is not from the service means a wrong address, not an unknown record.
  const isStrange = status === 404 && error.code === undefined;
  const Kind = (isStrange ? undefined : BY_STATUS[status]) ?? (status >= 500 ? ServiceError : ApiError);
  return new Kind(response, error);
}

/** The error object of a body; empty if a proxy or another server wrote it. */
function errorOf(body: string): Partial<CallError> {
  try {
    const { error } = JSON.parse(body) as { readonly error?: Partial<CallError> };
    return typeof error?.code === 'string' ? error : {};
  } catch {
    return {};
  }
}

/** Advice for an answer that a proxy or another server wrote. */
function strangeAnswer({ status, type, headers, url }: Response): string {
  // Browsers hide the target of a redirect.
  if (type !== 'opaqueredirect' && (status < 300 || status >= 400))
    return `the server answered with status ${status}, but not as Cardfile does; check baseUrl and any proxy`;
  const place = headers.get('location') ?? '';
  const origin = URL.canParse(place, url) ? new URL(place, url).origin : 'another address';
  return `the server redirects to ${origin}; give that address as baseUrl`;
}

// Errors in the OpenAPI document. Their headers depend on the kind of call: calls without credits have no credit
// headers, and calls with an ingest key have no account headers.
import { ApiError, ERRORS, type ErrorName, exhaustedMessage } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { perSecondText, tooManyRequests } from '../too-many-requests.ts';
import { CREDIT_HEADERS, type HeaderName, headerReferences, KNOWN_KEY_HEADERS } from './headers.ts';
import type { Json } from './schemas.ts';

/** Kinds of calls by the headers of their errors. */
export type CallKind = 'charged' | 'free' | 'ingest';

/** For each kind, the headers of its errors and the suffix of their component names. */
const KINDS: Readonly<Record<CallKind, { headers: readonly HeaderName[]; suffix: string }>> = {
  charged: { headers: [...KNOWN_KEY_HEADERS, ...CREDIT_HEADERS], suffix: '' },
  free: { headers: KNOWN_KEY_HEADERS, suffix: 'OfFreeCall' },
  ingest: { headers: ['x-request-id'], suffix: 'OfIngest' },
};

interface ErrorExample {
  /** An example message of the error. */
  readonly message: string;
  /** Headers in addition to those of the kind of call. */
  readonly headers?: readonly HeaderName[];
  /** The kinds of calls that can return it; by default all. */
  readonly kinds?: readonly CallKind[];
}

const EXAMPLES: Readonly<Record<ErrorName, ErrorExample>> = {
  UNAUTHORIZED: {
    message: 'the API key is missing; send it in the header x-api-key, or as Authorization: Bearer',
    headers: ['WWW-Authenticate'],
  },
  CREDITS_EXHAUSTED: { message: exhaustedMessage(1, '2030-06-01'), kinds: ['charged'] },
  NOT_FOUND: { message: 'no company with this company_network_url is known', kinds: ['charged', 'free'] },
  CONFLICT: { message: 'a batch of the same input is not finished; wait for it or cancel it', kinds: ['free'] },
  METHOD_NOT_ALLOWED: { message: '/v2/search/people takes POST only' },
  PAYLOAD_TOO_LARGE: { message: `the body is larger than ${LIMITS.bodyBytesMax} bytes; send fewer values` },
  INVALID_INPUT: { message: 'max_results: must be at most 100, not 500' },
  RATE_LIMIT_EXCEEDED: {
    message: tooManyRequests(1000, `than ${perSecondText(10)}`).message,
    headers: ['Retry-After'],
  },
  DATA_SERVICE_ERROR: { message: 'the data service could not complete the request; it costs nothing, try again' },
  DATA_SERVICE_UNAVAILABLE: {
    message: 'the service cannot charge right now; it costs nothing, try again',
    headers: ['Retry-After'],
  },
};

const NAMES = Object.keys(ERRORS) as ErrorName[];

/** The body of an error as a caller receives it. */
export function errorExample(name: ErrorName): Json {
  const { message } = EXAMPLES[name];
  const code = new ApiError(name, message).wireCode;
  const request_id = '0196d3c5-6a00-7b1e-9c44-3f1d2a7e5b90';
  if (name !== 'INVALID_INPUT') return { success: false, error: { code, message, request_id } };
  const details = [{ path: 'max_results', message: 'must be at most 100, not 500', suggestion: null }];
  return { success: false, error: { code, message, request_id, details } };
}

/** The errors of a call, by status code. */
export function errorReferences(names: readonly ErrorName[], kind: CallKind): Json {
  return Object.fromEntries(
    names.map((name) => [ERRORS[name].status, { $ref: `#/components/responses/${componentName(name, kind)}` }]),
  );
}

/** The name of the error with this status code. */
export function errorOfStatus(status: number): ErrorName {
  const name = NAMES.find((each) => ERRORS[each].status === status);
  if (name === undefined) throw new Error(`no error has the status ${status}`);
  return name;
}

/** All errors, as components of the document. */
export function errorComponents(): Json {
  const kinds = Object.keys(KINDS) as CallKind[];
  const named = NAMES.flatMap((name) =>
    (EXAMPLES[name].kinds ?? kinds).map((kind) => [componentName(name, kind), errorResponse(name, kind)] as const),
  );
  return Object.fromEntries(named);
}

/**
 * `NOT_FOUND` -> `NotFound`. METHOD_NOT_ALLOWED is the same for all kinds, because the method is checked before the
 * key.
 */
function componentName(name: ErrorName, kind: CallKind): string {
  const pascal = name.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  return name === 'METHOD_NOT_ALLOWED' || name === 'CONFLICT' ? pascal : `${pascal}${KINDS[kind].suffix}`;
}

function headersOf(name: ErrorName, kind: CallKind): readonly HeaderName[] {
  if (name === 'METHOD_NOT_ALLOWED') return ['x-request-id', 'Allow'];
  const replayed = name === 'NOT_FOUND' && kind === 'charged' ? (['Idempotency-Replayed'] as const) : [];
  return [...KINDS[kind].headers, ...replayed, ...(EXAMPLES[name].headers ?? [])];
}

function errorResponse(name: ErrorName, kind: CallKind): Json {
  const { when } = ERRORS[name];
  return {
    description: `${new ApiError(name, when).wireCode}: ${when}`,
    headers: headerReferences(headersOf(name, kind)),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' }, example: errorExample(name) },
    },
  };
}

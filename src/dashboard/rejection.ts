// Rejections of the dashboard's routes: the envelope of the API, with additional codes for signed-in members.
import { AccountsError } from '../accounts/port.ts';
import { ApiError, ClientDisconnected, type Problem } from '../contract/errors.ts';
import { MembersError, type MembersFault } from '../members/port.ts';
import { QueueFullError } from '../members/work-queue.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { isBusy } from '../ops/sqlite/is-busy.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';

const STATUS = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  INVALID_INPUT: 422,
  RATE_LIMIT_EXCEEDED: 429,
  CALLER_GONE: ClientDisconnected.STATUS,
  DATA_SERVICE_ERROR: 500,
  DATA_SERVICE_UNAVAILABLE: 503,
} as const;

export type RejectionCode = keyof typeof STATUS;

interface RejectionExtras {
  readonly details?: readonly Problem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A rejection with a message for the person at the browser. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly code: RejectionCode;
  readonly details: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: RejectionCode, message: string, { details = [], headers = {} }: RejectionExtras = {}) {
    super(message);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return STATUS[this.code];
  }

  /** The envelope as JSON text; `requestId` equals the header x-request-id of the same answer. */
  bodyFor(requestId: string): string {
    const { code, message } = this;
    const details = this.details.length > 0 ? { details: this.details } : {};
    return JSON.stringify({ success: false, error: { code, message, request_id: requestId, ...details } });
  }
}

/** A fault of one field of the body. */
export function invalidField(path: string, message: string): Rejection {
  return new Rejection('INVALID_INPUT', message, { details: [{ path, message, suggestion: null }] });
}

/** A limit was exceeded; `retryAfterMs` is the time until the next attempt can succeed. */
export function tooMany(what: string, retryAfterMs: number): Rejection {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const time = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
  return new Rejection('RATE_LIMIT_EXCEEDED', `${what}; try again in ${time}`, {
    headers: { 'retry-after': String(seconds) },
  });
}

const OF_MEMBERS: Readonly<Record<MembersFault, RejectionCode>> = {
  unknown: 'NOT_FOUND',
  conflict: 'CONFLICT',
  invalid: 'INVALID_INPUT',
};

/** A thrown value as a rejection; null for a fault, whose details are not disclosed. */
export function toRejection(thrown: unknown): Rejection | null {
  if (thrown instanceof Rejection) return thrown;
  if (thrown instanceof MembersError) return new Rejection(OF_MEMBERS[thrown.fault], thrown.message);
  if (thrown instanceof AccountsError)
    return new Rejection(thrown.isUnknown ? 'NOT_FOUND' : 'INVALID_INPUT', thrown.inDashboard);
  if (thrown instanceof QueueFullError) return tooMany('too many people are signing in at once', 2000);
  if (thrown instanceof ClientDisconnected) return new Rejection('CALLER_GONE', thrown.message);
  if (thrown instanceof ApiError) return ofApi(thrown);
  if (isStoreUnavailable(thrown) || isBusy(thrown))
    return new Rejection('DATA_SERVICE_UNAVAILABLE', 'the data is locked or out of reach: try again in a moment', {
      headers: { 'retry-after': '1' },
    });
  return thrown instanceof OperatorError ? new Rejection('INVALID_INPUT', thrown.inDashboard) : null;
}

function ofApi({ code, message, details, headers }: ApiError): Rejection {
  const extras = { details, headers };
  if (code === 'CREDITS_EXHAUSTED') return new Rejection('CONFLICT', message, extras);
  // The account is suspended. With UNAUTHORIZED, the browser would ask the member to sign in again.
  return new Rejection(code === 'UNAUTHORIZED' ? 'FORBIDDEN' : code, message, extras);
}

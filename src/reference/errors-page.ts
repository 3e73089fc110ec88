// The page of the errors: the envelope, each code with its causes and what to do, and the order in which a call is
// checked.
import { ApiError, ERRORS, type ErrorName, NO_CALL } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { CONNECTION_TIMES, WAITING_MAX } from '../http/connections.ts';
import { errorExample } from '../http/openapi/errors.ts';
import { bullets, code, jsonBlock, page, table } from './markdown.ts';

const CAUSES: Readonly<Record<ErrorName, readonly string[]>> = {
  UNAUTHORIZED: [
    'The key is missing: send it in the header `x-api-key`, or as `Authorization: Bearer`. Each 401 names that scheme in `WWW-Authenticate`.',
    'The two headers carry different keys: send one of them.',
    'The key is unknown, revoked or expired: check it, or make a new one with `cardfile keys create`.',
    'The path takes the other kind of key: ingest keys (`cf_ingest_…`) under `/ingest/v1`, API keys under `/v2`.',
    'The key may not call this path: key-info lists the paths it may call in `allowed_apis`.',
  ],
  CREDITS_EXHAUSTED: [
    'The account has fewer credits left in this month than the call costs. The message states the reset date (`next_reset_at` of key-info). Until then the operator can grant credits or change the plan.',
    'Another concurrent call used the last credits.',
  ],
  NOT_FOUND: [
    'Enrichment: the record is unknown, or lacks the requested field.',
    'The path does not exist; the message names the nearest one.',
  ],
  CONFLICT: [
    'A batch of the same input is not finished: `error.details[0].batch_id` names it. Wait for it, or cancel it.',
    'The state of the batch does not allow the cancellation or the resume, the state of the watch does not allow the pause or the resume, or the webhook endpoint is disabled, so it gets no test and no replay. The message states the reason.',
    `The account has ${LIMITS.batchesMax} unfinished batches, ${LIMITS.batchesStoredMax} stored ones, ${LIMITS.webhooksMax} webhook endpoints or ${LIMITS.watchesMax} watches: remove one with DELETE.`,
    'The batch of this `Idempotency-Key`, or the stored answer of its call, was removed: use a new key.',
    'The call with this `Idempotency-Key` was executed, but the server ended before it stored the answer. List the watches or endpoints to find the object.',
  ],
  METHOD_NOT_ALLOWED: [
    'The path requires another method, named in the header `Allow`. HEAD is rejected too, and so is OPTIONS unless the operator allows calls from web pages.',
  ],
  PAYLOAD_TOO_LARGE: [
    `The body is larger than ${LIMITS.bodyBytesMax} bytes, or ${LIMITS.ingestBytesMax} for pushed records: send fewer values.`,
  ],
  INVALID_INPUT: [
    'A required field is missing, a field is unknown, or a value has the wrong type or is outside its limits.',
    'A value is not in its closed list: `suggestion` is the nearest allowed value.',
    'The body is not a JSON object in UTF-8, has a key twice in one object, is compressed, or lacks `Content-Type: application/json`.',
    'The URL has query parameters: all fields belong in the body.',
    'The cursor was changed, or belongs to another endpoint or other filters.',
    'The `Idempotency-Key` was used with another body, or is not 1 to 255 characters long.',
  ],
  RATE_LIMIT_EXCEEDED: [
    "The account's requests per second are exceeded: wait for `Retry-After` seconds.",
    'The store in which several servers count requests is out of reach: each server admits its share of the rate, or nothing for some seconds. Wait for `Retry-After` seconds.',
    'A call with the same `Idempotency-Key` is still running: retry after a second.',
    'Pushed records: another import is running, or too many rows wait. Nothing of the call is stored: send it again.',
    `An address sent more than ${LIMITS.unauthorizedPerSecond} calls without a valid key in a second.`,
  ],
  DATA_SERVICE_ERROR: [
    'The service failed; nothing is charged. Retry, and report the `x-request-id` to the operator if the error persists.',
  ],
  DATA_SERVICE_UNAVAILABLE: [
    'The operator keeps accounts and records in a database, which is out of reach or has no space left: nothing is charged. Retry after `Retry-After` seconds.',
    'A newer version has migrated the stores, and this server was not upgraded yet: nothing is charged. Retry after `Retry-After` seconds.',
  ],
};

const NAMES = (Object.keys(ERRORS) as ErrorName[]).sort((a, b) => ERRORS[a].status - ERRORS[b].status);

function heading(name: ErrorName): string {
  return `${ERRORS[name].status} ${new ApiError(name, '').wireCode}`;
}

function section(name: ErrorName): string[] {
  return [`## ${heading(name)}`, `When ${ERRORS[name].when}.`, bullets(CAUSES[name]), jsonBlock(errorExample(name))];
}

function noCallSection(): string[] {
  const { headersMs, requestMs, keepAliveMs, stalledMs } = CONNECTION_TIMES;
  const rows = Object.entries(NO_CALL).map(([status, { when }]) => [status, code('INVALID_INPUT'), when]);
  return [
    '## Invalid HTTP',
    'A request that violates HTTP/1.1 is rejected before routing. The answer has the usual error form, and the connection is closed:',
    table(['status', 'code', 'when'], rows),
    `Headers must arrive within ${headersMs / 1000} seconds and the whole request within ${requestMs / 1000}. The server closes a connection after ${keepAliveMs / 1000} seconds without a request, after ${(2 * stalledMs) / 1000} seconds in which the client reads no answer, and if more than ${WAITING_MAX} requests on it wait for answers. Requests that allow request smuggling are rejected too: a missing or repeated host, a repeated \`Content-Length\` or one combined with \`Transfer-Encoding\`, a folded header, a line that ends without CR, or a fragment in the target.`,
  ];
}

/** The page in Markdown. */
export function errorsPage(): string {
  const rows = NAMES.map((name) => [
    String(ERRORS[name].status),
    code(new ApiError(name, '').wireCode),
    ERRORS[name].when,
  ]);
  return page(
    '# Errors',
    'Every error has one form. `error.message` states the fault and its remedy, and starts with the first invalid field. A 422 lists all faults in `error.details`, each with its path in the body, a message, and the nearest allowed value or `null`. `error.request_id` repeats the header `x-request-id`: state it when you contact the operator. No error costs credits.',
    table(['status', 'code', 'when'], rows),
    '## Order of the checks',
    'The first failed check determines the answer:',
    'path (404), method (405), key (401), rate (429), allowed paths of the key (401), size and content of the body (413, 422), stored answer of the same `Idempotency-Key`, credits (402), the work (404 or 200), the charge.',
    ...NAMES.flatMap(section),
    ...noCallSection(),
  );
}

// The permitted contents of a log line: a closed set of fields, none of which a caller chooses.

import { PATHS } from '../../src/contract/endpoints/paths.ts';
import { INGEST_PATHS } from '../../src/contract/ingest.ts';
import { MCP_PATH } from '../../src/contract/mcp-path.ts';
import { RECONCILE_PATH } from '../../src/contract/reconcile-path.ts';
import { RESOURCE_METHODS } from '../../src/contract/resources/resource-paths.ts';

const CALL_FIELDS = [
  'requestId',
  'path',
  'status',
  'ms',
  'accountId',
  'keyId',
  'code',
  'bodyMs',
  'waitMs',
  'workMs',
  'chargeMs',
  'batchId',
  'failures',
  'webhookId',
  'watchId',
];
const EDITION_FIELDS = ['edition', 'companies', 'people', 'positions', 'jobs', 'bytes', 'seconds', 'reason', 'records'];
const FIELDS = new Set(['level', 'time', 'msg', 'err', ...CALL_FIELDS, ...EDITION_FIELDS]);
const ERROR_FIELDS = new Set(['type', 'code', 'message', 'at']);
const MESSAGES = new Set([
  'call',
  'slow call',
  'no call',
  'call failed',
  'request failed outside the pipeline',
  'building an edition',
  'edition built',
  'edition serves',
  'deltas serve',
  'the deltas of the edition were not built; the previous ones keep serving',
  'a block of a batch failed',
  'a webhook was disabled',
  'events cannot be gathered; the attempt is repeated',
]);
const LOGGED_PATHS = new Set([...PATHS, ...INGEST_PATHS, ...Object.keys(RESOURCE_METHODS), MCP_PATH, RECONCILE_PATH]);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PRIVATE = [
  /cf_live_/,
  /[\w.%+-]+@[\w-]+\.\w/,
  /\+\d{7}/,
  /\/(in|company)\/[^"\s]/,
  /(?<![\w-])\d[\d ().-]{5,}\d(?![\w-])/,
];

/** The violations of a log line, in words; empty if there are none. */
export function privacyFaults(line: string): string[] {
  const members = JSON.parse(line) as Record<string, unknown>;
  const { requestId, path, msg, err, code = '' } = members;
  const error = (err ?? {}) as Record<string, unknown>;
  const free = JSON.stringify([error['message'], error['code'], error['type'], members['reason']]);
  return [
    ...Object.keys(members).filter((name) => !FIELDS.has(name)),
    ...Object.keys(error).filter((name) => !ERROR_FIELDS.has(name)),
    ...(requestId === undefined || UUID.test(String(requestId)) ? [] : ['requestId']),
    ...(path === undefined || path === 'unknown' || LOGGED_PATHS.has(String(path)) ? [] : ['path']),
    ...(/^[A-Z0-9_]*$/.test(String(code)) ? [] : ['code']),
    ...(MESSAGES.has(String(msg)) ? [] : [`msg ${msg}`]),
    ...PRIVATE.filter((shape) => shape.test(free)).map((shape) => `${shape} in ${free}`),
  ];
}

// The page of one endpoint: purpose, call, request and answer fields, errors. The content is read from the endpoint
// table.
import type { Endpoint } from '../contract/endpoints/endpoint.ts';
import { ENDPOINTS, type Operation } from '../contract/endpoints/endpoints.ts';
import { ApiError, ERRORS } from '../contract/errors.ts';
import { ENDPOINT_NOTES } from '../http/openapi/endpoint-notes.ts';
import { schemaReference, withReferences } from '../http/openapi/schemas.ts';
import { bullets, code, codeBlock, page, table } from './markdown.ts';
import { fieldRows } from './schema-rows.ts';

/** Address of a server as `cardfile serve` starts it. */
export const LOCAL_SERVER = 'http://127.0.0.1:8080';

/** A longer example is broken into lines. */
const LINE_LENGTH_MAX = 100;

/** File name of an endpoint's page. */
export function endpointFile(operation: Operation): string {
  return `${operation}.md`;
}

/** A shell command that makes the call of the example; the key is in the variable CARDFILE_KEY. */
function curl({ method, path, example }: Endpoint): string {
  const call = `curl ${LOCAL_SERVER}${path} \\\n  -H "x-api-key: $CARDFILE_KEY"`;
  if (method === 'GET') return call;
  const line = JSON.stringify(example);
  const body = line.length <= LINE_LENGTH_MAX ? line : JSON.stringify(example, null, 2);
  return `${call} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body.replaceAll("'", "'\\''")}'`;
}

function requestSection({ body }: Endpoint): string {
  if (body === null) return 'No query parameters and no body.';
  const rows = fieldRows(schemaReference(body)).map((row) => [
    code(row.path),
    row.type,
    row.required ? 'yes' : 'no',
    row.limits,
    row.meaning,
  ]);
  return page(
    'A JSON object. Unlisted fields are a 422.',
    table(['field', 'type', 'required', 'limits', 'meaning'], rows),
  ).trimEnd();
}

function answerSection({ answer, itemsOf }: Endpoint): string {
  const otherwise = itemsOf === null ? 'if requested' : 'by status';
  const rows = fieldRows(withReferences(answer)).map((row) => [
    code(row.path),
    row.type,
    [row.meaning, row.values].filter((text) => text !== '').join('; '),
    row.required ? 'always' : otherwise,
  ]);
  return table(['field', 'type', 'meaning', 'present'], rows);
}

function errorsSection({ errors }: Endpoint): string {
  const rows = errors
    .map((name) => ({ status: ERRORS[name].status, code: new ApiError(name, '').wireCode, when: ERRORS[name].when }))
    .sort((a, b) => a.status - b.status)
    .map((error) => [String(error.status), code(error.code), error.when]);
  return table(['status', 'code', 'when'], rows);
}

function creditsLine({ credits, itemsOf }: Endpoint): string {
  if (itemsOf !== null) return `Credits: ${credits} for each item with status 200, otherwise none.`;
  return credits === 0 ? 'Credits: none.' : `Credits: ${credits} for status 200, otherwise none.`;
}

/** The page of an endpoint in Markdown. */
export function endpointPage(operation: Operation): string {
  const endpoint: Endpoint = ENDPOINTS[operation];
  return page(
    `# ${endpoint.summary}`,
    `${code(`${endpoint.method} ${endpoint.path}`)}`,
    endpoint.description,
    creditsLine(endpoint),
    bullets(ENDPOINT_NOTES[operation] ?? []),
    '## Example',
    codeBlock('sh', curl(endpoint)),
    '## Request',
    requestSection(endpoint),
    '## Answer',
    answerSection(endpoint),
    '## Errors',
    errorsSection(endpoint),
    'See also: [errors](errors.md), [keys, credits and rate](keys-credits-limits.md), [paging and order](paging-and-order.md), [filters](filters.md), [records](records.md).',
  );
}

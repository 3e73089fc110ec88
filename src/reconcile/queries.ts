// A batch of reconciliation queries -> items of bulk matches.
import { type Static, Type } from 'typebox';
import { ApiError, invalidInput, type Problem } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { closed, oneOf } from '../contract/schema.ts';
import type { JsonObject } from '../http/read-body.ts';
import { judgeOf } from '../http/validate.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { nearest } from '../words/nearest.ts';
import { RECORD_TYPES, type RecordType } from './record-types.ts';

const text = Type.String({ minLength: 1, maxLength: LIMITS.urlLengthMax });
const Query = closed({
  query: Type.Optional(text),
  type: Type.Optional(Type.Union([text, Type.Array(text, { maxItems: 10 })])),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  properties: Type.Optional(Type.Array(closed({ pid: text, v: Type.Unknown() }), { maxItems: 50 })),
  type_strict: Type.Optional(oneOf(['any', 'all', 'should'])),
});
type Query = Static<typeof Query>;

const problemsOf = judgeOf(Query);

/** A query as an item of a bulk match. */
export interface MatchItem {
  /** The key of the query in its batch. */
  readonly key: string;
  readonly type: RecordType;
  readonly body: JsonObject;
}

/** The queries of a batch in their order. INVALID_INPUT for a batch with a malformed query; PAYLOAD_TOO_LARGE above 100. */
export function matchItems(batch: JsonObject): MatchItem[] {
  const queries = Object.entries(batch);
  checkSize('queries', queries.length);
  return queries.map(([key, query]) => {
    const at = `queries.${key}`;
    const [problem] = problemsOf(query);
    if (problem) throw rejected({ ...problem, path: problem.path === '' ? at : `${at}.${problem.path}` });
    return { key, ...itemOf(query as Query, at) };
  });
}

/** PAYLOAD_TOO_LARGE for more than a bulk call takes. */
export function checkSize(name: string, count: number): void {
  const max = LIMITS.bulkItemsMax;
  if (count > max)
    throw new ApiError('PAYLOAD_TOO_LARGE', `${name}: at most ${max} in one request, and there are ${count}`);
}

function itemOf({ query, type, limit, properties = [] }: Query, at: string): Omit<MatchItem, 'key'> {
  const recordType = typeOf(type, at);
  const given = Object.fromEntries(
    properties.map(({ pid, v }, index) => [
      keyNamed(pid, recordType, `${at}.properties[${index}].pid`),
      textOf(v, pid),
    ]),
  );
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const options = { min_score: 0, max_candidates: Math.min(limit ?? CANDIDATES, LIMITS.matchCandidatesMax) };
  return { type: recordType, body: { ...known, ...queriedKeys(query, recordType), ...options } };
}

/** Candidates of a query without a limit. */
const CANDIDATES = 3;

/** The first known type; companies if none is given. */
function typeOf(given: Query['type'], at: string): RecordType {
  const asked = typeof given === 'string' ? [given] : (given ?? []);
  const found = asked.length === 0 ? RECORD_TYPES[0] : RECORD_TYPES.find(({ id }) => asked.includes(id));
  if (found) return found;
  const ids = RECORD_TYPES.map(({ id }) => id);
  throw rejected({
    path: `${at}.type`,
    message: `must be one of ${ids.join(', ')}`,
    suggestion: nearest(String(asked[0]), ids),
  });
}

/** The keys that the text of a query gives: an identifier identifies, any other text is a name. */
export function queriedKeys(query: string | undefined, { kind, named }: RecordType): JsonObject {
  const given = query?.trim() ?? '';
  if (given === '') return {};
  if (parseNetworkUrl(given, kind)) return { network_url: given };
  return kind === 'person' && given.includes('@') ? { email: given } : { [named]: given };
}

function keyNamed(pid: string, { keys }: RecordType, path: string): string {
  if (keys.includes(pid)) return pid;
  throw rejected({ path, message: `must be one of ${keys.join(', ')}`, suggestion: nearest(pid, keys) });
}

/** The first value of a property as text; of a reconciled value its identifier where the property takes one. */
function textOf(value: unknown, pid: string): string {
  const first = Array.isArray(value) ? value[0] : value;
  if (typeof first !== 'object' || first === null)
    return first === null || first === undefined ? '' : String(first).trim();
  const { id, name } = first as { readonly id?: unknown; readonly name?: unknown };
  return String((pid.endsWith('network_url') ? id : (name ?? id)) ?? '').trim();
}

function rejected(problem: Problem): ApiError {
  return invalidInput([problem]);
}

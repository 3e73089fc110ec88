// Converts a batch of reconciliation queries to items of bulk matches.

import type { Static } from 'typebox';
import { ApiError, invalidInput, type Problem } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { closed, oneOf } from '../contract/schemas/schema.ts';
import { Type } from '../contract/schemas/schema-types.ts';
import { COUNTRIES } from '../contract/vocabularies/vocabularies.ts';
import type { JsonObject } from '../http/body/read-body.ts';
import { validatorOf } from '../http/body/validate.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { nearest } from '../words/nearest.ts';
import { RECORD_TYPES, type RecordType } from './record-types.ts';

const text = Type.String({ minLength: 1, maxLength: LIMITS.urlLengthMax });
const Query = closed({
  // An overlong text is a fault of its row only: the match reports it, and the other rows are answered.
  query: Type.Optional(Type.String({ minLength: 1 })),
  type: Type.Optional(Type.Union([text, Type.Array(text, { maxItems: 10 })])),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  properties: Type.Optional(Type.Array(closed({ pid: text, v: Type.Unknown() }), { maxItems: 50 })),
  type_strict: Type.Optional(oneOf(['any', 'all', 'should'])),
});
type Query = Static<typeof Query>;

const problemsOf = validatorOf(Query);

/** A query as an item of a bulk match. */
export interface MatchItem {
  /** The key of the query in its batch. */
  readonly key: string;
  readonly type: RecordType;
  readonly body: JsonObject;
}

/**
 * The queries of a batch in their order. INVALID_INPUT for a batch with a malformed query; PAYLOAD_TOO_LARGE above 100.
 */
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

/** PAYLOAD_TOO_LARGE for more items than a bulk call accepts. */
export function checkSize(name: string, count: number): void {
  const max = LIMITS.bulkItemsMax;
  if (count > max)
    throw new ApiError('PAYLOAD_TOO_LARGE', `${name}: at most ${max} in one request, and there are ${count}`);
}

function itemOf({ query, type, limit, properties = [] }: Query, at: string): Omit<MatchItem, 'key'> {
  const recordType = typeOf(type, at);
  const given = Object.fromEntries(
    properties.map(({ pid, v }, index) => {
      const key = keyNamed(pid, recordType, `${at}.properties[${index}].pid`);
      return keyed(key, v);
    }),
  );
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const options = { min_score: 0, max_candidates: Math.min(limit ?? CANDIDATES, LIMITS.matchCandidatesMax) };
  return { type: recordType, body: { ...known, ...queriedKeys(query, recordType), ...options } };
}

/** Number of candidates for a query without a limit. */
const CANDIDATES = 3;

/** The first known type; companies if none is given. */
function typeOf(given: Query['type'], at: string): RecordType {
  const requested = typeof given === 'string' ? [given] : (given ?? []);
  const found = requested.length === 0 ? RECORD_TYPES[0] : RECORD_TYPES.find(({ id }) => requested.includes(id));
  if (found) return found;
  const ids = RECORD_TYPES.map(({ id }) => id);
  throw rejected({
    path: `${at}.type`,
    message: `must be one of ${ids.join(', ')}`,
    suggestion: nearest(String(requested[0]), ids),
  });
}

/** The keys of a match from the text of a query: an identifier identifies a record, any other text is a name. */
export function queriedKeys(query: string | undefined, { kind, named }: RecordType): JsonObject {
  const given = query?.trim() ?? '';
  if (given === '') return {};
  if (parseNetworkUrl(given, kind)) return { network_url: given };
  return kind === 'person' && given.includes('@') ? { email: given } : { [named]: given };
}

/** Properties of places: the key of a match is the name without `hq` or `location`. */
const PLACE = /^(?:hq|location)\.(city|country_code|country_name)$/;
const EMPLOYER = 'employer';

/** The key of a match for a property. `employer` is replaced later: its value decides between two keys. */
function keyNamed(pid: string, { keys, kind }: RecordType, path: string): string {
  const key = pid.replace(PLACE, '$1').replace('country_name', 'country_code');
  if (keys.includes(key) || (kind === 'person' && key === EMPLOYER)) return key;
  throw rejected({ path, message: `must be one of ${keys.join(', ')}`, suggestion: nearest(pid, keys) });
}

/** A key with the first value of its property as text. */
function keyed(key: string, value: unknown): readonly [key: string, text: string] {
  const first = Array.isArray(value) ? value[0] : value;
  if (key === EMPLOYER) {
    const isRecord = typeof first === 'object' && first !== null && 'id' in first;
    return keyed(isRecord ? 'company_network_url' : 'company_name', first);
  }
  const text = textOf(first, key);
  return [key, key === 'country_code' ? (CODES.get(text.toLowerCase()) ?? text) : text];
}

/** Codes of countries by their English names: lists often have names instead of codes. */
const CODES = new Map(COUNTRIES.map(({ name, code }) => [name.toLowerCase(), code]));

/** The text of a value. For a reconciled value: its identifier if the key takes one, else its name. */
function textOf(value: unknown, key: string): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '').trim();
  const { id, name } = value as { readonly id?: unknown; readonly name?: unknown };
  return String((key.endsWith('network_url') ? id : (name ?? id)) ?? '').trim();
}

function rejected(problem: Problem): ApiError {
  return invalidInput([problem]);
}

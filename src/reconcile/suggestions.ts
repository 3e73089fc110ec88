// Suggestions while a user types. Types and properties are free; records cost as much as the API calls that find them.
import { LIMITS } from '../contract/limits.ts';
import type { JsonObject } from '../http/body/read-body.ts';
import type { CallApi } from '../http/in-process-calls.ts';
import { candidatesOf } from './candidates.ts';
import { propertiesOf } from './extension.ts';
import { companiesBegun } from './names-begun.ts';
import { queriedKeys } from './queries.ts';
import { RECORD_TYPES, type RecordType, shownName, shownType } from './record-types.ts';
import type { ServiceReply } from './service-reply.ts';

/** The parameters of a suggest request. */
export interface SuggestQuery {
  readonly prefix: string;
  /** Suggestions to skip. */
  readonly cursor: number;
  /** The type of the records to suggest; null: both. */
  readonly type: RecordType | null;
}

/** Number of suggested records in one answer; the parameter `cursor` skips suggestions. */
const SUGGESTIONS_MAX = 10;

type Suggestion = { readonly id: string; readonly name: string };

const TYPES = RECORD_TYPES.map(shownType);
/** The keys of matches, and the properties of records that data extension answers. */
const PROPERTIES: readonly Suggestion[] = [
  ...new Map(
    RECORD_TYPES.flatMap((type) => [
      ...type.keys.map((id) => ({ id, name: shownName(id) })),
      ...propertiesOf(type),
    ]).map((one) => [one.id, one]),
  ).values(),
];

export const suggestTypes = (query: SuggestQuery): ServiceReply => listed(TYPES, query);
export const suggestProperties = (query: SuggestQuery): ServiceReply => listed(PROPERTIES, query);

/** The suggestions in which the text, or a word of it, begins with the prefix. */
function listed(all: readonly Suggestion[], { prefix, cursor }: SuggestQuery): ServiceReply {
  const start = prefix.trim().toLowerCase();
  const isMeant = (text: string) => ` ${shownName(text.toLowerCase())}`.includes(` ${shownName(start)}`);
  const found = all.filter(({ id, name }) => isMeant(id) || isMeant(name));
  return { status: 200, headers: {}, body: { result: found.slice(cursor) } };
}

/**
 * At most ten records of this name. Companies: names with this beginning, for the price of a search. People, and
 * companies if there are none: a match, for its price.
 */
export async function suggestRecords({ prefix, cursor, type }: SuggestQuery, callApi: CallApi): Promise<ServiceReply> {
  const begun: JsonObject[] = [];
  const matched: JsonObject[] = [];
  let credits = 0;
  for (const one of type ? [type] : RECORD_TYPES) {
    const keys = queriedKeys(prefix, one);
    if (Object.keys(keys).length === 0) continue;
    if (one.kind === 'company' && one.named in keys) {
      const found = await companiesBegun(prefix, callApi);
      credits += found.credits;
      begun.push(...found.companies.map((company) => ({ ...company, type: [shownType(one)] })));
      if (found.companies.length > 0) continue;
    }
    const options = { min_score: 0, max_candidates: LIMITS.matchCandidatesMax };
    const reply = await callApi({ method: 'POST', path: one.matchPath, body: { ...keys, ...options } });
    credits += Number(reply.headers['x-credits-used'] ?? 0);
    if (reply.status === 200) matched.push(...candidatesOf(reply.body, one));
    else if (reply.status !== 404 && credits === 0) return reply;
  }
  const best = [...begun, ...matched.toSorted((a, b) => Number(b['score']) - Number(a['score']))];
  const page = best.slice(cursor, cursor + SUGGESTIONS_MAX);
  const result = page.map(({ id, name, description, type: types }) => ({ id, name, description, notable: types }));
  return { status: 200, headers: { 'x-credits-used': String(credits) }, body: { result } };
}

// Finds candidates for reconciliation queries by bulk matches.
import { LIMITS } from '../contract/limits.ts';
import type { JsonObject } from '../http/body/read-body.ts';
import type { CallApi } from '../http/in-process-calls.ts';
import { bulkReplies, type Outcome } from './bulk-replies.ts';
import { matchItems } from './queries.ts';
import { type RecordType, shownType } from './record-types.ts';
import type { ServiceReply } from './service-reply.ts';

/** A candidate of a match. */
interface Matched {
  readonly network_url: string;
  readonly score: number;
  readonly matched_on: readonly string[];
  readonly name?: string;
  readonly full_name?: string;
  readonly domain?: string | null;
  readonly headline?: string | null;
}

/**
 * Answers a batch of queries. A query that could not be answered, because of missing credits or an invalid value, has
 * no candidates and the error of its match.
 */
export async function answerQueries(batch: JsonObject, callApi: CallApi): Promise<ServiceReply> {
  const items = matchItems(batch);
  const calls = items.map(({ type, body }) => ({ path: type.bulkMatchPath, body }));
  const { list, credits, rejection } = await bulkReplies(calls, callApi);
  if (rejection) return rejection;
  const results = items.map(({ key, type }, index) => [key, resultOf(list[index] ?? null, type)]);
  return { status: 200, headers: { 'x-credits-used': String(credits) }, body: Object.fromEntries(results) };
}

function resultOf(outcome: Outcome, type: RecordType): JsonObject {
  if (outcome === null) return { result: [] };
  if ('error' in outcome) return { result: [], error: outcome.error };
  return { result: candidatesOf(outcome.body, type) };
}

/**
 * The candidates of a match, best first, with scores in percent. The first one is marked as a match if its score is
 * high enough for an answer.
 */
export function candidatesOf(body: JsonObject, type: RecordType): JsonObject[] {
  return (body['candidates'] as readonly Matched[]).map((one, index) => ({
    id: one.network_url,
    name: one.name ?? one.full_name ?? '',
    description: one.domain ?? one.headline ?? '',
    type: [shownType(type)],
    score: Math.round(one.score * 100),
    match: index === 0 && one.score >= LIMITS.matchScoreDefault,
    features: one.matched_on.map((key) => ({ id: key, value: true })),
  }));
}

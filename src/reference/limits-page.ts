// The page of the limits: every number that a caller can meet.
import { LIMITS } from '../contract/limits.ts';
import { code, page, table } from './markdown.ts';

/** Meaning and unit of each limit. */
const MEANINGS: Readonly<Record<keyof typeof LIMITS, readonly [what: string, unit: string]>> = {
  maxResultsDefault: ['Default of `max_results`', 'records'],
  maxResultsMax: ['Maximum of `max_results`', 'records'],
  cascadeStepsMax: ['Steps of `cascade`', 'steps'],
  perCompanyMax: ['`max_per_company`', 'people of one employer'],
  diagnosisMax: ['Filters that `diagnosis` reports', 'filters'],
  filterEntriesMax: ['Entries of one list in a filter', 'entries'],
  filterStringMax: ['One string in a filter', 'characters (Unicode code points)'],
  emailLengthMax: ['`email`', 'characters'],
  urlLengthMax: ['A profile URL or a domain', 'characters'],
  cursorLengthMax: ['`cursor`', 'characters'],
  phoneDigitsMin: ['Digits of `phone`, at least', 'digits'],
  phoneDigitsMax: ['Digits of `phone`, at most', 'digits'],
  bodyBytesMax: ['A request body', 'bytes (1 MiB)'],
  bodyValuesMax: ['Values in a request body, in all lists and objects together', 'values'],
  batchBodyValuesMax: ['Values in a JSON body of a batch; JSON Lines and CSV have no such limit', 'values'],
  bodyDepthMax: ['Nesting of lists and objects in a request body', 'levels'],
  bodyMembersMax: ['Members of all objects of a request body together', 'members'],
  bodyStringBytesMax: ['One string in a request body, as written', 'bytes (32 KiB)'],
  facetValuesMax: ['Values of one facet, the most frequent', 'values'],
  autocompleteDefault: ['Default of `limit` of autocomplete', 'values'],
  autocompleteMax: ['Maximum of `limit` of autocomplete', 'values'],
  otherCompaniesMax: ['Companies in `other` of domain-to-network', 'companies'],
  matchScoreDefault: ['Default of `min_score` of a match', '(a probability)'],
  matchCandidatesMax: ['Maximum of `max_candidates` of a match', 'candidates'],
  faultsMax: ['Faults reported by one 422', 'faults'],
  suggestionsMax: ['Faults of one 422 with a suggestion, in order', 'faults'],
  idempotencyKeyLengthMax: ['`Idempotency-Key`', 'characters'],
  idempotencyHours: ['Lifetime of the stored answer of an `Idempotency-Key`', 'hours'],
  idempotencyAnswerBytesMax: [
    'Stored answers of an account, compressed; beyond it the oldest are deleted, and a repeated call is executed again without a charge',
    'bytes',
  ],
  mcpMessagesPerSecond: [
    'Messages to `/mcp` in a second, in addition to the requests per second of the account',
    'messages',
  ],
  lowCreditsPercent: ['Share of the monthly credits that is left when the event `credits.low` is sent', '%'],
  bulkItemsMax: ['`items` of a bulk call', 'items'],
  ingestBytesMax: ['The body of one call that pushes records', 'bytes (16 MiB)'],
  ingestLinesMax: ['Lines of one call that pushes records', 'lines'],
  ingestWarningsMax: ['Warnings in the answer of such a call; rows with the same reason share one', 'warnings'],
  ingestWaitingMax: ['Pushed rows that wait to be written, of all calls; beyond it calls are answered 429', 'rows'],
  ingestWaitMs: ['Time that a call with pushed rows waits for another import to end; then it is answered 429', 'ms'],
  sourceLengthMax: ['`source` of pushed records', 'characters'],
  batchesMax: ['Unfinished batches of an account', 'batches'],
  batchesStoredMax: ['Stored batches of an account, in any state', 'batches'],
  batchRowBytesMax: ['One row of a batch', 'bytes (64 KiB)'],
  batchColumnsMax: ['Columns of a batch', 'columns'],
  webhooksMax: ['Webhook endpoints of an account', 'endpoints'],
  deliveriesKeptMax: ['Deliveries in the log of a webhook endpoint, in addition to pending ones', 'deliveries'],
  deliveryDays: ['Lifetime of an entry in the log of a webhook endpoint', 'days'],
  deliveriesPendingMax: ['Pending deliveries of a webhook endpoint; beyond it the endpoint is disabled', 'deliveries'],
  previousSecretHours: ['After a rotation deliveries are also signed with the previous secret', 'hours'],
  watchesMax: ['Watches of an account', 'watches'],
  watchRecordsMax: ['`records` of a watch', 'records'],
  watchMatchesMax: ['Matches of the search of a watch when it is created', 'records'],
  watchChangeDays: ['Lifetime of a reported change of a watch', 'days'],
  itemIdLengthMax: ['`id` of an item', 'characters'],
  connectionsCountMax: ['`connections_count`: a larger number is stored as this one', 'connections'],
  unauthorizedPerSecond: ['Calls without a valid key from one address in a second', 'calls'],
  promptRejections: ['Rejections of an account or address in a second that are sent at once', 'answers'],
  lateRejectionMs: ['Delay of further rejections', 'ms'],
};

/** The page in Markdown. */
export function limitsPage(): string {
  const rows = Object.entries(MEANINGS).map(([name, [what, unit]]) => [
    what,
    `${LIMITS[name as keyof typeof LIMITS]} ${unit}`,
    code(name),
  ]);
  return page(
    '# Limits',
    'Input beyond a limit is rejected with a message that names it; nothing is truncated. Requests per second and credits per month come from the plan: see [keys, credits and rate](keys-credits-limits.md).',
    table(['limit', 'value', 'name in the code'], rows),
  );
}

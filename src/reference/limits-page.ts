// The page of the limits: every number that a caller can meet.
import { LIMITS } from '../contract/limits.ts';
import { code, page, table } from './markdown.ts';

/** What each limit bounds, with its unit. */
const MEANINGS: Readonly<Record<keyof typeof LIMITS, readonly [what: string, unit: string]>> = {
  maxResultsDefault: ['`max_results` where it is not sent', 'records'],
  maxResultsMax: ['`max_results`', 'records'],
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
  bodyValuesMax: ['Values in a request body, of all lists and objects together', 'values'],
  bodyDepthMax: ['Lists and objects within each other in a request body', 'levels'],
  bodyMembersMax: ['Members of all objects of a request body together', 'members'],
  bodyStringBytesMax: ['One string in a request body, as written', 'bytes (32 KiB)'],
  facetValuesMax: ['Values answered of one facet, the most frequent', 'values'],
  autocompleteDefault: ['`limit` of autocomplete where it is not sent', 'values'],
  autocompleteMax: ['`limit` of autocomplete', 'values'],
  faultsMax: ['Faults that one 422 reports', 'faults'],
  suggestionsMax: ['Faults of one 422 that get a suggestion, the first ones', 'faults'],
  idempotencyKeyLengthMax: ['`Idempotency-Key`', 'characters'],
  idempotencyHours: ['How long an answer is kept for its `Idempotency-Key`', 'hours'],
  idempotencyAnswerBytesMax: [
    'Stored answers of an account, compressed; beyond it the oldest go, and a repeated call is done anew, uncharged',
    'bytes',
  ],
  connectionsCountMax: ['`connections_count`: a larger number is stored as this one', 'connections'],
  unauthorizedPerSecond: ['Calls without a valid key from one address in a second', 'calls'],
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
    'What is beyond a limit is refused with a message that names it; nothing is cut. Requests per second and credits per month come from the plan: see [keys, credits and rate](keys-credits-limits.md).',
    table(['limit', 'value', 'name in the code'], rows),
  );
}

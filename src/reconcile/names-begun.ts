// Finds companies by the beginning of their name: free suggestions of names, then one search for the records with these
// names.
import { ENDPOINTS } from '../contract/endpoints/endpoints.ts';
import { LIMITS } from '../contract/limits.ts';
import type { CallApi } from '../http/in-process-calls.ts';
import { wordKey } from '../words/words.ts';

interface Found {
  readonly companies: readonly { readonly id: string; readonly name: string; readonly description: string }[];
  readonly credits: number;
}

interface FoundCompany {
  readonly network_url: string;
  readonly name: string;
  readonly domain: string | null;
}

const NONE: Found = { companies: [], credits: 0 };
/** Brackets around a name request an exact match of the whole name. */
const NAME_LENGTH_MAX = LIMITS.filterStringMax - '[]'.length;

/**
 * Companies whose name contains the words; the last word may be incomplete. Names that equal the text come first, then
 * names that begin with it, the largest companies first. Empty, without a charge, if no name contains them or a call is
 * rejected.
 */
export async function companiesBegun(text: string, callApi: CallApi): Promise<Found> {
  const requested = { field: 'company.name', prefix: text, limit: LIMITS.autocompleteMax };
  const suggested = await callApi({ method: 'POST', path: ENDPOINTS.autocomplete.path, body: requested });
  if (suggested.status !== 200) return NONE;
  const values = suggested.body['results'] as readonly { readonly value: string }[];
  const names = values.map(({ value }) => value).filter((name) => [...name].length <= NAME_LENGTH_MAX);
  if (names.length === 0) return NONE;
  const include = names.map((name) => `[${name}]`);
  const body = { company: { name: { include } }, max_results: LIMITS.maxResultsMax };
  const reply = await callApi({ method: 'POST', path: ENDPOINTS['company-search'].path, body });
  if (reply.status !== 200) return NONE;
  const rows = (reply.body['results'] as readonly FoundCompany[]).map(({ network_url, name, domain }) => ({
    id: network_url,
    name,
    description: domain ?? '',
  }));
  const wanted = wordKey(text);
  const companies = rows.toSorted((a, b) => distance(a.name, wanted) - distance(b.name, wanted));
  return { companies, credits: Number(reply.headers['x-credits-used'] ?? 0) };
}

function distance(name: string, wanted: string): number {
  const key = wordKey(name);
  if (key === wanted) return 0;
  return key.startsWith(wanted) ? 1 : 2;
}

// Cache of the records that this tab has bought, by account and slug: rows of searches, and single records. The list of
// the last search determines the next and the previous record.
import type { CompanyWire } from '../../../src/contract/schemas/records.ts';
import { type ApiFailure, callV2 } from '../api.ts';
import { boughtRows } from '../explorer/bought-pages.ts';
import { keptInTab } from '../kept.ts';
import { purchase } from '../purchases.ts';
import { type RecordKind, slugOf } from './record-address.ts';
import { confirmRows, type Row, recordsInTab, rowsWithout } from './stored-records.ts';

/** Keyed by account, kind and slug. */
type Records = Readonly<Record<string, Row>>;

const STORED_MAX = 200;
const single = () =>
  recordsInTab<Records>(
    'records',
    {},
    {
      isSmall: (value) => Object.keys(value).length <= STORED_MAX,
      without: (value, gone) =>
        Object.fromEntries(
          Object.entries(value).flatMap(([name, row]) => rowsWithout([row], gone).map((left) => [name, left])),
        ),
    },
  );

interface Wanted {
  readonly kind: RecordKind;
  readonly slug: string;
  readonly account: string;
}

const nameOf = ({ account, kind, slug }: Wanted) => `${account} ${kind} ${slug}`;
const PATH_PARTS: Readonly<Record<RecordKind, string>> = { person: '/in/', company: '/company/' };

/** The profile URL of a slug, in a form that every call accepts. */
export function profileOf(kind: RecordKind, slug: string): string {
  return `${PATH_PARTS[kind]}${encodeURIComponent(slug)}`;
}

/** Returns true if a profile URL belongs to the record: the slug can be spelled differently in URLs. */
function isProfileOf({ kind, slug }: Pick<Wanted, 'kind' | 'slug'>, url: string): boolean {
  return url.slice(0, url.lastIndexOf('/') + 1).endsWith(PATH_PARTS[kind]) && slugOf(url) === slug;
}

/** The record if the account has paid for it, else null. */
export function knownRecord(wanted: Wanted): Row | null {
  const own = single().value[nameOf(wanted)];
  if (own) return own;
  const found = boughtRows(wanted.account).find((row) => isProfileOf(wanted, String(row['network_url'] ?? '')));
  // A company inside a person or an opening has fewer members, so it does not count as bought.
  return found ?? null;
}

/**
 * Buys one record: a person by a search for the profile URL, a company by its look-up. Returns the failure, or null.
 */
export function buyRecord(wanted: Wanted): Promise<ApiFailure | null> {
  return purchase(`record ${nameOf(wanted)}`, () => lookUpRecord(wanted));
}

async function lookUpRecord(wanted: Wanted): Promise<ApiFailure | null> {
  const { kind, slug, account } = wanted;
  const url = profileOf(kind, slug);
  const answer =
    kind === 'person'
      ? await callV2({
          ...{ method: 'POST', path: '/v2/search/people', account },
          body: { people: { network_url: [url] }, max_results: 1 },
        })
      : await callV2({
          ...{ method: 'POST', path: '/v2/enrichment/company', account },
          body: { company_network_url: url },
        });
  if (answer.failure) return answer.failure;
  const { results, company } = answer.body as { results?: readonly Row[]; company?: CompanyWire };
  const record = kind === 'person' ? results?.[0] : (company as Row | undefined);
  if (record) {
    confirmRows([record]);
    single().value = { ...single().value, [nameOf(wanted)]: record };
  }
  return null;
}

/** Adds records that another call has paid for. */
export function addRecords(kind: RecordKind, records: readonly Row[], account: string): void {
  const entries = records.map((record) => {
    const slug = slugOf(String(record['network_url'] ?? ''));
    return [nameOf({ kind, slug, account }), record] as const;
  });
  single().value = { ...Object.fromEntries(entries), ...single().value };
}

/** The endpoint that `buyRecord` calls, for its price. */
export const RECORD_PATHS: Readonly<Record<RecordKind, string>> = {
  person: '/v2/search/people',
  company: '/v2/enrichment/company',
};

/** The records of the last search, in its order. */
interface Walk {
  readonly kind: RecordKind;
  /** Slugs of the loaded rows. */
  readonly slugs: readonly string[];
  /** Total number of matches; null until they are counted. */
  readonly total: number | null;
  /** Address of the search. */
  readonly back: string;
}

const walk = () => keptInTab<Walk | null>('walk', null, (value) => (value?.slugs.length ?? 0) <= 5000);

export function setWalk({ urls, ...rest }: Omit<Walk, 'slugs'> & { readonly urls: readonly string[] }): void {
  walk().value = { ...rest, slugs: urls.map(slugOf) };
}

/** A walk, and the index of a record in it. */
export interface Place {
  readonly walk: Walk;
  readonly at: number;
}

/** Null if the record is not in the list. */
export function placeInWalk(kind: RecordKind, slug: string): Place | null {
  const last = walk().value;
  const at = last?.kind === kind ? last.slugs.indexOf(slug) : -1;
  return last && at >= 0 ? { walk: last, at } : null;
}

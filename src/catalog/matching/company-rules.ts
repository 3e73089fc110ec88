// Matching rules of companies: by profile URL; else by the site of a domain, if at most one of the two has a profile
// URL; else by name and country. docs/identity.md describes the rules. Pure over CompanyLookups.
import type { CompanyRecord } from '../../contract/import-records.ts';
import { companyNameKey, companyNameWords } from '../../identity/company-name.ts';
import { siteOf } from '../../identity/domain.ts';
import { makeSlug } from '../company-names.ts';
import { rowHash } from '../row-hash.ts';
import type { MergeRules } from '../writer-port.ts';
import type { HashedRow, KindTypes, Match, MatchingRules } from './decide-row.ts';
import { FINDS_SEVERAL, fixed, RECORD_LOOKUP_TRAITS, type TraitsOf } from './known-lookups.ts';
import type { CompanyLookups, FoundCompany } from './lookups.ts';
import type { RowRun, SourceRow } from './source-row.ts';

/** A company to be written. */
export interface CompanyState {
  readonly record: CompanyRecord;
  readonly slug: string;
  /** A company whose made slug is replaced by this one's real slug, and its new slug. */
  readonly displaced: { readonly company: FoundCompany; readonly slug: string } | null;
}

export interface CompanyKind extends KindTypes {
  readonly stored: CompanyRecord;
  readonly found: FoundCompany;
  readonly incoming: CompanyRecord;
  readonly state: CompanyState;
  readonly lookups: CompanyLookups;
}

export const COMPANY_LOOKUP_TRAITS: TraitsOf<CompanyLookups> = {
  ...RECORD_LOOKUP_TRAITS,
  withRow: FINDS_SEVERAL,
  onSite: FINDS_SEVERAL,
  isShared: fixed(false),
  byName: FINDS_SEVERAL,
};

/** A name of this many words identifies a company in any country. */
const DISTINCTIVE_WORDS = 3;

export function companyRules(
  lookups: CompanyLookups,
  isWaiting: () => boolean,
  fold: MergeRules['company'],
): MatchingRules<CompanyKind> {
  return {
    lookups,
    isWaiting,
    rows: { fold, rowKeyOf: companyRowKey, sourceOf: lookups.sourceOf },
    keyOf: companyRowKey,
    hashOf: (incoming) => rowHash(JSON.stringify(incoming)),
    recordOf: (incoming) => incoming,
    known: (_, row) => {
      const record = holderOf(row, lookups);
      return { record, holdsRow: record !== null };
    },
    match: (incoming, run) =>
      ({ found: matchCompany(incoming, run, lookups), aliasOf: null }) satisfies Match<FoundCompany>,
    created: (incoming) => withSlug(incoming, null, lookups),
    identified: (record, rows, [stays = null]) => identified(record, rows, { stays, lookups }),
    isChanged: (found, { record }) => JSON.stringify(record) !== JSON.stringify(found.record),
  };
}

/** The profile URL, else name and site. */
function companyRowKey({ network_url, name, domains }: CompanyRecord): string {
  return network_url?.slug ?? `${companyNameKey(name)}|${domains.map(siteOf)[0] ?? ''}`;
}

/** Whether two rows match directly: by profile URL, site or name. */
export function areLinkedCompanies(a: CompanyRecord, b: CompanyRecord): boolean {
  if (a.network_url !== null && b.network_url !== null) return a.network_url.slug === b.network_url.slug;
  const sites = new Set(a.domains.map(siteOf));
  return b.domains.some((domain) => sites.has(siteOf(domain))) || haveOneName(a, b);
}

/** The matched company first, then those with made slugs that are the same company. */
function matchCompany(incoming: CompanyRecord, run: RowRun, lookups: CompanyLookups): FoundCompany[] {
  const onSite = onSites(incoming.domains, lookups).filter((each) => isOneOnSite(incoming, each, lookups));
  const slug = incoming.network_url?.slug;
  if (slug === undefined) return (onSite.length > 0 ? onSite : sameName(incoming, run, lookups)).slice(0, 1);
  const bySlug = lookups.bySlug(slug);
  const matches = bySlug === null || bySlug.hasMadeSlug ? [] : [bySlug];
  for (const made of onSite.filter((each) => each.hasMadeSlug)) {
    // A row that fits two companies does not merge them if they contradict each other.
    if (matches.every((each) => haveOneName(each.record, made.record) || !areElsewhere(each.record, made.record))) {
      matches.push(made);
    }
  }
  return matches.length > 0 ? matches : sameName(incoming, run, lookups).filter((each) => each.hasMadeSlug);
}

/** The company in which a source brought this row before. */
function holderOf({ hash, sourceId }: HashedRow, lookups: CompanyLookups): FoundCompany | null {
  const holder = lookups.withRow(hash).find((each) => lookups.sourceOf(each.runId).sourceId === sourceId);
  return holder === undefined ? null : lookups.byId(holder.id);
}

/** All companies on the sites of these domains, each once; the oldest on the first site first. */
function onSites(domains: readonly string[], lookups: CompanyLookups): FoundCompany[] {
  const sites = new Set(domains.map(siteOf));
  const companies = [...sites].flatMap((site) => lookups.onSite(site));
  return [...new Map(companies.map((each) => [each.id, each])).values()];
}

/**
 * Two on one site match if the names are equal; if no other company shares the site, also under another name in the
 * same country.
 */
function isOneOnSite(incoming: CompanyRecord, { record }: FoundCompany, lookups: CompanyLookups): boolean {
  if (haveOneName(incoming, record)) return true;
  const sites = new Set(record.domains.map(siteOf));
  const common = incoming.domains.map(siteOf).filter((site) => sites.has(site));
  return common.some((site) => !lookups.isShared(site)) && !areElsewhere(incoming, record);
}

/**
 * By name and country, if no other evidence exists: both have neither profile URL nor domain; or one has, is the only
 * company of the name, and is from another source. A source that names a company once with a domain and once without
 * may mean two companies.
 */
function sameName(incoming: CompanyRecord, { sourceId }: RowRun, lookups: CompanyLookups): FoundCompany[] {
  const isDistinctive = companyNameWords(incoming.name).length >= DISTINCTIVE_WORDS;
  const namesakes = lookups
    .byName(companyNameKey(incoming.name))
    .filter((each) => isDistinctive || isSameCountry(incoming, each.record));
  if (isKeyless(incoming)) {
    const keyless = namesakes.filter((each) => isKeyless(each.record));
    const nearest = keyless.find((each) => isSameCountry(incoming, each.record)) ?? keyless[0];
    if (nearest) return [nearest];
  }
  const [only, ...others] = namesakes;
  if (only === undefined || others.length > 0 || areElsewhere(incoming, only.record)) return [];
  const isPlaced = isDistinctive || incoming.hq?.country_code != null;
  if (!isPlaced || isKeyless(incoming) === isKeyless(only.record)) return [];
  return lookups.rowsOf(only.id).some((row) => lookups.sourceOf(row.runId).sourceId === sourceId) ? [] : [only];
}

/** The merge rules do not decide identity: a real slug that no other company has, the oldest first. */
function identified(
  record: CompanyRecord,
  rows: readonly SourceRow<CompanyRecord>[],
  { stays, lookups }: { readonly stays: FoundCompany | null; readonly lookups: CompanyLookups },
): CompanyState {
  const real = rows.find(({ record: { network_url } }) => {
    const occupant = network_url === null ? null : lookups.bySlug(network_url.slug);
    return network_url !== null && (occupant === null || occupant.hasMadeSlug || occupant.id === stays?.id);
  });
  const network_url = real?.record.network_url ?? null;
  const isItsOwn = record.network_url?.slug === network_url?.slug;
  return withSlug(isItsOwn ? record : { ...record, network_url }, stays, lookups);
}

/** A made slug is kept until a real one replaces it. */
function withSlug(record: CompanyRecord, stays: FoundCompany | null, lookups: CompanyLookups): CompanyState {
  const madeSlug = (name: string) => makeSlug(name, (slug) => lookups.bySlug(slug) !== null);
  const kept = stays?.hasMadeSlug ? stays.slug : null;
  const slug = record.network_url?.slug ?? kept ?? madeSlug(record.name);
  const occupant = slug === stays?.slug ? null : lookups.bySlug(slug);
  return { record, slug, displaced: occupant && { company: occupant, slug: madeSlug(occupant.record.name) } };
}

function haveOneName(a: CompanyRecord, b: CompanyRecord): boolean {
  return companyNameKey(a.name) === companyNameKey(b.name);
}

function isKeyless({ network_url, domains }: CompanyRecord): boolean {
  return network_url === null && domains.length === 0;
}

function isSameCountry(a: CompanyRecord, b: CompanyRecord): boolean {
  return (a.hq?.country_code ?? null) === (b.hq?.country_code ?? null);
}

function areElsewhere(a: CompanyRecord, b: CompanyRecord): boolean {
  const [here = null, there = null] = [a.hq?.country_code, b.hq?.country_code];
  return here !== null && there !== null && here !== there;
}

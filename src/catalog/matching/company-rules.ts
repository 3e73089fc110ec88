// Matching rules of companies: by profile URL, or, if one of two has none, by the evidence of score-companies.ts.
// docs/identity.md describes the rules. Pure over CompanyLookups.
import type { CompanyRecord } from '../../contract/import-records.ts';
import { companyNameKey, coreNameKey } from '../../identity/company-names/company-name.ts';
import { otherNamesOf } from '../../identity/company-names/other-names.ts';
import { siteOf } from '../../identity/domain.ts';
import type { Evidence } from '../../identity/evidence.ts';
import { ownSites } from '../../identity/own-site.ts';
import { makeSlug } from '../company-names.ts';
import { acronymsOf, furtherLookupKeys, nameBlocks, reorderedBlocks } from '../name-blocks.ts';
import { rowHash } from '../row-hash.ts';
import type { MergeRules } from '../writer-port.ts';
import { bestMatches, scoreRecord } from './best-match.ts';
import type { HashedRow, KindTypes, Match, Matching, MatchingRules } from './decide-row.ts';
import { holdsFormerState } from './former-state.ts';
import { FINDS_SEVERAL, fixed, RECORD_LOOKUP_TRAITS, type TraitsOf } from './known-lookups.ts';
import type { CompanyLookups, FoundCompany } from './lookups.ts';
import { COMPANY_LIMITS, companyEvidence } from './score-companies.ts';
import type { SourceRow } from './source-row.ts';

/** A company to be written. */
export interface CompanyState {
  readonly record: CompanyRecord;
  readonly slug: string;
  /** A company whose generated slug equals the real slug of this company, and the slug that it gets instead. */
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
  isFormerSlug: fixed(false),
  byName: FINDS_SEVERAL,
  inBlock: FINDS_SEVERAL,
};

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
    match: (incoming, matching) => matchCompany(incoming, matching, lookups),
    created: (incoming) => withSlug(incoming, NEW, lookups),
    hasKeyOf: (incoming, { record }) => record.network_url?.slug === incoming.network_url?.slug,
    identified: (record, rows, { former: [survivor = null], slugBefore }) =>
      identified(record, rows, { survivor, slugBefore, lookups }),
    lacksProfile: ({ record }, rows) =>
      record.network_url === null && rows.some((row) => row.record.network_url !== null),
    isChanged: (found, { record }) => JSON.stringify(record) !== JSON.stringify(found.record),
  };
}

/** The profile URL, else name and site. */
export function companyRowKey({ network_url, name, domains }: CompanyRecord): string {
  return network_url?.slug ?? `${companyNameKey(name)}|${domains.map(siteOf)[0] ?? ''}`;
}

/** Whether two rows match directly. */
export function areLinkedCompanies(a: CompanyRecord, b: CompanyRecord): boolean {
  return evidenceOfCompanies(a, b).weight >= COMPANY_LIMITS.threshold;
}

/** The evidence that two rows are one company, without knowledge of shared sites. */
export function evidenceOfCompanies(a: CompanyRecord, b: CompanyRecord): Evidence {
  return companyEvidence(a, b, { isShared: () => false });
}

/** The matched company first, then companies with generated slugs that are the same company. */
function matchCompany(
  incoming: CompanyRecord,
  { run, isApart }: Matching<FoundCompany>,
  lookups: CompanyLookups,
): Match<FoundCompany> {
  const slug = incoming.network_url?.slug;
  const bySlug = slug === undefined ? null : lookups.bySlug(slug);
  const own = bySlug === null || bySlug.hasGeneratedSlug ? null : bySlug;
  const candidates = candidatesOf(incoming, lookups).filter(
    (each) => (slug === undefined || each.hasGeneratedSlug) && !isApart(each.id),
  );
  const evidenceOf = (a: CompanyRecord, b: CompanyRecord) => companyEvidence(a, b, lookups);
  const scored = candidates.map((found) => {
    const evidence = recordsOf(found, lookups).map((record) => evidenceOf(incoming, record));
    return scoreRecord(found, evidence, COMPANY_LIMITS.threshold);
  });
  const againstOf = (a: FoundCompany, b: FoundCompany) => evidenceOf(a.record, b.record).against;
  const { found: matches, unsure } = bestMatches(scored, COMPANY_LIMITS, againstOf);
  // A row that matches two companies does not merge them if they contradict each other.
  if (own !== null) {
    const isOne = ({ record }: FoundCompany) => evidenceOf(own.record, record).weight > 0;
    const found = [own, ...matches.filter(isOne)];
    return { found, aliasOf: null, unsure: unsure.filter(({ id }) => id !== own.id) };
  }
  if (matches.length > 0) return { found: matches, aliasOf: null, unsure };
  // The row has changed so much that no other evidence identifies its company.
  const rowKey = companyRowKey(incoming);
  const former = candidates.find(
    (each) => haveOneName(incoming, each.record) && holdsFormerState(each, { rowKey, run }, lookups),
  );
  return former === undefined ? { found: [], aliasOf: null, unsure } : { found: [former], aliasOf: null, unsure: [] };
}

/** The record, and its rows if there are several: a row may have the name or the site that the record lost. */
function recordsOf({ id, origin, record }: FoundCompany, lookups: CompanyLookups): CompanyRecord[] {
  const rows = origin === null ? lookups.rowsOf(id).filter(({ supersededBy }) => supersededBy === null) : [];
  return [record, ...rows.map((row) => row.record)];
}

/**
 * The companies with a site or external id in common, with the same name except for general words, or with nearly the
 * same name in the same city. Each is returned once.
 */
function candidatesOf(incoming: CompanyRecord, lookups: CompanyLookups): FoundCompany[] {
  const sites = ownSites(incoming.name, incoming.domains).filter((site) => !lookups.isShared(site));
  const ownNames = [incoming.name, ...otherNamesOf(incoming.name)];
  const names = new Set([
    ...ownNames.flatMap((name) => [companyNameKey(name), coreNameKey(name)]),
    ...acronymsOf(incoming.name),
  ]);
  const blocks = [...nameBlocks(incoming), ...reorderedBlocks(incoming), ...furtherLookupKeys(incoming)];
  const candidates = [
    ...sites.flatMap((site) => lookups.onSite(site)),
    ...[...names].flatMap((name) => lookups.byName(name)),
    ...blocks.flatMap((block) => lookups.inBlock(block)),
  ];
  return [...new Map(candidates.map((each) => [each.id, each])).values()];
}

/** The company in which the source sent this row before. */
function holderOf({ hash, sourceId }: HashedRow, lookups: CompanyLookups): FoundCompany | null {
  const holder = lookups.withRow(hash).find((each) => lookups.sourceOf(each.runId).sourceId === sourceId);
  return holder === undefined ? null : lookups.byId(holder.id);
}

/**
 * The slug of a company. The merge rules do not decide identity: it is a real slug that no other company has, in the
 * order of the rows.
 */
function identified(
  record: CompanyRecord,
  rows: readonly SourceRow<CompanyRecord>[],
  { lookups, ...before }: Before & { readonly lookups: CompanyLookups },
): CompanyState {
  const real = rows.find(({ record: { network_url } }) => {
    const occupant = network_url === null ? null : lookups.bySlug(network_url.slug);
    return (
      network_url !== null && (occupant === null || occupant.hasGeneratedSlug || occupant.id === before.survivor?.id)
    );
  });
  const network_url = real?.record.network_url ?? null;
  const isItsOwn = record.network_url?.slug === network_url?.slug;
  return withSlug(isItsOwn ? record : { ...record, network_url }, before, lookups);
}

/** A stored company, and its generated slug before a run that is undone. */
interface Before {
  readonly survivor: FoundCompany | null;
  readonly slugBefore: string | null;
}

const NEW: Before = { survivor: null, slugBefore: null };

/** A generated slug is kept until a real slug replaces it. */
function withSlug(record: CompanyRecord, before: Before, lookups: CompanyLookups): CompanyState {
  const { survivor, slugBefore } = before;
  // The profile URL of a merged company finds the company into which it was merged.
  const isTaken = (slug: string) => lookups.bySlug(slug) !== null || lookups.isFormerSlug(slug);
  const isOwn = (slug: string) => survivor !== null && lookups.bySlug(slug)?.id === survivor.id;
  const generatedSlug = (name: string) => makeSlug(name, isTaken);
  const restored = slugBefore !== null && (isOwn(slugBefore) || !isTaken(slugBefore)) ? slugBefore : null;
  const kept = survivor?.hasGeneratedSlug ? survivor.slug : restored;
  const slug = record.network_url?.slug ?? kept ?? generatedSlug(record.name);
  const occupant = slug === survivor?.slug ? null : lookups.bySlug(slug);
  // An operator has decided that the row does not belong to the company with its profile URL.
  if (occupant !== null && !occupant.hasGeneratedSlug)
    return withSlug({ ...record, network_url: null }, before, lookups);
  return { record, slug, displaced: occupant && { company: occupant, slug: generatedSlug(occupant.record.name) } };
}

function haveOneName(a: CompanyRecord, b: CompanyRecord): boolean {
  return companyNameKey(a.name) === companyNameKey(b.name);
}

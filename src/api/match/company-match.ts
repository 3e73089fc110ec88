// Finds candidates for a described company, with the evidence for each: look-ups by profile URL and domain, and
// searches by name.
import { companyEvidence, companyNameFinding, DIFFERENT_NAMES } from '../../catalog/matching/score-companies.ts';
import type { CompanyView } from '../../catalog/port.ts';
import { OWNERS_MAX } from '../../contract/documents.ts';
import { COMPANY_KEYS, type CompanyKey } from '../../contract/endpoints/match-keys.ts';
import { namesAsStored, wordsWithoutLegalForm } from '../../identity/company-names/company-name.ts';
import { parseNetworkUrl } from '../../identity/network-url.ts';
import { areOneCity } from '../../identity/same-city.ts';
import { splitWords } from '../../words/words.ts';
import { companiesOfDomain } from '../company-of-domain.ts';
import type { ApiContext } from '../context.ts';
import { rowsOf } from '../rows.ts';
import {
  type CandidatePlace,
  candidateDocuments,
  clausesOfPlaces,
  spelledWords,
  wholeText,
  wordsOfOne,
} from './candidate-documents.ts';
import { type IdInput, type IdOwners, idEvidence, idsOfCandidate, ownersOf } from './id-inputs.ts';
import type { WeighedCandidate } from './match-answer.ts';
import { IDENTIFIED, IDENTIFIED_OTHERWISE_NAMED, OF_ANOTHER } from './match-score.ts';

/** The keys of a company in normal form; null for each key that was not sent. */
export interface DescribedCompany {
  /** Slug of the profile URL. */
  readonly profile: string | null;
  readonly domain: string | null;
  readonly name: string | null;
  readonly country_code: string | null;
  readonly city: string | null;
  readonly ids: readonly IdInput[];
}

interface KnownCompany {
  readonly slug: string;
  readonly network_url: string;
  readonly name: string;
  readonly domain: string | null;
  readonly hq: { readonly city: string | null; readonly country_code: string | null } | null;
}

/** Null if the stored profile URL is invalid. */
function knownCompany(json: string): KnownCompany | null {
  const company = JSON.parse(json) as Omit<KnownCompany, 'slug'>;
  const slug = parseNetworkUrl(company.network_url, 'company')?.slug;
  return slug === undefined ? null : { ...company, slug };
}

/** The companies that the keys may describe, with the evidence for each. */
export async function companyCandidates(described: DescribedCompany, context: ApiContext): Promise<WeighedCandidate[]> {
  const { lookups } = context;
  const ofProfile = described.profile === null ? null : await lookups.companyBySlug(described.profile);
  // A former profile URL leads to the record into which it was merged.
  const input = ofProfile === null ? described : { ...described, profile: ofProfile.slug };
  const onDomain = input.domain === null ? [] : await companiesOfDomain(input.domain, OWNERS_MAX, lookups);
  const owners = await ownersOf(input.ids, (key) => lookups.companiesByExternalId(key));
  const lookedUp = [...(ofProfile === null ? [] : [ofProfile]), ...onDomain];
  lookedUp.push(...owners.flatMap((id) => id.owners));
  const texts = [...lookedUp.map(({ json }) => json), ...(await namedCompanies(input, context))];
  const companies = texts.map(knownCompany).filter((company) => company !== null);
  const known = new Map(companies.map((company) => [company.slug, company]));
  const candidates: WeighedCandidate[] = [];
  for (const company of known.values()) {
    const ids = await idsOfCandidate('company', company.slug, { inputs: input.ids, lookups });
    candidates.push(weigh(input, company, { onDomain, owners, ids }));
  }
  return candidates;
}

/**
 * The index of a company among the first OWNERS_MAX companies on the domain, -1 if it is not on it. Further companies
 * on the domain, which are found by name, come after these.
 */
function rankOnDomain({ slug, domain }: KnownCompany, onDomain: readonly CompanyView[]): number {
  const rank = onDomain.findIndex((company) => company.slug === slug);
  const isFurther = onDomain.length === OWNERS_MAX && onDomain.some((company) => company.domain === domain);
  return rank < 0 && domain !== null && isFurther ? OWNERS_MAX : rank;
}

async function namedCompanies(input: DescribedCompany, context: ApiContext): Promise<string[]> {
  if (input.name === null) return [];
  const searchable = await context.searchable();
  const { edition } = searchable;
  const recordOf = (doc: number) => edition.companyIdOf(doc);
  const places = placesOf(input.name, input);
  const docs = await candidateDocuments('companies', places, { searchable, context, recordOf });
  const rows = await rowsOf('company', docs, { searchable, context });
  return rows.map(String);
}

/**
 * Searches in the city, in the country, and everywhere: by the words of the name without legal form (exact names
 * first), and by single words in case another is misspelled.
 */
function placesOf(name: string, place: Pick<DescribedCompany, 'city' | 'country_code'>): CandidatePlace[] {
  const words = spelledWords(name, wordsWithoutLegalForm);
  const lengthOf = ([word = '']: readonly string[]) => word.length;
  const longest = words.reduce((best, word) => (lengthOf(word) > lengthOf(best) ? word : best), []);
  const stored = namesAsStored(name).map((text) => spelledWords(text, splitWords));
  const [whole, all] = [wholeText('name', name), wordsOfOne('name', [words, ...stored])];
  const byWord = [longest, ...words.slice(0, 1)].map((word) => wordsOfOne('name', [[word]]));
  return clausesOfPlaces(place, { city: 'hq_city', country: 'hq_country' }).map((within) => ({
    byName: [{ clauses: [all, ...within], first: [whole, ...within] }],
    byWord: byWord.map((clause) => [clause, ...within]),
  }));
}

interface Compared {
  readonly onDomain: readonly CompanyView[];
  readonly owners: IdOwners<unknown>;
  /** Keys of the company's external ids. */
  readonly ids: readonly string[];
}

function weigh(input: DescribedCompany, company: KnownCompany, { onDomain, owners, ids }: Compared): WeighedCandidate {
  const isProfile = input.profile === company.slug;
  const rank = rankOnDomain(company, onDomain);
  const { weight } = companyEvidence(
    {
      network_url: null,
      name: input.name,
      domains: input.domain === null || onDomain.length > 0 ? [] : [input.domain],
      hq: { city: input.city, state: null, country_code: input.country_code },
    },
    {
      network_url: null,
      name: company.name,
      domains: company.domain === null ? [] : [company.domain],
      hq: company.hq && { city: company.hq.city, state: null, country_code: company.hq.country_code },
    },
    { isShared: () => false },
  );
  const profile = input.profile === null ? 0 : isProfile ? IDENTIFIED.profile : OF_ANOTHER.profile;
  const finding = input.name === null ? null : companyNameFinding(input.name, company.name);
  const isOtherName = finding !== null && finding.weight <= CONTRADICTING_NAME && finding.reason !== DIFFERENT_NAMES;
  const domain = onDomain.length === 0 ? 0 : domainWeight(rank, isOtherName);
  const country = company.hq?.country_code ?? null;
  const isInCountry = input.country_code === null || country === null ? null : input.country_code === country;
  // Different systems may assign the same number, so an id needs a name that does not contradict it; an entirely
  // different name does.
  const isOtherNameOfId = finding !== null && finding.weight <= CONTRADICTING_NAME;
  const byId = idEvidence(owners, { ids, isOtherName: isOtherNameOfId, isInCountry });
  const agrees = (): Readonly<Partial<Record<CompanyKey, boolean>>> => ({
    network_url: isProfile,
    domain: rank >= 0,
    name: finding !== null && finding.weight >= AGREEING_NAME,
    country_code: isInCountry === true,
    city: input.city !== null && areOneCity(input.city, company.hq?.city ?? '') === true,
  });
  const { slug, network_url, name, domain: own } = company;
  return {
    slug,
    weight: weight + profile + domain + byId.weight,
    matchedOn: () => {
      const agreeing = agrees();
      return COMPANY_KEYS.filter((key) => agreeing[key] || byId.agreeing.has(key));
    },
    identity: { network_url, name, domain: own },
  };
}

/** `rank`: the index of a company among those on the domain; -1 if it is not on it. */
function domainWeight(rank: number, isOtherName: boolean): number {
  if (rank < 0) return OF_ANOTHER.domain;
  if (isOtherName) return IDENTIFIED_OTHERWISE_NAMED.domain;
  return rank === 0 ? IDENTIFIED.domain : IDENTIFIED.domainOfAnother;
}

/**
 * At or below this weight names contradict each other, including names of legal entities where one contains the other.
 * Entirely different names may be those of a renamed company.
 */
const CONTRADICTING_NAME = -2;

/** Weaker evidence comes from names where one is a part of the other. */
const AGREEING_NAME = 4;

// Finds candidates for a described person, with the evidence for each: look-ups by profile URL, address and number, and
// searches by name, first at the employer, then in the country.
import {
  type DescribedTraits,
  haveOneEmployer,
  type PersonTraits,
  personEvidence,
} from '../../catalog/matching/score-people.ts';
import type { Lookups } from '../../catalog/port.ts';
import { OWNERS_MAX } from '../../contract/documents.ts';
import { PERSON_KEYS, type PersonKey } from '../../contract/endpoints/match-keys.ts';
import type { EmployerReference } from '../../contract/import-records.ts';
import { hasGeneratedForm } from '../../identity/generated-slug.ts';
import { parseNetworkUrl } from '../../identity/network-url.ts';
import { isOwnAddress } from '../../identity/own-address.ts';
import type { NameAgreement } from '../../identity/person-names/compare-name-words.ts';
import { compareNames, writtenNameWords } from '../../identity/person-names/compare-names.ts';
import { spacingsOf } from '../../identity/person-names/unspaced-names.ts';
import { areOneCity } from '../../identity/same-city.ts';
import type { Clause } from '../../search/query.ts';
import { splitWords, wordKey } from '../../words/words.ts';
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
import { type EmployerReferences, KnownEmployers, type NamedEmployer } from './known-employers.ts';
import type { WeighedCandidate } from './match-answer.ts';
import { IDENTIFIED, IDENTIFIED_OTHERWISE_NAMED, OF_ANOTHER } from './match-score.ts';

/** The keys of a person in normal form; null for each key that was not sent. */
export interface DescribedPerson {
  /** Slug of the profile URL. */
  readonly profile: string | null;
  readonly email: string | null;
  /** Possible E.164 forms, most likely first; empty if no number is given. */
  readonly phones: readonly string[];
  /** The name to compare: the full name, else first and last name together. */
  readonly name: string | null;
  readonly full: string | null;
  readonly parts: string | null;
  readonly employer: NamedEmployer;
  readonly job_title: string | null;
  readonly country_code: string | null;
  readonly city: string | null;
  readonly ids: readonly IdInput[];
}

interface KnownPerson {
  readonly slug: string;
  readonly network_url: string;
  readonly full_name: string;
  readonly headline: string | null;
  readonly location: { readonly city: string | null; readonly country_code: string | null } | null;
  readonly experiences: readonly {
    readonly company_name: string | null;
    readonly company_network_url: string | null;
    readonly company_domain: string | null;
    readonly job_title: string | null;
    readonly job_is_current: boolean | null;
  }[];
}

/** The people that the keys may describe, with the evidence for each. */
export async function personCandidates(described: DescribedPerson, context: ApiContext): Promise<WeighedCandidate[]> {
  const { lookups } = context;
  const ofProfile = described.profile === null ? null : await lookups.personBySlug(described.profile);
  // A former profile URL leads to the record into which it was merged.
  const input = ofProfile === null ? described : { ...described, profile: ofProfile.slug };
  const ofEmail = input.email === null ? [] : await lookups.peopleByEmail(input.email, OWNERS_MAX);
  const ofPhone = await lookups.peopleByPhones(input.phones, OWNERS_MAX);
  const owners = await ownersOf(input.ids, (key) => lookups.peopleByExternalId(key));
  const found = [...(ofProfile === null ? [] : [ofProfile]), ...ofEmail, ...ofPhone];
  const lookedUp = [...found, ...owners.flatMap((id) => id.owners)];
  const isOwned = { email: ofEmail.length > 0, phone: ofPhone.length > 0 };
  const knownEmployers = new KnownEmployers(lookups);
  const employer = await knownEmployers.referencesOf(input.employer);
  const texts = [...lookedUp.map(({ json }) => json), ...(await namedPeople(input, employer, context))];
  const people = texts.map(knownPerson).filter((person) => person !== null);
  const known = new Map(people.map((person) => [person.slug, person]));
  const traits = describedTraits(input, { employer, isOwned });
  const candidates: WeighedCandidate[] = [];
  for (const person of known.values()) {
    candidates.push(
      await weigh({ input, described: traits, employer, person, knownEmployers, lookups, isOwned, owners }),
    );
    await context.turn.pause();
  }
  return candidates;
}

function knownPerson(json: string): KnownPerson | null {
  const person = JSON.parse(json) as Omit<KnownPerson, 'slug'>;
  const slug = parseNetworkUrl(person.network_url, 'person')?.slug;
  return slug === undefined ? null : { ...person, slug };
}

async function namedPeople(
  input: DescribedPerson,
  employer: EmployerReferences,
  context: ApiContext,
): Promise<string[]> {
  if (input.name === null) return [];
  const searchable = await context.searchable();
  const { edition } = searchable;
  const recordOf = (doc: number) => edition.position(doc).personId;
  const places = placesOf(input.name, input, employer);
  const docs = await candidateDocuments('people', places, { searchable, context, recordOf });
  return (await rowsOf('person', docs, { searchable, context })).map(String);
}

/** The words of a name, without initials if it has other words. */
function searchedWords(name: string): readonly string[] {
  const own = writtenNameWords(name).filter((word) => word.length > 1);
  return own.length > 0 ? own : splitWords(name);
}

/**
 * Searches at the employer, in the city, in the country, and everywhere: by the first and last word of the name (exact
 * names first), and at the employer also by one of the two words, because the other may differ.
 */
function placesOf(
  name: string,
  place: Pick<DescribedPerson, 'city' | 'country_code'>,
  employer: EmployerReferences,
): CandidatePlace[] {
  const words = spelledWords(name, searchedWords);
  const [first = [], last = []] = [words[0], words.at(-1)];
  const spaced = spacingsOf(name).map((text) => spelledWords(text, splitWords));
  const [whole, both] = [wholeText('full_name', name), wordsOfOne('full_name', [[first, last], ...spaced])];
  const byName = (within: readonly Clause[]) => ({ clauses: [both, ...within], first: [whole, ...within] });
  const employers: Clause[] = [];
  if (employer.ids.length > 0) employers.push({ kind: 'identity', of: 'company', anyOf: employer.ids });
  if (employer.words.length > 0) employers.push(wordsOfOne('name', [employer.words]));
  const byWord = [last, first].map((word) => wordsOfOne('full_name', [[word]]));
  const atEmployer = {
    byName: employers.map((each) => byName([each])),
    byWord: employers.flatMap((each) => byWord.map((clause) => [clause, each])),
  };
  const elsewhere = clausesOfPlaces(place, { city: 'city', country: 'country' });
  return [atEmployer, ...elsewhere.map((clauses) => ({ byName: [byName(clauses)], byWord: [] }))];
}

interface Pair {
  readonly input: DescribedPerson;
  /** The keys in the form in which evidence is compared. */
  readonly described: DescribedTraits;
  readonly employer: EmployerReferences;
  readonly person: KnownPerson;
  readonly knownEmployers: KnownEmployers;
  readonly lookups: Lookups;
  /** Whether any record has the address, and whether any has the number. */
  readonly isOwned: { readonly email: boolean; readonly phone: boolean };
  readonly owners: IdOwners<unknown>;
}

/** Maximum number of positions per person to compare. */
const POSITIONS_MAX = 10;
/** Weight of a former employer: people are sometimes described by an earlier position. */
const FORMER_EMPLOYER = 3.5;

/** Returns the same objects for all candidates, because the keys of their employers are memoized. */
function describedTraits(
  input: DescribedPerson,
  { employer, isOwned }: Pick<Pair, 'employer' | 'isOwned'>,
): DescribedTraits {
  return {
    full_name: input.name,
    profile: null,
    emails: isOwned.email || input.email === null ? [] : [input.email],
    phones: [],
    mobiles: [],
    positions: positionsOf(input, employer),
    city: input.city,
    state: null,
    country_code: input.country_code,
    ids: null,
  };
}

async function weigh(pair: Pair): Promise<WeighedCandidate> {
  const { input, described, employer, person, knownEmployers, lookups, isOwned, owners } = pair;
  const emails = input.email === null ? [] : ((await lookups.emailsOf(person.slug)) ?? []).map(({ email }) => email);
  const phones = input.phones.length === 0 ? [] : ((await lookups.phonesOf(person.slug)) ?? []);
  const isProfile = input.profile === person.slug;
  const isEmail = input.email !== null && emails.includes(input.email);
  const common = phones.filter(({ phone }) => input.phones.includes(phone));
  const isPhone = common.length > 0;
  const isWorkPhone = isPhone && common.every(({ kind }) => kind === 'work');
  const current = person.experiences.filter(({ job_is_current }) => job_is_current === true);
  const shown = (current.length > 0 ? current : person.experiences.slice(0, 1)).slice(0, POSITIONS_MAX);
  const positions = (
    await Promise.all(shown.map((position) => positionsAt(position, employer, knownEmployers)))
  ).flat();
  const known: PersonTraits = {
    full_name: person.full_name,
    profile: null,
    emails,
    phones: [],
    mobiles: [],
    positions,
    city: person.location?.city ?? null,
    state: null,
    country_code: person.location?.country_code ?? null,
    ids: null,
  };
  const { findings } = personEvidence(described, known, { holdersOf: () => 1, areNamesakesKnown: true });
  const weight = findings.reduce((sum, { reason, weight: each }) => {
    return sum + (reason === 'different employers' && hasWorkedAt(employer, person, shown) ? FORMER_EMPLOYER : each);
  }, 0);
  const isOther = isOtherName(input, person);
  const ids = await idsOfCandidate('person', person.slug, { inputs: input.ids, lookups });
  const byId = idEvidence(owners, { ids, isOtherName: isOther, isInCountry: null });
  const { slug, network_url, full_name, headline } = person;
  return {
    slug,
    weight:
      weight +
      byId.weight +
      identifiedWeight(input, { slug, isProfile, isEmail, isPhone, isWorkPhone, isOwned, isOtherName: isOther }),
    matchedOn: () => {
      const found = { network_url: isProfile, email: isEmail, phone: isPhone };
      const agrees = { ...agreementOf({ input, employer, person, positions }), ...found };
      return PERSON_KEYS.filter((key) => agrees[key] || byId.agreeing.has(key));
    },
    identity: { network_url, full_name, headline },
  };
}

/** Whether the person worked at the employer in a position other than the compared ones. */
function hasWorkedAt(employer: EmployerReferences, { experiences }: KnownPerson, shown: readonly Position[]): boolean {
  const former = experiences.filter((position) => !shown.includes(position)).slice(0, POSITIONS_MAX);
  return former.some((position) => {
    const reference = referenceOf(position);
    return employer.any.some((each) => haveOneEmployer(each, reference));
  });
}

/** Whether the names belong to two people: a different given name, even if similar, or `Sr.` versus `Jr.`. */
function isOtherName({ name }: DescribedPerson, { full_name }: KnownPerson): boolean {
  if (name === null) return false;
  const { given, isContradicted } = compareNames(name, full_name);
  return given === 'different' || given === 'similar' || isContradicted;
}

function identifiedWeight(
  { profile, email }: DescribedPerson,
  found: Readonly<Record<'isProfile' | 'isEmail' | 'isPhone' | 'isWorkPhone' | 'isOtherName', boolean>> &
    Pick<Pair, 'isOwned'> & { readonly slug: string },
): number {
  let weight = 0;
  const otherwise = found.isOtherName ? IDENTIFIED_OTHERWISE_NAMED : null;
  if (found.isProfile) weight += IDENTIFIED.profile;
  else if (profile !== null && !hasGeneratedForm(found.slug)) weight += OF_ANOTHER.profile;
  if (found.isEmail)
    weight += otherwise?.email ?? (isOwnAddress(email ?? '') ? IDENTIFIED.email : IDENTIFIED.roleMailbox);
  else if (found.isOwned.email) weight += OF_ANOTHER.email;
  const ofPhone = found.isWorkPhone ? IDENTIFIED.workPhone : IDENTIFIED.phone;
  if (found.isPhone) weight += otherwise?.phone ?? ofPhone;
  else if (found.isOwned.phone) weight += OF_ANOTHER.phone;
  return weight;
}

type Position = KnownPerson['experiences'][number];

function referenceOf({ company_name, company_network_url, company_domain }: Position): EmployerReference {
  const url = company_network_url === null ? null : parseNetworkUrl(company_network_url, 'company');
  return { company_name, company_domain, company_network_url: url };
}

/** Positions with their employer as named in the record and, if employers are compared, as the catalog knows it. */
async function positionsAt(
  position: Position,
  { any }: EmployerReferences,
  knownEmployers: KnownEmployers,
): Promise<PersonTraits['positions']> {
  const { job_title } = position;
  const own = referenceOf(position);
  const known = any.length === 0 ? null : await knownEmployers.knownEmployer(own);
  return [own, ...(known === null ? [] : [known])].map((employer) => ({ ...employer, job_title }));
}

const NO_EMPLOYER: EmployerReference = { company_name: null, company_domain: null, company_network_url: null };

function positionsOf({ job_title }: DescribedPerson, { any }: EmployerReferences): PersonTraits['positions'] {
  if (any.length > 0) return any.map((employer) => ({ ...employer, job_title }));
  return job_title === null ? [] : [{ ...NO_EMPLOYER, job_title }];
}

const AGREEING: ReadonlySet<NameAgreement> = new Set(['equal', 'short form', 'typing error']);

function agreementOfNames(input: string | null, full_name: string) {
  if (input === null) return { isGiven: false, isSurname: false };
  const { given, surname, isContradicted } = compareNames(input, full_name);
  return { isGiven: AGREEING.has(given) && !isContradicted, isSurname: AGREEING.has(surname) && !isContradicted };
}

interface Compared extends Pick<Pair, 'input' | 'employer' | 'person'> {
  readonly positions: PersonTraits['positions'];
}

/** The keys that agree, except those of look-ups. */
function agreementOf({ input, employer, person, positions }: Compared): Partial<Record<PersonKey, boolean>> {
  const full = agreementOfNames(input.full, person.full_name);
  const parts = agreementOfNames(input.parts, person.full_name);
  const isAt = (employers: readonly EmployerReference[]) =>
    employers.some((each) => positions.some((position) => haveOneEmployer(each, position)));
  const title = input.job_title === null ? null : wordKey(input.job_title);
  return {
    full_name: full.isGiven && full.isSurname,
    first_name: parts.isGiven,
    last_name: parts.isSurname,
    company_name: isAt(employer.byName),
    company_domain: isAt(employer.byDomain),
    company_network_url: isAt(employer.byUrl),
    job_title: title !== null && positions.some(({ job_title }) => job_title !== null && wordKey(job_title) === title),
    country_code: input.country_code !== null && input.country_code === person.location?.country_code,
    city: input.city !== null && areOneCity(input.city, person.location?.city ?? '') === true,
  };
}

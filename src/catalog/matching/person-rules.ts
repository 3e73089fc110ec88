// Matching rules of people: by profile URL; else, if one of the two has none, by the evidence of score-people.ts.
// docs/identity.md describes the rules. Pure over PersonLookups.
import type { PersonRecord } from '../../contract/import-records.ts';
import { CERTAINLY_NOT, type Evidence, withFinding } from '../../identity/evidence.ts';
import { hasMadeSlug, madePersonSlug, personIdentities, withoutNumber } from '../../identity/made-slug.ts';
import { mailboxOf } from '../../identity/mailbox.ts';
import { isOwnAddress } from '../../identity/own-address.ts';
import { compareNames, differentParts } from '../../identity/person-names/compare-names.ts';
import { noNameOf } from '../../identity/person-names/no-names.ts';
import { contactsText } from '../contacts-text.ts';
import { comparedPositions, employedLookupKeys, personIdKeys } from '../employed-key.ts';
import { preparePerson } from '../prepare-person.ts';
import type { PreparedPerson } from '../prepared-person.ts';
import { personRecord } from '../views/person-json.ts';
import type { MergeRules } from '../writer-port.ts';
import { type BestMatches, bestEvidence, bestMatches, type ScoredRecord, tornEvidence } from './best-match.ts';
import {
  holdsRow,
  holdsUnchanged,
  type KindTypes,
  type Match,
  type Matching,
  type MatchingRules,
} from './decide-row.ts';
import { holdsFormerState } from './former-state.ts';
import { aboutRecord, FINDS_ONE, FINDS_SEVERAL, fixed, RECORD_LOOKUP_TRAITS, type TraitsOf } from './known-lookups.ts';
import { type FoundPerson, HOLDERS_MAX, type PersonLookups } from './lookups.ts';
import { OTHER_CONTACTS, PERSON_LIMITS, type PersonTraits, personEvidence, personTraits } from './score-people.ts';
import type { SourceRow } from './source-row.ts';

export interface PersonKind extends KindTypes {
  readonly stored: PersonRecord;
  readonly found: FoundPerson;
  readonly incoming: PreparedPerson;
  readonly state: PreparedPerson;
  readonly lookups: PersonLookups;
}

export const PERSON_LOOKUP_TRAITS: TraitsOf<PersonLookups> = {
  ...RECORD_LOOKUP_TRAITS,
  byAlias: FINDS_ONE,
  byEmail: FINDS_SEVERAL,
  byPhone: FINDS_SEVERAL,
  byEmployedKey: FINDS_SEVERAL,
  withRowKey: FINDS_SEVERAL,
  numbered: FINDS_SEVERAL,
  stored: aboutRecord(null),
  hasAny: fixed(false),
};

export function personRules(
  lookups: PersonLookups,
  isWaiting: () => boolean,
  fold: MergeRules['person'],
): MatchingRules<PersonKind> {
  return {
    lookups,
    isWaiting,
    rows: { fold, rowKeyOf: personRowKey, sourceOf: lookups.sourceOf },
    keyOf: incomingKey,
    hashOf: ({ hash }) => hash,
    recordOf: (incoming) => personRecord(incoming, incoming),
    known: (incoming, row, pinned) => {
      const record = pinned ?? lookups.bySlug(incoming.slug);
      return { record, holdsRow: record !== null && holdsRow(record, row, lookups) };
    },
    match: (incoming, matching) => matchPerson({ person: incoming, lookups, ...matching }),
    // An operator may have decided that a row does not belong to the person with its profile URL.
    created: (incoming, known) =>
      incoming.madeSlug === 0 && known === null ? incoming : withFreeSlug(incoming, lookups),
    hasKeyOf: (incoming, { slug }) => incoming.madeSlug === 1 || incoming.slug === slug,
    identified: (record, rows, of) => identified(record, rows, { ...of, lookups }),
    lacksProfile: ({ madeSlug: isMade }, rows) => isMade === 1 && rows.some(({ record }) => !hasMadeSlug(record)),
    isChanged: (found, state) => isChanged(found, state, lookups),
  };
}

/** The profile URL, or the slug made instead, without the number by which its record differs from namesakes. */
function personRowKey(record: PersonRecord): string {
  const { slug } = record.network_url;
  return hasMadeSlug(record) ? withoutNumber(slug) : slug;
}

/** The same key of an incoming row. */
function incomingKey({ slug, madeSlug: isMade }: PreparedPerson): string {
  return isMade === 1 ? withoutNumber(slug) : slug;
}

/** Whether two rows match directly. */
export function areLinkedPeople(a: PersonRecord, b: PersonRecord): boolean {
  return evidenceOfPeople(a, b).weight >= PERSON_LIMITS.threshold;
}

/** The evidence of two rows for being one person, without knowledge of other people. */
export function evidenceOfPeople(a: PersonRecord, b: PersonRecord): Evidence {
  return personEvidence(traitsOf(a), traitsOf(b), { holdersOf: () => 1, areNamesakesKnown: false });
}

const traitsOf = (record: PersonRecord) => personTraits(record, !hasMadeSlug(record));

interface PersonMatching extends Matching<FoundPerson> {
  readonly person: PreparedPerson;
  readonly lookups: PersonLookups;
}

/** The matched person first, then those who are the same person. */
function matchPerson(matching: PersonMatching): Match<FoundPerson> {
  const { person, run, lookups, isApart, known: bySlug } = matching;
  const holds = (found: FoundPerson) => !isApart(found.id) && holdsIncoming(found, matching);
  if (person.madeSlug === 1) {
    const known = bySlug ?? lookups.byAlias(person.slug);
    if (known !== null && holdsIncoming(known, matching)) return { found: [known], aliasOf: null, unsure: [] };
    // This precedes the evidence, which could assign the row to a namesake and supersede its row with the same key.
    const holder = known === null ? null : namesakeHolding(matching);
    if (holder !== null) return { found: [holder], aliasOf: null, unsure: [] };
    const { found, unsure } = alike(matching, () => true, known);
    const [best = null] = found;
    if (best !== null) return { found, aliasOf: known === null ? best.id : null, unsure };
    // The source's row has changed so much that nothing else shows whose it is.
    const isFormer = known !== null && holdsFormerState(known, { rowKey: incomingKey(person), run }, lookups);
    return isFormer ? { found: [known], aliasOf: null, unsure: [] } : { found: [], aliasOf: null, unsure };
  }
  if (bySlug !== null && holdsIncoming(bySlug, matching)) return { found: [bySlug], aliasOf: null, unsure: [] };
  // The row may be in another record by the decision of an operator.
  const holder = bySlug !== null && isApart(bySlug.id) ? lookups.withRowKey(person.slug).find(holds) : undefined;
  if (holder !== undefined) return { found: [holder], aliasOf: null, unsure: [] };
  const isMade = (each: FoundPerson) => each.hasMadeSlug && each.id !== bySlug?.id;
  const { found, unsure } = lookups.hasAny('made slug') ? alike(matching, isMade, null) : NOTHING_ALIKE;
  return { found: bySlug === null ? found : [bySlug, ...found], aliasOf: null, unsure };
}

function holdsIncoming(found: FoundPerson, { person, run, lookups }: PersonMatching): boolean {
  return holdsUnchanged(found, { ...run, hash: person.hash }, lookups);
}

/**
 * The record that the row is in, of those that have or had one of the slugs that are made of its values, or a row with
 * one: newer rows may have changed all by which the record is found otherwise.
 */
function namesakeHolding(matching: PersonMatching): FoundPerson | null {
  const { person, lookups, isApart } = matching;
  const holds = (found: FoundPerson) => !isApart(found.id) && holdsIncoming(found, matching);
  for (const slug of slugsOfIdentities(personRecord(person, person))) {
    const named = lookups.bySlug(slug) ?? lookups.byAlias(slug);
    const holder = [...(named === null ? [] : [named]), ...lookups.withRowKey(slug)].find(holds);
    if (holder !== undefined) return holder;
  }
  return lookups.numbered(incomingKey(person)).find(holds) ?? null;
}

const NOTHING_ALIKE: BestMatches<FoundPerson> = { found: [], unsure: [] };

/** The people whom the evidence shows to be this person, and those whom it may show to be. */
function alike(
  matching: PersonMatching,
  isCandidate: (found: FoundPerson) => boolean,
  former: FoundPerson | null,
): BestMatches<FoundPerson> {
  const { person, lookups, isApart } = matching;
  const record = personRecord(person, person);
  const traits = personTraits(record, person.madeSlug === 0);
  const { reached, colleagues } = candidatesOf(record, lookups);
  const known = former === null ? [] : [former];
  const byId = new Map<number, FoundPerson>();
  for (const found of [reached, colleagues, known]) for (const each of found) byId.set(each.id, each);
  const candidates = [...byId.values()].filter((each) => isCandidate(each) && !isApart(each.id));
  // Among namesakes the evidence for the record that its source made of this row before may not suffice.
  const holder = person.madeSlug === 1 && candidates.find((each) => holdsIncoming(each, matching));
  if (holder) return { found: [holder], unsure: [] };
  const holdersOf = (phone: string) => lookups.byPhone(phone).length;
  const knowledge = { holdersOf, areNamesakesKnown: false };
  const facesOf = new Map<number, PersonTraits[]>();
  const mayBeReached = new Set([...reached, ...known].map(({ id }) => id));
  // Candidates with other names are not scored, so their rows are not read: most colleagues are such candidates.
  const read = candidates.filter((found) => {
    const isOther = mayBeReached.has(found.id) ? haveOtherGivenNames : haveOtherNames;
    return found.origin === null || !isOther(person.full_name, found.full_name);
  });
  if (read.length === 0) return NOTHING_ALIKE;
  for (const found of read) facesOf.set(found.id, faces(found, lookups));
  const isNamesake = (face: PersonTraits) => {
    const { given, surname } = compareNames(person.full_name, face.full_name);
    return given === 'equal' && surname === 'equal';
  };
  // A name that several people of the catalog share is weaker evidence.
  const namesakes = read.filter(({ id }) => facesOf.get(id)?.some(isNamesake)).length;
  const commonness = 2 * Math.log2(Math.max(1, namesakes));
  const scored = read.map((found): ScoredRecord<FoundPerson> => {
    const own = facesOf.get(found.id) ?? [];
    const all = own.map((face) => personEvidence(traits, face, knowledge));
    const { threshold } = PERSON_LIMITS;
    const [evidence, torn] = [bestEvidence(all, threshold), tornEvidence(all, threshold)];
    // Other contacts count how common the name is, too.
    const isCounted = evidence.findings.some(({ reason }) => reason === OTHER_CONTACTS);
    if (commonness === 0 || isCounted || !own.some(isNamesake)) return { found, evidence, torn };
    const finding = { reason: 'several people of this name', weight: -commonness };
    return { found, evidence: withFinding(evidence, finding), torn: torn && withFinding(torn, finding) };
  });
  const againstOf = (a: FoundPerson, b: FoundPerson) => {
    const [one, other] = [facesOf.get(a.id)?.[0], facesOf.get(b.id)?.[0]];
    return one === undefined || other === undefined ? CERTAINLY_NOT : personEvidence(one, other, knowledge).against;
  };
  return bestMatches(scored, PERSON_LIMITS, againstOf);
}

/** Two given names: no other evidence outweighs them. */
function haveOtherGivenNames(a: string, b: string): boolean {
  return differentParts(a, b).given && areNames(a, b);
}

/** The same for two surnames if no address, number or id is in common: title and place do not outweigh them. */
function haveOtherNames(a: string, b: string): boolean {
  const { given, surname } = differentParts(a, b);
  return (given || surname) && areNames(a, b);
}

const areNames = (a: string, b: string) => noNameOf(a) === null && noNameOf(b) === null;

/** The record, and its rows if there are several: one of them may have the name or the title that the record lost. */
function faces({ id, origin, hasMadeSlug: isMade }: FoundPerson, lookups: PersonLookups): PersonTraits[] {
  const stored = lookups.stored(id);
  if (stored === null) return [];
  const rows = origin === null ? lookups.rowsOf(id).filter(({ supersededBy }) => supersededBy === null) : [];
  return [
    personTraits(stored.record, !isMade),
    ...rows.map(({ record }) => personTraits(record, !isMade && !hasMadeSlug(record))),
  ];
}

interface Candidates {
  /** Those with an address, a number or an external id of the person. */
  readonly reached: readonly FoundPerson[];
  /** Those with initials of the person at one of the employers. */
  readonly colleagues: readonly FoundPerson[];
}

function candidatesOf(record: PersonRecord, lookups: PersonLookups): Candidates {
  const own = record.emails.map(({ email }) => email).filter(isOwnAddress);
  const addresses = [...new Set(own.flatMap((email) => [email, mailboxOf(email)]))];
  const holders = addresses.map((email) => lookups.byEmail(email));
  const byKey = (key: number) => lookups.byEmployedKey(key);
  const reached = [
    ...holders.flat(),
    ...record.phones.flatMap(({ phone }) => lookups.byPhone(phone)),
    ...personIdKeys(record).flatMap(byKey),
  ];
  const colleagues = employedLookupKeys(record.full_name, comparedPositions(record)).flatMap(byKey);
  // Of an address with many holders the first are found: some of the colleagues may be among the others.
  const areSomeMissing = holders.some(({ length }) => length >= HOLDERS_MAX);
  return areSomeMissing ? { reached: [...reached, ...colleagues], colleagues: [] } : { reached, colleagues };
}

interface FormerState {
  readonly former: readonly FoundPerson[];
  readonly slugBefore: string | null;
}

/** The merge rules do not decide identity: a real slug that no other person has, else the slug that the person has. */
function identified(
  record: PersonRecord,
  rows: readonly SourceRow<PersonRecord>[],
  { former, slugBefore, lookups }: FormerState & { readonly lookups: PersonLookups },
): PreparedPerson {
  const isFree = (slug: string) => {
    const occupant = lookups.bySlug(slug);
    return occupant === null || former.some(({ id }) => id === occupant.id);
  };
  const [stays] = former;
  const real = rows.find((row) => !hasMadeSlug(row.record) && isFree(row.record.network_url.slug));
  if (real) {
    const isItsOwn = record.network_url.slug === real.record.network_url.slug;
    const network_url = isItsOwn ? record.network_url : real.record.network_url;
    return { ...preparePerson({ ...record, network_url }), madeSlug: 0 };
  }
  const restored = slugBefore !== null && isFree(slugBefore) ? slugBefore : null;
  const slug = stays?.hasMadeSlug ? stays.slug : (restored ?? madeSlug(record, isFree));
  return { ...preparePerson({ ...record, network_url: { slug, host: null } }), madeSlug: 1 };
}

/** Two people can have the same values, from which slugs are made. */
function withFreeSlug(incoming: PreparedPerson, lookups: PersonLookups): PreparedPerson {
  const isFree = (slug: string) => lookups.bySlug(slug) === null && lookups.byAlias(slug) === null;
  if (isFree(incoming.slug)) return incoming;
  const record = personRecord(incoming, incoming);
  const slug = madeSlug(record, isFree);
  return { ...preparePerson({ ...record, network_url: { slug, host: null } }), hash: incoming.hash, madeSlug: 1 };
}

function madeSlug(record: PersonRecord, isFree: (slug: string) => boolean): string {
  for (const slug of madeSlugs(record)) if (isFree(slug)) return slug;
  throw new Error('slugs are made without end');
}

function slugsOfIdentities(record: PersonRecord): string[] {
  return personIdentities(record).map((identity) => madePersonSlug(record.full_name, identity));
}

/** The slugs that can be made of the values of a person, in the order of preference; without end. */
function* madeSlugs(record: PersonRecord): Generator<string> {
  yield* slugsOfIdentities(record);
  for (let number = 2; ; number += 1) yield `${record.network_url.slug}-${number}`;
}

function isChanged({ id, slug }: FoundPerson, person: PreparedPerson, lookups: PersonLookups): boolean {
  const stored = lookups.stored(id);
  if (stored === null || slug !== person.slug) return true;
  const hasSameTexts = stored.json === person.json && stored.unanswered === person.unanswered;
  return !hasSameTexts || contactsText(stored.record) !== contactsText(person);
}

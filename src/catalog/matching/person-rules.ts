// Matching rules of people: by profile URL, or, if one of two has none, by the evidence of score-people.ts.
// docs/identity.md describes the rules. Pure over PersonLookups.
import type { PersonRecord } from '../../contract/import-records.ts';
import type { Evidence } from '../../identity/evidence.ts';
import {
  generatedPersonSlug,
  hasGeneratedSlug,
  personIdentities,
  withoutNumber,
} from '../../identity/generated-slug.ts';
import { contactsText } from '../contacts-text.ts';
import { preparePerson } from '../prepare-person.ts';
import type { PreparedPerson } from '../prepared-person.ts';
import { personRecord } from '../views/person-json.ts';
import type { MergeRules } from '../writer-port.ts';
import { NO_MATCHES } from './best-match.ts';
import { holdsRow, type KindTypes, type Match, type MatchingRules } from './decide-row.ts';
import { holdsFormerState } from './former-state.ts';
import { aboutRecord, FINDS_ONE, FINDS_SEVERAL, fixed, RECORD_LOOKUP_TRAITS, type TraitsOf } from './known-lookups.ts';
import type { FoundPerson, PersonLookups } from './lookups.ts';
import { holdsIncoming, type PersonMatching, samePeople } from './same-people.ts';
import { PERSON_LIMITS, personEvidence, personTraits } from './score-people.ts';
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
    // An operator may have decided that the row does not belong to the person with its profile URL.
    created: (incoming, known) =>
      incoming.generatedSlug === 0 && known === null ? incoming : withFreeSlug(incoming, lookups),
    // The generated slug may be that of another identity, because the first one is taken.
    hasKeyOf: (incoming, state) => incomingKey(incoming) === incomingKey(state),
    identified: (record, rows, of) => identified(record, rows, { ...of, lookups }),
    lacksProfile: ({ generatedSlug: isGenerated }, rows) =>
      isGenerated === 1 && rows.some(({ record }) => !hasGeneratedSlug(record)),
    isChanged: (found, state) => isChanged(found, state, lookups),
  };
}

/** The profile URL, or the generated slug without the number by which its record differs from namesakes. */
function personRowKey(record: PersonRecord): string {
  const { slug } = record.network_url;
  return hasGeneratedSlug(record) ? withoutNumber(slug) : slug;
}

/** The key of an incoming row, equal to its personRowKey. */
function incomingKey({ slug, generatedSlug: isGenerated }: PreparedPerson): string {
  return isGenerated === 1 ? withoutNumber(slug) : slug;
}

/** Whether two rows match directly. */
export function areLinkedPeople(a: PersonRecord, b: PersonRecord): boolean {
  return evidenceOfPeople(a, b).weight >= PERSON_LIMITS.threshold;
}

/** The evidence that two rows are one person, without knowledge of other people. */
export function evidenceOfPeople(a: PersonRecord, b: PersonRecord): Evidence {
  return personEvidence(traitsOf(a), traitsOf(b), { holdersOf: () => 1, areNamesakesKnown: false });
}

const traitsOf = (record: PersonRecord) => personTraits(record, !hasGeneratedSlug(record));

/** The matched person first, then other records of the same person. */
function matchPerson(matching: PersonMatching): Match<FoundPerson> {
  return matching.person.generatedSlug === 1 ? matchWithoutProfile(matching) : matchWithProfile(matching);
}

const onlyMatch = (found: FoundPerson): Match<FoundPerson> => ({ found: [found], aliasOf: null, unsure: [] });

function matchWithoutProfile(matching: PersonMatching): Match<FoundPerson> {
  const { person, run, lookups, known: bySlug } = matching;
  const known = bySlug ?? lookups.byAlias(person.slug);
  if (known !== null && holdsIncoming(known, matching)) return onlyMatch(known);
  // This precedes the evidence, which could assign the row to a namesake and supersede the row of the namesake with
  // the same key.
  const holder = known === null ? null : namesakeHolding(matching);
  if (holder !== null) return onlyMatch(holder);
  const { found, unsure } = samePeople(matching, { isCandidate: () => true, former: known });
  const [best = null] = found;
  if (best !== null) return { found, aliasOf: known === null ? best.id : null, unsure };
  // The row has changed so much that no other evidence identifies its person.
  const isFormer = known !== null && holdsFormerState(known, { rowKey: incomingKey(person), run }, lookups);
  return isFormer ? onlyMatch(known) : { found: [], aliasOf: null, unsure };
}

/** Another person with a profile URL never matches. */
function matchWithProfile(matching: PersonMatching): Match<FoundPerson> {
  const { person, lookups, isApart, known } = matching;
  if (known !== null && holdsIncoming(known, matching)) return onlyMatch(known);
  // By the decision of an operator, the row may be in another record.
  const holds = (found: FoundPerson) => !isApart(found.id) && holdsIncoming(found, matching);
  const holder = known !== null && isApart(known.id) ? lookups.withRowKey(person.slug).find(holds) : undefined;
  if (holder !== undefined) return onlyMatch(holder);
  const isCandidate = (each: FoundPerson) => each.hasGeneratedSlug && each.id !== known?.id;
  const { found, unsure } = lookups.hasAny('generated slug')
    ? samePeople(matching, { isCandidate, former: null })
    : NO_MATCHES;
  return { found: known === null ? found : [known, ...found], aliasOf: null, unsure };
}

/**
 * The record that contains the row. It is searched among records that have or had one of the slugs made of the row's
 * values, or a row with such a key: newer rows may have changed all other values by which the record is found.
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

interface FormerState {
  readonly former: readonly FoundPerson[];
  readonly slugBefore: string | null;
}

/**
 * The slug of a person. The merge rules do not decide identity: it is a real slug that no other person has, else the
 * present slug of the person.
 */
function identified(
  record: PersonRecord,
  rows: readonly SourceRow<PersonRecord>[],
  { former, slugBefore, lookups }: FormerState & { readonly lookups: PersonLookups },
): PreparedPerson {
  const isFree = (slug: string) => {
    const occupant = lookups.bySlug(slug);
    return occupant === null || former.some(({ id }) => id === occupant.id);
  };
  const [survivor] = former;
  const real = rows.find((row) => !hasGeneratedSlug(row.record) && isFree(row.record.network_url.slug));
  if (real) {
    const isItsOwn = record.network_url.slug === real.record.network_url.slug;
    const network_url = isItsOwn ? record.network_url : real.record.network_url;
    return { ...preparePerson({ ...record, network_url }), generatedSlug: 0 };
  }
  const restored = slugBefore !== null && isFree(slugBefore) ? slugBefore : null;
  const slug = survivor?.hasGeneratedSlug ? survivor.slug : (restored ?? generatedSlug(record, isFree));
  return { ...preparePerson({ ...record, network_url: { slug, host: null } }), generatedSlug: 1 };
}

/** Slugs are made of values, and two people may have the same values. */
function withFreeSlug(incoming: PreparedPerson, lookups: PersonLookups): PreparedPerson {
  const isFree = (slug: string) => lookups.bySlug(slug) === null && lookups.byAlias(slug) === null;
  if (isFree(incoming.slug)) return incoming;
  const record = personRecord(incoming, incoming);
  const slug = generatedSlug(record, isFree);
  return { ...preparePerson({ ...record, network_url: { slug, host: null } }), hash: incoming.hash, generatedSlug: 1 };
}

function generatedSlug(record: PersonRecord, isFree: (slug: string) => boolean): string {
  for (const slug of generatedSlugs(record)) if (isFree(slug)) return slug;
  throw new Error('the sequence of generated slugs has ended');
}

function slugsOfIdentities(record: PersonRecord): string[] {
  return personIdentities(record).map((identity) => generatedPersonSlug(record.full_name, identity));
}

/** The slugs that can be made of the values of a person, in order of preference. The sequence does not end. */
function* generatedSlugs(record: PersonRecord): Generator<string> {
  yield* slugsOfIdentities(record);
  for (let number = 2; ; number += 1) yield `${record.network_url.slug}-${number}`;
}

function isChanged({ id, slug }: FoundPerson, person: PreparedPerson, lookups: PersonLookups): boolean {
  const stored = lookups.stored(id);
  if (stored === null || slug !== person.slug) return true;
  const hasSameTexts = stored.json === person.json && stored.unanswered === person.unanswered;
  return !hasSameTexts || contactsText(stored.record) !== contactsText(person);
}

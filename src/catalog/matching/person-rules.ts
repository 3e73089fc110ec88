// Matching rules of people: by profile URL; else, if one of the two has none, by a personal e-mail address; else by
// name and employer. docs/identity.md describes the rules. Pure over PersonLookups.
import type { PersonRecord } from '../../contract/import-records.ts';
import { hasMadeSlug, madePersonSlug, personIdentities } from '../../identity/made-slug.ts';
import { areNamesakes, isOneHolder, isOwnAddress } from '../../identity/person-match.ts';
import { wordKey } from '../../words/words.ts';
import { contactsText } from '../contacts-text.ts';
import { preparePerson } from '../prepare-person.ts';
import type { PreparedPerson } from '../prepared-person.ts';
import { personRecord } from '../views/person-json.ts';
import type { MergeRules } from '../writer-port.ts';
import { holdsRow, type KindTypes, type Match, type MatchingRules } from './decide-row.ts';
import { aboutRecord, FINDS_ONE, FINDS_SEVERAL, fixed, RECORD_LOOKUP_TRAITS, type TraitsOf } from './known-lookups.ts';
import type { FoundPerson, PersonLookups } from './lookups.ts';
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
  byEmployedKey: FINDS_SEVERAL,
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
    keyOf: ({ slug }) => slug,
    hashOf: ({ hash }) => hash,
    recordOf: (incoming) => personRecord(incoming, incoming),
    known: (incoming, row, pinned) => {
      const record = pinned ?? lookups.bySlug(incoming.slug);
      return { record, holdsRow: record !== null && holdsRow(record, row, { lookups }) };
    },
    match: (incoming, _, bySlug) => matchPerson(incoming, bySlug, lookups),
    created: (incoming) => incoming,
    identified: (record, rows, former) => identified(record, rows, { former, lookups }),
    isChanged: (found, state) => isChanged(found, state, lookups),
  };
}

/** The profile URL, or the slug made instead. */
function personRowKey({ network_url }: PersonRecord): string {
  return network_url.slug;
}

/** Whether two rows match directly: by profile URL, address, or name and employer. */
export function areLinkedPeople(a: PersonRecord, b: PersonRecord): boolean {
  if (a.network_url.slug === b.network_url.slug) return true;
  const addresses = new Set(a.emails.map(({ email }) => email));
  if (b.emails.some(({ email }) => addresses.has(email))) return true;
  const key = preparePerson(a).employedKey;
  return key !== null && key === preparePerson(b).employedKey;
}

/** The matched person first, then those who are the same person. */
function matchPerson(person: PreparedPerson, bySlug: FoundPerson | null, lookups: PersonLookups): Match<FoundPerson> {
  if (person.madeSlug === 1) {
    const known = bySlug ?? lookups.byAlias(person.slug);
    if (known) return { found: [known], aliasOf: null };
    const [like] = alike(person, () => true, lookups);
    return like ? { found: [like], aliasOf: like.id } : { found: [], aliasOf: null };
  }
  const isMade = (each: FoundPerson) => each.hasMadeSlug && each.id !== bySlug?.id;
  const like = lookups.hasAny('made slug') ? alike(person, isMade, lookups) : [];
  return { found: bySlug === null ? like : [bySlug, ...like], aliasOf: null };
}

/** The person matched by an address, or by name and employer; null if the match is ambiguous. */
function alike(
  person: PreparedPerson,
  isCandidate: (found: FoundPerson) => boolean,
  lookups: PersonLookups,
): FoundPerson[] {
  for (const { email } of person.emails.filter((each) => isOwnAddress(each.email))) {
    const holders = lookups.byEmail(email).filter(isCandidate);
    const names = new Map(holders.map((each) => [each.id, lookups.stored(each.id)?.record.full_name]));
    const nameOf = (each: FoundPerson) => names.get(each.id) ?? '';
    const like = holders.filter((each) => isOneHolder(email, person.full_name, nameOf(each)));
    const same = like.filter((each) => wordKey(nameOf(each)) === wordKey(person.full_name));
    const only = like.length === 1 ? like : same;
    if (only.length === 1) return only;
  }
  if (person.employedKey === null) return [];
  const colleagues = lookups.byEmployedKey(person.employedKey).filter(isCandidate);
  const [only, ...others] = colleagues;
  if (only === undefined || others.length > 0) return [];
  const stored = lookups.stored(only.id);
  return stored !== null && mayBeOne(person, stored.record) ? [only] : [];
}

function mayBeOne(person: PreparedPerson, record: PersonRecord): boolean {
  const addresses = (emails: PersonRecord['emails']) => emails.map(({ email }) => email);
  const country = record.location?.country_code ?? null;
  const isElsewhere = country !== null && person.country_code !== null && country !== person.country_code;
  return !isElsewhere && !areNamesakes(addresses(person.emails), addresses(record.emails));
}

/** The merge rules do not decide identity: a real slug that no other person has, else the slug that the person has. */
function identified(
  record: PersonRecord,
  rows: readonly SourceRow<PersonRecord>[],
  { former, lookups }: { readonly former: readonly FoundPerson[]; readonly lookups: PersonLookups },
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
  const slug = stays?.hasMadeSlug ? stays.slug : madeSlug(record, isFree);
  return { ...preparePerson({ ...record, network_url: { slug, host: null } }), madeSlug: 1 };
}

function madeSlug(record: PersonRecord, isFree: (slug: string) => boolean): string {
  const slugs = personIdentities(record).map((identity) => madePersonSlug(record.full_name, identity));
  const free = slugs.find(isFree);
  if (free !== undefined) return free;
  for (let number = 2; ; number += 1) {
    const slug = `${record.network_url.slug}-${number}`;
    if (isFree(slug)) return slug;
  }
}

function isChanged({ id, slug }: FoundPerson, person: PreparedPerson, lookups: PersonLookups): boolean {
  const stored = lookups.stored(id);
  if (stored === null || slug !== person.slug) return true;
  const hasSameTexts = stored.json === person.json && stored.unanswered === person.unanswered;
  return !hasSameTexts || contactsText(stored.record) !== contactsText(person);
}

// Finds the stored people whom the evidence shows, or may show, to be the person of an incoming row: candidates by
// contacts, ids and employers, then the evidence for each. Pure over PersonLookups.
import type { PersonRecord } from '../../contract/import-records.ts';
import { CERTAINLY_NOT } from '../../identity/evidence.ts';
import { hasGeneratedSlug } from '../../identity/generated-slug.ts';
import { mailboxOf } from '../../identity/mailbox.ts';
import { isOwnAddress } from '../../identity/own-address.ts';
import { compareNames, differentParts } from '../../identity/person-names/compare-names.ts';
import { noNameOf } from '../../identity/person-names/no-names.ts';
import { comparedPositions, employedLookupKeys, personIdKeys } from '../employed-key.ts';
import type { PreparedPerson } from '../prepared-person.ts';
import { personRecord } from '../views/person-json.ts';
import { type BestMatches, bestMatches, type ScoredRecord, scoreRecord, withPenalty } from './best-match.ts';
import { holdsUnchanged, type Matching } from './decide-row.ts';
import { type FoundPerson, HOLDERS_MAX, type PersonLookups } from './lookups.ts';
import {
  OTHER_CONTACTS,
  PERSON_LIMITS,
  type PersonKnowledge,
  type PersonTraits,
  personEvidence,
  personTraits,
} from './score-people.ts';

export interface PersonMatching extends Matching<FoundPerson> {
  readonly person: PreparedPerson;
  readonly lookups: PersonLookups;
}

interface Candidate {
  readonly found: FoundPerson;
  /** False for a colleague: no address, number or id in common. */
  readonly sharesContact: boolean;
}

interface ComparedPerson {
  readonly found: FoundPerson;
  /** Of the record, then of its rows if there are several: a row may have a name or title that the record lost. */
  readonly traits: readonly PersonTraits[];
}

interface Wanted {
  readonly isCandidate: (found: FoundPerson) => boolean;
  /** The person that had the slug of the row; a candidate in any case. */
  readonly former: FoundPerson | null;
}

/** The people whom the evidence shows to be the person of the row, and those whom it may show to be. */
export function samePeople(matching: PersonMatching, { isCandidate, former }: Wanted): BestMatches<FoundPerson> {
  const { person, lookups, isApart } = matching;
  const record = personRecord(person, person);
  const candidates = candidatesOf(record, former, lookups).filter(
    ({ found }) => isCandidate(found) && !isApart(found.id),
  );
  // If there are namesakes, the evidence for the record that the source created from this row may not suffice.
  const holder = person.generatedSlug === 1 && candidates.find(({ found }) => holdsIncoming(found, matching));
  if (holder) return { found: [holder.found], unsure: [] };
  const compared = candidates
    .filter((candidate) => !isOtherByName(candidate, person.full_name))
    .map(({ found }): ComparedPerson => ({ found, traits: traitsOf(found, lookups) }));
  const knowledge = {
    holdersOf: (phone: string) => lookups.byPhone(phone).length,
    areNamesakesKnown: false,
  };
  const scored = scorePeople(personTraits(record, person.generatedSlug === 0), compared, knowledge);
  const recordTraits = new Map(compared.map(({ found, traits }) => [found.id, traits[0]]));
  const againstOf = (a: FoundPerson, b: FoundPerson) => {
    const [one, other] = [recordTraits.get(a.id), recordTraits.get(b.id)];
    return one === undefined || other === undefined ? CERTAINLY_NOT : personEvidence(one, other, knowledge).against;
  };
  return bestMatches(scored, PERSON_LIMITS, againstOf);
}

/** Whether the record has the row, unchanged since its source's last run. */
export function holdsIncoming(found: FoundPerson, { person, run, lookups }: PersonMatching): boolean {
  return holdsUnchanged(found, { ...run, hash: person.hash }, lookups);
}

/** Each candidate once: those who share a contact or an id, those with initials of the person at one employer. */
function candidatesOf(record: PersonRecord, former: FoundPerson | null, lookups: PersonLookups): Candidate[] {
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
  // If an address has many holders, only the first ones are found. Some colleagues may be among the others.
  const mayShareContact = holders.some(({ length }) => length >= HOLDERS_MAX);
  const candidates = new Map<number, Candidate>();
  for (const found of reached) candidates.set(found.id, { found, sharesContact: true });
  for (const found of colleagues)
    if (!candidates.has(found.id)) candidates.set(found.id, { found, sharesContact: mayShareContact });
  if (former !== null) candidates.set(former.id, { found: former, sharesContact: true });
  return [...candidates.values()];
}

/**
 * Whether the name alone excludes the candidate, so that its rows need not be read: most colleagues are excluded. No
 * evidence outweighs two given names; title and place do not outweigh two surnames. A record of several rows may have
 * another name in one of them.
 */
function isOtherByName({ found, sharesContact }: Candidate, name: string): boolean {
  if (found.origin === null || noNameOf(name) !== null || noNameOf(found.full_name) !== null) return false;
  const { given, surname } = differentParts(name, found.full_name);
  return given || (surname && !sharesContact);
}

function traitsOf({ id, origin, hasGeneratedSlug: isGenerated }: FoundPerson, lookups: PersonLookups): PersonTraits[] {
  const stored = lookups.stored(id);
  if (stored === null) return [];
  const rows = origin === null ? lookups.rowsOf(id).filter(({ supersededBy }) => supersededBy === null) : [];
  return [
    personTraits(stored.record, !isGenerated),
    ...rows.map(({ record }) => personTraits(record, !isGenerated && !hasGeneratedSlug(record))),
  ];
}

function scorePeople(
  incoming: PersonTraits,
  compared: readonly ComparedPerson[],
  knowledge: PersonKnowledge,
): ScoredRecord<FoundPerson>[] {
  const isNamesake = ({ traits }: ComparedPerson) =>
    traits.some(({ full_name }) => {
      const { given, surname } = compareNames(incoming.full_name, full_name);
      return given === 'equal' && surname === 'equal';
    });
  const namesakes = new Set(compared.filter(isNamesake));
  // A name that several people of the catalog share is weaker evidence.
  const finding = { reason: 'several people of this name', weight: -2 * Math.log2(Math.max(1, namesakes.size)) };
  return compared.map((each) => {
    const evidence = each.traits.map((traits) => personEvidence(incoming, traits, knowledge));
    const scored = scoreRecord(each.found, evidence, PERSON_LIMITS.threshold);
    // The evidence of other contacts already includes how common the name is.
    const isCounted = scored.evidence.findings.some(({ reason }) => reason === OTHER_CONTACTS);
    return namesakes.size > 1 && namesakes.has(each) && !isCounted ? withPenalty(scored, finding) : scored;
  });
}

// How the stored and the incoming state of one record become one. Pure; the store asks, and keeps what comes back.
import { isDeepStrictEqual } from 'node:util';
import type { MergeRules } from '../catalog/writer-port.ts';
import type { CompanyRecord, EmailRecord, PersonRecord, PhoneRecord, PlaceRecord } from '../contract/import-records.ts';
import { sizeLabel } from '../contract/vocabularies.ts';

/** What goes before the other where both say something: the newer record, of equally old or undated ones the incoming. */
type Winner = 'stored' | 'incoming';

interface Sides<Value> {
  readonly stored: Value;
  readonly incoming: Value;
}

function winnerOf({ stored, incoming }: Sides<{ readonly updatedAt: string | null }>): Winner {
  return timeOf(incoming.updatedAt) >= timeOf(stored.updatedAt) ? 'incoming' : 'stored';
}

const timeOf = (timestamp: string | null) => (timestamp === null ? Number.NEGATIVE_INFINITY : Date.parse(timestamp));

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

/** The winner's value, unless it is empty: nothing filled is ever emptied. */
function pick<Value>(sides: Sides<Value>, winner: Winner): Value {
  const [first, second] = winner === 'incoming' ? [sides.incoming, sides.stored] : [sides.stored, sides.incoming];
  return isEmpty(first) ? second : first;
}

/** `pick` for every field. */
function pickFields<Fields extends object>(sides: Sides<Fields>, winner: Winner): Fields {
  const merged: Partial<Fields> = {};
  for (const key of Object.keys(sides.stored) as (keyof Fields)[]) {
    merged[key] = pick({ stored: sides.stored[key], incoming: sides.incoming[key] }, winner);
  }
  return merged as Fields;
}

function mergePlaces(sides: Sides<PlaceRecord | null>, winner: Winner): PlaceRecord | null {
  const { stored, incoming } = sides;
  if (stored === null || incoming === null) return stored ?? incoming;
  // A city of the one country must not stand with the other country.
  const isSameCountry = stored.countryCode === incoming.countryCode;
  const isOneCountry = isSameCountry || stored.countryCode === null || incoming.countryCode === null;
  return isOneCountry ? pickFields({ stored, incoming }, winner) : pick(sides, winner);
}

/** A size that one side brings alone must not stand beside a count of the other that lies outside of it. */
function mergeHeadcounts(sides: Sides<CompanyRecord>, winner: Winner): Pick<CompanyRecord, 'employeeCount' | 'size'> {
  const first = sides[winner];
  const second = sides[winner === 'stored' ? 'incoming' : 'stored'];
  if (first.employeeCount !== null) return { employeeCount: first.employeeCount, size: first.size };
  if (first.size === null) return { employeeCount: second.employeeCount, size: second.size };
  const isInside = sizeLabel(second.employeeCount) === first.size;
  return { employeeCount: isInside ? second.employeeCount : null, size: first.size };
}

/** All texts of both sides, the winner's first. */
function unite(sides: Sides<readonly string[]>, winner: Winner): readonly string[] {
  const [first, second] = winner === 'incoming' ? [sides.incoming, sides.stored] : [sides.stored, sides.incoming];
  return [...new Set([...first, ...second])];
}

/** The later of two timestamps; null is older than any. */
function later(a: string | null, b: string | null): string | null {
  return timeOf(a) >= timeOf(b) ? a : b;
}

function mergeCompanies(stored: CompanyRecord, incoming: CompanyRecord): CompanyRecord {
  const winner = winnerOf({ stored, incoming });
  const merged: CompanyRecord = {
    ...pickFields({ stored, incoming }, winner),
    networkUrl: pick({ stored: stored.networkUrl, incoming: incoming.networkUrl }, winner),
    domains: unite({ stored: stored.domains, incoming: incoming.domains }, winner),
    ...mergeHeadcounts({ stored, incoming }, winner),
    hq: mergePlaces({ stored: stored.hq, incoming: incoming.hq }, winner),
    updatedAt: later(stored.updatedAt, incoming.updatedAt),
  };
  return isDeepStrictEqual(merged, stored) ? stored : merged;
}

function mergePeople(stored: PersonRecord, incoming: PersonRecord): PersonRecord {
  const winner = winnerOf({ stored, incoming });
  const merged: PersonRecord = {
    ...pickFields({ stored, incoming }, winner),
    location: mergePlaces({ stored: stored.location, incoming: incoming.location }, winner),
    emails: mergeEmails({ stored: stored.emails, incoming: incoming.emails }, winner),
    phones: mergePhones({ stored: stored.phones, incoming: incoming.phones }, winner),
    updatedAt: later(stored.updatedAt, incoming.updatedAt),
  };
  return isDeepStrictEqual(merged, stored) ? stored : merged;
}

/** All addresses, in the stored order; of one address the state that was checked later. The winner says which is primary, if it says so. */
function mergeEmails(sides: Sides<readonly EmailRecord[]>, winner: Winner): EmailRecord[] {
  const emails = new Map(sides.stored.map((entry) => [entry.email, entry]));
  for (const entry of sides.incoming) {
    const known = emails.get(entry.email);
    emails.set(entry.email, known ? laterChecked(known, entry) : entry);
  }
  const primaries = [sides[winner], sides[winner === 'stored' ? 'incoming' : 'stored']]
    .map((list) => list.filter(({ isPrimary }) => isPrimary).map(({ email }) => email))
    .find((list) => list.length > 0);
  return [...emails.values()].map((entry) => ({ ...entry, isPrimary: primaries?.includes(entry.email) ?? false }));
}

function laterChecked(stored: EmailRecord, incoming: EmailRecord): EmailRecord {
  if (incoming.status === null) return stored;
  if (stored.status === null) return incoming;
  return timeOf(incoming.verifiedAt) >= timeOf(stored.verifiedAt) ? incoming : stored;
}

function mergePhones(sides: Sides<readonly PhoneRecord[]>, winner: Winner): PhoneRecord[] {
  const phones = new Map(sides.stored.map((entry) => [entry.phone, entry]));
  for (const { phone, kind } of sides.incoming) {
    const known = phones.get(phone)?.kind ?? null;
    phones.set(phone, { phone, kind: pick({ stored: known, incoming: kind }, winner) });
  }
  return [...phones.values()];
}

/**
 * Field by field: what is filled goes before what is empty, else the newer record, else the incoming one. Domains, e-mails and phones are
 * united; experiences, education, skills and certifications are taken as whole lists.
 */
export const MERGE_RULES: MergeRules = { company: mergeCompanies, person: mergePeople };

// Computes a record from the source rows that describe it. Pure functions; the store calls them and stores the result.
import type { MergeRules, RowContent } from '../catalog/writer-port.ts';
import type {
  CompanyRecord,
  EmailRecord,
  HeadquartersRecord,
  PersonRecord,
  PhoneRecord,
} from '../contract/import-records.ts';
import { COMPANY } from '../contract/record-table/company-members.ts';
import type { Members } from '../contract/record-table/member.ts';
import { PERSON } from '../contract/record-table/person-members.ts';
import { sizeLabel } from '../contract/vocabularies/vocabularies.ts';
import { companyNameKey, hasRemark } from '../identity/company-names/company-name.ts';
import { mergedPositions } from './merge-positions.ts';

type Dated = Pick<CompanyRecord, 'updated_at'>;
type Placed = Pick<HeadquartersRecord, 'city' | 'country_code'>;

const timeOf = (timestamp: string | null) => (timestamp === null ? Number.NEGATIVE_INFINITY : Date.parse(timestamp));

/** The time of a row: its own date, else the start of its run. */
const rowTimeMs = ({ record, runAt }: RowContent<Dated>) => timeOf(record.updated_at ?? runAt);

/**
 * Sorts rows by precedence: the priority of their source, then the newer date, then the later import. `rows` is in
 * import order.
 */
export function ranked<Row extends RowContent<Dated>>(rows: readonly Row[]): Row[] {
  return rows.toReversed().sort((a, b) => b.priority - a.priority || rowTimeMs(b) - rowTimeMs(a) || b.runId - a.runId);
}

/** Whether a value is empty: an empty value never replaces another. */
export function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/**
 * The first non-empty value of each field. The keys have the order of the first of `records`, of which there is at
 * least one.
 */
function firstFilled<Fields extends object>(records: readonly Fields[]): Fields {
  const [first] = records as readonly [Fields];
  const picked: Partial<Fields> = {};
  for (const key of Object.keys(first) as (keyof Fields)[]) {
    picked[key] = (records.find((record) => !isEmpty(record[key])) ?? first)[key];
  }
  return picked as Fields;
}

/**
 * The first place, as a whole: parts of two places never make a third. If a later place agrees in all parts of the
 * first one and has more parts, it is the same place in full.
 */
function placeOf<Place extends Placed>(places: readonly (Place | null)[]): Place | null {
  const given = places.filter((place) => place !== null);
  return given.reduce<Place | null>((best, place) => (best === null || isFuller(place, best) ? place : best), null);
}

function isFuller<Place extends Placed>(place: Place, than: Place): boolean {
  const parts = Object.keys(than) as (keyof Place)[];
  const isSame = parts.every((part) => than[part] === null || than[part] === place[part]);
  return isSame && parts.some((part) => than[part] === null && place[part] !== null);
}

/**
 * The first known headcount. A size without a count takes the first count within the size, never a count outside of it.
 */
function headcountOf(records: readonly CompanyRecord[]): Pick<CompanyRecord, 'employee_count' | 'size'> {
  const first = records.find(({ employee_count, size }) => (employee_count ?? size) !== null);
  if (first === undefined) return { employee_count: null, size: null };
  const { employee_count, size } = first;
  if (employee_count !== null) return { employee_count, size };
  const inside = records.find((record) => sizeLabel(record.employee_count) === size);
  return { employee_count: inside?.employee_count ?? null, size };
}

/** The first name; if it has a remark such as a share class, the first name that is equal but for such remarks. */
function nameOf(names: readonly string[]): string {
  const [first = ''] = names;
  if (!hasRemark(first)) return first;
  return names.find((name) => companyNameKey(name) === companyNameKey(first) && !hasRemark(name)) ?? first;
}

function latest(records: readonly Dated[]): string | null {
  return records.reduce<string | null>(
    (latestYet, { updated_at }) => (timeOf(updated_at) > timeOf(latestYet) ? updated_at : latestYet),
    null,
  );
}

const idsOf = (rows: Members) => Object.keys(rows).filter((name) => rows[name]?.kind === 'ids');
const COMPANY_IDS = idsOf(COMPANY);
const PERSON_IDS = idsOf(PERSON);

/** The distinct external ids of all rows. */
function unitedIds(names: readonly string[], records: readonly object[]): Record<string, string[]> {
  const idsIn = (record: object, name: string) => (record as Readonly<Record<string, string[]>>)[name] ?? [];
  return Object.fromEntries(
    names.map((name) => [name, [...new Set(records.flatMap((record) => idsIn(record, name)))]]),
  );
}

function foldCompany(rows: readonly RowContent<CompanyRecord>[]): CompanyRecord {
  const records = ranked(rows).map(({ record }) => record);
  return {
    ...firstFilled(records),
    name: nameOf(records.map(({ name }) => name)),
    ...unitedIds(COMPANY_IDS, records),
    domains: [...new Set(records.flatMap(({ domains }) => domains))],
    ...headcountOf(records),
    hq: placeOf(records.map(({ hq }) => hq)),
    updated_at: latest(records),
  };
}

function foldPerson(rows: readonly RowContent<PersonRecord>[]): PersonRecord {
  const records = ranked(rows).map(({ record }) => record);
  return {
    ...firstFilled(records),
    ...unitedIds(PERSON_IDS, records),
    location: placeOf(records.map(({ location }) => location)),
    experiences: [...mergedPositions(records.map(({ experiences }) => experiences))],
    emails: emailsOf(
      rows.map(({ record }) => record.emails),
      records.map(({ emails }) => emails),
    ),
    phones: phonesOf(
      rows.map(({ record }) => record.phones),
      records.map(({ phones }) => phones),
    ),
    updated_at: latest(records),
  };
}

/**
 * All addresses in order, each with its most recent verification status. The first row that marks an address as primary
 * decides which address is primary.
 */
function emailsOf(
  came: readonly (readonly EmailRecord[])[],
  inRank: readonly (readonly EmailRecord[])[],
): EmailRecord[] {
  const emails = new Map<string, EmailRecord>();
  for (const entry of came.flat()) {
    const known = emails.get(entry.email);
    emails.set(entry.email, known ? laterChecked(known, entry) : entry);
  }
  const primaries = inRank.map((list) => list.filter(({ is_primary }) => is_primary)).find((list) => list.length > 0);
  const isPrimary = (email: string) => primaries?.some((entry) => entry.email === email) ?? false;
  return [...emails.values()].map((entry) => ({ ...entry, is_primary: isPrimary(entry.email) }));
}

function laterChecked(known: EmailRecord, entry: EmailRecord): EmailRecord {
  if (entry.status === null) return known;
  if (known.status === null) return entry;
  return timeOf(entry.verified_at) >= timeOf(known.verified_at) ? entry : known;
}

/** All numbers in order, each with the kind of the row with the highest precedence. */
function phonesOf(
  came: readonly (readonly PhoneRecord[])[],
  inRank: readonly (readonly PhoneRecord[])[],
): PhoneRecord[] {
  const kindOf = (phone: string) =>
    inRank.flat().find((entry) => entry.phone === phone && entry.kind !== null)?.kind ?? null;
  const phones = new Set(came.flat().map(({ phone }) => phone));
  return [...phones].map((phone) => ({ phone, kind: kindOf(phone) }));
}

/**
 * Merges field by field: a value replaces an empty one; between two values, the order of `ranked` decides, except that
 * a company name without remarks is preferred. Domains, external ids, e-mail addresses and phone numbers are united.
 * Experiences (merge-positions.ts), education, skills and certifications are taken as whole lists.
 */
export const MERGE_RULES: MergeRules = { company: foldCompany, person: foldPerson };

// How the rows that mean one record become that record. Pure; the store asks, and keeps what comes back.
import type { Contribution, MergeRules } from '../catalog/writer-port.ts';
import type {
  CompanyRecord,
  EmailRecord,
  HeadquartersRecord,
  PersonRecord,
  PhoneRecord,
} from '../contract/import-records.ts';
import { sizeLabel } from '../contract/vocabularies.ts';

type Dated = Pick<CompanyRecord, 'updated_at'>;
type Placed = Pick<HeadquartersRecord, 'city' | 'country_code'>;

const timeOf = (timestamp: string | null) => (timestamp === null ? Number.NEGATIVE_INFINITY : Date.parse(timestamp));

/** When a row was true: as it says itself, else when its run began. */
const freshnessOf = ({ record, runAt }: Contribution<Dated>) => timeOf(record.updated_at ?? runAt);

/**
 * The rows with those that go before others first: by the priority of their sources, then the fresher, then the later to come.
 * `rows` in the order in which they came.
 */
export function ranked<Row extends Contribution<Dated>>(rows: readonly Row[]): Row[] {
  return rows
    .toReversed()
    .sort((a, b) => b.priority - a.priority || freshnessOf(b) - freshnessOf(a) || b.runId - a.runId);
}

/** Whether a value says nothing: it never takes the place of one that does. */
export function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Of each field the first that is filled. The keys stand as in the first of `records`, of which there is one at least. */
function firstFilled<Fields extends object>(records: readonly Fields[]): Fields {
  const [first] = records as readonly [Fields];
  const picked: Partial<Fields> = {};
  for (const key of Object.keys(first) as (keyof Fields)[]) {
    picked[key] = (records.find((record) => !isEmpty(record[key])) ?? first)[key];
  }
  return picked as Fields;
}

/** The first place, with what the others of the same country add: a city of one country must not stand with another country. */
function placeOf<Place extends Placed>(places: readonly (Place | null)[]): Place | null {
  const given = places.filter((place) => place !== null);
  const [first, ...others] = given;
  if (first === undefined) return null;
  return others.reduce((place, other) => {
    const isOneCountry =
      place.country_code === other.country_code || place.country_code === null || other.country_code === null;
    return isOneCountry ? firstFilled([place, other]) : place;
  }, first);
}

/** The first that says anything; a bare size takes the first count that lies in it, but never stands beside one outside of it. */
function headcountOf(records: readonly CompanyRecord[]): Pick<CompanyRecord, 'employee_count' | 'size'> {
  const first = records.find(({ employee_count, size }) => (employee_count ?? size) !== null);
  if (first === undefined) return { employee_count: null, size: null };
  const { employee_count, size } = first;
  if (employee_count !== null) return { employee_count, size };
  const inside = records.find((record) => sizeLabel(record.employee_count) === size);
  return { employee_count: inside?.employee_count ?? null, size };
}

function latest(records: readonly Dated[]): string | null {
  return records.reduce<string | null>(
    (latestYet, { updated_at }) => (timeOf(updated_at) > timeOf(latestYet) ? updated_at : latestYet),
    null,
  );
}

function foldCompany(rows: readonly Contribution<CompanyRecord>[]): CompanyRecord {
  const records = ranked(rows).map(({ record }) => record);
  return {
    ...firstFilled(records),
    domains: [...new Set(records.flatMap(({ domains }) => domains))],
    ...headcountOf(records),
    hq: placeOf(records.map(({ hq }) => hq)),
    updated_at: latest(records),
  };
}

function foldPerson(rows: readonly Contribution<PersonRecord>[]): PersonRecord {
  const records = ranked(rows).map(({ record }) => record);
  return {
    ...firstFilled(records),
    location: placeOf(records.map(({ location }) => location)),
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

/** All addresses as they came; of one address the state that was checked last. The first row to name a primary one decides that. */
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

/** All numbers as they came; of one number the kind that the first row in rank gives. */
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
 * Field by field: what is filled goes before what is empty, then as ranked says. Domains, e-mails and phones are united; experiences,
 * education, skills and certifications are taken as whole lists.
 */
export const MERGE_RULES: MergeRules = { company: foldCompany, person: foldPerson };

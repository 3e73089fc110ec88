// The view of a person, and its decoding: the wire JSON is the only stored copy of the record, except for the few
// members that answers do not show. E-mails and phones are in neither.
import type { ExperienceRecord, LocationRecord, NetworkUrl, PersonRecord } from '../../contract/import-records.ts';
import type { ExperienceWire, PersonWire } from '../../contract/records.ts';
import { COUNTRIES, type Country, type JobLevel } from '../../contract/vocabularies.ts';
import { canonicalUrl, NETWORK_HOST_DEFAULT, type ProfileKind, parseNetworkUrl } from '../../identity/network-url.ts';
import { members } from './company-json.ts';
import type { JsonBytes } from './json-bytes.ts';
import { redactRecord } from './redact-record.ts';

type PersonObject = Omit<PersonWire, 'job_title' | 'job_level' | 'job_function'>;

/** The stored form of a record. */
export interface PersonForm {
  /** The wire object, ready to send. */
  readonly json: string;
  /** The rest of the record, as JSON: see Unanswered. */
  readonly unanswered: string;
}

/** The members that the wire object does not show. */
interface Unanswered {
  /** Of each experience. */
  readonly experiences: readonly (readonly [
    job_level: JobLevel | null,
    job_function: string | null,
    is_primary: boolean,
  ])[];
  /** The wire object of the record as given, if the answered one is redacted. */
  readonly given?: PersonObject;
}

/**
 * Writes the form of a record, its two texts in sequence; returns the record as shown, the same one if nothing is
 * redacted, and the offset of the second text.
 */
export function writePersonForm(
  record: PersonRecord,
  out: JsonBytes,
): { readonly shown: PersonRecord; readonly unansweredAt: number } {
  const start = out.length;
  out.mayHoldContacts = false;
  writePerson(record, out);
  const shown = out.mayHoldContacts ? redactRecord(record) : record;
  const given = shown === record ? null : out.cutBack(start);
  if (given !== null) writePerson(shown, out);
  const unansweredAt = out.length;
  out.ascii('{"experiences":[');
  writeList(record.experiences, writeUnanswered, out);
  out.ascii(']');
  if (given !== null) out.text(`,"given":${given}`);
  out.ascii('}');
  return { shown, unansweredAt };
}

/**
 * Decodes a form to its record, in normalized state: an empty place is null, a current position has no end, the
 * default host is no host.
 */
export function personRecord(form: PersonForm, contacts: Pick<PersonRecord, 'emails' | 'phones'>): PersonRecord {
  const unanswered = JSON.parse(form.unanswered) as Unanswered;
  const wire = unanswered.given ?? (JSON.parse(form.json) as PersonObject);
  return {
    network_url: networkUrlOf(wire.network_url, 'person'),
    full_name: wire.full_name,
    first_name: wire.first_name,
    last_name: wire.last_name,
    headline: wire.headline,
    about_me: wire.about_me,
    location: locationOf(wire.location),
    connections_count: wire.connections_count,
    experiences: wire.experiences.map((_, index) => experienceOf(wire, unanswered, index)),
    education: wire.education,
    skills: wire.skills,
    certifications: wire.certifications,
    emails: contacts.emails,
    phones: contacts.phones,
    updated_at: wire.updated_at,
  };
}

/**
 * The current positions, the main one first: the one marked as primary, else the one begun last, else the first listed.
 */
export function currentPositions(record: PersonRecord): ExperienceRecord[] {
  const current = record.experiences.filter((each) => each.job_is_current);
  if (current.length < 2) return current;
  const latest = current.reduce((best, each) =>
    (each.job_start_date ?? '') > (best.job_start_date ?? '') ? each : best,
  );
  const main = current.find((each) => each.is_primary) ?? latest;
  return [main, ...current.filter((each) => each !== main)];
}

/** The position members of a person's wire object, as JSON text without braces; all null without a position. */
export function positionMembers(
  position: { job_title: string | null; job_level: string | null; job_function: string | null } | null,
): string {
  return members({
    job_title: position?.job_title ?? null,
    job_level: position?.job_level ?? null,
    job_function: position?.job_function ?? null,
  });
}

/** Writes the wire object of a person (PersonObject): hand-written, as it runs for each imported row. */
function writePerson(record: PersonRecord, out: JsonBytes): void {
  out.ascii('{"network_url":"');
  out.ascii(canonicalUrl('person', record.network_url, null));
  out.ascii('","full_name":');
  out.freeText(record.full_name);
  out.ascii(',"first_name":');
  out.freeText(record.first_name);
  out.ascii(',"last_name":');
  out.freeText(record.last_name);
  out.ascii(',"headline":');
  out.freeText(record.headline);
  out.ascii(',"about_me":');
  out.freeText(record.about_me);
  out.ascii(',"location":');
  writeLocation(record.location, out);
  out.ascii(`,"connections_count":${record.connections_count},"experiences":[`);
  writeList(record.experiences, writeExperience, out);
  out.ascii('],"education":[');
  writeList(record.education, writeEducation, out);
  out.ascii('],"skills":[');
  writeList(record.skills, writeFreeText, out);
  out.ascii('],"certifications":[');
  writeList(record.certifications, writeCertification, out);
  out.ascii('],"updated_at":');
  out.json(record.updated_at);
  out.ascii('}');
}

function writeList<Entry>(
  entries: readonly Entry[],
  writeEntry: (entry: Entry, out: JsonBytes) => void,
  out: JsonBytes,
): void {
  for (let place = 0; place < entries.length; place += 1) {
    if (place > 0) out.ascii(',');
    writeEntry(entries[place] as Entry, out);
  }
}

function writeFreeText(text: string, out: JsonBytes): void {
  out.freeText(text);
}

function writeExperience(experience: ExperienceRecord, out: JsonBytes): void {
  const { company_network_url, job_is_current, job_location } = experience;
  out.ascii('{"job_title":');
  out.freeText(experience.job_title);
  out.ascii(',"company_name":');
  out.freeText(experience.company_name);
  out.ascii(',"company_network_url":');
  out.json(company_network_url && canonicalUrl('company', company_network_url, null));
  out.ascii(',"company_domain":');
  out.json(experience.company_domain);
  out.ascii(',"job_description":');
  out.freeText(experience.job_description);
  out.ascii(',"job_start_date":');
  out.json(experience.job_start_date);
  out.ascii(',"job_end_date":');
  out.json(job_is_current ? null : experience.job_end_date);
  out.ascii(job_is_current ? ',"job_is_current":true,"job_location":' : ',"job_is_current":false,"job_location":');
  if (isLocation(job_location)) writePlace(job_location, out);
  else out.ascii('null');
  out.ascii(isLocation(job_location) ? '}}' : '}');
}

function writeUnanswered({ job_level, job_function, is_primary }: ExperienceRecord, out: JsonBytes): void {
  out.ascii('[');
  out.json(job_level);
  out.ascii(',');
  out.json(job_function);
  out.ascii(is_primary ? ',true]' : ',false]');
}

function writeEducation(education: PersonRecord['education'][number], out: JsonBytes): void {
  out.ascii('{"school_name":');
  out.freeText(education.school_name);
  out.ascii(',"degree":');
  out.freeText(education.degree);
  out.ascii(',"start_date":');
  out.json(education.start_date);
  out.ascii(',"end_date":');
  out.json(education.end_date);
  out.ascii('}');
}

function writeCertification({ authority, name, url }: PersonRecord['certifications'][number], out: JsonBytes): void {
  out.ascii('{"authority":');
  out.freeText(authority);
  out.ascii(',"name":');
  out.freeText(name);
  out.ascii(',"url":');
  out.json(url);
  out.ascii('}');
}

/** Whether a place has any value: an empty one is answered as null. */
function isLocation(place: LocationRecord | null): place is LocationRecord {
  return place !== null && (place.city ?? place.state_code ?? place.country_code) !== null;
}

function writeLocation(place: LocationRecord | null, out: JsonBytes): void {
  if (!isLocation(place)) {
    out.ascii('null');
    return;
  }
  writePlace(place, out);
  out.text((place.country_code === null ? null : MEMBERS_OF_COUNTRIES.get(place.country_code)) ?? MEMBERS_OF_NONE);
}

/** Without its closing brace. */
function writePlace(place: LocationRecord, out: JsonBytes): void {
  out.ascii('{"city":');
  out.freeText(place.city);
  out.ascii(',"state_code":');
  out.freeText(place.state_code);
  out.ascii(',"country_code":');
  out.json(place.country_code);
}

/** The end of a location by the code of its country. */
const MEMBERS_OF_COUNTRIES = new Map(COUNTRIES.map((country) => [country.code, membersOfCountry(country)] as const));
const MEMBERS_OF_NONE = membersOfCountry(undefined);

function membersOfCountry(country: Country | undefined): string {
  const named = members({
    country_name: country?.name ?? null,
    continent: country?.continent ?? null,
    sales_region: country?.sales_region ?? null,
  } satisfies Partial<PersonObject['location']>);
  return `,${named}}`;
}

function experienceOf(wire: PersonObject, unanswered: Unanswered, index: number): ExperienceRecord {
  const each = wire.experiences[index] as ExperienceWire;
  const [job_level, job_function, is_primary] = unanswered.experiences[index] ?? [null, null, false];
  return {
    job_title: each.job_title,
    job_level,
    job_function,
    company_network_url: each.company_network_url === null ? null : networkUrlOf(each.company_network_url, 'company'),
    company_domain: each.company_domain,
    company_name: each.company_name,
    job_description: each.job_description,
    job_start_date: each.job_start_date,
    job_end_date: each.job_end_date,
    job_is_current: each.job_is_current,
    is_primary,
    job_location: each.job_location,
  };
}

/** A location without the members that follow from its country. */
function locationOf(location: PersonObject['location']): LocationRecord | null {
  return location && { city: location.city, state_code: location.state_code, country_code: location.country_code };
}

function networkUrlOf(url: string, kind: ProfileKind): NetworkUrl {
  const parsed = parseNetworkUrl(url, kind);
  if (parsed === null) throw new Error(`stored profile URL cannot be read: ${url}`);
  return parsed.host === NETWORK_HOST_DEFAULT ? { slug: parsed.slug, host: null } : parsed;
}

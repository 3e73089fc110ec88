// The view of a person, and its decoding: the wire JSON is the only stored copy of the record, except for the few
// members that answers do not show. E-mails and phones are in neither.
import type { ExperienceRecord, NetworkUrl, PersonRecord, PlaceRecord } from '../../contract/import-records.ts';
import type { ExperienceWire, PersonWire } from '../../contract/records.ts';
import { COUNTRIES, type Country, type JobLevel } from '../../contract/vocabularies.ts';
import { canonicalUrl, NETWORK_HOST_DEFAULT, type ProfileKind, parseNetworkUrl } from '../../identity/network-url.ts';
import { isPlace, members } from './company-json.ts';
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
  readonly experiences: readonly (readonly [level: JobLevel | null, function: string | null, isPrimary: boolean])[];
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
    networkUrl: networkUrlOf(wire.network_url, 'person'),
    fullName: wire.full_name,
    firstName: wire.first_name,
    lastName: wire.last_name,
    headline: wire.headline,
    aboutMe: wire.about_me,
    location: placeOf(wire.location),
    connectionsCount: wire.connections_count,
    experiences: wire.experiences.map((_, index) => experienceOf(wire, unanswered, index)),
    education: wire.education.map((each) => ({
      schoolName: each.school_name,
      degree: each.degree,
      startDate: each.start_date,
      endDate: each.end_date,
    })),
    skills: wire.skills,
    certifications: wire.certifications,
    emails: contacts.emails,
    phones: contacts.phones,
    updatedAt: wire.updated_at,
  };
}

/**
 * The current positions, the main one first: the one marked as primary, else the one begun last, else the first listed.
 */
export function currentPositions(record: PersonRecord): ExperienceRecord[] {
  const current = record.experiences.filter((each) => each.isCurrent);
  if (current.length < 2) return current;
  const latest = current.reduce((best, each) => ((each.startDate ?? '') > (best.startDate ?? '') ? each : best));
  const main = current.find((each) => each.isPrimary) ?? latest;
  return [main, ...current.filter((each) => each !== main)];
}

/** The position members of a person's wire object, as JSON text without braces; all null without a position. */
export function positionMembers(
  position: { title: string | null; level: string | null; function: string | null } | null,
): string {
  return members({
    job_title: position?.title ?? null,
    job_level: position?.level ?? null,
    job_function: position?.function ?? null,
  });
}

/** Writes the wire object of a person (PersonObject): hand-written, as it runs for each imported row. */
function writePerson(record: PersonRecord, out: JsonBytes): void {
  out.ascii('{"network_url":"');
  out.ascii(canonicalUrl('person', record.networkUrl, null));
  out.ascii('","full_name":');
  out.freeText(record.fullName);
  out.ascii(',"first_name":');
  out.freeText(record.firstName);
  out.ascii(',"last_name":');
  out.freeText(record.lastName);
  out.ascii(',"headline":');
  out.freeText(record.headline);
  out.ascii(',"about_me":');
  out.freeText(record.aboutMe);
  out.ascii(',"location":');
  writeLocation(record.location, out);
  out.ascii(`,"connections_count":${record.connectionsCount},"experiences":[`);
  writeList(record.experiences, writeExperience, out);
  out.ascii('],"education":[');
  writeList(record.education, writeEducation, out);
  out.ascii('],"skills":[');
  writeList(record.skills, writeFreeText, out);
  out.ascii('],"certifications":[');
  writeList(record.certifications, writeCertification, out);
  out.ascii('],"updated_at":');
  out.json(record.updatedAt);
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
  const { employer, isCurrent, location } = experience;
  out.ascii('{"job_title":');
  out.freeText(experience.title);
  out.ascii(',"company_name":');
  out.freeText(employer.name);
  out.ascii(',"company_network_url":');
  out.json(employer.networkUrl && canonicalUrl('company', employer.networkUrl, null));
  out.ascii(',"company_domain":');
  out.json(employer.domain);
  out.ascii(',"job_description":');
  out.freeText(experience.description);
  out.ascii(',"job_start_date":');
  out.json(experience.startDate);
  out.ascii(',"job_end_date":');
  out.json(isCurrent ? null : experience.endDate);
  out.ascii(isCurrent ? ',"job_is_current":true,"job_location":' : ',"job_is_current":false,"job_location":');
  if (isPlace(location)) writePlace(location, out);
  else out.ascii('null');
  out.ascii(isPlace(location) ? '}}' : '}');
}

function writeUnanswered({ level, function: named, isPrimary }: ExperienceRecord, out: JsonBytes): void {
  out.ascii('[');
  out.json(level);
  out.ascii(',');
  out.json(named);
  out.ascii(isPrimary ? ',true]' : ',false]');
}

function writeEducation(education: PersonRecord['education'][number], out: JsonBytes): void {
  out.ascii('{"school_name":');
  out.freeText(education.schoolName);
  out.ascii(',"degree":');
  out.freeText(education.degree);
  out.ascii(',"start_date":');
  out.json(education.startDate);
  out.ascii(',"end_date":');
  out.json(education.endDate);
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

function writeLocation(place: PlaceRecord | null, out: JsonBytes): void {
  if (!isPlace(place)) {
    out.ascii('null');
    return;
  }
  writePlace(place, out);
  out.text((place.countryCode === null ? null : MEMBERS_OF_COUNTRIES.get(place.countryCode)) ?? MEMBERS_OF_NONE);
}

/** Without its closing brace. */
function writePlace(place: PlaceRecord, out: JsonBytes): void {
  out.ascii('{"city":');
  out.freeText(place.city);
  out.ascii(',"state_code":');
  out.freeText(place.state);
  out.ascii(',"country_code":');
  out.json(place.countryCode);
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
  const [level, functionName, isPrimary] = unanswered.experiences[index] ?? [null, null, false];
  return {
    title: each.job_title,
    level,
    function: functionName,
    employer: {
      networkUrl: each.company_network_url === null ? null : networkUrlOf(each.company_network_url, 'company'),
      domain: each.company_domain,
      name: each.company_name,
    },
    description: each.job_description,
    startDate: each.job_start_date,
    endDate: each.job_end_date,
    isCurrent: each.job_is_current,
    isPrimary,
    location: placeOf(each.job_location),
  };
}

function placeOf(
  location: { city: string | null; state_code: string | null; country_code: string | null } | null,
): PlaceRecord | null {
  return location && { city: location.city, state: location.state_code, countryCode: location.country_code };
}

function networkUrlOf(url: string, kind: ProfileKind): NetworkUrl {
  const parsed = parseNetworkUrl(url, kind);
  if (parsed === null) throw new Error(`stored profile URL cannot be read: ${url}`);
  return parsed.host === NETWORK_HOST_DEFAULT ? { slug: parsed.slug, host: null } : parsed;
}

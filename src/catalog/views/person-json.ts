// A person's record as it is answered, and back: the wire JSON is the only copy of the record that is stored, beside the few members
// that answers do not show. E-mails and phones are in neither.
import type { ExperienceRecord, NetworkUrl, PersonRecord, PlaceRecord } from '../../contract/import-records.ts';
import type { ExperienceWire, PersonWire } from '../../contract/records.ts';
import { COUNTRIES, type Country, type JobLevel } from '../../contract/vocabularies.ts';
import { canonicalUrl, NETWORK_HOST_DEFAULT, type ProfileKind, parseNetworkUrl } from '../../identity/network-url.ts';
import { AnsweredTexts, jsonString } from './answered-texts.ts';
import { isPlace, members } from './company-json.ts';
import { redactRecord } from './redact-record.ts';

type PersonObject = Omit<PersonWire, 'job_title' | 'job_level' | 'job_function'>;

/** A record in the form in which it is stored. */
export interface PersonForm {
  /** The wire object, ready to send. */
  readonly json: string;
  /** The rest of the record, as JSON: see Unanswered. */
  readonly unanswered: string;
}

/** What the wire object does not show. */
interface Unanswered {
  /** Of each experience. */
  readonly experiences: readonly (readonly [level: JobLevel | null, function: string | null, isPrimary: boolean])[];
  /** The wire object of the record as given, where the answered one is redacted. */
  readonly given?: PersonObject;
}

/** The form of a record, and beside it the record as it is answered: the same one where nothing is redacted. */
export function personForm(record: PersonRecord): { readonly form: PersonForm; readonly shown: PersonRecord } {
  const texts = new AnsweredTexts();
  const given = personJson(record, texts);
  const shown = texts.mayHoldContacts ? redactRecord(record) : record;
  const experiences = unansweredOf(record.experiences);
  if (shown === record) return { form: { json: given, unanswered: `{"experiences":${experiences}}` }, shown };
  const json = personJson(shown, texts);
  return { form: { json, unanswered: `{"experiences":${experiences},"given":${given}}` }, shown };
}

function unansweredOf(experiences: readonly ExperienceRecord[]): string {
  let entries = '';
  for (const { level, function: named, isPrimary } of experiences) {
    entries += `${entries === '' ? '' : ','}[${jsonString(level)},${jsonString(named)},${isPrimary}]`;
  }
  return `[${entries}]`;
}

/**
 * The record that a form was made of, in its settled state: a place that says nothing is null, a current position has no end, the
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

/** The current positions, the main one first: the one marked as primary, else the one begun last, else the first listed. */
export function currentPositions(record: PersonRecord): ExperienceRecord[] {
  const current = record.experiences.filter((each) => each.isCurrent);
  if (current.length < 2) return current;
  const latest = current.reduce((best, each) => ((each.startDate ?? '') > (best.startDate ?? '') ? each : best));
  const main = current.find((each) => each.isPrimary) ?? latest;
  return [main, ...current.filter((each) => each !== main)];
}

/** The members of a person's wire object that tell the position, as JSON text without braces; all null without a position. */
export function positionMembers(
  position: { title: string | null; level: string | null; function: string | null } | null,
): string {
  return members({
    job_title: position?.title ?? null,
    job_level: position?.level ?? null,
    job_function: position?.function ?? null,
  });
}

/** The wire object of a person (PersonObject) as JSON: put together by hand, as there is one for each imported row. */
function personJson(record: PersonRecord, texts: AnsweredTexts): string {
  return (
    `{"network_url":"${canonicalUrl('person', record.networkUrl, null)}","full_name":${texts.json(record.fullName)}` +
    `,"first_name":${texts.json(record.firstName)},"last_name":${texts.json(record.lastName)}` +
    `,"headline":${texts.json(record.headline)},"about_me":${texts.json(record.aboutMe)}` +
    `,"location":${locationJson(record.location, texts)},"connections_count":${record.connectionsCount}` +
    `,"experiences":[${listJson(record.experiences, experienceJson, texts)}]` +
    `,"education":[${listJson(record.education, educationJson, texts)}],"skills":${texts.jsonList(record.skills)}` +
    `,"certifications":[${listJson(record.certifications, certificationJson, texts)}]` +
    `,"updated_at":${jsonString(record.updatedAt)}}`
  );
}

function listJson<Entry>(
  entries: readonly Entry[],
  entryJson: (entry: Entry, texts: AnsweredTexts) => string,
  texts: AnsweredTexts,
): string {
  let list = '';
  for (const entry of entries) list += (list === '' ? '' : ',') + entryJson(entry, texts);
  return list;
}

function experienceJson(experience: ExperienceRecord, texts: AnsweredTexts): string {
  const { employer, isCurrent, location } = experience;
  const url = employer.networkUrl === null ? 'null' : `"${canonicalUrl('company', employer.networkUrl, null)}"`;
  return (
    `{"job_title":${texts.json(experience.title)},"company_name":${texts.json(employer.name)}` +
    `,"company_network_url":${url},"company_domain":${jsonString(employer.domain)}` +
    `,"job_description":${texts.json(experience.description)},"job_start_date":${jsonString(experience.startDate)}` +
    `,"job_end_date":${isCurrent ? 'null' : jsonString(experience.endDate)},"job_is_current":${isCurrent}` +
    `,"job_location":${isPlace(location) ? `{${placeMembers(location, texts)}}` : 'null'}}`
  );
}

function educationJson(education: PersonRecord['education'][number], texts: AnsweredTexts): string {
  const { schoolName, degree, startDate, endDate } = education;
  return (
    `{"school_name":${texts.json(schoolName)},"degree":${texts.json(degree)}` +
    `,"start_date":${jsonString(startDate)},"end_date":${jsonString(endDate)}}`
  );
}

function certificationJson(certification: PersonRecord['certifications'][number], texts: AnsweredTexts): string {
  const { authority, name, url } = certification;
  return `{"authority":${texts.json(authority)},"name":${texts.json(name)},"url":${jsonString(url)}}`;
}

function locationJson(place: PlaceRecord | null, texts: AnsweredTexts): string {
  return isPlace(place) ? `{${placeMembers(place, texts)},${countryMembers(place.countryCode)}}` : 'null';
}

function placeMembers(place: PlaceRecord, texts: AnsweredTexts): string {
  return (
    `"city":${texts.json(place.city)},"state_code":${texts.json(place.state)}` +
    `,"country_code":${jsonString(place.countryCode)}`
  );
}

/** By code: they are the same for all places of a country. */
const MEMBERS_OF_COUNTRIES = new Map(COUNTRIES.map((country) => [country.code, membersOfCountry(country)] as const));
const MEMBERS_OF_NONE = membersOfCountry(undefined);

function countryMembers(code: string | null): string {
  return (code === null ? undefined : MEMBERS_OF_COUNTRIES.get(code)) ?? MEMBERS_OF_NONE;
}

function membersOfCountry(country: Country | undefined): string {
  return members({
    country_name: country?.name ?? null,
    continent: country?.continent ?? null,
    sales_region: country?.sales_region ?? null,
  } satisfies Partial<PersonObject['location']>);
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

// A person's record as it is answered, and back: the wire JSON is the only copy of the record that is stored, beside the few members
// that answers do not show. E-mails and phones are in neither.
import type { ExperienceRecord, NetworkUrl, PersonRecord, PlaceRecord } from '../../contract/import-records.ts';
import type { ExperienceWire, PersonWire } from '../../contract/records.ts';
import { countryOf, type JobLevel } from '../../contract/vocabularies.ts';
import { canonicalUrl, NETWORK_HOST_DEFAULT, type ProfileKind, parseNetworkUrl } from '../../identity/network-url.ts';
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

export function personForm(record: PersonRecord): PersonForm {
  const shown = redactRecord(record);
  const experiences = record.experiences.map((each) => [each.level, each.function, each.isPrimary] as const);
  const unanswered: Unanswered = shown === record ? { experiences } : { experiences, given: personObject(record) };
  return { json: JSON.stringify(personObject(shown)), unanswered: JSON.stringify(unanswered) };
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

function personObject(record: PersonRecord): PersonObject {
  return {
    network_url: canonicalUrl('person', record.networkUrl, null),
    full_name: record.fullName,
    first_name: record.firstName,
    last_name: record.lastName,
    headline: record.headline,
    about_me: record.aboutMe,
    location: locationOf(record.location),
    connections_count: record.connectionsCount,
    experiences: record.experiences.map(experienceObject),
    education: record.education.map((each) => ({
      school_name: each.schoolName,
      degree: each.degree,
      start_date: each.startDate,
      end_date: each.endDate,
    })),
    skills: [...record.skills],
    certifications: record.certifications.map(({ authority, name, url }) => ({ authority, name, url })),
    updated_at: record.updatedAt,
  };
}

function experienceObject(experience: ExperienceRecord): ExperienceWire {
  const { employer, location } = experience;
  return {
    job_title: experience.title,
    company_name: employer.name,
    company_network_url: employer.networkUrl && canonicalUrl('company', employer.networkUrl, null),
    company_domain: employer.domain,
    job_description: experience.description,
    job_start_date: experience.startDate,
    job_end_date: experience.isCurrent ? null : experience.endDate,
    job_is_current: experience.isCurrent,
    job_location: isPlace(location)
      ? { city: location.city, state_code: location.state, country_code: location.countryCode }
      : null,
  };
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

function locationOf(place: PlaceRecord | null): PersonObject['location'] {
  if (!isPlace(place)) return null;
  const country = countryOf(place.countryCode);
  return {
    city: place.city,
    state_code: place.state,
    country_code: place.countryCode,
    country_name: country?.name ?? null,
    continent: country?.continent ?? null,
    sales_region: country?.sales_region ?? null,
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

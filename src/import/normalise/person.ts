// A raw row to a person record, field by field.
import type { EmailRecord, ExperienceRecord, NetworkUrl, PersonRecord } from '../../contract/import-records.ts';
import { LIMITS } from '../../contract/limits.ts';
import { madePersonSlug, personIdentities } from '../../identity/made-slug.ts';
import { parseNetworkUrl } from '../../identity/network-url.ts';
import { classify } from '../titles/classify.ts';
import { emailsOf, phonesOf } from './contacts.ts';
import { isPast } from './dates.ts';
import { employerOf, placeOf } from './identities.ts';
import { isPlaceholderName, namePart, personName } from './person-name.ts';
import {
  booleanOf,
  dateOf,
  functionOf,
  integerOf,
  isReject,
  knownKeys,
  levelOf,
  noteUnknownKeys,
  objectsOf,
  type Reject,
  type Scope,
  textOf,
  textsOf,
  timestampOf,
} from './scope.ts';
import { writtenPosition } from './written-position.ts';

const words = (text: string) => text.split(/\s+/);
const POSITION_KEYS =
  words(`job_title job_level job_function company_name company_network_url company_domain company_website
  job_description job_start_date job_end_date job_is_current job_location is_primary`);
const KNOWN_POSITION_KEYS = knownKeys(POSITION_KEYS);
const KNOWN_KEYS = knownKeys([
  ...POSITION_KEYS,
  ...words(`network_url full_name first_name last_name headline about_me location connections_count experiences education skills
  certifications emails phones email email_status email_verified_at phone mobile_phone direct_phone work_phone updated_at`),
]);
const KNOWN_EDUCATION_KEYS = knownKeys(words('school_name degree start_date end_date'));
const KNOWN_CERTIFICATION_KEYS = knownKeys(words('authority name url'));

interface PersonContext {
  /** YYYY-MM-DD, UTC: positions that ended before it are not current, whatever the row says. */
  readonly today: string;
}

/**
 * The person that a row describes. Rejects: no name, a network URL that is none, nothing at all to know the person by, a level or
 * function that is not listed. Any other bad value is dropped and noted.
 */
export function normalisePerson(row: Scope, context: PersonContext): PersonRecord | Reject {
  noteUnknownKeys(row, KNOWN_KEYS);
  const names = namesOf(row);
  if (names.fullName === null) return { field: 'full_name', reason: 'a person needs a name', value: null };
  const listed = experiencesOf(row, context);
  if (isReject(listed)) return listed;
  const experiences = listed.length > 0 ? listed : positionInText(row, { context, remark: names.remark });
  const location = placeOf(row, 'location', 'state_code');
  const emails = emailsOf(row, employerDomains(experiences));
  const networkUrl = networkUrlOf(row, { fullName: names.fullName, emails, experiences });
  if (isReject(networkUrl)) return networkUrl;
  return {
    networkUrl,
    fullName: names.fullName,
    firstName: names.firstName,
    lastName: names.lastName,
    headline: textOf(row, 'headline') ?? names.remark,
    aboutMe: textOf(row, 'about_me'),
    location,
    connectionsCount: connectionsOf(row),
    experiences,
    education: educationOf(row),
    skills: textsOf(row, 'skills'),
    certifications: certificationsOf(row),
    emails,
    phones: phonesOf(row, location?.countryCode ?? null),
    updatedAt: timestampOf(row, 'updated_at'),
  };
}

/** `Last, First` gives the parts where the row does not. */
function namesOf(row: Scope) {
  const first = textOf(row, 'first_name');
  const last = textOf(row, 'last_name');
  const full = textOf(row, 'full_name');
  const whole = full === null ? null : personName(full);
  const firstName = first === null ? (whole?.parts?.[0] ?? null) : namePart(first);
  const lastName = last === null ? (whole?.parts?.[1] ?? null) : namePart(last);
  const joined = [firstName, lastName].filter((name) => name !== null).join(' ');
  const fullName = whole?.name ?? (joined || null);
  const isTold = fullName !== null && !isPlaceholderName(fullName);
  return { firstName, lastName, fullName: isTold ? fullName : null, remark: whole?.remark ?? null };
}

const employerDomains = (experiences: readonly ExperienceRecord[]) =>
  experiences.map(({ employer }) => employer.domain);

function connectionsOf(row: Scope): number | null {
  const count = integerOf(row, 'connections_count', { min: 0, max: Number.MAX_SAFE_INTEGER });
  return count === null ? null : Math.min(count, LIMITS.connectionsCountMax);
}

interface KnownOfPerson {
  readonly fullName: string;
  readonly emails: readonly EmailRecord[];
  readonly experiences: readonly ExperienceRecord[];
}

/** The profile URL, else a made slug that is the same whenever the same row comes again. */
function networkUrlOf(row: Scope, person: KnownOfPerson): NetworkUrl | Reject {
  const text = textOf(row, 'network_url');
  if (text !== null) {
    const reason = 'not a person profile URL (/in/{slug})';
    return parseNetworkUrl(text, 'person') ?? { field: 'network_url', reason, value: text };
  }
  const [identity] = personIdentities(person);
  if (identity === undefined) {
    return {
      field: 'network_url',
      reason: 'nothing to know the person by: give network_url, an e-mail address or an employer',
      value: null,
    };
  }
  return { slug: madePersonSlug(person.fullName, identity), host: null };
}

/** The listed positions, else the one of the short form; a single current position is the primary one by itself. */
function experiencesOf(row: Scope, context: PersonContext): ExperienceRecord[] | Reject {
  const experiences: ExperienceRecord[] = [];
  for (const entry of objectsOf(row, 'experiences')) {
    noteUnknownKeys(entry, KNOWN_POSITION_KEYS);
    const experience = experienceOf(entry, context);
    if (experience === null) entry.notes.warn('experiences', 'a position has neither title nor employer');
    else if (isReject(experience)) return experience;
    else experiences.push(experience);
  }
  if (experiences.length > 0) return experiences;
  const short = experienceOf(row, context);
  if (short === null) return [];
  return isReject(short) ? short : [short];
}

/** The position that the headline, or what stands behind the name, tells of; none where the row lists positions, be it an empty list. */
function positionInText(row: Scope, known: { context: PersonContext; remark: string | null }): ExperienceRecord[] {
  if (row.values['experiences'] !== undefined) return [];
  const headline = textOf(row, 'headline');
  const written =
    (headline === null ? null : writtenPosition(headline, { isDashed: false })) ??
    (known.remark === null ? null : writtenPosition(known.remark, { isDashed: true }));
  if (written === null) return [];
  const values = { job_title: written.title, company_name: written.company };
  const position = experienceOf({ values, path: '', notes: row.notes }, known.context);
  return position === null || isReject(position) ? [] : [position];
}

/** The position that an entry, or the row itself in the short form, describes; null where it names neither title nor employer. */
function experienceOf(scope: Scope, context: PersonContext): ExperienceRecord | Reject | null {
  const title = textOf(scope, 'job_title');
  const employer = employerOf(scope);
  if (title === null && employer === null) return null;
  const level = levelOf(scope);
  if (level !== null && typeof level === 'object') return level;
  const jobFunction = functionOf(scope);
  if (jobFunction !== null && typeof jobFunction === 'object') return jobFunction;
  const byTitle = title === null ? null : classify(title);
  const endDate = endDateOf(scope);
  const hasEnded = endDate !== null && isPast(endDate, context.today);
  return {
    title,
    level: level ?? byTitle?.level ?? null,
    function: jobFunction ?? byTitle?.function ?? null,
    employer: employer ?? { networkUrl: null, domain: null, name: null },
    description: textOf(scope, 'job_description'),
    startDate: dateOf(scope, 'job_start_date'),
    endDate,
    isCurrent: !hasEnded && (booleanOf(scope, 'job_is_current') ?? true),
    isPrimary: booleanOf(scope, 'is_primary') ?? false,
    location: placeOf(scope, 'job_location', 'state_code'),
  };
}

/** What stands for the end of a position that has none. */
const STILL = new Set([
  'present',
  'current',
  'now',
  'ongoing',
  'today',
  'heute',
  'aktuell',
  'actual',
  'presente',
  'atual',
  'heden',
  'attuale',
]);

function endDateOf(scope: Scope): string | null {
  const value = scope.values['job_end_date'];
  return typeof value === 'string' && STILL.has(value.trim().toLowerCase()) ? null : dateOf(scope, 'job_end_date');
}

function educationOf(row: Scope): PersonRecord['education'] {
  return objectsOf(row, 'education').map((entry) => {
    noteUnknownKeys(entry, KNOWN_EDUCATION_KEYS);
    return {
      schoolName: textOf(entry, 'school_name'),
      degree: textOf(entry, 'degree'),
      startDate: dateOf(entry, 'start_date'),
      endDate: dateOf(entry, 'end_date'),
    };
  });
}

function certificationsOf(row: Scope): PersonRecord['certifications'] {
  return objectsOf(row, 'certifications').map((entry) => {
    noteUnknownKeys(entry, KNOWN_CERTIFICATION_KEYS);
    return { authority: textOf(entry, 'authority'), name: textOf(entry, 'name'), url: textOf(entry, 'url') };
  });
}

// Converts a raw row to a person record, field by field.
import type {
  EmailRecord,
  ExperienceRecord,
  NetworkUrl,
  PersonRecord,
  PhoneRecord,
} from '../../contract/import-records.ts';
import { LIMITS } from '../../contract/limits.ts';
import { PERSON } from '../../contract/record-table/person-members.ts';
import { EXPERIENCE } from '../../contract/record-table/position-members.ts';
import { generatedPersonSlug, personIdentities } from '../../identity/generated-slug.ts';
import { parseNetworkUrl } from '../../identity/network-url.ts';
import { compareNames, nameWords } from '../../identity/person-names/compare-names.ts';
import { emailsOf, phonesOf } from './contacts/contacts.ts';
import { idsReader } from './external-ids.ts';
import { inCountry, locationOf } from './identities.ts';
import { REMARK_DROPPED, withoutRemark } from './name-remark.ts';
import { isFormOfAddress, isNoName, isPlaceholderName, namePart, personName } from './person-name.ts';
import { experiencesOf } from './positions.ts';
import { keysOf, recordReader } from './read-members.ts';
import {
  integerOf,
  isAbsent,
  isReject,
  lineOf,
  noteUnknownKeys,
  type Reject,
  type Scope,
  statedOf,
  textOf,
} from './scope.ts';

const KNOWN_KEYS = keysOf(EXPERIENCE, PERSON);
const readPerson = recordReader(PERSON);
const idsIn = idsReader(PERSON);

const NOWHERE = { city: null, state_code: null, country_code: null };

interface PersonContext {
  /** YYYY-MM-DD, UTC. Positions that ended before it are not current, whatever the row states. */
  readonly today: string;
  /** The country of a place without one, ISO alpha-2. */
  readonly country?: string | null;
}

/**
 * The person of a row. Rejects a row without a name, and one without an identity: a profile URL, e-mail address, phone
 * number or employer. Any other bad value is dropped and noted.
 */
export function normalizePerson(row: Scope, context: PersonContext): PersonRecord | Reject {
  noteUnknownKeys(row, KNOWN_KEYS);
  const names = namesOf(row);
  if (names.full_name === null) {
    const { placeholder } = names;
    const reason = placeholder === null ? 'a person needs a name' : 'a person needs a name, not a placeholder';
    return { field: 'full_name', reason, value: placeholder ?? row.values['full_name'] ?? null };
  }
  const experiences = experiencesOf(row, { ...context, remark: names.remark });
  const location = inCountry(locationOf(row, 'location'), NOWHERE, context.country);
  const emails = emailsOf(row, employerDomains(experiences));
  const phones = phonesOf(row, location?.country_code ?? null);
  const network_url = networkUrlOf(row, { full_name: names.full_name, emails, phones, experiences });
  if (isReject(network_url)) return network_url;
  return readPerson(row, {
    network_url,
    full_name: names.full_name,
    first_name: names.first_name,
    last_name: names.last_name,
    headline: statedOf(row, 'headline') ?? names.remark,
    location,
    connections_count: connectionsOf(row),
    experiences,
    emails,
    phones,
  });
}

/**
 * If the row has no parts, `Last, First` supplies them. If the whole name is missing or belongs to another person, the
 * parts supply it.
 */
function namesOf(row: Scope) {
  const first = nameOf(row, 'first_name');
  const last = lastNameOf(row);
  const full = nameOf(row, 'full_name');
  const whole = full === null ? null : personName(full);
  const [first_name, last_name] = withoutRepetition(
    first === null ? (whole?.parts?.[0] ?? null) : namePart(first, 'first'),
    last === null ? (whole?.parts?.[1] ?? null) : namePart(last, 'last'),
  );
  const joined = [first_name, last_name].filter((name) => name !== null).join(' ');
  const isOfAnother = first_name !== null && last_name !== null && contradicts(whole?.name ?? '', joined);
  if (isOfAnother) row.notes.warn('full_name', 'dropped: contradicts first_name and last_name', full);
  const names = isOfAnother ? [joined] : [whole?.name ?? '', joined];
  const filled = names.filter((name) => name !== '');
  const usable = filled.find((name) => !isPlaceholderName(name)) ?? null;
  if (usable !== null && whole !== null && isPlaceholderName(whole.name))
    row.notes.warn('full_name', 'a placeholder, not a name', full);
  const placeholder = usable === null && filled.length > 0 ? (full ?? joined) : null;
  return {
    first_name,
    last_name,
    full_name: usable,
    placeholder,
    remark: isOfAnother ? null : (whole?.remark ?? null),
  };
}

type NameParts = readonly [first: string | null, last: string | null];

/** First and last name if one of them contains the other: `Jane Roe` and `Roe`, or the whole name in both. */
function withoutRepetition(first: string | null, last: string | null): NameParts {
  if (first === null || last === null) return [first, last];
  if (first.endsWith(` ${last}`)) return [first.slice(0, -last.length).trim(), last];
  if (last.startsWith(`${first} `)) return [first, last.slice(first.length).trim()];
  const words = first === last ? first.split(' ') : [];
  return words.length === 2 ? [words[0] ?? null, words[1] ?? null] : [first, last];
}

/**
 * The last name with its prefix and the second last name, which Dutch, and Spanish and Portuguese lists keep in columns
 * of their own: `van der Meulen`, `García López`.
 */
function lastNameOf(row: Scope): string | null {
  const main = nameOf(row, 'last_name');
  const prefix = main === null ? null : nameOf(row, 'last_name_prefix');
  const first = prefix === null || main?.startsWith(`${prefix} `) ? main : `${prefix} ${main}`;
  const second = nameOf(row, 'second_last_name');
  if (first === null || second === null) return first ?? second;
  return first.endsWith(` ${second}`) ? first : `${first} ${second}`;
}

function nameOf(row: Scope, field: string): string | null {
  const given = lineOf(row, field);
  if (given === null) return null;
  const text = withoutRemark(given);
  if (text !== given) row.notes.warn(field, REMARK_DROPPED, given);
  if (text === '') return null;
  const isAddress = field !== 'full_name' && isFormOfAddress(text);
  if (!isAddress && !isNoName(text)) return text;
  row.notes.warn(field, `dropped: ${isAddress ? 'a form of address' : 'an address or a number'}, not a name`, text);
  return null;
}

/** Whether a whole name belongs to a different person than the first and last names. */
function contradicts(whole: string, joined: string): boolean {
  if (whole === '' || whole === joined || isPlaceholderName(whole) || isPlaceholderName(joined)) return false;
  const { given, surname, areUncomparable } = compareNames(whole, joined);
  if (areUncomparable || (surname !== 'different' && given !== 'different')) return false;
  // Word orders that the comparison of two people does not handle: `Иванова Анна Петровна`, `山田太郎`.
  const words = new Set(nameWords(whole));
  const letters = (name: string) => [...nameWords(name).join('')].sort().join('');
  return !nameWords(joined).every((word) => words.has(word)) && letters(whole) !== letters(joined);
}

const employerDomains = (experiences: readonly ExperienceRecord[]) =>
  experiences.map(({ company_domain }) => company_domain);

function connectionsOf(row: Scope): number | null {
  const count = integerOf(row, 'connections_count', { min: 0, max: Number.MAX_SAFE_INTEGER });
  return count === null ? null : Math.min(count, LIMITS.connectionsCountMax);
}

interface KnownOfPerson {
  readonly full_name: string;
  readonly emails: readonly EmailRecord[];
  readonly phones: readonly PhoneRecord[];
  readonly experiences: readonly ExperienceRecord[];
}

const NO_PROFILE = 'not a person profile URL (/in/{slug})';
const NOTHING_KNOWN = 'no identity: give network_url, an e-mail address, a phone number, an employer or crm_id';
const NOTHING_ELSE = 'no other identity: give an e-mail address, a phone number, an employer or crm_id';

/**
 * The profile URL, else a generated slug that is the same for every import of the row. An invalid URL is noted if
 * another identity exists.
 */
function networkUrlOf(row: Scope, person: KnownOfPerson): NetworkUrl | Reject {
  const text = textOf(row, 'network_url');
  const network_url = text === null ? null : parseNetworkUrl(text, 'person');
  if (network_url !== null) return network_url;
  const [identity = personIdentities({ ...person, ...idsIn(row) })[0]] = personIdentities(person);
  if (identity !== undefined) {
    if (text !== null) row.notes.warn('network_url', NO_PROFILE, text);
    return { slug: generatedPersonSlug(person.full_name, identity), host: null };
  }
  if (text !== null) return { field: 'network_url', reason: `${NO_PROFILE}, and ${NOTHING_ELSE}`, value: text };
  // The reader of the value has already noted a value that it cannot use.
  const field = IDENTITY_KEYS.find((key) => !isAbsent(row.values[key])) ?? 'network_url';
  return { field, reason: NOTHING_KNOWN, value: row.values[field] ?? null };
}

const IDENTITY_KEYS =
  'email emails phone mobile_phone direct_phone work_phone phones company_name company_domain'.split(' ');

// Everything that is stored of a person, made from the record alone: what needs no look into the store is done before it is written.
import type { EmailRecord, ExperienceRecord, PersonRecord, PhoneRecord } from '../contract/import-records.ts';
import { companyNameKey } from '../identity/company-name.ts';
import { hasMadeSlug } from '../identity/made-slug.ts';
import { wordKey } from '../words/words.ts';
import { type EmployerName, employerName } from './employer-name.ts';
import { rowHash } from './row-hash.ts';
import { jsonString } from './views/answered-texts.ts';
import { currentPositions, personForm } from './views/person-json.ts';

/** A current position as it is stored: how it names its employer, and the rest of its entry (positions.ts). */
type PreparedPosition = EmployerName & { readonly rest: string };

/** Plain values only: it may cross from one thread to another. */
export interface PreparedPerson {
  readonly slug: string;
  /** 1: the slug is made, not known from a profile URL. */
  readonly madeSlug: number;
  readonly countryCode: string | null;
  readonly city: string | null;
  readonly connectionsCount: number | null;
  readonly headline: string | null;
  /** As answered. */
  readonly fullName: string;
  readonly json: string;
  readonly unanswered: string;
  /** The main one first. */
  readonly positions: readonly PreparedPosition[];
  /** A number for name and employer together; null where either is missing. */
  readonly employedKey: number | null;
  readonly emails: readonly EmailRecord[];
  readonly phones: readonly PhoneRecord[];
  /** Of the whole record. */
  readonly hash: number;
}

/** A person as stored, but for the hash. */
export type PreparedParts = Omit<PreparedPerson, 'hash'>;

export function preparePerson(record: PersonRecord): PreparedPerson {
  const parts = prepareParts(record);
  return { ...parts, hash: rowHash(`${parts.json}${parts.unanswered}${contactsText(record)}`) };
}

/** Where the hash is made of the bytes of the same texts (packed-people.ts). */
export function prepareParts(record: PersonRecord): PreparedParts {
  const { form, shown } = personForm(record);
  const positions = currentPositions(record);
  const shownPositions = shown === record ? positions : currentPositions(shown);
  const main = positions.length > 0 ? positions[0] : record.experiences[0];
  return {
    slug: record.networkUrl.slug,
    madeSlug: hasMadeSlug(record) ? 1 : 0,
    countryCode: record.location?.countryCode ?? null,
    city: shown.location?.city ?? null,
    connectionsCount: record.connectionsCount,
    headline: shown.headline,
    fullName: shown.fullName,
    json: form.json,
    unanswered: form.unanswered,
    positions: positions.map((position, index) => {
      const { slug, domain, nameKey } = employerName(position.employer);
      return { slug, domain, nameKey, rest: positionRest(shownPositions[index] ?? position) };
    }),
    employedKey: main === undefined ? null : employedKeyOf(record.fullName, main.employer),
    emails: record.emails,
    phones: record.phones,
  };
}

function employedKeyOf(fullName: string, { name, domain, networkUrl }: PersonRecord['experiences'][0]['employer']) {
  const employer = name === null ? (domain ?? networkUrl?.slug ?? null) : companyNameKey(name);
  return employer === null ? null : rowHash(`${wordKey(fullName)}|${employer}`);
}

/** The entry of a position (sqlite/positions.ts) behind the employer's id; the title is as it is answered. */
function positionRest({ title, level, function: named }: ExperienceRecord): string {
  return `${jsonString(title)},${jsonString(level)},${jsonString(named)}]`;
}

const NO_CONTACTS = '[[],[]]';

/** Equal for equal contacts. */
export function contactsText({ emails, phones }: Pick<PersonRecord, 'emails' | 'phones'>): string {
  if (emails.length === 0 && phones.length === 0) return NO_CONTACTS;
  return JSON.stringify([
    emails.map(({ email, status, verifiedAt, isPrimary }) => [email, status, verifiedAt, isPrimary]),
    phones.map(({ phone, kind }) => [phone, kind]),
  ]);
}

/** The contacts of which contactsText made this text. */
export function contactsOf(text: string): Pick<PersonRecord, 'emails' | 'phones'> {
  if (text === NO_CONTACTS) return { emails: [], phones: [] };
  const [emails, phones] = JSON.parse(text) as ContactRows;
  return {
    emails: emails.map(([email, status, verifiedAt, isPrimary]) => ({ email, status, verifiedAt, isPrimary })),
    phones: phones.map(([phone, kind]) => ({ phone, kind })),
  };
}

type ContactRows = readonly [
  emails: readonly (readonly [
    EmailRecord['email'],
    EmailRecord['status'],
    EmailRecord['verifiedAt'],
    EmailRecord['isPrimary'],
  ])[],
  phones: readonly (readonly [PhoneRecord['phone'], PhoneRecord['kind']])[],
];

// Everything that is stored of a person, made from the record alone: what needs no look into the store is done before it is written.
import type { EmailRecord, ExperienceRecord, PersonRecord, PhoneRecord } from '../contract/import-records.ts';
import { companyNameKey } from '../identity/company-name.ts';
import { hasMadeSlug } from '../identity/made-slug.ts';
import { wordKey } from '../words/words.ts';
import { type EmployerName, employerName } from './employer-name.ts';
import { rowHash } from './row-hash.ts';
import { currentPositions, personForm } from './views/person-json.ts';
import { redact, redactMaybe } from './views/redact.ts';

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

export function preparePerson(record: PersonRecord): PreparedPerson {
  const { json, unanswered } = personForm(record);
  const positions = currentPositions(record);
  const [main] = positions.length > 0 ? positions : record.experiences;
  return {
    slug: record.networkUrl.slug,
    madeSlug: hasMadeSlug(record) ? 1 : 0,
    countryCode: record.location?.countryCode ?? null,
    city: redactMaybe(record.location?.city ?? null),
    connectionsCount: record.connectionsCount,
    headline: redactMaybe(record.headline),
    fullName: redact(record.fullName),
    json,
    unanswered,
    positions: positions.map((position) => ({ ...employerName(position.employer), rest: positionRest(position) })),
    employedKey: main === undefined ? null : employedKeyOf(record.fullName, main.employer),
    emails: record.emails,
    phones: record.phones,
    hash: rowHash(`${json}${unanswered}${contactsText(record)}`),
  };
}

function employedKeyOf(fullName: string, { name, domain, networkUrl }: PersonRecord['experiences'][0]['employer']) {
  const employer = name === null ? (domain ?? networkUrl?.slug ?? null) : companyNameKey(name);
  return employer === null ? null : rowHash(`${wordKey(fullName)}|${employer}`);
}

/** The entry of a position (sqlite/positions.ts) behind the employer's id; the title is as it is answered. */
function positionRest({ title, level, function: named }: ExperienceRecord): string {
  return JSON.stringify([redactMaybe(title), level, named]).slice(1);
}

/** Equal for equal contacts. */
export function contactsText({ emails, phones }: Pick<PersonRecord, 'emails' | 'phones'>): string {
  return JSON.stringify([
    emails.map(({ email, status, verifiedAt, isPrimary }) => [email, status, verifiedAt, isPrimary]),
    phones.map(({ phone, kind }) => [phone, kind]),
  ]);
}

// E-mail addresses and phone numbers of a generated person. Addresses end in .example and belong to one person each;
// some phone numbers are a company's shared switchboard.
import type { EmailStatus } from '../contract/vocabularies/email-statuses.ts';
import { timestampText } from './calendar.ts';
import type { Employer } from './employers.ts';
import type { GeneratedEmail, GeneratedPhone } from './generated-records.ts';
import type { PersonName } from './person-name.ts';
import { reservedPhone } from './phone-number.ts';
import profiles from './profiles.json' with { type: 'json' };
import { hash32, type Random, weighted, words } from './random.ts';

interface Contact {
  /** Index of the person. */
  readonly person: number;
  readonly name: PersonName;
  /** Null for a person without an employer. */
  readonly employer: Employer | null;
  /** Rank of the person's seat at the employer; null if the person has no seat there. */
  readonly rank: number | null;
  readonly formerEmployer: Employer | null;
  /** ISO alpha-2 code of the country of residence. */
  readonly country_code: string;
  readonly today: number;
}

const STATUSES: readonly EmailStatus[] = weighted([
  ['valid', 61],
  ['catch_all', 20],
  ['unknown', 12],
  ['invalid', 7],
]);
const MAILBOXES = words(profiles.mailboxes);

/** The format of the local parts at a company. */
const LOCAL_PARTS: readonly ((name: PersonName) => string)[] = [
  (name) => `${name.asciiFirst}.${name.asciiLast}`,
  (name) => `${name.asciiFirst[0]}${name.asciiLast}`,
  (name) => name.asciiFirst,
  (name) => `${name.asciiFirst[0]}.${name.asciiLast}`,
  (name) => `${name.asciiFirst}_${name.asciiLast}`,
];

/** Empty for about 30% of people; at most one is primary. */
export function generateEmails(random: Random, contact: Contact): GeneratedEmail[] {
  const { employer, formerEmployer } = contact;
  const addresses: string[] = [];
  if (employer?.email_domain && random.chance(0.7)) {
    const local = localPart(contact, employer);
    addresses.push(`${local}@${employer.email_domain}`);
    const other = employer.domains.find((domain) => domain !== employer.email_domain);
    if (other !== undefined && random.chance(0.4)) addresses.push(`${local}@${other}`);
  }
  if (random.chance(0.12)) addresses.push(`${personalPart(contact)}@${random.pick(MAILBOXES)}`);
  const emails = addresses.map((email, nth) =>
    checkedEmail(random, { email, primary: nth === 0, today: contact.today }),
  );
  if (formerEmployer?.email_domain && random.chance(0.02)) {
    const email = `${personalPart(contact)}@${formerEmployer.email_domain}`;
    const day = contact.today - random.between(100, 700);
    emails.push({ email, status: 'invalid', verified_at: timestampText(day, random.below(1440)), is_primary: false });
  }
  return emails;
}

function checkedEmail(random: Random, one: { email: string; primary: boolean; today: number }): GeneratedEmail {
  const status = random.pick(STATUSES);
  const checked = status !== 'unknown' || random.chance(0.5);
  const verified_at = timestampText(one.today - checkAge(random.below(400)), random.below(1440));
  return {
    email: one.email,
    status,
    verified_at: checked ? verified_at : null,
    is_primary: one.primary && random.chance(0.8),
  };
}

/**
 * Days since the check, for a draw below 400: four of five checks are from the last 60 days, the others up to a year
 * older.
 */
function checkAge(draw: number): number {
  return draw < 320 ? 1 + (draw % 60) : 61 + (draw - 320) * 4;
}

/** Appends the rank, which makes the address unique at its domain; the head of a company needs no number. */
function localPart(contact: Contact, employer: Employer): string {
  if (contact.rank === null || employer.sharesDomain) return personalPart(contact);
  const part = LOCAL_PARTS[employer.index % LOCAL_PARTS.length]!(contact.name);
  return contact.rank === 0 ? part : `${part}${contact.rank}`;
}

/** Appends the person's index after a dot; local parts with a rank contain no dot before the number. */
function personalPart({ name, person }: Contact): string {
  return `${name.asciiFirst}.${name.asciiLast}.${person}`;
}

/** One or two for about 35% of people. */
export function generatePhones(random: Random, { country_code, employer }: Contact): GeneratedPhone[] {
  const draw = random.fraction();
  if (draw >= 0.35) return [];
  const own = ownPhone(random, country_code);
  const work = employer && draw < 0.1 ? switchboardOf(employer) : own.phone;
  return work === own.phone ? [own] : [own, { phone: work, kind: 'work' }];
}

function ownPhone(random: Random, country_code: string): GeneratedPhone {
  const { phone, mobile } = reservedPhone(random.below(0xffff_ffff), country_code);
  return { phone, kind: mobile ? 'mobile' : 'direct' };
}

function switchboardOf(employer: Employer): string {
  return reservedPhone(hash32(employer.network_url), employer.country.code).phone;
}

// Generates the slug of a record whose source has no profile URL: readable, and deterministic for equal text.
import { createHash } from 'node:crypto';
import type { PersonRecord } from '../contract/import-records.ts';
import { wordKey } from '../words/words.ts';
import { externalIdKeys, externalIdsOf } from './external-ids.ts';

const NOT_IN_SLUGS = /[^\p{L}\p{M}\p{Nd}_.&'+(),’-]/gu;
/** Characters of the hash in a person's generated slug: 48 bits, so that collisions of namesakes are unlikely. */
const HASH_LENGTH = 12;
const NAME_LENGTH_MAX = 100;
/** The slugs of namesakes with equal values are numbered from 2. */
const MADE = /^((?:.*-)?([0-9a-f]{12}))(?:-\d+)?$/su;

/**
 * The folded words of a text joined by hyphens, at most `lengthMax` code points, as a normalized slug; empty for a text
 * without words.
 */
export function slugOfText(text: string, lengthMax: number): string {
  const slug = wordKey(text).replaceAll(' ', '-').replace(NOT_IN_SLUGS, '').normalize('NFC');
  return [...slug].slice(0, lengthMax).join('');
}

type KnownOfPerson = Pick<PersonRecord, 'full_name' | 'emails' | 'phones' | 'experiences'>;

/** The generated slug of a person: the name, and a hash of one of personIdentities. */
export function madePersonSlug(full_name: string, identity: string): string {
  return [slugOfText(full_name, NAME_LENGTH_MAX), hashOf(identity)].filter((part) => part !== '').join('-');
}

/**
 * The identities of a person without a profile URL, the best first: the e-mail addresses, the name with an employer,
 * the phone numbers (as a household or an office may share one), and external ids (last, as few sources have them).
 */
export function personIdentities(person: KnownOfPerson): string[] {
  const { full_name, emails, phones, experiences } = person;
  const employed = experiences.flatMap(({ company_network_url, company_domain, company_name }) => {
    const key = company_network_url?.slug ?? company_domain ?? company_name;
    return key === null ? [] : [`${wordKey(full_name)}|${wordKey(key)}`];
  });
  return [...emails.map(({ email }) => email), ...employed, ...phones.map(({ phone }) => phone), ...idsOf(person)];
}

const idsOf = (person: KnownOfPerson) => externalIdKeys(externalIdsOf('person', person));

/** Whether the record has no profile URL: its slug is that of madePersonSlug; a namesake's has a number. */
export function hasMadeSlug(person: KnownOfPerson & Pick<PersonRecord, 'network_url'>): boolean {
  const hash = MADE.exec(person.network_url.slug)?.[2];
  return hash !== undefined && personIdentities(person).some((identity) => hashOf(identity) === hash);
}

/** A made slug without the number of a namesake, which says nothing about the person. */
export function withoutNumber(madeSlug: string): string {
  return MADE.exec(madeSlug)?.[1] ?? madeSlug;
}

/** True if a slug has the form of those of madePersonSlug. */
export function looksMade(slug: string): boolean {
  return MADE.test(slug);
}

function hashOf(identity: string): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, HASH_LENGTH);
}

// Generates the slug of a record whose source has no profile URL: readable, and deterministic for equal text.
import { createHash } from 'node:crypto';
import type { PersonRecord } from '../contract/import-records.ts';
import { wordKey } from '../words/words.ts';
import { externalIdKeys, externalIdsOf } from './external-ids.ts';

const NOT_IN_SLUGS = /[^\p{L}\p{M}\p{Nd}_.&'+(),’-]/gu;
/** Characters of the hash in a person's generated slug: 48 bits, so that collisions of namesakes are unlikely. */
const HASH_LENGTH = 12;
const NAME_LENGTH_MAX = 100;
const ENDS_IN_HASH = /(?:^|-)([0-9a-f]{12})$/;

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

/** True if madePersonSlug generates this slug for the record. */
export function hasMadeSlug(person: KnownOfPerson & Pick<PersonRecord, 'network_url'>): boolean {
  const found = ENDS_IN_HASH.exec(person.network_url.slug)?.[1];
  return found !== undefined && personIdentities(person).some((identity) => hashOf(identity) === found);
}

/** Whether the record has no profile URL: its slug is made, possibly with the number of a namesake at its end. */
export function lacksProfile(person: KnownOfPerson & Pick<PersonRecord, 'network_url'>): boolean {
  const { slug } = person.network_url;
  const isMade = (made: string) => hasMadeSlug({ ...person, network_url: { slug: made, host: null } });
  return isMade(slug) || isMade(slug.replace(/-\d+$/, ''));
}

/** True if a slug has the form of those of madePersonSlug. */
export function looksMade(slug: string): boolean {
  return ENDS_IN_HASH.test(slug);
}

function hashOf(identity: string): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, HASH_LENGTH);
}

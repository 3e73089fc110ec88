// The identities behind a generated slug in the suppression list. They are values that all rows of the same person or
// company have, unlike the generated slug, which depends on the slugs that are free.
import type { CompanyRecord, PersonRecord } from '../../contract/import-records.ts';
import { companyNameKey } from '../../identity/company-names/company-name.ts';
import { siteOf } from '../../identity/domain.ts';
import { generatedPersonSlug, hasGeneratedSlug, personIdentities } from '../../identity/generated-slug.ts';
import { mailboxOf } from '../../identity/mailbox.ts';
import { nameKey } from '../company-names.ts';

/**
 * The name with each website, or the name alone. A company with a profile URL does not have the identity of the name
 * alone. The name is its key and its words as written: the key changes when a version knows further legal forms.
 */
export function identitiesOfCompany({ network_url, name, domains }: CompanyRecord, isGenerated: boolean): string[] {
  const keys = [companyNameKey(name) || nameKey(name), `=${nameKey(name)}`];
  const sites = [...new Set(domains.map(siteOf))];
  if (sites.length === 0) return isGenerated || network_url === null ? keys.map((key) => `${key}|`) : [];
  return sites.flatMap((site) => keys.map((key) => `${key}|${site}`));
}

/**
 * The name with each value of which a slug can be made, and with the mailbox of each e-mail address. For a person with
 * a profile URL: the profile slug, and the name with each e-mail address and mailbox, because namesakes may share the
 * other values.
 */
export function identitiesOfPerson(person: PersonRecord, isGenerated: boolean): string[] {
  const made = (values: readonly string[]) => values.map((value) => generatedPersonSlug(person.full_name, value));
  const mailboxes = person.emails.map(({ email }) => mailboxOf(email));
  if (isGenerated || hasGeneratedSlug(person)) return made([...personIdentities(person), ...mailboxes]);
  return [person.network_url.slug, ...made([...person.emails.map(({ email }) => email), ...mailboxes])];
}

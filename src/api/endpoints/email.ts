// POST /v2/enrichment/email
import { statusNow } from '../../catalog/email-age.ts';
import type { EmailContact, Lookups } from '../../catalog/port.ts';
import { OWNERS_MAX } from '../../contract/documents.ts';
import { ANSWERED_EMAIL_STATUSES } from '../../contract/vocabularies/email-statuses.ts';
import { isPersonalMail } from '../../identity/personal-mail.ts';
import type { Handler } from '../context.ts';
import { namedPerson, withRecord } from '../match/named-record.ts';
import { notFound, unknownPerson } from '../not-found.ts';

const STATUS_ORDER: readonly (string | null)[] = [...ANSWERED_EMAIL_STATUSES, null];

/** The best address of a person: work addresses before personal ones, never an invalid address. */
export const email: Handler<'email'> = (body, context) => {
  const { lookups, clock, emailStatusDays } = context;
  return withRecord(namedPerson(body, context), async (slug) => {
    const known = await lookups.emailsOf(slug);
    if (!known) throw unknownPerson();
    const nowMs = clock.now();
    const usable = known
      .filter((contact) => contact.status !== 'invalid')
      .map((contact) => ({ ...contact, status: statusNow(contact, { nowMs, days: emailStatusDays }) }));
    // Fast path: most people have one address.
    const emails = usable.length < 2 ? usable : await bestFirst(usable, slug, lookups);
    const [best] = emails;
    if (!best) throw notFound('no usable e-mail address of this person is known');
    return JSON.stringify({ found: true, ...wireOf(best), all_emails: emails.map(wireOf) });
  });
};

async function bestFirst(emails: readonly EmailContact[], slug: string, lookups: Lookups): Promise<EmailContact[]> {
  const personal = await personalEmails(emails, slug, lookups);
  const rank = (contact: EmailContact) => (personal.includes(contact) ? 1 : 0);
  return emails.toSorted((a, b) => rank(a) - rank(b) || betterEmailFirst(a, b));
}

/** Personal addresses are those at free mail providers, except for employees of such a provider. */
async function personalEmails(
  emails: readonly EmailContact[],
  slug: string,
  lookups: Lookups,
): Promise<EmailContact[]> {
  const personal: EmailContact[] = [];
  for (const contact of emails) {
    if (isPersonalMail(contact.email, []) && !(await worksAt(hostOf(contact.email), slug, lookups)))
      personal.push(contact);
  }
  return personal;
}

const hostOf = (address: string) => address.slice(address.indexOf('@') + 1);

type Employment = Readonly<Record<'company_domain' | 'company_network_url', string | null>>;

async function worksAt(domain: string, slug: string, lookups: Lookups): Promise<boolean> {
  const person = await lookups.personBySlug(slug);
  if (!person) return false;
  const { experiences } = JSON.parse(person.json) as { readonly experiences: readonly Employment[] };
  if (experiences.some(({ company_domain }) => company_domain === domain)) return true;
  const companies = await lookups.companiesByDomain(domain, OWNERS_MAX);
  return experiences.some((employment) =>
    companies.some(({ network_url }) => network_url === employment.company_network_url),
  );
}

function wireOf({ email: address, status, verified_at }: EmailContact) {
  return { email: address, status, verified_at };
}

/** Sort order: the primary address, then status, then the newest check, then address. */
function betterEmailFirst(a: EmailContact, b: EmailContact): number {
  if (a.is_primary !== b.is_primary) return a.is_primary ? -1 : 1;
  if (a.status !== b.status) return STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status);
  const [aChecked, bChecked] = [a.verified_at ?? '', b.verified_at ?? ''];
  if (aChecked !== bChecked) return aChecked > bChecked ? -1 : 1;
  return a.email < b.email ? -1 : 1;
}

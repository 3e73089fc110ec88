// POST /v2/enrichment/email
import type { EmailContact } from '../catalog/port.ts';
import type { Handler } from './context.ts';
import { personUrlOf } from './input.ts';
import { notFound, unknownPerson } from './not-found.ts';

const STATUS_ORDER = ['valid', 'catch_all', 'unknown', null];

/** The best address of a person; never an invalid one. */
export const email: Handler<'email'> = (body, { catalog }) => {
  const { slug } = personUrlOf(body.person_network_url);
  return async () => {
    const contacts = await catalog.contactsOf(slug);
    if (!contacts) throw unknownPerson();
    const usable = contacts.emails.filter((contact) => contact.status !== 'invalid').sort(betterEmailFirst);
    const [best, ...others] = usable.map(wireOf);
    if (!best) throw notFound('no usable e-mail address of this person is known');
    return JSON.stringify({ found: true, ...best, all_emails: [best, ...others] });
  };
};

function wireOf({ email: address, status, verifiedAt }: EmailContact) {
  return { email: address, status, verified_at: verifiedAt };
}

/** The primary address, then by status, then the newest check, then by address. */
function betterEmailFirst(a: EmailContact, b: EmailContact): number {
  if (a.isPrimary !== b.isPrimary) return a.isPrimary ? -1 : 1;
  if (a.status !== b.status) return STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status);
  const [aChecked, bChecked] = [a.verifiedAt ?? '', b.verifiedAt ?? ''];
  if (aChecked !== bChecked) return aChecked > bChecked ? -1 : 1;
  return a.email < b.email ? -1 : 1;
}

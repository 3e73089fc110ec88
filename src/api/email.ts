// POST /v2/enrichment/email
import type { EmailContact } from '../catalog/port.ts';
import type { Handler } from './context.ts';
import { personUrlOf } from './input.ts';
import { notFound, unknownPerson } from './not-found.ts';

const STATUS_ORDER = ['valid', 'catch_all', 'unknown', null];

/** The best address of a person; never an invalid one. */
export const email: Handler<'email'> = async (body, { catalog }) => {
  const person = await catalog.personBySlug(personUrlOf(body.person_network_url).slug);
  if (!person) throw unknownPerson();
  const { emails } = await catalog.contactsOf(person.id);
  const usable = emails.filter((contact) => contact.status !== 'invalid').sort(betterEmailFirst);
  const best = usable[0];
  if (!best) throw notFound('no usable e-mail address of this person is known');
  const wire = usable.map(({ email: address, status, verifiedAt }) => ({
    email: address,
    status,
    verified_at: verifiedAt,
  }));
  return JSON.stringify({
    found: true,
    email: best.email,
    status: best.status,
    verified_at: best.verifiedAt,
    all_emails: wire,
  });
};

/** The primary address, then by status, then the newest check, then by address. */
function betterEmailFirst(a: EmailContact, b: EmailContact): number {
  if (a.isPrimary !== b.isPrimary) return a.isPrimary ? -1 : 1;
  if (a.status !== b.status) return STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status);
  const [aChecked, bChecked] = [a.verifiedAt ?? '', b.verifiedAt ?? ''];
  if (aChecked !== bChecked) return aChecked > bChecked ? -1 : 1;
  return a.email < b.email ? -1 : 1;
}

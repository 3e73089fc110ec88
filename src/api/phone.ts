// POST /v2/enrichment/phone
import type { Handler } from './context.ts';
import { personUrlOf } from './input.ts';
import { notFound, unknownPerson } from './not-found.ts';

const KIND_ORDER = ['mobile', 'direct', 'work', null];

/** The best number of a person: mobile, direct, work; of equals the first imported. */
export const phone: Handler<'phone'> = async (body, { catalog }) => {
  const person = await catalog.personBySlug(personUrlOf(body.person_network_url).slug);
  if (!person) throw unknownPerson();
  const { phones } = await catalog.contactsOf(person.id);
  const best = phones.toSorted((a, b) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind))[0];
  if (!best) throw notFound('no phone number of this person is known');
  return JSON.stringify({ found: true, phone: best.phone });
};

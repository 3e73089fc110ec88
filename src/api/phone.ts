// POST /v2/enrichment/phone
import type { Handler } from './context.ts';
import { personUrlOf } from './input.ts';
import { notFound, unknownPerson } from './not-found.ts';

const KIND_ORDER = ['mobile', 'direct', 'work', null];

/** The best number of a person: mobile, direct, work; of equals the first imported. */
export const phone: Handler<'phone'> = (body, { catalog }) => {
  const { slug } = personUrlOf(body.person_network_url);
  return async () => {
    const phones = await catalog.phonesOf(slug);
    if (!phones) throw unknownPerson();
    const best = phones.toSorted((a, b) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind))[0];
    if (!best) throw notFound('no phone number of this person is known');
    return JSON.stringify({ found: true, phone: best.phone });
  };
};

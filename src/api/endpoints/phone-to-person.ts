// POST /v2/enrichment/phone-to-person
import type { Handler } from '../context.ts';
import { phonesOf } from '../input.ts';
import { notFound } from '../not-found.ts';
import { personJson } from '../rows.ts';

/** The owner of a number. If there are several, the one whose main employer comes first in the order of companies. */
export const phoneToPerson: Handler<'phone-to-person'> = (body, { lookups, phoneCountries }) => {
  const phones = phonesOf(body.phone, phoneCountries);
  return async () => {
    const [person] = await lookups.peopleByPhones(phones, 1);
    if (!person) throw notFound('no person with this phone number is known');
    return `{"found":true,"person":${personJson(person)}}`;
  };
};

// POST /v2/enrichment/email-to-person
import type { Handler } from '../context.ts';
import { emailOf } from '../input.ts';
import { notFound } from '../not-found.ts';
import { personJson } from '../rows.ts';

/** The owner of an address. */
export const emailToPerson: Handler<'email-to-person'> = (body, { lookups }) => {
  const address = emailOf(body.email);
  return async () => {
    const [person] = await lookups.peopleByEmail(address, 1);
    if (!person) throw notFound('no person with this e-mail address is known');
    return `{"found":true,"person":${personJson(person)}}`;
  };
};

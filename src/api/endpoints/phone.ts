// POST /v2/enrichment/phone
import type { PhoneContact } from '../../catalog/port.ts';
import type { Handler } from '../context.ts';
import { namedPerson, withRecord } from '../match/named-record.ts';
import { notFound, unknownPerson } from '../not-found.ts';

/** Lower is better. A number of unknown kind counts as direct. */
const RANK = { mobile: 0, direct: 1, work: 2 } as const;

/**
 * The best number of a person: mobile, then direct or unknown, then work if requested. Among equals, the one imported
 * first.
 */
export const phone: Handler<'phone'> = (body, context) => {
  const { lookups } = context;
  return withRecord(namedPerson(body, context), async (slug) => {
    const known = await lookups.phonesOf(slug);
    if (!known) throw unknownPerson();
    const accepted = body.include_work === true ? known : known.filter(({ kind }) => kind !== 'work');
    const [best] = accepted.toSorted((a, b) => rankOf(a) - rankOf(b));
    if (!best) throw notFound(missing(known));
    return JSON.stringify({ found: true, phone: best.phone, kind: best.kind });
  });
};

function rankOf({ kind }: PhoneContact): number {
  return RANK[kind ?? 'direct'];
}

function missing(known: readonly PhoneContact[]): string {
  return known.length === 0
    ? 'no phone number of this person is known'
    : 'no mobile or direct number of this person is known, only a work number; send "include_work": true to accept it';
}

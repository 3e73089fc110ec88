// POST /v2/enrichment/company
import type { Handler } from '../context.ts';
import { namedCompany, withRecord } from '../match/named-record.ts';
import { unknownCompany } from '../not-found.ts';

/** The complete record of a company. */
export const company: Handler<'company'> = (body, context) => {
  const { lookups } = context;
  return withRecord(namedCompany(body, context), async (slug) => {
    const known = await lookups.companyBySlug(slug);
    if (!known) throw unknownCompany();
    return `{"found":true,"company":${known.json}}`;
  });
};

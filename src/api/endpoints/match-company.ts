// POST /v2/match/company
import type { Handler } from '../context.ts';
import { companyUrlOf, domainOf } from '../input.ts';
import { companyCandidates } from '../match/company-match.ts';
import { idInputs } from '../match/id-inputs.ts';
import { matchAnswer } from '../match/match-answer.ts';
import { givenCountry, givenText, unidentifying } from '../match/match-input.ts';
import { EVEN_ODDS } from '../match/match-score.ts';
import { together } from '../together.ts';

/** Finds the company described by the keys. */
export const matchCompany: Handler<'match-company'> = async (body, context) => {
  const [profile, domain, name, country_code, city, ids] = await together(
    () => (body.network_url === undefined ? null : companyUrlOf(body.network_url, 'network_url').slug),
    () => (body.domain === undefined ? null : domainOf(body.domain)),
    () => givenText(body.name, 'name'),
    () => givenCountry(body.country_code),
    () => givenText(body.city, 'city'),
    () => idInputs('company', body),
  );
  if (profile === null && domain === null && name === null && ids.length === 0) throw unidentifying('company');
  return async () => {
    const candidates = await companyCandidates({ profile, domain, name, country_code, city, ids }, context);
    const recordOf = async (slug: string) => (await context.lookups.companyBySlug(slug))?.json ?? null;
    return matchAnswer(candidates, { kind: 'company', options: body, evenOdds: EVEN_ODDS.company, recordOf });
  };
};

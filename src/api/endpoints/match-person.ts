// POST /v2/match/person
import type { BodyOf } from '../../contract/endpoints.ts';
import { invalidInput } from '../../contract/errors.ts';
import type { ApiContext, Handler } from '../context.ts';
import { companyUrlOf, domainOf, emailOf, personUrlOf, phonesOf } from '../input.ts';
import { matchAnswer } from '../match/match-answer.ts';
import { countryOf, refuseKeys, textOf } from '../match/match-input.ts';
import { EVEN_ODDS } from '../match/match-score.ts';
import { type DescribedPerson, personCandidates } from '../match/person-match.ts';
import { personJson } from '../rows.ts';
import { together } from '../together.ts';

/** The person whom the keys describe. */
export const matchPerson: Handler<'match-person'> = async (body, context) => {
  const asked = await describedPerson(body, context);
  return async () => {
    const candidates = await personCandidates(asked, context);
    const recordOf = async (slug: string) => {
      const person = await context.lookUps.personBySlug(slug);
      return person && personJson(person);
    };
    return matchAnswer(candidates, { kind: 'person', options: body, evenOdds: EVEN_ODDS.person, recordOf });
  };
};

async function describedPerson(body: BodyOf<'match-person'>, { phoneCountries }: ApiContext): Promise<DescribedPerson> {
  const { network_url, email, phone, company_domain, company_network_url } = body;
  const [profile, address, phones, full, parts, company, domain, url, job_title, country_code, city] = await together(
    () => (network_url === undefined ? null : personUrlOf(network_url, 'network_url').slug),
    () => (email === undefined ? null : emailOf(email)),
    () => (phone === undefined ? [] : phonesOf(phone, phoneCountries)),
    () => textOf(body.full_name, 'full_name'),
    () => partsOf(body),
    () => textOf(body.company_name, 'company_name'),
    () => (company_domain === undefined ? null : domainOf(company_domain, 'company_domain')),
    () => (company_network_url === undefined ? null : companyUrlOf(company_network_url)),
    () => textOf(body.job_title, 'job_title'),
    () => countryOf(body.country_code),
    () => textOf(body.city, 'city'),
  );
  const name = full ?? parts;
  if (profile === null && address === null && phone === undefined && name === null) {
    refuseKeys(
      'at least one of network_url, email, phone, full_name, or first_name with last_name is required; the other keys only narrow a match',
    );
  }
  const employer = { name: company, domain, url };
  return { profile, email: address, phones, name, full, parts, employer, job_title, country_code, city };
}

/** The first and the last name as one; one of them alone is no name. */
function partsOf({ first_name, last_name }: BodyOf<'match-person'>): string | null {
  const [first, last] = [textOf(first_name, 'first_name'), textOf(last_name, 'last_name')];
  if (first === null && last === null) return null;
  if (first !== null && last !== null) return `${first} ${last}`;
  const path = first === null ? 'first_name' : 'last_name';
  const given = first === null ? 'last_name' : 'first_name';
  const message = `is required with ${given}; or give full_name instead`;
  throw invalidInput([{ path, message, suggestion: null }]);
}

// Normalizes the keys of a person in a body, or rejects them with a 422 that lists every invalid key.
import type { BodyOf } from '../../contract/endpoints/endpoints.ts';
import type { PersonKey } from '../../contract/endpoints/match-keys.ts';
import { invalidAt } from '../../contract/errors.ts';
import { isUnspaced } from '../../identity/person-names/unspaced-names.ts';
import type { ApiContext } from '../context.ts';
import { companyUrlOf, domainOf, emailOf, personUrlOf, phonesOf } from '../input.ts';
import { together } from '../together.ts';
import { idInputs } from './id-inputs.ts';
import { givenCountry, givenText, unidentifying } from './match-input.ts';
import type { DescribedPerson } from './person-match.ts';

type PersonKeys = Pick<BodyOf<'match-person'>, PersonKey>;
type PathOf = (key: PersonKey) => string;

/** `member`: the member of the body that contains the keys; '' if they are in the body itself. */
export async function describedPerson(
  keys: PersonKeys,
  { phoneCountries }: Pick<ApiContext, 'phoneCountries'>,
  member = '',
): Promise<DescribedPerson> {
  const { network_url, email, phone, company_domain, company_network_url } = keys;
  const path = (key: string) => (member === '' ? key : `${member}.${key}`);
  const text = (key: 'full_name' | 'company_name' | 'job_title' | 'city') => givenText(keys[key], path(key));
  const [profile, address, phones, full, parts, company, domain, url, job_title, country_code, city, ids] =
    await together(
      () => (network_url === undefined ? null : personUrlOf(network_url, path('network_url')).slug),
      () => (email === undefined ? null : emailOf(email, path('email'))),
      () => (phone === undefined ? [] : phonesOf(phone, phoneCountries, path('phone'))),
      () => text('full_name'),
      () => partsOf(keys, path),
      () => text('company_name'),
      () => (company_domain === undefined ? null : domainOf(company_domain, path('company_domain'))),
      () => (company_network_url === undefined ? null : companyUrlOf(company_network_url, path('company_network_url'))),
      () => text('job_title'),
      () => givenCountry(keys.country_code, path('country_code')),
      () => text('city'),
      () => idInputs('person', keys, path),
    );
  const name = full ?? parts;
  if (profile === null && address === null && phone === undefined && name === null && ids.length === 0)
    throw unidentifying('person', member);
  const employer = { name: company, domain, url };
  return { profile, email: address, phones, name, full, parts, employer, job_title, country_code, city, ids };
}

/** First and last name as one name, in its usual order; null unless both are given. */
function partsOf({ first_name, last_name }: PersonKeys, pathOf: PathOf): string | null {
  const [first, last] = [givenText(first_name, pathOf('first_name')), givenText(last_name, pathOf('last_name'))];
  if (first === null && last === null) return null;
  if (first !== null && last !== null) return isUnspaced(last + first) ? `${last} ${first}` : `${first} ${last}`;
  const path = pathOf(first === null ? 'first_name' : 'last_name');
  const given = first === null ? 'last_name' : 'first_name';
  const message = `is required with ${given}; or give full_name instead`;
  throw invalidAt(path, message);
}

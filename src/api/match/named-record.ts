// Finds the record that the body of a look-up names: by its profile URL, or as the best match of its keys.
import type { BodyOf } from '../../contract/endpoints/endpoints.ts';
import type { ApiContext, Payload, Work } from '../context.ts';
import { companyUrlOf, domainOf, personUrlOf } from '../input.ts';
import { together } from '../together.ts';
import { companyCandidates } from './company-match.ts';
import { describedPerson } from './described-person.ts';
import { matchedSlug } from './match-answer.ts';
import { givenText } from './match-input.ts';
import { EVEN_ODDS } from './match-score.ts';
import { personCandidates } from './person-match.ts';

/** Finds the slug of the record; throws NOT_FOUND if no candidate matches well enough. */
type SlugOf = () => string | Promise<string>;

/** Plans a look-up on its record. A body with a profile URL is planned at once, because most calls have one. */
export function withRecord(
  named: SlugOf | Promise<SlugOf>,
  answer: (slug: string) => Promise<Payload>,
): Work | Promise<Work> {
  const workOf = (slugOf: SlugOf) => async () => answer(await slugOf());
  return 'then' in named ? named.then(workOf) : workOf(named);
}

export function namedPerson(
  { person_network_url: url, person }: Pick<BodyOf<'email'>, 'person_network_url' | 'person'>,
  context: ApiContext,
): SlugOf | Promise<SlugOf> {
  if (person === undefined) return slugOf(url, personUrlOf);
  return describedBy(url, context, person);
}

async function describedBy(
  url: string | undefined,
  context: ApiContext,
  person: NonNullable<BodyOf<'email'>['person']>,
): Promise<SlugOf> {
  // Both are present only while the faults of a rejected body are collected.
  const [, input] = await together(
    () => (url === undefined ? null : personUrlOf(url)),
    () => describedPerson(person, context, 'person'),
  );
  return async () => {
    const candidates = await personCandidates(input, context);
    return matchedSlug(candidates, { kind: 'person', evenOdds: EVEN_ODDS.person });
  };
}

export function namedCompany(
  { company_network_url: url, domain, name }: BodyOf<'company'>,
  context: ApiContext,
): SlugOf | Promise<SlugOf> {
  if (domain === undefined && name === undefined) return slugOf(url, companyUrlOf);
  return matchedCompany({ url, domain, name }, context);
}

async function matchedCompany(
  given: Readonly<Record<'url' | 'domain' | 'name', string | undefined>>,
  context: ApiContext,
): Promise<SlugOf> {
  const [, domain, name] = await together(
    () => (given.url === undefined ? null : companyUrlOf(given.url)),
    () => (given.domain === undefined ? null : domainOf(given.domain)),
    () => givenText(given.name, 'name'),
  );
  return async () => {
    const input = { profile: null, domain, name, country_code: null, city: null, ids: [] };
    const candidates = await companyCandidates(input, context);
    return matchedSlug(candidates, { kind: 'company', evenOdds: EVEN_ODDS.company });
  };
}

function slugOf(url: string | undefined, read: (url: string) => { readonly slug: string }): SlugOf {
  if (url === undefined) throw new Error('the schema of the body demands a profile URL where nothing else is given');
  const { slug } = read(url);
  return () => slug;
}

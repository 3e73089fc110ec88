// Law of look-ups: look-ups by identifiers give the same answers, byte for byte, from the edition as from the catalog.
// All endpoints that find a record by an identifier, over random records that share slugs, addresses, numbers and
// domains.
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { Lookups } from '../src/catalog/port.ts';
import { ENDPOINTS, type Operation } from '../src/contract/endpoints/endpoints.ts';
import { Edition } from '../src/search/edition/edition.ts';
import { FIXTURE } from './support/fixture.ts';
import { company, companyUrl, opening, person, personUrl, position, rank } from './support/fixture-records.ts';
import { type Records, startTestService, type TestService } from './support/service.ts';

let service: TestService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

const COMPANIES = ['acme', 'beta', 'mail-house', '東京'];
const PEOPLE = ['ann', 'bob', 'cy', 'dörte', 'eve'];
const DOMAINS = ['acme.example', 'shop.acme.example', 'shared.example', 'gmail.com'];
const ADDRESSES = ['ann@acme.example', 'ann@gmail.com', 'team@shared.example', 'bob@gmail.com'];
const NUMBERS = ['+447700900001', '+447700900002', '+12025550142'];
const IDS = ['7', '8'];
const KINDS = ['mobile', 'direct', 'work', undefined];

const some = <Value>(values: readonly Value[], maxLength: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength });

const companies = fc.uniqueArray(
  fc.record({
    slug: fc.constantFrom(...COMPANIES),
    employees: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    domains: some(DOMAINS, 2),
    emailDomain: fc.constantFrom(undefined, 'post.example'),
    ids: some(IDS, 2),
  }),
  { selector: ({ slug }) => slug, minLength: 1 },
);
const people = fc.uniqueArray(
  fc.record({
    slug: fc.constantFrom(...PEOPLE),
    employers: some([...COMPANIES, 'unknown-employer'], 2),
    title: fc.constantFrom('Cook "chef"', 'VP Sales', null),
    addresses: some(ADDRESSES, 3),
    status: fc.constantFrom('valid', 'invalid', 'catch_all', null),
    numbers: some(NUMBERS, 2),
    kind: fc.constantFrom(...KINDS),
    ids: some(IDS, 2),
  }),
  { selector: ({ slug }) => slug, minLength: 1 },
);
const records = fc.record({ companies, people }).map(
  (made): Records => ({
    companies: made.companies.map(({ slug, employees, domains, emailDomain, ids }) =>
      company(slug, `Company ${slug}`, { employee_count: employees, domains, email_domain: emailDomain, crm_id: ids }),
    ),
    people: made.people.map(({ slug, employers, title, addresses, status, numbers, kind, ids }) =>
      person(slug, 5, {
        experiences: employers.map((each) => position(each, title, rank('VP'))),
        emails: addresses.map((email, index) => ({ email, status, verified_at: `2029-0${index + 1}-02T03:04:05Z` })),
        phones: numbers.map((phone) => ({ phone, kind })),
        x_handle: ids,
      }),
    ),
    jobs: made.companies.map(({ slug }) => opening(slug, 'Cook')),
  }),
);

/** A call of each endpoint with each identifier that a record may have. */
const CALLS: readonly (readonly [Operation, object])[] = [
  ...[...PEOPLE, 'unknown'].flatMap((slug): [Operation, object][] => [
    ['email', { person_network_url: personUrl(slug) }],
    ['phone', { person_network_url: personUrl(slug), include_work: true }],
  ]),
  ...ADDRESSES.map((email): [Operation, object] => ['email-to-person', { email }]),
  ...NUMBERS.map((phone): [Operation, object] => ['phone-to-person', { phone }]),
  ...[...COMPANIES, 'unknown'].flatMap((slug): [Operation, object][] => {
    const url = { company_network_url: companyUrl(slug) };
    return [
      ['company', url],
      ['network-to-domain', url],
      ['company-jobs', url],
      ['employee-finder', url],
      ['department-distribution', url],
      ['country-distribution', url],
      ['waterfall', { ...url, cascade: [{ location: ['WORLD'] }] }],
    ];
  }),
  ...[...DOMAINS, 'deep.shop.acme.example', 'unknown.example'].flatMap((domain): [Operation, object][] => [
    ['domain-to-network', { domain }],
    ['company-jobs', { domain }],
    ['company-search', { company: { domain: [domain] } }],
  ]),
  ...[...IDS, '9'].flatMap((id): [Operation, object][] => [
    ['match-person', { x_handle: id, max_candidates: 5, min_score: 0 }],
    ['match-company', { crm_id: id, max_candidates: 5, min_score: 0 }],
  ]),
  ['match-person', { full_name: 'Ann', company_network_url: companyUrl('acme'), max_candidates: 5, min_score: 0 }],
  ['people-search', { people: { network_url: [...PEOPLE, 'unknown'].map(personUrl) } }],
  ['people-search', { company: { network_url: COMPANIES.map(companyUrl) } }],
];

/**
 * Status and body of each call. `blanks` are added to the body, so that the cache of answers treats it as another body.
 */
async function allAnswers({ running, key }: TestService, blanks = ''): Promise<string[]> {
  const answers: string[] = [];
  for (const [operation, body] of CALLS) {
    const reply = await running.app.inject({
      method: 'POST',
      url: ENDPOINTS[operation].path,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      payload: `${JSON.stringify(body)}${blanks}`,
    });
    const shown = reply.body.replace(/"cursor":"[^"]+"/, '"cursor":"sealed"').replace(/"request_id":"[^"]+"/, '');
    answers.push(`${operation} ${JSON.stringify(body)} ${reply.statusCode} ${shown}`);
  }
  return answers;
}

type Row = { readonly [name: string]: unknown };

/** URLs in answers have the host of the service. */
const slugIn = (url: unknown) => String(url).split('/').at(-1);

/** A match by an id returns its only owner; if there are several owners, none is likely. */
async function expectOwners(
  { call }: TestService,
  { companies, people }: Records,
  suppressed: readonly string[] | null,
) {
  const rowsOfPeople = new Set<Row>(people as Row[]);
  const [kind, value] = suppressed ?? [];
  const isShown = (row: Row) => {
    if (kind === undefined || (kind === 'company') === rowsOfPeople.has(row)) return true;
    return !JSON.stringify(row).includes(`${value}"`);
  };
  for (const id of IDS) {
    for (const [operation, rows, key] of [
      ['match-person', people, 'x_handle'],
      ['match-company', companies, 'crm_id'],
    ] as const) {
      const owners = (rows as Row[]).filter((row) => (row[key] as string[]).includes(id) && isShown(row));
      const { status, body } = await call(operation, { [key]: id });
      const answered = status === 200 ? [body.person ?? body.company] : [];
      const [owned, found] = [owners, answered].map((list) => list.map((row) => slugIn(row['network_url'])));
      expect(found).toEqual(owners.length === 1 ? owned : []);
    }
  }
}

const LOOK_UPS: readonly (keyof Lookups)[] = [
  ...(['personBySlug', 'peopleByEmail', 'peopleByPhones', 'emailsOf', 'phonesOf'] as const),
  ...(['companyBySlug', 'comparedCompanyBySlug', 'companiesByDomain', 'companyIdsByDomain'] as const),
  ...(['peopleByExternalId', 'externalIdsOfPerson', 'companiesByExternalId', 'externalIdsOfCompany'] as const),
];

/** Fails all look-ups in the catalog. */
function withoutCatalogLookups({ running: { catalog } }: TestService): () => void {
  for (const lookUp of LOOK_UPS) {
    catalog[lookUp] = async () => {
      throw new Error(`a record was looked up in the catalog by ${lookUp}`);
    };
  }
  return () => {
    for (const lookUp of LOOK_UPS) Reflect.deleteProperty(catalog, lookUp);
  };
}

test(
  'each endpoint gives the same answer to an identifier from the edition and the catalog',
  { timeout: 180_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        records,
        fc.constantFrom(
          null,
          ['person', 'ann'],
          ['email', 'ann@gmail.com'],
          ['phone', '+447700900001'],
          ['company', 'acme'],
        ),
        fc.constantFrom({}, { networkHost: 'profiles.example' }),
        async (given, suppressed, flags) => {
          service = await startTestService(given, flags);
          if (suppressed !== null) {
            await service.suppress(...(suppressed as ['person', string]));
            await service.index();
          }
          const restore = withoutCatalogLookups(service);
          const fromEdition = await allAnswers(service);
          restore();
          const { edition } = await service.running.serving.current();
          service.running.serving.replace(Edition.openAgain({ buffer: (edition as Edition).buffer, pack: null }));
          const fromCatalog = await allAnswers(service, ' ');
          expect(fromEdition).toEqual(fromCatalog);
          expect(fromCatalog.filter((answer) => answer.includes(' 500 '))).toEqual([]);
          await expectOwners(service, given, suppressed);
          await service.close();
          service = null;
        },
      ),
      { numRuns: 12 },
    ),
);

test('a look-up shows a change and a suppression at once, and also from the next edition', async () => {
  service = await startTestService(FIXTURE);
  const slug = 'grace-hopper';
  const lookUp = async () => {
    const reply = await service?.call('email', { person_network_url: personUrl(slug) });
    return [reply?.status, reply?.body.email];
  };
  expect(await lookUp()).toEqual([404, undefined]);
  await service.import({ people: [person(slug, 3, { emails: [{ email: 'grace@navy.example' }] })] });
  expect(await lookUp()).toEqual([200, 'grace@navy.example']);
  await service.index();
  const restore = withoutCatalogLookups(service);
  expect(await lookUp()).toEqual([200, 'grace@navy.example']);
  restore();
  await service.suppress('email', 'grace@navy.example');
  await setImmediate();
  expect(await lookUp()).toEqual([404, undefined]);
});

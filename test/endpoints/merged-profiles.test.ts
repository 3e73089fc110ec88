// The profile URL of a record that was merged into another one answers with the merged record, before and after the
// next edition.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCatalogAdmin } from '../../src/app/catalog-writers.ts';
import { company, companyUrl, opening, person, personUrl, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const [FIRST, MERGED] = ['acme', 'globex'] as const;
const [ANN, ANNA] = ['ann-first', 'anna-merged'] as const;
const RECORDS = {
  companies: [
    company(FIRST, 'Acme', { domain: 'acme.example', employee_count: 50 }),
    company(MERGED, 'Globex', { domain: 'globex.example', employee_count: 40 }),
  ],
  people: [
    person(ANN, 5, { experiences: [position(FIRST, 'Cook')] }),
    person(ANNA, 4, {
      experiences: [position(MERGED, 'Baker')],
      emails: [{ email: 'anna@globex.example', status: 'valid' }],
      phones: [{ phone: '+447700900321', kind: 'mobile' }],
    }),
    person('bo-baker', 3, { experiences: [position(MERGED, 'Baker')] }),
  ],
  jobs: [opening(MERGED, 'Welder')],
};

const AT_COMPANY = [
  ['employee-finder', { max_results: 100 }],
  ['waterfall', { cascade: [{ location: ['WORLD'] }], max_results: 100 }],
  ['department-distribution', {}],
  ['country-distribution', {}],
  ['company-jobs', {}],
  ['company', {}],
  ['network-to-domain', {}],
] as const;
const OF_PERSON = ['email', 'phone'] as const;

let service: TestService;
beforeEach(async () => {
  service = await startTestService(RECORDS);
  const admin = openCatalogAdmin(service.config);
  await admin.mergeRecords('company', [FIRST, MERGED], '2026-11-25T00:00:00.000Z');
  await admin.mergeRecords('person', [ANN, ANNA], '2026-11-25T00:00:00.000Z');
  admin.close();
});
afterEach(() => service.close());

describe.each([
  ['from the catalog', false],
  ['from the next edition', true],
])('answers %s', (_, isIndexed) => {
  beforeEach(async () => {
    if (isIndexed) await service.index();
  });

  test.each(AT_COMPANY)('%s with the merged company', async (operation, body) => {
    const ofUrl = (slug: string) => service.call(operation, { company_network_url: companyUrl(slug), ...body });
    const merged = await ofUrl(MERGED);
    expect(merged.status).toBe(200);
    const { company_network_url: _url, ...rest } = merged.body;
    expect((await ofUrl(FIRST)).body).toMatchObject(rest);
  });

  test.each(OF_PERSON)('%s with the merged person', async (operation) => {
    const ofUrl = (slug: string) => service.call(operation, { person_network_url: personUrl(slug) });
    const merged = await ofUrl(ANNA);
    expect(merged.status).toBe(200);
    expect((await ofUrl(ANN)).body).toEqual(merged.body);
  });

  test('matches and filters by profile URLs', async () => {
    const company = await service.call('match-company', { network_url: companyUrl(MERGED) });
    expect(company.body).toMatchObject({ company: { network_url: companyUrl(FIRST) }, matched_on: ['network_url'] });
    const match = await service.call('match-person', { network_url: personUrl(ANNA) });
    expect(match.body).toMatchObject({ person: { network_url: personUrl(ANN) }, matched_on: ['network_url'] });
    const people = await service.call('people-search', { people: { network_url: [personUrl(ANNA)] } });
    expect(people.body.results).toMatchObject([{ network_url: personUrl(ANN) }]);
  });
});

test('the people and openings of both companies belong to the merged one', async () => {
  await service.index();
  const ofUrl = { company_network_url: companyUrl(FIRST) };
  const staff = await service.call('employee-finder', ofUrl);
  const urls = staff.body.results.map(({ network_url }: { network_url: string }) => network_url);
  expect(urls.toSorted()).toEqual([personUrl(ANN), personUrl('bo-baker')]);
  expect((await service.call('company-jobs', ofUrl)).body.results).toMatchObject([{ title: 'Welder' }]);
  expect((await service.call('department-distribution', ofUrl)).body.total_employees).toBe(2);
});

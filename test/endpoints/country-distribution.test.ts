import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl, person, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { otherThan, spellingsOf, wrongShapes } from '../support/url-forms.ts';

/** People of one country at one employer; null is an unknown country. */
const staff = (employer: string, country_code: string | null, count: number) =>
  Array.from({ length: count }, (_, index) =>
    person(`${employer}-${country_code ?? 'none'}-${index}`.toLowerCase(), index, {
      experiences: [position(employer, 'Clerk', { job_location: { country_code: 'AQ' } })],
      ...(country_code === null ? {} : { location: { country_code } }),
    }),
  );

const COMPANIES = ['acme', 'halves', 'empty', 'shrinking', 'leaver'].map((slug) =>
  company(slug, slug, { hq: { country_code: 'JP' }, employee_count: 5000 }),
);
const PEOPLE = [
  ...staff('acme', 'US', 3),
  ...staff('acme', null, 3),
  ...staff('acme', 'xk', 1),
  ...staff('acme', 'UK', 4),
  ...staff('acme', 'DE', 1),
  person('twice-at-acme', 1, {
    location: { country_code: 'DE', city: 'Berlin' },
    experiences: [position('acme', 'Clerk'), position('acme', 'Head of Sales')],
  }),
  person('city-only', 1, { location: { city: 'Acmeville' }, experiences: [position('acme', 'Clerk')] }),
  person('former', 1, {
    location: { country_code: 'DE' },
    experiences: [position('acme', 'Clerk', { job_is_current: false, job_end_date: '2020' })],
  }),
  ...staff('halves', 'FR', 159),
  ...staff('halves', 'DE', 1),
  ...staff('shrinking', 'US', 1),
  ...staff('shrinking', 'CA', 1),
  ...staff('leaver', 'US', 1),
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ companies: COMPANIES, people: PEOPLE });
});
afterAll(() => service.close());
const request = (company_network_url: unknown) => service.call('country-distribution', { company_network_url });
const rows = (...given: [country: string, count: number, percentage_ratio: number][]) =>
  given.map(([country, count, percentage_ratio]) => ({ country, count, percentage_ratio }));

it("counts each current employee once, by the person's own country, and sorts equal counts by country", async () => {
  const { status, body } = await request(companyUrl('acme'));
  expect(status).toBe(200);
  expect(body).toEqual({
    company_network_url: companyUrl('acme'),
    total_employees: 14,
    distribution: rows(['GB', 4, 28.57], ['unknown', 4, 28.57], ['US', 3, 21.43], ['DE', 2, 14.29], ['XK', 1, 7.14]),
  });
});

it('counts as many as the employee finder finds', async () => {
  const { body } = await service.call('employee-finder', { company_network_url: companyUrl('acme') });
  expect(body.total_results).toBe((await request(companyUrl('acme'))).body.total_employees);
});

it('rounds half up', async () => {
  const { body } = await request(companyUrl('halves'));
  expect(body.distribution).toEqual(rows(['FR', 159, 99.38], ['DE', 1, 0.63]));
});

it('answers an empty 200 for a company without known staff, whatever its employee count', async () => {
  const { status, body } = await request(companyUrl('empty'));
  expect(status).toBe(200);
  expect(body).toEqual({ company_network_url: companyUrl('empty'), total_employees: 0, distribution: [] });
});

it('does not find an unknown company', async () => {
  const { status, body } = await request(companyUrl('nowhere'));
  expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
});

describe('the profile URL', () => {
  it.each(spellingsOf('company'))('%j identifies acme', async (url) => {
    const { status, body } = await request(url);
    expect([status, body.company_network_url]).toEqual([200, companyUrl('acme')]);
  });

  it.each(otherThan('company'))('rejects %j', async (url) => {
    const { status, body } = await request(url);
    expect([status, body.error.details[0].path]).toEqual([422, 'company_network_url']);
  });

  it.each(wrongShapes('company_network_url'))('rejects the wrong shape %j', async (sent, message) => {
    const { status, body } = await service.call('country-distribution', sent);
    expect([status, body.error.message]).toEqual([422, message]);
  });
});

describe('at once, without a new edition,', () => {
  it('a suppressed person is not counted', async () => {
    expect((await request(companyUrl('shrinking'))).body.distribution).toEqual(rows(['CA', 1, 50], ['US', 1, 50]));
    await service.suppress('person', 'shrinking-ca-0');
    expect((await request(companyUrl('shrinking'))).body.distribution).toEqual(rows(['US', 1, 100]));
  });

  it('a suppressed company is not found', async () => {
    expect((await request(companyUrl('leaver'))).status).toBe(200);
    await service.suppress('company', 'leaver');
    expect((await request(companyUrl('leaver'))).status).toBe(404);
  });
});

// Laws of the searches for any filters: pages of any size chain to the list, the total is its length, and
// employee-finder, waterfall and people search find the same staff of a company.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { FIXTURE } from '../support/fixture.ts';
import { COMPANY_ORDER } from '../support/fixture-companies.ts';
import { companyUrl } from '../support/fixture-records.ts';
import { faultsOf, jobRowsOf, slugOf, slugsOf, walk } from '../support/read-pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

const some = (...values: string[]) => fc.subarray(values, { minLength: 1 });
const sides = (...values: string[]) =>
  fc.oneof(some(...values), fc.record({ include: fc.subarray(values), exclude: some(...values) }));
/** Any of the filters, or none. */
const anyOf = (filters: Record<string, fc.Arbitrary<unknown>>) => fc.record(filters, { requiredKeys: [] });

const titles = sides('vp sales', 'sales', 'engineer', '[ceo]', 'manager', 'c++', 'dev', 'chief officer', 'zzz');
const companyFilters = anyOf({
  name: sides('bank', 'acme', 'gale', 'fjord son'),
  keywords: sides('machine', 'robotics', '[banking]', 'software'),
  industry: sides('Banking', 'Software Development', 'robot gardening', 'Airlines/Aviation'),
  type: sides('Public Company', 'privately held', 'Nonprofit'),
  sales_region: some('EMEA', 'NORAM', 'LATAM', 'APAC'),
  employee_range: fc.oneof(
    fc.constantFrom({ min: 51 }, { min: 1001, max: 5000 }, { max: 200 }),
    some('1-10', '1001-5000'),
  ),
});
const peopleFilters = anyOf({
  job_title: titles,
  job_level: some('C-Team', 'VP', 'staff', 'Other'),
  job_function: some('Sales & Business Development', 'Engineering', 'Other'),
  continent: some('Europe', 'Asia', 'North America'),
  min_connections_count: fc.constantFrom(0, 1, 60, 450),
});
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });

const SEARCHES: readonly (readonly [Operation, fc.Arbitrary<Record<string, object>>, typeof slugsOf])[] = [
  [
    'people-search',
    anyOf({ company: companyFilters, people: peopleFilters }) as fc.Arbitrary<Record<string, object>>,
    slugsOf,
  ],
  ['company-search', fc.record({ company: companyFilters }), slugsOf],
  [
    'job-search',
    anyOf({ company: companyFilters, job: anyOf({ title: titles }) }) as fc.Arbitrary<Record<string, object>>,
    jobRowsOf,
  ],
];

test.each(SEARCHES)('%s: pages of any size chain to the list, once', async (operation, bodies, read) => {
  await fc.assert(
    fc.asyncProperty(bodies, sizes, async (body, pageSizes) => {
      const whole = await service.call(operation, { ...body, max_results: 100, include_total: true });
      if (whole.status === 422) {
        // A search rejects only a body without an effective filter.
        expect(['', 'company']).toContain(faultsOf(whole)[0]?.[0]);
        return;
      }
      const list = read(whole);
      expect(whole.body.total_results).toBe(list.length);
      expect(new Set(list).size).toBe(list.length);
      if (list.length > 0) expect(await walk(service, { operation, body, sizes: pageSizes, read })).toEqual(list);
    }),
    { numRuns: 60 },
  );
});

test('employee-finder, people search and waterfall find the same staff in the same order', async () => {
  const slugs = fc.constantFrom(...COMPANY_ORDER);
  await fc.assert(
    fc.asyncProperty(slugs, titles, fc.integer({ min: 1, max: 6 }), async (slug, job_title, max_results) => {
      const company_network_url = companyUrl(slug);
      const pages: string[] = [];
      let page = 1;
      for (let pageCount = 1; page <= pageCount; page++) {
        const reply = await service.call('employee-finder', { company_network_url, job_title, max_results, page });
        pageCount = reply.body.total_pages;
        pages.push(...slugsOf(reply));
      }
      const { include, exclude } = Array.isArray(job_title) ? { include: job_title, exclude: [] } : job_title;
      const step = { include_title: include, exclude_title: exclude, location: ['WORLD'] };
      const waterfall = await service.call('waterfall', { company_network_url, cascade: [step], max_results: 100 });
      const rows = waterfall.body.results as { person: { network_url: string } }[];
      expect(rows.map(({ person }) => slugOf(person.network_url))).toEqual(pages);
      const names = FIXTURE.companies as { network_url: string; name: string }[];
      const name = names.find(({ network_url }) => slugOf(network_url) === slug)?.name;
      const people = { company: { name: [`[${name}]`] }, people: { job_title }, max_results: 100 };
      expect(slugsOf(await service.call('people-search', people))).toEqual(pages);
    }),
    { numRuns: 40 },
  );
});

test('answers an empty 200 to every search without records', async () => {
  const empty = await startTestService();
  const company_network_url = companyUrl('acme');
  const nobody = { results: [], results_length: 0 };
  const page = { ...nobody, cursor: null, total_results: 0 };
  const us = { country_code: ['US'] };
  const bodyOf = async (operation: Operation, body: object) => (await empty.call(operation, body)).body;
  expect(await bodyOf('people-search', { people: us, include_total: true })).toEqual(page);
  expect(await bodyOf('company-search', { company: us, include_total: true })).toEqual(page);
  expect(await bodyOf('job-search', { company: us, include_total: true })).toEqual(page);
  expect(await bodyOf('company-jobs', { domain: 'acme.example', include_total: true })).toEqual(page);
  const pages = { page: 1, max_results: 10, total_pages: 0, total_results: 0 };
  expect(await bodyOf('employee-finder', { company_network_url })).toEqual({ ...nobody, ...pages });
  const cascade = [{ location: ['WORLD'] }];
  const step = { ...nobody, company_network_url, max_results: 10 };
  expect(await bodyOf('waterfall', { company_network_url, cascade })).toEqual(step);
  await empty.close();
});

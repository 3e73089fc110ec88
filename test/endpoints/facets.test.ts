// The member `facets` of the three searches: counts, their order, and rejected requests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACETS, type FacetedOperation } from '../../src/contract/facets.ts';
import { FIXTURE } from '../support/fixture.ts';
import { COMPANIES } from '../support/fixture-companies.ts';
import { company } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
/** Includes a company of an unlisted type, which the import keeps and no filter accepts. */
const RECORDS = { ...FIXTURE, companies: [...COMPANIES, company('quay', 'Quay', { type: 'Cooperative' })] };
beforeAll(async () => {
  service = await startTestService(RECORDS);
});
afterAll(() => service.close());

const EVERYONE = { name: { exclude: ['zzz'] } };
const SEARCHES: readonly (readonly [FacetedOperation, object])[] = [
  ['people-search', { people: { min_connections_count: 1 } }],
  [
    'people-search',
    { company: { employee_range: { min: 50 } }, people: { job_title: ['manager', 'sales', 'engineer'] } },
  ],
  ['company-search', { company: EVERYONE }],
  ['company-search', { company: { industry: { exclude: ['Banking'] } } }],
  ['job-search', { job: { title: ['manager', 'developer', 'engineer'] } }],
];

/** The body with one value of a facet as an additional filter. */
function narrowed(body: object, name: string, value: string): object {
  const [scope = '', filter = ''] = name.split('.');
  const filters = (body as Record<string, object>)[scope] ?? {};
  const values = (filters as Record<string, unknown>)[filter];
  // The filter already has values, so the value of the facet is one of those that match.
  return values === undefined ? { ...body, [scope]: { ...filters, [filter]: [value] } } : body;
}

describe.each(SEARCHES)('%s with %j', (operation, body) => {
  it('counts for each value the total of the search with that value', async () => {
    const names = FACETS[operation].map(({ name }) => name);
    const { body: answer } = await service.call(operation, { ...body, facets: names, max_results: 1 });
    expect(Object.keys(answer.facets)).toEqual(names);
    let compared = 0;
    for (const [name, rows] of Object.entries<{ value: string; count: number }[]>(answer.facets)) {
      expect(rows).toEqual(rows.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)));
      for (const { value, count } of rows) {
        const request = narrowed(body, name, value);
        if (request === body) continue;
        const { body: total } = await service.call(operation, { ...request, include_total: true });
        expect([name, value, count]).toEqual([name, value, total.total_results]);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(10);
  });
});

it('counts labels of one industry together, under the most recent label in the data', async () => {
  const { body } = await service.call('company-search', { company: EVERYONE, facets: ['company.industry'] });
  expect(body.facets).toEqual({
    'company.industry': [
      { value: 'Airlines and Aviation', count: 2 },
      { value: 'Banking', count: 2 },
      { value: 'Software Development', count: 2 },
      { value: 'Financial Services', count: 1 },
      { value: expect.stringMatching(/^Hospitals/), count: 1 },
      { value: 'Robot Gardening', count: 1 },
    ],
  });
});

it('omits a company type that the filter does not accept', async () => {
  const { body } = await service.call('company-search', { company: EVERYONE, facets: ['company.type'] });
  const types = body.facets['company.type'].map(({ value }: { value: string }) => value);
  expect(types).toContain('Privately Held');
  expect(types).not.toContain('Cooperative');
});

it('counts all matches on every page, and accepts a cursor with any facets', async () => {
  const request = { company: EVERYONE, facets: ['company.type'], max_results: 3 };
  const first = await service.call('company-search', request);
  const second = await service.call('company-search', { ...request, cursor: first.body.cursor });
  expect(second.body.facets).toEqual(first.body.facets);
  const { facets: _, ...plain } = request;
  const third = await service.call('company-search', { ...plain, cursor: first.body.cursor });
  expect(third.body.results).toEqual(second.body.results);
  expect(third.body.facets).toBeUndefined();
});

it('counts nothing without a request', async () => {
  const { body } = await service.call('company-search', { company: EVERYONE, facets: [] });
  expect(body.facets).toBeUndefined();
});

it('answers an empty list for a facet of a search without matches', async () => {
  const request = { people: { job_title: ['zzz'] }, facets: ['people.job_level', 'people.job_level'] };
  const { body } = await service.call('people-search', request);
  expect(body.facets).toEqual({ 'people.job_level': [] });
});

describe('rejects without charge', () => {
  it.each([
    [['company.industri'], 'facets[0]', '"company.industri" is not an allowed value; did you mean "company.industry"?'],
    [['industry'], 'facets[0]', '"industry" is not an allowed value; did you mean "company.industry"?'],
    [['company.type', 'company.name'], 'facets[1]', expect.stringContaining('is not an allowed value')],
    [['company.type', 3], 'facets[1]', 'must be a string, not 3'],
    ['company.type', 'facets', 'must be an array, not a string'],
    [Array(30).fill('company.type'), 'facets', expect.stringContaining('must have at most')],
  ])('%j', async (facets, path, message) => {
    const { status, body } = await service.call('company-search', { company: EVERYONE, facets });
    expect(status).toBe(422);
    expect(body.error.details).toEqual([{ path, message, suggestion: body.error.details[0].suggestion }]);
  });

  it('facets of another search', async () => {
    const { status, body } = await service.call('company-search', { company: EVERYONE, facets: ['people.job_level'] });
    expect([status, body.error.details[0].path]).toEqual([422, 'facets[0]']);
    const jobs = await service.call('company-jobs', { domain: 'acme.example', facets: ['company.type'] });
    expect(jobs.body.error.details[0].message).toMatch(/^is unknown/);
  });
});

it('does not count a suppressed person', async () => {
  const request = { people: { country_code: ['SE'] }, facets: ['people.country_code'] };
  const before = await service.call('people-search', request);
  await service.suppress('person', 'bo-reed');
  const after = await service.call('people-search', request);
  const count = ({ body }: typeof before) => body.facets['people.country_code'][0].count;
  expect(count(after)).toBe(count(before) - 1);
});

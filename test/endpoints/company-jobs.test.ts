// POST /v2/jobs/company: a company identified by URL, domain, or both. job-search.test.ts tests the rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXTURE } from '../support/fixture.ts';
import { JOB_ROW_ORDER } from '../support/fixture-openings.ts';
import { companyUrl } from '../support/fixture-records.ts';
import { faultsOf, jobRowsOf } from '../support/read-pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

const call = (body: object) => service.call('company-jobs', body);
const rowsAt = (slug: string) => JOB_ROW_ORDER.filter((row) => row.startsWith(`${slug}|`));

test('finds a company by its profile URL', async () => {
  for (const slug of ['acme', 'bolt', 'kilo', 'hazel']) {
    const reply = await call({ company_network_url: companyUrl(slug), include_total: true });
    expect([jobRowsOf(reply), reply.body.total_results]).toEqual([rowsAt(slug), rowsAt(slug).length]);
  }
});

test('answers a row with all fields', async () => {
  const { body } = await call({ domain: 'gale.example' });
  expect(body).toEqual({
    results: [
      {
        title: 'Pilot',
        open_positions: 1,
        source: 'board',
        company: { network_url: companyUrl('gale'), name: 'Gale', domain: 'gale.example' },
        latest_posted_at: null,
        url: null,
        locations: [],
      },
    ],
    results_length: 1,
    cursor: null,
  });
});

describe('a domain identifies its first company in the order of searches', () => {
  test.each([
    'acme.example',
    'ACME.example.',
    'www.acme.example',
    'acme-group.example',
    // A host below the registrable domain.
    'careers.eu.acme.example',
    'https://www.acme.example/jobs?page=2',
    'http://acme.example:8080',
    ' acme.example ',
  ])('%s', async (domain) => {
    expect(jobRowsOf(await call({ domain, max_results: 100 }))).toEqual(rowsAt('acme'));
  });
});

test('answers an unknown company, or one without openings, with an empty 200 and charges a credit', async () => {
  const empty = { results: [], results_length: 0, cursor: null, total_results: 0 };
  for (const name of [
    { company_network_url: companyUrl('nowhere') },
    { company_network_url: companyUrl('ghost') },
    { company_network_url: companyUrl('iris') },
    { domain: 'nowhere.example' },
    { domain: 'nowhere.example', company_network_url: companyUrl('nowhere') },
  ]) {
    const { status, body } = await call({ ...name, include_total: true });
    expect({ status, body }).toEqual({ status: 200, body: empty });
  }
});

describe('URL and domain together must identify the same company', () => {
  test.each([
    ['acme', 'acme.example'],
    ['acme', 'https://careers.acme.example/x'],
    // The second company on the domain.
    ['dune', 'acme.example'],
  ])('%s and %s match', async (slug, domain) => {
    expect(jobRowsOf(await call({ company_network_url: companyUrl(slug), domain }))).toEqual(rowsAt(slug));
  });

  test.each([
    ['acme', 'bolt.example'],
    ['bolt', 'acme.example'],
    ['nowhere', 'acme.example'],
    ['acme', 'nowhere.example'],
  ])('%s and %s do not match', async (slug, domain) => {
    expect(faultsOf(await call({ company_network_url: companyUrl(slug), domain }))).toEqual([['domain', null]]);
  });
});

test('one of the two is required', async () => {
  expect(faultsOf(await call({}))).toEqual([['', null]]);
  expect(faultsOf(await call({ max_results: 5 }))).toEqual([['', null]]);
});

test.each([
  '',
  'acme',
  'localhost',
  '10.0.0.1',
  '[::1]',
  'sales@acme.example',
  'acme..example',
  'a b.example',
  null,
  5,
])('rejects the domain %j', async (domain) => {
  expect(faultsOf(await call({ domain }))).toEqual([['domain', null]]);
});

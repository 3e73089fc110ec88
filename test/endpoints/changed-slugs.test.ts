// Records get other slugs before the next edition, by a merge or by a row with their profile. No page lists a record
// twice, and paging across the switch of the edition loses no other record.
import { afterEach, expect, test } from 'vitest';
import { openCatalogAdmin } from '../../src/app/catalog-writers.ts';
import { company, companyUrl, person, personUrl, position } from '../support/fixture-records.ts';
import { slugsOf } from '../support/read-pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
afterEach(() => service.close());

const COMPANIES = { company: { employee_range: { min: 1 } } };
const ofSize = (slug: string) => company(slug, `Name ${slug}`, { domain: `${slug}.example`, employee_count: 100 });

async function mergeCompanies(stays: string, other: string): Promise<void> {
  const admin = openCatalogAdmin(service.config);
  await admin.mergeRecords('company', [stays, other], '2026-11-25T00:00:00.000Z');
  admin.close();
}

test('a page contains a merged company once', async () => {
  service = await startTestService({ companies: ['zulu', 'mike', 'alpha'].map(ofSize) });
  await mergeCompanies('zulu', 'alpha');
  expect(slugsOf(await service.call('company-search', COMPANIES))).toEqual(['mike', 'zulu']);
});

test('skips a page whose records are all gone', async () => {
  service = await startTestService({ companies: ['zulu', 'mike', 'alpha'].map(ofSize) });
  await mergeCompanies('zulu', 'alpha');
  const first = await service.call('company-search', { ...COMPANIES, max_results: 1 });
  expect(slugsOf(first)).toEqual(['mike']);
  const rest = await service.call('company-search', { ...COMPANIES, max_results: 1, cursor: first.body.cursor });
  expect(slugsOf(rest)).toEqual(['zulu']);
  expect(rest.body.cursor).toBeNull();
});

test.each(['the cursor was made', 'it is followed'])('a merge before %s loses no other company', async (when) => {
  service = await startTestService({ companies: ['zulu', 'mike', 'alpha'].map(ofSize) });
  const isMergedFirst = when === 'the cursor was made';
  if (isMergedFirst) await mergeCompanies('zulu', 'alpha');
  const first = await service.call('company-search', { ...COMPANIES, max_results: 1 });
  if (!isMergedFirst) await mergeCompanies('zulu', 'alpha');
  await service.index();
  const rest = await service.call('company-search', { ...COMPANIES, cursor: first.body.cursor });
  expect([...slugsOf(first), ...slugsOf(rest)].filter((slug) => slug === 'mike')).toHaveLength(1);
});

const ABEL = {
  full_name: 'Aaron Abel',
  job_title: 'Cook',
  company_network_url: companyUrl('acme'),
  emails: [{ email: 'aaron.abel@acme.example', status: 'valid' }],
};
const COOKS = { people: { job_title: { include: ['Cook'] } } };
const cook = (slug: string) => person(slug, 5, { experiences: [position('acme', 'Cook')], connections_count: null });

test('loses no other person when a person gets a profile URL', async () => {
  service = await startTestService({
    companies: [company('acme', 'Acme', { domain: 'acme.example', employee_count: 50 })],
    people: [ABEL, cook('mike'), cook('nora')],
  });
  await service.import({ people: [{ ...ABEL, network_url: personUrl('zulu') }] }, 'profiles');
  const first = await service.call('people-search', { ...COOKS, max_results: 1 });
  expect(slugsOf(first)).toEqual(['zulu']);
  await service.index();
  const rest = await service.call('people-search', { ...COOKS, cursor: first.body.cursor });
  expect(slugsOf(rest)).toEqual(expect.arrayContaining(['mike', 'nora']));
});

test('a cursor finds its position in an edition whose records now have other slugs', async () => {
  const slugs = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot'];
  service = await startTestService({ companies: slugs.map(ofSize) });
  const first = await service.call('company-search', { ...COMPANIES, max_results: 2 });
  await service.index();
  await service.import({ companies: [ofSize('golf')] });
  await service.index();
  await mergeCompanies('alpha', 'echo');
  await mergeCompanies('bravo', 'delta');
  const rest = await service.call('company-search', { ...COMPANIES, cursor: first.body.cursor });
  expect(slugsOf(rest)).toEqual(expect.arrayContaining(['charlie', 'foxtrot', 'golf']));
});

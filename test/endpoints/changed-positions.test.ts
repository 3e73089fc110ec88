// A person who changed since the edition was built is answered with the current data: no row has the former title,
// level, function or employer next to the current experiences.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCatalogAdmin } from '../../src/app/catalog-writers.ts';
import { company, companyUrl, person, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ofSize = (slug: string, employee_count: number) =>
  company(slug, `Name ${slug}`, { domain: `${slug}.example`, employee_count });
const at = (slug: string, job_title: string, job_level: string) => ({ ...position(slug, job_title), job_level });
const ADA = (...experiences: object[]) => person('ada-king', 5, { experiences });

let service: TestService;
beforeEach(async () => {
  service = await startTestService({
    companies: [ofSize('globex', 40), ofSize('acme', 50)],
    people: [ADA(at('acme', 'Cook', 'Staff'))],
  });
});
afterEach(() => service.close());

const ACME = { company_network_url: companyUrl('acme') };
const SEARCHES = [
  ['people-search', { people: { job_title: { include: ['Cook'] } } }],
  ['employee-finder', ACME],
  ['waterfall', { ...ACME, cascade: [{ include_title: ['Cook'] }] }],
] as const;

type Searched = readonly [(typeof SEARCHES)[number][0], (typeof SEARCHES)[number][1]];

const shown = async ([operation, body]: Searched) => {
  const [row] = (await service.call(operation, body)).body.results;
  const { job_title, job_level, experiences, company: employer } = row.person ?? row;
  const [of] = experiences.filter((each: { job_title: string }) => each.job_title === job_title);
  return { job_title, job_level, at: of?.company_network_url, employer: employer?.network_url ?? null };
};
const employerIn = ([operation]: Searched, slug: string) => (operation === 'people-search' ? companyUrl(slug) : null);

test.each(SEARCHES)('%s shows the new title at the employer', async (...search) => {
  await service.import({ people: [ADA(at('globex', 'Clerk', 'Staff'), at('acme', 'Chef', 'C-Team'))] });
  const row = { job_title: 'Chef', job_level: 'C-Team', at: companyUrl('acme'), employer: employerIn(search, 'acme') };
  expect(await shown(search)).toEqual(row);
});

test.each(SEARCHES)('%s shows the new employer', async (...search) => {
  await service.import({ people: [ADA(at('globex', 'Clerk', 'Manager'))] });
  const employer = employerIn(search, 'globex');
  const row = { job_title: 'Clerk', job_level: 'Manager', at: companyUrl('globex'), employer };
  expect(await shown(search)).toEqual(row);
});

test('people-search shows the company that the employer was merged into', async () => {
  const admin = openCatalogAdmin(service.config);
  await admin.mergeRecords('company', ['globex', 'acme'], '2026-11-25T00:00:00.000Z');
  admin.close();
  expect(await shown(SEARCHES[0])).toMatchObject({ job_title: 'Cook', employer: companyUrl('globex') });
});

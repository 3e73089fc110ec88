import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOB_FUNCTIONS } from '../../src/contract/vocabularies/vocabularies.ts';
import { company, companyUrl, person, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { otherThan, spellingsOf, wrongShapes } from '../support/url-forms.ts';

const job = (employer: string, job_function: string, job_level = 'Staff', members: object = {}) =>
  position(employer, 'Untitled', { job_function, job_level, ...members });

/** People of one function at one employer. */
const staff = (employer: string, job_function: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    person(`${employer} ${job_function} ${index}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), index, {
      experiences: [job(employer, job_function)],
    }),
  );

const COMPANIES = ['acme', 'halves', 'thirds', 'every', 'empty', 'other', 'shrinking', 'leaver'].map((slug) =>
  company(slug, slug),
);
const PEOPLE = [
  person('two-jobs', 5, { experiences: [job('acme', 'Legal', 'Staff'), job('acme', 'Engineering', 'VP')] }),
  person('two-employers', 5, { experiences: [job('acme', 'Legal'), job('other', 'Science')] }),
  person('former', 5, {
    experiences: [job('acme', 'Legal', 'Staff', { job_is_current: false }), job('other', 'Science')],
  }),
  person('unclassified', 5, { experiences: [position('acme', null)] }),
  person('in-other', 5, { experiences: [job('acme', 'Other')] }),
  person('engineer', 5, { experiences: [job('acme', 'Engineering')] }),
  ...staff('halves', 'Engineering', 159),
  ...staff('halves', 'Legal', 1),
  ...['Education', 'Legal', 'Engineering'].flatMap((name) => staff('thirds', name, 1)),
  ...JOB_FUNCTIONS.flatMap((name) => staff('every', name, 1)),
  ...staff('shrinking', 'Legal', 2),
  ...staff('shrinking', 'Science', 1),
  ...staff('leaver', 'Legal', 1),
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ companies: COMPANIES, people: PEOPLE });
});
afterAll(() => service.close());
const request = (company_network_url: unknown) => service.call('department-distribution', { company_network_url });
const rows = (...given: [department: string, count: number, percentage_ratio: number][]) =>
  given.map(([department, count, percentage_ratio]) => ({ department, count, percentage_ratio }));

it('counts each current employee once, by the first position in search order, unclassified ones as Other', async () => {
  const { status, body } = await request('https://Other-Host.test/Company/ACME/about?x#y');
  expect(status).toBe(200);
  expect(body).toEqual({
    company_network_url: companyUrl('acme'),
    total_employees: 5,
    distribution: rows(['Engineering', 2, 40], ['Other', 2, 40], ['Legal', 1, 20]),
  });
});

it('counts as many as the employee finder finds', async () => {
  const { body } = await service.call('employee-finder', { company_network_url: companyUrl('acme') });
  expect(body.total_results).toBe((await request(companyUrl('acme'))).body.total_employees);
});

it.each([
  ['half up', 'halves', 160, rows(['Engineering', 159, 99.38], ['Legal', 1, 0.63])],
  [
    'thirds to two decimals, equal counts by name',
    'thirds',
    3,
    rows(['Education', 1, 33.33], ['Engineering', 1, 33.33], ['Legal', 1, 33.33]),
  ],
])('rounds %s', async (_, slug, total_employees, distribution) => {
  const { body } = await request(companyUrl(slug));
  expect(body).toEqual({ company_network_url: companyUrl(slug), total_employees, distribution });
});

it('knows the 22 departments, and sorts equal counts by name', async () => {
  const { body } = await request(companyUrl('every'));
  expect(body.total_employees).toBe(22);
  expect(body.distribution).toEqual(
    JOB_FUNCTIONS.toSorted().map((department) => ({ department, count: 1, percentage_ratio: 4.55 })),
  );
});

it('answers an empty 200 for a company without staff', async () => {
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
    const { status, body } = await service.call('department-distribution', sent);
    expect([status, body.error.message]).toEqual([422, message]);
  });
});

describe('at once, without a new edition,', () => {
  it('a suppressed person is not counted', async () => {
    expect((await request(companyUrl('shrinking'))).body.distribution).toEqual(
      rows(['Legal', 2, 66.67], ['Science', 1, 33.33]),
    );
    await service.suppress('person', 'shrinking-legal-0');
    expect((await request(companyUrl('shrinking'))).body.distribution).toEqual(
      rows(['Legal', 1, 50], ['Science', 1, 50]),
    );
  });

  it('a suppressed company is not found', async () => {
    expect((await request(companyUrl('leaver'))).status).toBe(200);
    await service.suppress('company', 'leaver');
    expect((await request(companyUrl('leaver'))).status).toBe(404);
  });
});

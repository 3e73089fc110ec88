// One 422 lists every error of a body: errors of shape and type, and errors of value that only query planning
// detects.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { ApiError } from '../../src/contract/errors.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { company, companyUrl, person, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    companies: [company('acme', 'Acme'), company('bolt', 'Bolt')],
    people: [person('jane', 1, { experiences: [position('acme', 'Clerk')] })],
  });
});
afterAll(() => service.close());

const ACME = { company_network_url: companyUrl('acme') };

async function placesOf(operation: Operation, body: object): Promise<string[]> {
  const { status, body: answer } = await service.call(operation, body);
  expect([status, answer.error.code]).toEqual([422, 'INVALID_INPUT']);
  const { details, message } = answer.error;
  expect(message).toBe(details[0].path === '' ? details[0].message : `${details[0].path}: ${details[0].message}`);
  return details.map(({ path }: { path: string }) => path).toSorted();
}

describe('an error of type hides no error of value', () => {
  it.each<[string, Operation, object, string[]]>([
    [
      'of another filter',
      'people-search',
      { company: { industry: ['Softwear Development'] }, max_results: 'ten' },
      ['company.industry[0]', 'max_results'],
    ],
    [
      'of the same list, and keeps the indexes of the entries',
      'people-search',
      { people: { job_level: [5, 'Boss', null, 'VP', 'Chief'] } },
      ['people.job_level[0]', 'people.job_level[1]', 'people.job_level[2]', 'people.job_level[4]'],
    ],
    [
      'in a step after a value that is no step',
      'waterfall',
      { ...ACME, cascade: ['x', { include_title: [1, '!'] }, { location: ['Mars'] }] },
      ['cascade[0]', 'cascade[1].include_title[0]', 'cascade[1].include_title[1]', 'cascade[2].location[0]'],
    ],
    [
      'of the cursor, which has no valid signature',
      'people-search',
      { people: { job_level: 'VP' }, cursor: 'x' },
      ['cursor', 'people.job_level'],
    ],
    [
      'in a body with an unknown key',
      'company-search',
      { company: { country_code: ['Atlantis'] }, compnay: {} },
      ['company.country_code[0]', 'compnay'],
    ],
    [
      'of the company URL',
      'employee-finder',
      { company_network_url: 'acme', people: { job_level: ['Boss'] }, country_code: ['Atlantis'], page: 0 },
      ['company_network_url', 'country_code[0]', 'page', 'people.job_level[0]'],
    ],
    [
      'of other fields if a required field is missing',
      'waterfall',
      { cascade: [{}] },
      ['cascade[0]', 'company_network_url'],
    ],
    [
      'of a range next to a wrong type',
      'job-search',
      { company: { employee_range: { min: 5, max: 1 } }, job: { title: 7 } },
      ['company.employee_range', 'job.title'],
    ],
    [
      'of both identifiers of a company',
      'company-jobs',
      { company_network_url: 'x', domain: 'localhost', max_results: 0 },
      ['company_network_url', 'domain', 'max_results'],
    ],
    ['that the body has no filter', 'people-search', { max_results: 0 }, ['', 'max_results']],
    [
      'of a string that is never valid',
      'people-search',
      { people: { job_title: ['a\0', '!'], job_level: ['Boss'] }, max_results: 0 },
      ['max_results', 'people.job_level[0]', 'people.job_title[0]', 'people.job_title[1]'],
    ],
  ])('%s', async (_, operation, body, places) => {
    expect(await placesOf(operation, body)).toEqual(places);
  });
});

describe('errors of value are listed together', () => {
  it.each<[Operation, object, string[]]>([
    ['employee-finder', { company_network_url: 'acme', job_level: ['Boss'] }, ['company_network_url', 'job_level[0]']],
    ['waterfall', { company_network_url: 'acme', cascade: [{}] }, ['cascade[0]', 'company_network_url']],
    [
      'company-jobs',
      { company_network_url: 'x', domain: 'localhost', cursor: 'x' },
      ['company_network_url', 'cursor', 'domain'],
    ],
    ['people-search', { people: { job_level: ['Boss'] }, cursor: 'x' }, ['cursor', 'people.job_level[0]']],
    ['company-search', { company: {}, cursor: 'x' }, ['company', 'cursor']],
    ['job-search', { job: { title: ['!'] }, cursor: 'x' }, ['cursor', 'job.title[0]']],
  ])('of %s: %j', async (operation, body, places) => {
    expect(await placesOf(operation, body)).toEqual(places);
  });
});

describe('a rejected or missing value causes no further error:', () => {
  it.each<[string, Operation, object, string[]]>([
    [
      'an object whose only filter is invalid is not empty',
      'company-search',
      { company: { industry: 5 } },
      ['company.industry'],
    ],
    [
      'a body whose only filter is invalid has a filter',
      'people-search',
      { people: { job_level: 5 } },
      ['people.job_level'],
    ],
    ['a misspelled filter object is a filter', 'people-search', { peopel: { job_level: ['VP'] } }, ['peopel']],
    [
      'a step whose only title is invalid is not empty',
      'waterfall',
      { ...ACME, cascade: [{ include_title: [5] }] },
      ['cascade[0].include_title[0]'],
    ],
    ['a missing field is reported once', 'email', {}, ['person_network_url']],
    ['a URL of the wrong type is reported once', 'company-jobs', { company_network_url: 5 }, ['company_network_url']],
    ['a body without a valid value', 'autocomplete', { field: 7, prefix: 7 }, ['field', 'prefix']],
  ])('%s', async (_, operation, body, places) => {
    expect(await placesOf(operation, body)).toEqual(places);
  });

  it('does not reject a valid cursor next to an invalid filter', async () => {
    const page = await service.call('company-search', { company: { name: ['acme', 'bolt'] }, max_results: 1 });
    expect(page.body.cursor).toEqual(expect.any(String));
    const body = { company: { name: ['acme', 'bolt'], industry: 5 }, cursor: page.body.cursor };
    expect(await placesOf('company-search', body)).toEqual(['company.industry']);
  });
});

it('answers a body with thousands of errors with the first hundred', async () => {
  const cascade = Array.from({ length: 10 }, () => ({ include_title: Array.from({ length: 50 }, () => 5) }));
  expect(await placesOf('waterfall', { ...ACME, cascade })).toHaveLength(100);
});

it('answers 422 to an invalid body also while no edition is loaded', async () => {
  const { running } = service;
  const { current } = running.serving;
  running.serving.current = () => Promise.reject(new ApiError('DATA_SERVICE_ERROR', 'the index is being built'));
  try {
    expect(await placesOf('people-search', { people: { job_level: 5 } })).toEqual(['people.job_level']);
  } finally {
    running.serving.current = current;
  }
});

it('suggestions, which cost time, are given for the first errors only', async () => {
  const industry = Array.from({ length: 40 }, (_, index) => `Softwear Development ${index}`);
  const { body } = await service.call('company-search', { company: { industry } });
  const suggested = body.error.details.map(
    ({ suggestion }: { suggestion?: unknown }) => typeof suggestion === 'string',
  );
  expect(suggested).toEqual(industry.map((_, index) => index < LIMITS.suggestionsMax));
});

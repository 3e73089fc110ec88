// Filters that searches reject: a 422 names every path, the reason and the remedy. No value is accepted and then
// ignored.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import { FIXTURE } from '../support/fixture.ts';
import { companyUrl } from '../support/fixture-records.ts';
import { faultsOf, slugsOf } from '../support/read-pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

const company_network_url = companyUrl('acme');
const faults = async (operation: Operation, body: unknown) => faultsOf(await service.call(operation, body));

/** Filters without effect. */
const EMPTY_COMPANY = [
  {},
  { name: {} },
  { name: [] },
  { name: { include: [] } },
  { keywords: { include: [], exclude: [] } },
  { industry: [] },
  { industry: { exclude: [] } },
  { country_code: [] },
  { country_code: { include: [] } },
  { employee_range: {} },
  { employee_range: [] },
  { employee_range: { min: 0 } },
  { employee_range: { max: 0 } },
  { employee_count: { min: 0, max: 0 } },
  { hq: {} },
  { hq: { country_code: [], city: {} } },
  { name: {}, industry: [], hq: {} },
];
const EMPTY_PEOPLE = [
  {},
  { job_title: {} },
  { job_title: { include: [], include_headline: true } },
  { job_level: [] },
  { min_connections_count: 0 },
  { min_connections: 0 },
  { location: {} },
  { location: { city: { exclude: [] } } },
];

describe('a search needs an effective filter', () => {
  test.each(EMPTY_COMPANY)('company %j', async (company) => {
    expect(await faults('company-search', { company })).toEqual([['company', null]]);
    expect(await faults('people-search', { company, people: { country_code: ['US'] } })).toEqual([['company', null]]);
    expect(await faults('job-search', { company, job: { title: ['pilot'] } })).toEqual([['company', null]]);
  });

  test.each(EMPTY_PEOPLE)('people %j', async (people) => {
    expect(await faults('people-search', { people })).toEqual([['', null]]);
    const withCompany = await service.call('people-search', { people, company: { name: ['dune'] } });
    expect(slugsOf(withCompany)).toEqual(['wes-ott']);
  });

  test.each([{}, { title: {} }, { title: [] }, { title: { include: [], exclude: [] } }])('job %j', async (job) => {
    expect(await faults('job-search', { job })).toEqual([['', null]]);
    expect((await service.call('job-search', { job, company: { name: ['dune'] } })).body.results_length).toBe(1);
  });

  test('no filter object at all', async () => {
    expect(await faults('people-search', {})).toEqual([['', null]]);
    expect(await faults('job-search', { max_results: 5 })).toEqual([['', null]]);
    expect(await faults('company-search', {})).toEqual([['company', null]]);
    expect(await faults('company-search', { company: null })).toEqual([['company', null]]);
    expect(await faults('people-search', { people: null })).toEqual([['people', null]]);
  });
});

describe('an unknown key is reported with the nearest known key', () => {
  test.each<[Operation, object, [string, string | null]]>([
    ['people-search', { peoples: {} }, ['peoples', 'people']],
    ['people-search', { people: { job_titel: ['x'] } }, ['people.job_titel', 'job_title']],
    ['people-search', { people: { job_title: { includes: ['x'] } } }, ['people.job_title.includes', 'include']],
    ['people-search', { people: { job_level: { exclude: ['VP'] } } }, ['people.job_level.exclude', 'include']],
    [
      'people-search',
      { people: { location: { contry_code: ['US'] } } },
      ['people.location.contry_code', 'country_code'],
    ],
    ['people-search', { company: { keyword: ['x'] } }, ['company.keyword', 'keywords']],
    ['people-search', { company: { name: ['x'] }, pages: 2 }, ['pages', null]],
    ['company-search', { company: { employee_range: { minimum: 1 } } }, ['company.employee_range.minimum', 'min']],
    ['company-search', { company: { name: ['x'] }, people: {} }, ['people', null]],
    ['company-search', { company: { name: ['x'], job_level: [] } }, ['company.job_level', null]],
    [
      'company-search',
      { company: { name: { include: ['x'], include_headline: true } } },
      ['company.name.include_headline', 'include'],
    ],
    ['job-search', { job: { titles: ['x'] } }, ['job.titles', 'title']],
    ['job-search', { job: { title: ['x'] }, people: {} }, ['people', null]],
    ['company-jobs', { domian: 'acme.example' }, ['domian', 'domain']],
    ['employee-finder', { company_network_url, job_levels: ['VP'] }, ['job_levels', 'job_level']],
    ['employee-finder', { company_network_url, cursor: 'x' }, ['cursor', null]],
    ['employee-finder', { company_network_url, company: { name: ['x'] } }, ['company', 'company_network_url']],
    [
      'waterfall',
      { company_network_url, cascade: [{ include_titles: ['x'] }] },
      ['cascade[0].include_titles', 'include_title'],
    ],
    ['waterfall', { company_network_url, cascade: [{ include_title: ['x'] }], page: 1 }, ['page', null]],
  ])('%s %j', async (operation, body, [path, suggestion]) => {
    const [fault] = (await faults(operation, body)).filter(([place]) => place === path);
    expect(fault?.[0]).toBe(path);
    if (suggestion !== null) expect(fault?.[1]).toBe(suggestion);
  });
});

describe('a value outside its list is reported with the nearest allowed value', () => {
  test.each<[Operation, object, [string, string | null][]]>([
    [
      'company-search',
      { company: { industry: ['Softwear Development'] } },
      [['company.industry[0]', 'Software Development']],
    ],
    [
      'company-search',
      { company: { industry: { include: ['Banking', 'Bankin'] } } },
      [['company.industry.include[1]', 'Banking']],
    ],
    [
      'company-search',
      { company: { industry: { exclude: ['Robot Gardenin'] } } },
      [['company.industry.exclude[0]', 'Robot Gardening']],
    ],
    ['company-search', { company: { type: ['Public'] } }, [['company.type[0]', 'Public Company']]],
    ['company-search', { company: { country_code: ['US', 'Germany'] } }, [['company.country_code[1]', 'DE']]],
    ['company-search', { company: { country_code: ['USA'] } }, [['company.country_code[0]', 'US']]],
    ['company-search', { company: { country_code: { include: ['ZZ'] } } }, [['company.country_code.include[0]', null]]],
    ['company-search', { company: { continent: ['Europa'] } }, [['company.continent[0]', 'Europe']]],
    ['company-search', { company: { sales_region: ['EMAE'] } }, [['company.sales_region[0]', 'EMEA']]],
    ['company-search', { company: { sales_region: ['NORTHAM'] } }, [['company.sales_region[0]', 'NORAM']]],
    ['company-search', { company: { employee_range: ['51-200', '51-20'] } }, [['company.employee_range[1]', '51-200']]],
    ['company-search', { company: { hq: { continent: ['Azia'] } } }, [['company.hq.continent[0]', 'Asia']]],
    ['people-search', { people: { job_level: ['VPs'] } }, [['people.job_level[0]', 'VP']]],
    [
      'people-search',
      { people: { job_function: { include: ['Enginering'] } } },
      [['people.job_function.include[0]', 'Engineering']],
    ],
    [
      'people-search',
      { people: { location: { sales_region: ['WORLD'] } } },
      [['people.location.sales_region[0]', null]],
    ],
    ['job-search', { company: { industry: ['Air lines/Aviation'] } }, [['company.industry[0]', 'Airlines/Aviation']]],
    ['employee-finder', { company_network_url, job_level: ['Manger'] }, [['job_level[0]', 'Manager']]],
    [
      'employee-finder',
      { company_network_url, people: { job_level: ['Directors'] } },
      [['people.job_level[0]', 'Director']],
    ],
    [
      'waterfall',
      { company_network_url, cascade: [{ location: ['WORLD'] }, { location: ['US', 'EMAE'] }] },
      [['cascade[1].location[1]', 'EMEA']],
    ],
    ['waterfall', { company_network_url, cascade: [{ location: ['WRLD'] }] }, [['cascade[0].location[0]', 'WORLD']]],
    // All errors are listed, in the order of the filters.
    [
      'people-search',
      {
        company: { type: ['Nonprofits'], country_code: ['QX'] },
        people: { job_level: ['Boss', 'Staf'], continent: ['Asia'] },
      },
      [
        ['company.type[0]', 'Nonprofit'],
        ['company.country_code[0]', null],
        ['people.job_level[0]', null],
        ['people.job_level[1]', 'Staff'],
      ],
    ],
  ])('%s %j', async (operation, body, expected) => {
    const found = await faults(operation, body);
    expect(found.map(([path]) => path)).toEqual(expected.map(([path]) => path));
    for (const [index, [, suggestion]] of expected.entries()) {
      if (suggestion !== null) expect(found[index]?.[1]).toBe(suggestion);
    }
  });
});

describe('a value without a word has no effect, and is rejected', () => {
  test.each<[Operation, object, string]>([
    ['company-search', { company: { name: { include: ['bank', ''] } } }, 'company.name.include[1]'],
    ['company-search', { company: { keywords: ['—'] } }, 'company.keywords[0]'],
    ['company-search', { company: { hq: { city: { exclude: ['[]'] } } } }, 'company.hq.city.exclude[0]'],
    ['people-search', { people: { job_title: { include: ['  '] } } }, 'people.job_title.include[0]'],
    ['people-search', { people: { location: { city: ['!'] } } }, 'people.location.city[0]'],
    ['job-search', { job: { title: { exclude: ['+'] } } }, 'job.title.exclude[0]'],
    ['waterfall', { company_network_url, cascade: [{ include_title: ['&'] }] }, 'cascade[0].include_title[0]'],
    [
      'waterfall',
      { company_network_url, cascade: [{ location: ['US'], exclude_title: ['.'] }] },
      'cascade[0].exclude_title[0]',
    ],
  ])('%s %j', async (operation, body, path) => {
    expect(await faults(operation, body)).toEqual([[path, null]]);
  });
});

describe('a value of the wrong shape is rejected', () => {
  test.each<[Operation, object, string]>([
    ['company-search', { company: [] }, 'company'],
    ['company-search', { company: { name: 'acme' } }, 'company.name'],
    ['company-search', { company: { name: null } }, 'company.name'],
    ['company-search', { company: { name: [1] } }, 'company.name[0]'],
    ['company-search', { company: { industry: { include: 'Banking' } } }, 'company.industry.include'],
    ['company-search', { company: { country_code: 'US' } }, 'company.country_code'],
    ['company-search', { company: { country_code: [['US']] } }, 'company.country_code[0]'],
    ['company-search', { company: { employee_range: { min: '5' } } }, 'company.employee_range.min'],
    ['company-search', { company: { employee_range: { min: -1 } } }, 'company.employee_range.min'],
    ['company-search', { company: { employee_range: { max: 1.5 } } }, 'company.employee_range.max'],
    ['company-search', { company: { employee_range: { max: null } } }, 'company.employee_range.max'],
    ['company-search', { company: { employee_range: { min: 11, max: 10 } } }, 'company.employee_range'],
    ['company-search', { company: { employee_count: { min: 2, max: 1 } } }, 'company.employee_count'],
    ['company-search', { company: { employee_range: [51] } }, 'company.employee_range[0]'],
    ['people-search', { people: { min_connections_count: -1 } }, 'people.min_connections_count'],
    ['people-search', { people: { min_connections: '10' } }, 'people.min_connections'],
    [
      'people-search',
      { people: { job_title: { include: ['x'], include_headline: 'yes' } } },
      'people.job_title.include_headline',
    ],
    [
      'waterfall',
      { company_network_url, cascade: [{ location: ['US'] }], min_connections_count: -1 },
      'min_connections_count',
    ],
    ['employee-finder', { company_network_url, min_connections_count: 1.5 }, 'min_connections_count'],
  ])('%s %j', async (operation, body, path) => {
    expect((await faults(operation, body)).map(([place]) => place)).toEqual([path]);
  });
});

describe('limits', () => {
  const list = (length: number) => Array.from({ length }, (_, index) => `w${index}`);
  /** Lists of words, each in its own body. */
  const WORD_LISTS: [Operation, string, (values: readonly string[]) => object][] = [
    ['company-search', 'company.name', (values) => ({ company: { name: values } })],
    ['company-search', 'company.keywords.include', (values) => ({ company: { keywords: { include: values } } })],
    ['people-search', 'people.job_title.exclude', (values) => ({ people: { job_title: { exclude: values } } })],
    ['job-search', 'job.title', (values) => ({ job: { title: values } })],
    ['employee-finder', 'location.city', (values) => ({ company_network_url, location: { city: values } })],
    [
      'waterfall',
      'cascade[0].include_title',
      (include_title) => ({ company_network_url, cascade: [{ include_title }] }),
    ],
  ];

  test.each(WORD_LISTS)('%s accepts 50 entries in %s, but no more', async (operation, path, bodyOf) => {
    expect((await service.call(operation, bodyOf(list(50)))).status).toBe(200);
    expect(await faults(operation, bodyOf(list(51)))).toEqual([[path, null]]);
  });

  test.each(WORD_LISTS)(
    '%s accepts strings of 200 characters in %s, but no longer ones',
    async (operation, path, bodyOf) => {
      const letter = '\u{1d4b6}';
      expect((await service.call(operation, bodyOf([letter.repeat(200)]))).status).toBe(200);
      expect(await faults(operation, bodyOf(['x', letter.repeat(201)]))).toEqual([[`${path}[1]`, null]]);
    },
  );

  test('accepts at most 50 entries in a list of closed values too', async () => {
    const codes = (length: number) => ({ company: { country_code: Array.from({ length }, () => 'US') } });
    expect((await service.call('company-search', codes(50))).status).toBe(200);
    expect(await faults('company-search', codes(51))).toEqual([['company.country_code', null]]);
  });

  const SEARCHES: [Operation, object][] = [
    ['people-search', { people: { country_code: ['US'] } }],
    ['company-search', { company: { country_code: ['US'] } }],
    ['job-search', { company: { country_code: ['US'] } }],
    ['company-jobs', { company_network_url }],
    ['employee-finder', { company_network_url }],
    ['waterfall', { company_network_url, cascade: [{ location: ['WORLD'] }] }],
  ];

  test.each(SEARCHES)('%s accepts max_results from 1 to 100', async (operation, body) => {
    for (const max_results of [1, 100]) {
      expect((await service.call(operation, { ...body, max_results })).status).toBe(200);
    }
    for (const max_results of [0, 101, -1, 1.5, '10', null, true, [10]]) {
      expect(await faults(operation, { ...body, max_results })).toEqual([['max_results', null]]);
    }
  });

  test.each(SEARCHES.slice(0, 4))('%s accepts true or false as include_total', async (operation, body) => {
    for (const include_total of ['true', 1, null]) {
      expect(await faults(operation, { ...body, include_total })).toEqual([['include_total', null]]);
    }
  });
});

// POST /v2/search/employee-finder, and the forms of company profile URLs that all endpoints accept.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXTURE } from '../support/fixture.ts';
import { ACME_STAFF } from '../support/fixture-people.ts';
import { companyUrl } from '../support/fixture-records.ts';
import { faultsOf, slugsOf } from '../support/read-pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

const ACME = companyUrl('acme');
const find = (filters: object = {}, company_network_url = ACME) =>
  service.call('employee-finder', { company_network_url, max_results: 100, ...filters });

describe('the answer', () => {
  test('pages through all staff with a body that has only the URL', async () => {
    const pages = [];
    for (const page of [undefined, 2, 3]) {
      const reply = await service.call('employee-finder', { company_network_url: ACME, page });
      const { results, ...rest } = reply.body;
      pages.push([slugsOf(reply), rest]);
    }
    const totals = { max_results: 10, total_pages: 2, total_results: ACME_STAFF.length };
    expect(pages).toEqual([
      [ACME_STAFF.slice(0, 10), { page: 1, results_length: 10, ...totals }],
      [ACME_STAFF.slice(10), { page: 2, results_length: 8, ...totals }],
      [[], { page: 3, results_length: 0, ...totals }],
    ]);
  });

  test.each([1, 4, 6, 17, 18, 19, 100])('pages of %i chain to the staff, once', async (max_results) => {
    const staff: string[] = [];
    const { total_pages } = (await find({ max_results })).body;
    expect(total_pages).toBe(Math.ceil(ACME_STAFF.length / max_results));
    for (let page = 1; page <= total_pages; page++) staff.push(...slugsOf(await find({ max_results, page })));
    expect(staff).toEqual(ACME_STAFF);
  });

  test('answers a page far past the end with an empty 200 and charges a credit', async () => {
    const { status, body } = await find({ page: Number.MAX_SAFE_INTEGER });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        page: Number.MAX_SAFE_INTEGER,
        max_results: 100,
        results: [],
        results_length: 0,
        total_pages: 1,
        total_results: ACME_STAFF.length,
      },
    });
  });

  test.each(['iris', 'nowhere', 'ghost'])('answers no pages without staff at %s', async (slug) => {
    const { status, body } = await find({}, companyUrl(slug));
    expect({ status, body }).toEqual({
      status: 200,
      body: { page: 1, max_results: 100, results: [], results_length: 0, total_pages: 0, total_results: 0 },
    });
  });

  test('answers a person with every field at the position in this company, without contact data', async () => {
    const [ada] = (await find()).body.results;
    const { experiences, ...person } = ada;
    expect(person).toEqual({
      network_url: 'https://www.network.example/in/ada-king',
      full_name: 'Ada King',
      first_name: 'Ada',
      last_name: 'King',
      headline: 'Building robots, ask [redacted] or [redacted]',
      about_me: 'Since 2010 at Acme. Mail: [redacted], phone [redacted].',
      job_title: 'Chief Executive Officer',
      job_level: 'C-Team',
      job_function: 'General Business & Management',
      location: {
        city: 'Austin',
        state_code: 'TX',
        country_code: 'US',
        country_name: 'United States',
        continent: 'North America',
        sales_region: 'NORAM',
      },
      connections_count: 500,
      education: [{ school_name: 'Mill College', degree: 'BSc', start_date: '1996', end_date: '2000' }],
      skills: ['Robots', 'Leadership'],
      certifications: [{ authority: 'Mill Board', name: 'Miller', url: 'https://mill.example/cert' }],
      updated_at: '2024-04-05T06:07:08Z',
    });
    expect(experiences.map((each: { job_title: string }) => each.job_title)).toEqual([
      'Chief Executive Officer',
      'Miller',
    ]);
    expect(JSON.stringify((await find()).body)).not.toMatch(/@|555|emails|phones/);
  });

  test('uses the position at this company for a person with two employers', async () => {
    const titleOfRae = async (slug: string) =>
      (await find({ country_code: ['MX'] }, companyUrl(slug))).body.results.map(
        (row: { job_title: string }) => row.job_title,
      );
    expect([await titleOfRae('acme'), await titleOfRae('bolt')]).toEqual([
      ['Board Observer'],
      ['Chief Financial Officer'],
    ]);
    expect(slugsOf(await find({ job_level: ['C-Team'] }))).not.toContain('rae-zim');
  });

  test('answers the matching one of two positions at this company', async () => {
    const { body } = await find({ people: { job_title: ['advisor'] } });
    expect([body.total_results, body.results[0].job_title]).toEqual([1, 'Advisor to Sales']);
  });
});

describe('accepts people filters in people, at the top level, or both', () => {
  test.each<[object, readonly string[]]>([
    [{ job_level: ['vp'] }, ['dee-ross', 'eli-voss', 'fay-moor', 'gus-hale']],
    [{ people: { job_level: ['vp'] } }, ['dee-ross', 'eli-voss', 'fay-moor', 'gus-hale']],
    [{ people: { job_level: ['VP'] }, country_code: ['uk', 'FR', 'US'] }, ['dee-ross', 'fay-moor']],
    [{ people: { job_level: ['VP', 'Director'] }, job_level: ['Director', 'Manager'] }, ['hal-ibsen']],
    [{ job_title: ['vp sales'] }, ['dee-ross', 'eli-voss', 'fay-moor']],
    [{ job_title: { include: ['vp sales'], include_headline: true } }, ['dee-ross', 'eli-voss', 'fay-moor', 'ora-kim']],
    [{ people: { job_title: { include: ['sales'], exclude: ['vp', 'mgr'] } } }, ['hal-ibsen']],
    [{ job_function: ['human resources'] }, ['jo-paz']],
    [{ continent: { include: ['europe'] }, job_level: ['Staff'] }, ['hal-ibsen', 'max-bär']],
    [{ sales_region: ['LATAM'], people: { continent: ['South America'] } }, ['jo-paz']],
    [{ min_connections_count: 450, min_connections: 500 }, ['ada-king', 'dee-ross', 'quin-roe']],
    [{ location: { city: ['stockholm', 'malmo'] } }, ['bo-reed', 'cy-lund']],
    [{ people: { max_per_company: 1 }, max_per_company: 5, job_level: ['VP'] }, ['dee-ross']],
    [{ people: { max_per_company: 5 }, max_per_company: 1, job_level: ['VP'] }, ['dee-ross']],
    // Filters without effect are treated as absent.
    [{ people: {} }, ACME_STAFF],
    [{ people: { job_level: [] }, job_title: {}, location: {}, min_connections: 0 }, ACME_STAFF],
    [{ people: { job_title: ['astronaut'] } }, []],
  ])('%j', async (filters, slugs) => {
    const reply = await find(filters);
    expect([slugsOf(reply), reply.body.total_results]).toEqual([slugs, slugs.length]);
  });
});

test.each([0, -1, 1.5, '1', null, true, 2 ** 53])('rejects page %j', async (page) => {
  expect(faultsOf(await find({ page }))).toEqual([['page', null]]);
});

describe('the profile URL of a company', () => {
  test.each([
    'https://www.network.example/company/acme',
    'https://www.network.example/company/acme/',
    'http://www.network.example/company/acme',
    'www.network.example/company/acme',
    'network.example/company/acme',
    'https://de.network.example/company/acme/about/',
    'https://www.network.example/de/company/acme/jobs',
    'https://any.host.test:8443/company/acme?utm=x#top',
    'https://www.network.example/COMPANY/ACME',
    'https://www.network.example/company/%61cme',
    '/company/acme',
    '  https://www.network.example/company/acme  ',
  ])('%s identifies the company', async (url) => {
    expect((await find({}, url)).body.total_results).toBe(ACME_STAFF.length);
    const jobs = await service.call('company-jobs', { company_network_url: url });
    expect(jobs.body.results_length).toBe(5);
  });

  test.each(['https://www.network.example/company/ひかり', companyUrl('ひかり')])(
    '%s identifies it too',
    async (url) => {
      expect(slugsOf(await find({}, url))).toEqual(['山田-太郎']);
    },
  );

  test.each([
    '',
    'acme',
    'https://www.network.example',
    'https://www.network.example/company',
    'https://www.network.example/company/',
    'https://www.network.example/in/acme',
    'https://www.network.example/school/company/acme',
    'https://user@www.network.example/company/acme',
    'ftp://www.network.example/company/acme',
    'https://www.network.example/company/a b',
    'https://www.network.example/company/%zz',
    'https://www.network.example/company/a%2Fb',
    `https://www.network.example/company/${'a'.repeat(2048)}`,
    null,
    7,
  ])('rejects %j', async (url) => {
    const faults = [['company_network_url', null]];
    expect(faultsOf(await find({ company_network_url: url }))).toEqual(faults);
    expect(faultsOf(await service.call('company-jobs', { company_network_url: url }))).toEqual(faults);
    const cascade = [{ location: ['WORLD'] }];
    expect(faultsOf(await service.call('waterfall', { company_network_url: url, cascade }))).toEqual(faults);
  });

  test('is required', async () => {
    expect(faultsOf(await service.call('employee-finder', { job_level: ['VP'] }))).toEqual([
      ['company_network_url', null],
    ]);
  });
});

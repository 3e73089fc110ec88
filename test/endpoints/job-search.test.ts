// POST /v2/jobs/search: rows, their order, the filters, and the effect of an import. title-words.test.ts tests words
// in titles.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXTURE } from '../support/fixture.ts';
import { JOB_ROW_ORDER } from '../support/fixture-openings.ts';
import { company, companyUrl, opening } from '../support/fixture-records.ts';
import { jobRowsOf } from '../support/read-pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

const search = (body: object) => service.call('job-search', { max_results: 100, ...body });
const EVERY_TITLE = { job: { title: { exclude: ['zzz'] } } };
const rows = (...words: string[]) => JOB_ROW_ORDER.filter((row) => words.some((word) => row.includes(word)));

describe('the answer', () => {
  test('sorts rows by the order of companies, then by open positions descending, then by title', async () => {
    expect(jobRowsOf(await search(EVERY_TITLE))).toEqual(JOB_ROW_ORDER);
  });

  test('groups the openings of one company, title and source in a row', async () => {
    const { body } = await search({
      company: { country_code: ['US'] },
      job: { title: ['[Senior Software Engineer]'] },
    });
    const acme = { network_url: companyUrl('acme'), name: 'Acme Robotics', domain: 'acme.example' };
    const [board, site] = body.results;
    expect({ ...board, locations: null }).toEqual({
      title: 'Senior Software Engineer',
      open_positions: 5,
      source: 'board',
      company: acme,
      latest_posted_at: '2024-05-02',
      url: 'https://jobs.example/2',
      locations: null,
    });
    expect(board.locations).toHaveLength(2);
    expect(board.locations).toEqual(
      expect.arrayContaining([
        { city: 'Austin', country_code: 'US' },
        { city: 'Paris', country_code: 'FR' },
      ]),
    );
    expect(site).toEqual({
      title: 'Senior Software Engineer',
      open_positions: 1,
      source: 'site',
      company: acme,
      latest_posted_at: null,
      url: null,
      locations: [],
    });
    expect([body.results_length, body.cursor]).toEqual([2, null]);
  });

  test('answers ten rows a page unless max_results sets another number; include_total counts all', async () => {
    const { body } = await service.call('job-search', { ...EVERY_TITLE, include_total: true });
    expect([body.results_length, body.total_results]).toEqual([10, JOB_ROW_ORDER.length]);
    expect(jobRowsOf(await search({ ...EVERY_TITLE, max_results: 1 }))).toEqual(JOB_ROW_ORDER.slice(0, 1));
  });

  test('answers a search without matches with an empty 200 and charges a credit', async () => {
    const { status, body } = await search({ job: { title: ['astronaut'] }, include_total: true });
    expect({ status, body }).toEqual({
      status: 200,
      body: { results: [], results_length: 0, cursor: null, total_results: 0 },
    });
  });
});

describe('filters', () => {
  test.each<[object, readonly string[]]>([
    [{ job: { title: { include: ['engineer'], exclude: ['senior'] } } }, rows('Data Engineer')],
    [{ job: { title: { include: ['engineer', 'manager'] } } }, rows('Senior', 'Manager', 'Data Engineer')],
    [{ job: { title: ['vp'] } }, rows('VP', 'Vice')],
    [{ job: { title: ['cafe'] } }, rows('Café')],
    [{ job: { title: ['m w'] } }, rows('m/w/d')],
    [{ company: { name: ['bolt'] } }, rows('bolt|')],
    [{ company: { industry: ['Software Development'] } }, rows('acme|', 'dune|')],
    [{ company: { industry: { exclude: ['Software Development', 'Banking'] } } }, rows('gale|', 'hazel|')],
    [{ company: { employee_range: { min: 1001, max: 5000 } } }, rows('bolt|', 'dune|')],
    [{ company: { employee_range: ['11-50'] } }, rows('hazel|')],
    [{ company: { sales_region: ['EMEA'] }, job: { title: ['manager', 'pilot'] } }, rows('bolt|H', 'gale|')],
    [{ company: { hq: { city: ['mexico'] } } }, rows('kilo|')],
    [
      { company: { keywords: ['machine'] }, job: { title: { exclude: ['vp'] } } },
      [...rows('acme|').filter((row) => !row.includes('VP')), ...rows('bolt|H')],
    ],
    // A closed opening, and one of an unknown company.
    [{ job: { title: ['chief', 'watch'] } }, []],
    // Abbreviations apply to titles only.
    [{ company: { keywords: ['vp'] } }, []],
  ])('%j', async (body, expected) => {
    expect(jobRowsOf(await search(body))).toEqual(expected);
  });
});

test('finds a row by the title of each of its openings, and in brackets by the one that it shows', async () => {
  const titles = ['SWE', 'SWE', 'Software Engineer', 'VP', 'VP'];
  const openings = titles.map((title, index) => opening('x', title, { url: `https://jobs.example/x${index}` }));
  const other = await startTestService({ companies: [company('x', 'X')], jobs: openings });
  const found = async (title: object | string[]) => {
    const rows = jobRowsOf(await other.call('job-search', { job: { title } }));
    return rows.map((row) => row.split('|')[1]);
  };
  for (const title of ['engineer', 'eng', 'software engineer', 'swe', '[SWE]'])
    expect(await found([title])).toEqual(['SWE']);
  expect(await found({ exclude: ['engineer'] })).toEqual(['VP']);
  // No opening has the word.
  expect(await found(['president'])).toEqual([]);
  expect(await found(['[Software Engineer]'])).toEqual([]);
  await other.close();
});

describe('groups titles whose folded words and abbreviations are equal', () => {
  test.each<[readonly string[], readonly string[]]>([
    [['VP Sales', 'Vice President, Sales', 'vice-president sales'], ['VP Sales|3']],
    [['Café Manager', 'CAFE MANAGER', 'Café Manager'], ['Café Manager|3']],
    [['Jr. Asst. Dir.', 'Junior Assistant Director', 'Junior Assistant Director'], ['Junior Assistant Director|3']],
    // Neither another order of words nor ambiguous abbreviations are grouped.
    [
      ['Sales VP', 'VP Sales'],
      ['Sales VP|1', 'VP Sales|1'],
    ],
    [
      ['Chief Marketing Officer', 'Chief Medical Officer'],
      ['Chief Marketing Officer|1', 'Chief Medical Officer|1'],
    ],
    [
      ['C Developer', 'C++ Developer'],
      ['C Developer|1', 'C++ Developer|1'],
    ],
  ])('%j', async (titles, expected) => {
    const openings = titles.map((title, index) => opening('x', title, { url: `https://jobs.example/x${index}` }));
    const other = await startTestService({ companies: [company('x', 'X')], jobs: openings });
    const found = jobRowsOf(await other.call('job-search', { company: { name: ['x'] } }));
    await other.close();
    const [shown, ...more] = found.map((row) => row.split('|')).map(([, title, , count]) => `${title}|${count}`);
    // The row may show any of equally frequent spellings.
    const isTie = expected.length === 1 && new Set(titles).size === titles.length;
    expect(isTie ? [shown?.endsWith(`|${titles.length}`), ...more] : [shown, ...more].sort()).toEqual(
      isTie ? [true] : expected,
    );
  });
});

describe('imports', () => {
  const OPENINGS = [
    opening('a', 'Cook', { url: 'https://jobs.example/a1' }),
    opening('a', 'Cook', { location: { city: 'Oslo', country_code: 'NO' } }),
    opening('a', 'Cook', { location: { city: 'Oslo', country_code: 'NO' } }),
    opening('a', 'Waiter', { open_positions: 4 }),
    opening('a', 'Guard', { source: 'site' }),
    opening('b', 'Baker'),
    opening('later', 'Diver'),
  ];
  const listed = async (other: TestService) => {
    await other.index();
    return jobRowsOf(await other.call('job-search', EVERY_TITLE));
  };

  test('repeating a file changes nothing; openings missing in it are closed at its companies and sources', async () => {
    const companies = [company('a', 'A', { employee_count: 9 }), company('b', 'B')];
    const other = await startTestService({ companies, jobs: OPENINGS });
    const all = ['a|Waiter|board|4', 'a|Cook|board|3', 'a|Guard|site|1', 'b|Baker|board|1'];
    expect(await listed(other)).toEqual(all);
    await other.import({ jobs: OPENINGS });
    expect(await listed(other)).toEqual(all);
    await other.import({ jobs: OPENINGS.slice(0, 2) });
    expect(await listed(other)).toEqual(['a|Cook|board|2', 'a|Guard|site|1', 'b|Baker|board|1']);
    await other.import({ jobs: OPENINGS });
    expect(await listed(other)).toEqual(all);
    await other.close();
  });

  test('keeps openings of an unknown company, and shows them once it is imported', async () => {
    const other = await startTestService({ companies: [company('b', 'B')], jobs: OPENINGS });
    expect(await listed(other)).toEqual(['b|Baker|board|1']);
    await other.import({ companies: [company('later', 'Later', { employee_count: 3 })] });
    expect(await listed(other)).toEqual(['later|Diver|board|1', 'b|Baker|board|1']);
    await other.close();
  });
});

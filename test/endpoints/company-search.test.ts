// POST /v2/search/companies: answers, and the companies that each filter finds. rejected-filters.test.ts tests
// rejections.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXTURE } from '../support/fixture.ts';
import { COMPANY_ORDER } from '../support/fixture-companies.ts';
import { slugsOf } from '../support/read-pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

const search = (company: unknown, rest: object = {}) =>
  service.call('company-search', { company, max_results: 100, ...rest });

/** A filter that every company matches. */
const EVERYONE = { name: { exclude: ['zzz'] } };
const but = (...slugs: string[]) => COMPANY_ORDER.filter((slug) => !slugs.includes(slug));

type Cases = readonly (readonly [filter: object, slugs: readonly string[]])[];

/** Each filter finds exactly these companies, in this order. */
function finds(cases: Cases) {
  test.each(cases)('%j finds %j', async (filter, slugs) => {
    expect(slugsOf(await search(filter))).toEqual(slugs);
  });
}

describe('the answer', () => {
  test('sorts companies by employees descending, unknown last, then by slug', async () => {
    expect(slugsOf(await search(EVERYONE))).toEqual(COMPANY_ORDER);
  });

  test('answers a company with every field, and without addresses and numbers in its texts', async () => {
    const { body } = await search({ name: ['acme'] });
    expect(body).toEqual({
      results: [
        {
          network_url: 'https://www.network.example/company/acme',
          name: 'Acme Robotics',
          domain: 'acme.example',
          website: 'https://www.acme.example/',
          industry: 'Software Development',
          type: 'Public Company',
          size: '10001+',
          employee_count: 12_000,
          followers: 3400,
          founded_year: 1999,
          about: 'Robots for warehouses. Write to [redacted] or call [redacted].',
          specialties: ['Industrial Robots', 'Machine Learning', 'ask [redacted]'],
          hq: {
            city: 'Austin',
            state: 'TX',
            country_code: 'US',
            country_name: 'United States',
            continent: 'North America',
            sales_region: 'NORAM',
          },
          updated_at: '2024-03-01T10:00:00Z',
        },
      ],
      results_length: 1,
      cursor: null,
    });
  });

  test('answers null for unknown values, and empty lists', async () => {
    const { body } = await search({ name: ['juno'] });
    const { network_url, name, specialties, ...unknown } = body.results[0];
    expect({ network_url, name, specialties }).toEqual({
      network_url: 'https://www.network.example/company/juno',
      name: 'Juno',
      specialties: [],
    });
    expect(new Set(Object.values(unknown))).toEqual(new Set([null]));
  });

  test('percent-encodes the slug of a profile URL once', async () => {
    const { body } = await search({ country_code: ['JP'] });
    expect(body.results[0].network_url).toBe('https://www.network.example/company/%E3%81%B2%E3%81%8B%E3%82%8A');
  });

  test('sorts a company with a known size range by its lower bound, and answers no employee_count', async () => {
    const { body } = await search(EVERYONE);
    const shown = body.results.map((row: Record<string, unknown>) => [row['size'], row['employee_count']]);
    expect(shown).toEqual([
      ['10001+', 12_000],
      ['1001-5000', 5000],
      ['1001-5000', 5000],
      ['1001-5000', null],
      ['1001-5000', 1001],
      ['51-200', 200],
      ['51-200', 200],
      ['51-200', 51],
      ['11-50', null],
      ['1-10', 1],
      [null, null],
      [null, null],
    ]);
  });

  test('answers a search without matches with an empty 200 and charges a credit', async () => {
    const { status, body } = await search({ name: ['nowhere'] }, { include_total: true });
    expect({ status, body }).toEqual({
      status: 200,
      body: { results: [], results_length: 0, cursor: null, total_results: 0 },
    });
  });

  test('answers ten companies a page unless max_results sets another number', async () => {
    expect(slugsOf(await service.call('company-search', { company: EVERYONE }))).toEqual(COMPANY_ORDER.slice(0, 10));
    expect(slugsOf(await search(EVERYONE, { max_results: 1 }))).toEqual(['acme']);
  });
});

describe('name', () => {
  finds([
    [{ name: { include: ['BANK'] } }, ['bolt', 'cobalt']],
    [{ name: ['bank', 'Gale'] }, ['bolt', 'cobalt', 'gale']],
    [{ name: { include: ['bank bolt'] } }, ['bolt']],
    [{ name: { include: ['bank'], exclude: ['ag', 'gale'] } }, ['bolt']],
    [{ name: { exclude: ['bank', 'kilo', 'acme'] } }, but('acme', 'bolt', 'cobalt', 'kilo')],
    [{ name: ['Ban'] }, []],
    [{ name: ['fjord son'] }, ['fjord']],
    [{ name: ['FJØRD'] }, ['fjord']],
    [{ name: ['株式会社ひかり'] }, ['ひかり']],
    [{ name: ['node.js'] }, ['hazel']],
    [{ name: ['node'] }, []],
    [{ name: ['[ember]'] }, ['ember']],
    [{ name: ['[Bank]'] }, []],
    [{ name: ['[ fjord / son ]'] }, ['fjord']],
    [{ name: { include: ['bank'], exclude: ['[Cobalt Bank]', '[Bolt-Bank]'] } }, ['cobalt']],
  ]);
});

describe('keywords search name, about, specialties and industry', () => {
  finds([
    [{ keywords: ['robotics'] }, ['acme', 'dune']],
    [{ keywords: ['research'] }, ['dune']],
    [{ keywords: ['loans'] }, ['cobalt']],
    [{ keywords: ['banking'] }, ['bolt', 'kilo']],
    // The words of one value may be in different fields, and in different specialties.
    [{ keywords: ['robotics software'] }, ['acme', 'dune']],
    [{ keywords: ['machine learning'] }, ['acme', 'cobalt']],
    [{ keywords: { include: ['machine'], exclude: ['learning'] } }, ['bolt']],
    // In brackets, the value must equal the whole field, or a whole specialty.
    [{ keywords: ['[Machine Learning]'] }, ['acme']],
    [{ keywords: ['[learning loans]'] }, ['cobalt']],
    [{ keywords: ['[Banking]'] }, ['bolt', 'kilo']],
    [{ keywords: ['[machine learning loans]'] }, []],
    [{ keywords: ['c++'] }, ['hazel']],
    [{ keywords: ['c'] }, []],
    // Keywords do not search the headquarters, and abbreviations of job titles are not expanded.
    [{ keywords: ['zürich'] }, []],
    [{ keywords: ['vice president'] }, ['kilo']],
    [{ keywords: ['vp'] }, []],
    // A search does not find text that the answer hides.
    [{ keywords: ['zebra', 'quokka', '0199'] }, []],
  ]);
});

describe('industry and type', () => {
  finds([
    [{ industry: { include: ['Software Development'] } }, ['acme', 'dune']],
    [{ industry: ['computer SOFTWARE'] }, ['acme', 'dune']],
    [{ industry: ['airlines & aviation'] }, ['gale', 'hazel']],
    [{ industry: ['Airlines/Aviation'] }, ['gale', 'hazel']],
    [{ industry: ['hospital and health care'] }, ['ひかり']],
    [{ industry: ['ROBOT gardening'] }, ['fjord']],
    [{ industry: ['Banking', 'Robot Gardening'] }, ['bolt', 'fjord', 'kilo']],
    [{ industry: { exclude: ['Banking', 'Computer Software'] } }, but('acme', 'bolt', 'dune', 'kilo')],
    [{ industry: { include: ['Banking'], exclude: ['Banking'] } }, []],
    [{ industry: ['Dairy'] }, []],
    [{ type: { include: ['public company'] } }, ['acme', 'cobalt']],
    [{ type: ['Nonprofit', 'PARTNERSHIP'] }, ['dune', 'gale']],
    [{ type: { exclude: ['Public Company', 'Privately Held'] } }, but('acme', 'bolt', 'cobalt', 'ember')],
  ]);
});

describe('location of the headquarters', () => {
  const IN_EUROPE = ['bolt', 'cobalt', 'fjord', 'gale', 'hazel', 'iris'];
  finds([
    [{ country_code: ['us'] }, ['acme']],
    [{ country_code: { include: ['DE', 'xk'] } }, ['bolt', 'iris']],
    [{ country_code: ['UK'] }, ['gale']],
    [{ country_code: ['GB', 'gr'] }, ['gale', 'hazel']],
    [{ country_code: ['el'] }, ['hazel']],
    [{ country_code: ['FR'] }, []],
    [{ continent: ['europe'] }, IN_EUROPE],
    [{ continent: ['North America', 'SOUTH america'] }, ['acme', 'dune', 'kilo']],
    [{ continent: { include: ['Asia'] } }, ['ember', 'ひかり']],
    [{ sales_region: ['noram'] }, ['acme']],
    [{ sales_region: ['LATAM'] }, ['dune', 'kilo']],
    [{ sales_region: ['EMEA'] }, IN_EUROPE],
    [{ sales_region: ['APAC', 'NORAM'] }, ['acme', 'ember', 'ひかり']],
    [{ hq: { country_code: ['US'] } }, ['acme']],
    [{ hq: { continent: ['Asia'] } }, ['ember', 'ひかり']],
    [{ hq: { sales_region: ['LATAM'] } }, ['dune', 'kilo']],
    [{ hq: { city: { include: ['zurich', 'são paulo'] } } }, ['cobalt', 'dune']],
    [{ hq: { city: ['main frankfurt'] } }, ['bolt']],
    [{ hq: { city: ['東京'] } }, ['ひかり']],
    [{ hq: { country_code: ['US', 'DE'], city: { exclude: ['Austin'] } } }, ['bolt']],
  ]);
});

describe('number of employees', () => {
  finds([
    [{ employee_range: { min: 5000 } }, ['acme', 'bolt', 'cobalt']],
    [{ employee_range: { min: 1001, max: 5000 } }, ['bolt', 'cobalt', 'dune', 'ember']],
    [{ employee_range: { min: 1002, max: 5000 } }, ['bolt', 'cobalt']],
    [{ employee_range: { min: 12_000, max: 12_000 } }, ['acme']],
    [{ employee_range: { max: 51 } }, ['gale', 'hazel', 'iris']],
    [{ employee_range: { min: 0, max: 11 } }, ['hazel', 'iris']],
    [{ employee_range: { min: 201, max: 0 } }, ['acme', 'bolt', 'cobalt', 'dune', 'ember']],
    [{ employee_range: { min: 1 } }, but('juno', 'kilo')],
    [{ employee_range: { min: 12_001 } }, []],
    [{ employee_range: { max: Number.MAX_SAFE_INTEGER } }, but('juno', 'kilo')],
    [{ employee_count: { min: 51, max: 200 } }, ['fjord', 'ひかり', 'gale']],
    [{ employee_range: ['51-200'] }, ['fjord', 'ひかり', 'gale']],
    [{ employee_range: ['10001+', '1-10'] }, ['acme', 'iris']],
    [{ employee_range: { min: 200 }, employee_count: { max: 1001 } }, ['dune', 'ember', 'fjord', 'ひかり']],
  ]);
});

describe('combines filters with AND', () => {
  finds([
    [{ industry: ['Banking'], country_code: ['DE'] }, ['bolt']],
    [{ industry: ['Banking'], country_code: ['CH'] }, []],
    [{ country_code: ['US', 'DE'], hq: { country_code: ['DE', 'CH'] } }, ['bolt']],
    [{ keywords: ['machine'], type: { exclude: ['Public Company'] }, employee_range: { min: 51 } }, ['bolt']],
    // Empty filters are ignored.
    [
      { country_code: ['DE'], name: {}, keywords: { include: [] }, industry: [], employee_range: { min: 0 }, hq: {} },
      ['bolt'],
    ],
  ]);
});

test('include_total reports the number of matching companies on all pages', async () => {
  const { body } = await search({ continent: ['Europe'] }, { max_results: 2, include_total: true });
  expect([body.results_length, body.total_results]).toEqual([2, 6]);
});

test.each([
  ['http://UK.Cards.example:80/company/MiXed/about?x=1#y', 'https://uk.cards.example/company/mixed'],
  ['cards.example/de/company/a%26b/', 'https://cards.example/company/a%26b'],
  ['https://cards.example/company/Zu\u0308rich', 'https://cards.example/company/z%C3%BCrich'],
])('answers a company imported as %s as %s', async (network_url, canonical) => {
  const other = await startTestService({ companies: [{ network_url, name: 'Imported' }] });
  const { body } = await other.call('company-search', { company: { name: ['imported'] } });
  expect(body.results[0].network_url).toBe(canonical);
  expect((await other.call('company', { company_network_url: canonical })).body.company.name).toBe('Imported');
  await other.close();
});

test('uses the host of the settings in all answers', async () => {
  const other = await startTestService(FIXTURE, { networkHost: 'cards.example' });
  const { body } = await other.call('company-search', { company: { country_code: ['JP'] } });
  expect(body.results[0].network_url).toBe('https://cards.example/company/%E3%81%B2%E3%81%8B%E3%82%8A');
  const people = await other.call('people-search', { company: { country_code: ['US'] }, max_results: 1 });
  const [{ network_url, company, experiences }] = people.body.results;
  expect([network_url, company.network_url, experiences[0].company_network_url]).toEqual([
    'https://cards.example/in/ada-king',
    'https://cards.example/company/acme',
    'https://cards.example/company/acme',
  ]);
  const unknown = { company_network_url: 'https://other.example/company/nowhere', cascade: [{ location: ['WORLD'] }] };
  expect((await other.call('waterfall', unknown)).body.company_network_url).toBe(
    'https://cards.example/company/nowhere',
  );
  await other.close();
});

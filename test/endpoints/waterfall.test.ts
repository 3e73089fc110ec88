// POST /v2/search/waterfall-icp-keyword. title-words.test.ts tests the word rule of its steps.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXTURE } from '../support/fixture.ts';
import { ACME_STAFF } from '../support/fixture-people.ts';
import { companyUrl } from '../support/fixture-records.ts';
import { faultsOf, slugOf } from '../support/read-pages.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FIXTURE);
});
afterAll(() => service.close());

type Step = Readonly<Record<string, unknown>>;
type Row = {
  readonly icp: number;
  readonly ranking: number;
  readonly person: { network_url: string; job_title: string };
};

const call = (cascade: readonly Step[], rest: object = {}) =>
  service.call('waterfall', { company_network_url: companyUrl('acme'), cascade, ...rest });

/** Rows as `step slug`; the ranking counts up from 1. */
function rowsOf(reply: Reply): string[] {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const rows = reply.body.results as Row[];
  expect(reply.body.results_length).toBe(rows.length);
  expect(rows.map(({ ranking }) => ranking)).toEqual(rows.map((_, index) => index + 1));
  return rows.map(({ icp, person }) => `${icp} ${slugOf(person.network_url)}`);
}

const ANYWHERE = { location: ['WORLD'] };

describe('the answer', () => {
  test('groups rows by step, each with the person at the matching position and without contact data', async () => {
    const { body } = await call([{ include_title: ['advisor'] }, { include_title: ['ceo'], location: ['US'] }]);
    expect(Object.keys(body).sort()).toEqual(['company_network_url', 'max_results', 'results', 'results_length']);
    expect([body.company_network_url, body.max_results]).toEqual([companyUrl('acme'), 10]);
    const [hal, ada] = body.results;
    expect([hal.icp, hal.ranking, hal.person.full_name, hal.person.job_title, hal.person.job_level]).toEqual([
      ...[1, 1, 'Hal Ibsen', 'Advisor to Sales', 'Staff'],
    ]);
    expect([ada.icp, ada.ranking, ada.person.job_title]).toEqual([2, 2, 'Chief Executive Officer']);
    expect(ada.person.headline).toBe('Building robots, ask [redacted] or [redacted]');
    expect(JSON.stringify(body)).not.toMatch(/@|555/);
  });

  test('answers an empty 200 without matches, without staff, or without the company, and charges a credit', async () => {
    const nobody = (slug: string) => ({
      company_network_url: companyUrl(slug),
      max_results: 7,
      results: [],
      results_length: 0,
    });
    for (const slug of ['bolt', 'iris', 'nowhere', 'ghost']) {
      const reply = await call([{ include_title: ['astronaut'] }], {
        company_network_url: companyUrl(slug),
        max_results: 7,
      });
      expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body: nobody(slug) });
    }
  });

  test('answers the company URL in canonical form', async () => {
    const shownFor = async (company_network_url: string) =>
      (await call([ANYWHERE], { company_network_url })).body.company_network_url;
    expect(await shownFor('de.network.example:8080/company/ACME/about?a=b#c')).toBe(companyUrl('acme'));
    expect(await shownFor('/company/ひかり')).toBe(companyUrl('ひかり'));
    expect(await shownFor('http://other.example/company/Nowhere/')).toBe('https://other.example/company/nowhere');
  });
});

describe('steps', () => {
  test('are filled in order; a person appears once, under the first step that matches', async () => {
    const cascade = [
      { include_title: ['VP Sales', 'Head of Sales'], location: ['WORLD'] },
      { include_title: ['Sales'], exclude_title: ['Assistant'], location: ['EMEA'] },
      { include_title: ['Director'] },
      { location: ['NORAM'] },
    ];
    expect(rowsOf(await call(cascade))).toEqual([
      ...['1 dee-ross', '1 eli-voss', '1 fay-moor'],
      '2 hal-ibsen',
      ...['4 ada-king', '4 lea-fox', '4 ned-low', '4 quin-roe'],
    ]);
  });

  test('take precedence over the order of people', async () => {
    const cascade = [{ include_title: ['intern'] }, { include_title: ['manager'] }, { include_title: ['chief'] }];
    expect(rowsOf(await call(cascade))).toEqual(['1 pia-sol', '2 ida-ng', '2 jo-paz', '3 ada-king', '3 cy-lund']);
  });

  test.each([1, 2, 3, 4, 5])('are limited by max_results %i', async (max_results) => {
    const reply = await call([{ include_title: ['vp sales'] }, { include_title: ['manager'] }], { max_results });
    const whole = ['1 dee-ross', '1 eli-voss', '1 fay-moor', '2 ida-ng', '2 jo-paz'];
    expect([rowsOf(reply), reply.body.max_results]).toEqual([whole.slice(0, max_results), max_results]);
  });

  test('return at most ten rows without max_results', async () => {
    expect(rowsOf(await call([ANYWHERE]))).toEqual(ACME_STAFF.slice(0, 10).map((slug) => `1 ${slug}`));
    expect(rowsOf(await call([ANYWHERE], { max_results: 100 }))).toEqual(ACME_STAFF.map((slug) => `1 ${slug}`));
  });

  test('that find the same people add nothing, up to ten steps', async () => {
    const cascade = Array.from({ length: 10 }, () => ({ include_title: ['cto'] }));
    expect(rowsOf(await call(cascade))).toEqual(['1 cy-lund']);
    expect(rowsOf(await call([...cascade.slice(1), { include_title: ['hr'] }]))).toEqual(['1 cy-lund', '10 jo-paz']);
  });
});

describe('location', () => {
  const IN_SALES = ['dee-ross', 'eli-voss', 'fay-moor', 'ida-ng', 'hal-ibsen'];
  test.each([
    [undefined, IN_SALES],
    [[], IN_SALES],
    [['world'], IN_SALES],
    [['DE', 'World'], IN_SALES],
    [['de'], ['eli-voss']],
    [
      ['UK', 'fr'],
      ['dee-ross', 'fay-moor'],
    ],
    [['europe'], ['dee-ross', 'eli-voss', 'fay-moor', 'hal-ibsen']],
    [
      ['apac', 'NO'],
      ['ida-ng', 'hal-ibsen'],
    ],
    [['Africa'], []],
  ])('%j', async (location, slugs) => {
    expect(rowsOf(await call([{ include_title: ['sales'], location }]))).toEqual(slugs.map((slug) => `1 ${slug}`));
  });

  test('a person with an unknown location matches WORLD only', async () => {
    expect(rowsOf(await call([{ include_title: ['[software engineer]'] }]))).toEqual(['1 ora-kim']);
    const everywhere = ['NORAM', 'LATAM', 'EMEA', 'APAC', 'Antarctica'];
    expect(rowsOf(await call([{ include_title: ['[software engineer]'], location: everywhere }]))).toEqual([]);
  });
});

test.each<[Step, readonly string[]]>([
  [{ include_title: ['vp sales'], include_headline_search: true }, ['dee-ross', 'eli-voss', 'fay-moor', 'ora-kim']],
  [{ include_title: ['vp sales'], include_headline_search: false }, ['dee-ross', 'eli-voss', 'fay-moor']],
  [{ include_title: ['engineer'], exclude_title: ['formerly'], include_headline_search: true }, ['gus-hale']],
  [{ include_title: ['engineer'], exclude_title: ['formerly'] }, ['gus-hale', 'ora-kim']],
])('include_headline_search: %j', async (step, slugs) => {
  expect(rowsOf(await call([step]))).toEqual(slugs.map((slug) => `1 ${slug}`));
});

test('min_connections_count applies to every step; zero has no effect', async () => {
  const cascade = [{ include_title: ['vp', 'ceo'] }, ANYWHERE];
  const found = async (min_connections_count: number) => rowsOf(await call(cascade, { min_connections_count }));
  expect(await found(451)).toEqual(['1 ada-king', '1 dee-ross', '2 quin-roe']);
  expect(await found(450)).toEqual(['1 ada-king', '1 dee-ross', '1 eli-voss', '1 fay-moor', '2 quin-roe']);
  expect((await found(0)).slice(0, 6)).toEqual(
    ['ada-king', 'bo-reed', 'dee-ross', 'eli-voss', 'fay-moor', 'gus-hale'].map((slug) => `1 ${slug}`),
  );
});

test.each<[object, readonly string[]]>([
  [{ cascade: undefined }, ['cascade']],
  [{ cascade: [] }, ['cascade']],
  [{ cascade: Array.from({ length: 11 }, () => ANYWHERE) }, ['cascade']],
  [{ cascade: ANYWHERE }, ['cascade']],
  [{ cascade: [ANYWHERE, 'WORLD'] }, ['cascade[1]']],
  [{ cascade: [{}] }, ['cascade[0]']],
  [{ cascade: [ANYWHERE, { include_title: [], location: [] }] }, ['cascade[1]']],
  [{ cascade: [{ exclude_title: ['x'] }, ANYWHERE, { include_headline_search: true }] }, ['cascade[0]', 'cascade[2]']],
  [{ cascade: [{ include_title: 'x' }] }, ['cascade[0].include_title']],
  [{ cascade: [{ location: 'WORLD' }] }, ['cascade[0].location']],
  [{ cascade: [{ location: [''] }] }, ['cascade[0].location[0]']],
  [{ cascade: [{ ...ANYWHERE, include_headline_search: 1 }] }, ['cascade[0].include_headline_search']],
  [{ company_network_url: undefined }, ['company_network_url']],
  [{ company_network_url: 'https://www.network.example/in/acme' }, ['company_network_url']],
])('rejects %j', async (wrong, paths) => {
  expect(faultsOf(await call([ANYWHERE], wrong)).map(([path]) => path)).toEqual(paths);
});

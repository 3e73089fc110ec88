// POST /v2/match/company: the company that the keys describe, the score, and the price.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl } from '../support/fixture-records.ts';
import { faultsOf } from '../support/read-pages.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

const hq = (city: string, country_code: string) => ({ hq: { city, country_code } });
const COMPANIES = [
  company('acme', 'Acme Robotics GmbH', { domain: 'acme.example', employee_count: 900, ...hq('Berlin', 'DE') }),
  company('acme-labs', 'Lowdale Institute', { domain: 'acme.example', employee_count: 20, ...hq('Berlin', 'DE') }),
  company('nimbus-de', 'Nimbus', { employee_count: 50, ...hq('Köln', 'DE') }),
  company('nimbus-us', 'Nimbus Inc.', { employee_count: 70, ...hq('Austin', 'US') }),
  company('takane', 'タカネ精機株式会社', { employee_count: 4, ...hq('Osaka', 'JP') }),
  company('stroykotva', 'Stroykotva', { employee_count: 3, ...hq('Varna', 'BG') }),
  company('buehler', 'Bühler Möbel GmbH', { employee_count: 2, ...hq('Ulm', 'DE') }),
  company('moeller', 'Moeller Werke', { employee_count: 2, ...hq('Ulm', 'DE') }),
  company('hilltop', 'Hilltop Breweries', { domain: 'hilltop.example', employee_count: 5, ...hq('Oslo', 'NO') }),
];

/** There are more namesakes than are compared; the wanted company is the smallest. */
const NAMESAKES = Array.from({ length: 40 }, (_, index) =>
  company(`lantern-${index}`, 'Lantern', { employee_count: 90, ...hq(`Town ${index}`, 'US') }),
);
const LANTERN = company('lantern', 'Lantern', { employee_count: 1, ...hq('Salem', 'US') });

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ companies: [...COMPANIES, ...NAMESAKES, LANTERN] });
});
afterAll(() => service.close());

const call = (body: object) => service.call('match-company', body);
/** The answered company, the score and the keys that agree; the status for an error. */
const shown = ({ status, body }: Reply) =>
  status === 200 ? [body.company.network_url, body.score, body.matched_on] : status;

describe('matches', () => {
  it.each<[object, string, number, string[]]>([
    [{ network_url: companyUrl('acme') }, 'acme', 0.99, ['network_url']],
    // A domain matches its largest company.
    [{ domain: 'https://www.acme.example/about' }, 'acme', 0.98, ['domain']],
    [{ domain: 'acme.example', name: 'Lowdale Institute' }, 'acme-labs', 0.99, ['domain', 'name']],
    [{ name: 'ACME Robotics' }, 'acme', 0.88, ['name']],
    [{ name: 'ACME Robotics', country_code: 'DE' }, 'acme', 0.94, ['name', 'country_code']],
    [{ name: 'nimbus', country_code: 'de' }, 'nimbus-de', 0.93, ['name', 'country_code']],
    [{ name: 'Nimbus', country_code: 'US', city: 'Austin' }, 'nimbus-us', 0.99, ['name', 'country_code', 'city']],
    [{ name: 'タカネ精機', country_code: 'JP' }, 'takane', 0.94, ['name', 'country_code']],
    [{ name: '(株)タカネ精機', country_code: 'JP' }, 'takane', 0.94, ['name', 'country_code']],
    [{ name: 'ООД Стройкотва', country_code: 'BG' }, 'stroykotva', 0.94, ['name', 'country_code']],
    [{ name: 'Nimbus', city: 'Cologne' }, 'nimbus-de', 0.99, ['name', 'city']],
    [
      { name: 'Hilltop Brewenies', country_code: 'NO', city: 'Oslo' },
      'hilltop',
      0.96,
      ['name', 'country_code', 'city'],
    ],
  ])('%j', async (body, slug, score, keys) => {
    expect(shown(await call(body))).toEqual([companyUrl(slug), score, keys]);
  });

  it('and answers the same company record as the enrichment', async () => {
    const { body } = await call({ domain: 'hilltop.example' });
    const enriched = await service.call('company', { company_network_url: companyUrl('hilltop') });
    expect([body.found, body.company]).toEqual([true, enriched.body.company]);
  });
});

it.each<[string, string]>([
  ['Buehler Moebel', 'buehler'],
  ['Bühler Moebel', 'buehler'],
  ['Möller Werke GmbH', 'moeller'],
])('finds a name in another spelling of umlauts: %s', async (name, slug) => {
  expect((await call({ name })).body.company?.network_url).toBe(companyUrl(slug));
});

it('the city finds a company among more namesakes in the country than are compared', async () => {
  const reply = await call({ name: 'Lantern', country_code: 'US', city: 'salem', min_score: 0.5 });
  expect(shown(reply)).toEqual([companyUrl('lantern'), 0.99, ['name', 'country_code', 'city']]);
});

describe('a free 404 is the answer', () => {
  it.each<[string, object]>([
    ['for a part of a name alone', { name: 'Hilltop' }],
    ['for a name of two companies', { name: 'Nimbus' }],
    ['for unknown keys', { domain: 'unknown.example', name: 'Unknown' }],
    ['for a name in another country', { name: 'Hilltop Breweries', country_code: 'JP', city: 'Tokyo' }],
    ['for the keys of two companies', { network_url: companyUrl('acme'), domain: 'hilltop.example' }],
    ['for a domain in another place', { domain: 'hilltop.example', country_code: 'JP', city: 'Tokyo' }],
  ])('%s', async (_, body) => {
    expect((await call(body)).status).toBe(404);
  });
});

it('a contradiction lowers the score', async () => {
  const scoreOf = async (more: object) => (await call({ domain: 'hilltop.example', min_score: 0, ...more })).body.score;
  expect([
    await scoreOf({}),
    await scoreOf({ name: 'Other Things' }),
    await scoreOf({ country_code: 'JP' }),
    await scoreOf({ country_code: 'JP', city: 'Tokyo' }),
  ]).toEqual([0.99, 0.99, 0.96, 0.66]);
});

it('lists candidates, the best first', async () => {
  const { body } = await call({ name: 'Nimbus', min_score: 0.3, max_candidates: 3 });
  expect(body.candidates).toEqual([
    { score: 0.47, matched_on: ['name'], network_url: companyUrl('nimbus-de'), name: 'Nimbus', domain: null },
    { score: 0.47, matched_on: ['name'], network_url: companyUrl('nimbus-us'), name: 'Nimbus Inc.', domain: null },
  ]);
  expect(body.company.network_url).toBe(companyUrl('nimbus-de'));
});

describe('rejects', () => {
  it.each<[object, [string, string | null][]]>([
    [{}, [['', null]]],
    [{ city: 'Berlin', country_code: 'DE' }, [['', null]]],
    [{ name: '!' }, [['name', null]]],
    [{ Name: 'Acme' }, [['Name', 'name']]],
    [{ name: 'Acme', country_code: 'ZZ' }, [['country_code', 'ZA']]],
    [{ network_url: 'acme', domain: 'localhost' }, ['network_url', 'domain'].map((path) => [path, null])],
    [{ name: 'Acme', min_score: -0.1 }, [['min_score', null]]],
    [{ name: 'Acme', max_candidates: 1.5 }, [['max_candidates', null]]],
  ])('%j', async (body, faults) => {
    expect(faultsOf(await call(body))).toEqual(faults);
  });
});

it('never finds a suppressed company', async () => {
  const own = await startTestService({ companies: COMPANIES });
  await own.suppress('company', 'hilltop');
  for (const body of [{ domain: 'hilltop.example' }, { name: 'Hilltop Breweries', country_code: 'NO' }]) {
    const reply = await own.call('match-company', { ...body, min_score: 0, max_candidates: 10 });
    expect(JSON.stringify(reply.body)).not.toContain('company/hilltop');
  }
  await own.close();
});

// A repeated call is answered from the current data, not from an earlier answer.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FIXTURE } from '../support/fixture.ts';
import { companyUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService(FIXTURE);
});
afterEach(() => service.close());

const ACME = { company_network_url: companyUrl('acme') };
const ADA = recordOf(FIXTURE.people, '/in/ada-king');

const SEARCHES = [
  ['people-search', { people: { job_title: { exclude: ['zzz'] } }, max_results: 100 }],
  ['employee-finder', { ...ACME, max_results: 100 }],
  ['waterfall', { ...ACME, cascade: [{ location: ['WORLD'] }], max_results: 100 }],
] as const;

const TEXT = JSON.stringify;

/** The record of the fixture whose URL has this ending. */
function recordOf(records: readonly object[] = [], path: string): object {
  const found = (records as { network_url?: string }[]).find((record) => record.network_url?.endsWith(path));
  if (!found) throw new Error(`there is no record of ${path}`);
  return found;
}

test.each(SEARCHES)('%s shows a record that changed since the first call', async (operation, body) => {
  const before = await service.call(operation, body);
  expect((await service.call(operation, body)).body).toEqual(before.body);
  await service.import({ people: [{ ...ADA, about_me: 'Changed since.' }] });
  const after = await service.call(operation, body);
  expect(TEXT(before.body)).not.toContain('Changed since.');
  expect(TEXT(after.body)).toContain('Changed since.');
});

test.each(SEARCHES)('%s hides a person who was suppressed since the first call', async (operation, body) => {
  const before = await service.call(operation, body);
  await service.suppress('person', 'ada-king');
  const without = await service.call(operation, body);
  expect(TEXT(before.body)).toContain('/ada-king');
  expect(TEXT(without.body)).not.toContain('/ada-king');
  expect(without.body.results_length).toBe(before.body.results_length - 1);
});

test.each(SEARCHES)('%s finds a person who was added by a new edition', async (operation, body) => {
  await service.call(operation, body);
  await service.import({ people: [{ ...ADA, network_url: 'https://www.network.example/in/new-one' }] });
  await service.index();
  expect(TEXT((await service.call(operation, body)).body)).toContain('/new-one');
});

test.each(['department-distribution', 'country-distribution'] as const)(
  '%s counts again on a new edition',
  async (operation) => {
    const before = await service.call(operation, ACME);
    await service.import({ people: [{ ...ADA, network_url: 'https://www.network.example/in/new-one' }] });
    await service.index();
    const after = await service.call(operation, ACME);
    expect(after.body.total_employees).toBe(before.body.total_employees + 1);
  },
);

test('company-search shows a company that changed since the first call', async () => {
  const body = { company: { name: { include: ['Acme'] } }, max_results: 100 };
  await service.call('company-search', body);
  const acme = recordOf(FIXTURE.companies, '/company/acme');
  await service.import({ companies: [{ ...acme, about: 'Changed since.' }] });
  expect(TEXT((await service.call('company-search', body)).body)).toContain('Changed since.');
});

test('answers equal bodies with other bytes alike, and rejects an invalid body each time', async () => {
  const { body } = await service.call('people-search', {}, { raw: '{"people":{"job_level":["C-Team"]}}' });
  for (const raw of ['{ "people": {"job_level": ["C-Team"]} }', '{"people":{"job_level":["C\\u002dTeam"]}}'])
    expect((await service.call('people-search', {}, { raw })).body).toEqual(body);
  for (let turn = 0; turn < 2; turn += 1) {
    const rejected = await service.call('people-search', {}, { raw: '{"people":{"job_level":["Boss"]}}' });
    expect([rejected.status, rejected.body.error.details[0].path]).toEqual([422, 'people.job_level[0]']);
  }
});

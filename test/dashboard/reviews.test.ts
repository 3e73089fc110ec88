// Reviews in the dashboard: operators list them and decide; searches follow, and the audit log has each decision.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEditions } from '../../src/app/editions.ts';
import { importFiles } from '../../src/tasks/import-files.ts';
import { startTestConsole, type TestConsole } from '../support/console.ts';

let site: TestConsole;
beforeAll(async () => {
  site = await startTestConsole();
  const { config } = site.service;
  const rows = ['Hotel Central,Leeds', 'Hotel Central,', 'Hotel Central,Bristol'];
  for (const [index, row] of rows.entries()) {
    const file = join(config.data, `${index}.csv`);
    writeFileSync(file, `name,city,country\n${row},GB\n`);
    await importFiles(config, { kind: 'companies', files: [file], source: `source ${index}`, index: false });
  }
});
afterAll(() => site.close());

const list = async () => (await site.operator.do('reviews.list')).body;
const lastAct = async () => (await site.operator.do('audit.list')).body.rows[0];

test('are listed with both records and the evidence', async () => {
  const { total, rows } = await list();
  expect(total).toBe(2);
  expect(rows[0]).toMatchObject({
    ...{ kind: 'company', score: 0.11, run: expect.any(Number) },
    records: [
      { slug: 'hotel-central', name: 'Hotel Central' },
      { slug: expect.stringMatching(/^hotel-central-/), name: 'Hotel Central' },
    ],
  });
  expect(rows[0].reasons).toContainEqual({ reason: 'same name, of common words', weight: 4 });
  expect((await site.operator.do('reviews.list', { query: { skip: '1' } })).body.rows).toEqual(rows.slice(1));
});

test('are decided once; searches follow a merge', async () => {
  const [first, second] = (await list()).rows;
  const rejected = await site.operator.do('reviews.decide', { body: { id: second.id, decision: 'reject' } });
  expect(rejected.body).toEqual({ stays: null });
  expect(await lastAct()).toMatchObject({ action: 'reviews.decide', subject: `review ${second.id}: reject` });
  const accepted = await site.operator.do('reviews.decide', { body: { id: first.id, decision: 'accept' } });
  expect(accepted.body).toEqual({ stays: 'hotel-central' });
  expect(await list()).toEqual({ total: 0, rows: [] });
  const { config, running } = site.service;
  const { generation } = await running.catalog.state();
  const built = async () => (await openEditions(config).read())?.generation;
  await expect.poll(built, { interval: 100 }).toBe(generation);
  const again = await site.operator.call('reviews.decide', { body: { id: first.id, decision: 'reject' } });
  expect([again.status, again.body.error.message]).toEqual([422, expect.stringContaining('it was decided already')]);
});

test('show in the origin of a record why its rows were merged', async () => {
  const query = { kind: 'company', named: 'hotel-central' };
  const { rows } = (await site.operator.do('records.explain', { query })).body;
  expect(rows[1].evidence).toMatchObject({ with: rows[0].id, weight: 5 });
});

test('are also merged manually, but not with themselves', async () => {
  const before = (await site.operator.do('audit.list')).body.rows.length;
  const { config } = site.service;
  const file = join(config.data, 'alone.csv');
  writeFileSync(file, 'name,city,country\nInn Central,Leeds,GB\n');
  await importFiles(config, { kind: 'companies', files: [file], source: 'alone', index: false });
  const merge = (other: string) =>
    site.operator.call('records.merge', { body: { kind: 'company', named: 'hotel-central', other } });
  const { status, body } = await merge('inn-central');
  expect([status, body]).toEqual([200, { stays: 'hotel-central', merged: 'inn-central' }]);
  expect(await lastAct()).toMatchObject({ action: 'records.merge', subject: 'two companies', result: 'ok' });
  const again = await merge('inn-central');
  const fault = 'the company is not there any more: it was merged with another record or removed';
  expect([again.status, again.body.error.message]).toEqual([422, fault]);
  const same = await merge('hotel-central');
  expect([same.status, same.body.error.message]).toEqual([422, 'these two are one company already']);
  const query = { kind: 'company', named: 'hotel-central' };
  const { rows } = (await site.operator.do('records.explain', { query })).body;
  expect(rows.map(({ source }: { source: string }) => source)).toContain('alone');
  expect((await site.operator.do('audit.list')).body.rows.length).toBe(before + 3);
});

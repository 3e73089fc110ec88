// Undo of an import and split of a wrong merge by operators. Searches follow with a new edition.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEditions } from '../../src/app/editions.ts';
import { lockData } from '../../src/app/locks.ts';
import { importFiles } from '../../src/tasks/import-files.ts';
import { startTestConsole, type TestConsole } from '../support/console.ts';

let site: TestConsole;
beforeAll(async () => {
  site = await startTestConsole();
  await importCompany('crm', 'Acme Ltd');
  await importCompany('fair', 'Acme Limited');
});
afterAll(() => site.close());

async function importCompany(source: string, name: string): Promise<void> {
  const { config } = site.service;
  const file = join(config.data, `${source}.csv`);
  writeFileSync(file, `name,website\n${name},acme.example\n`);
  await importFiles(config, { kind: 'companies', files: [file], source, index: false });
}

const acme = async () =>
  (await site.operator.do('records.explain', { query: { kind: 'company', named: 'acme-ltd' } })).body;
const lastAct = async () => (await site.operator.do('audit.list')).body.rows[0];

async function searchesFollowed(): Promise<void> {
  const { config, running } = site.service;
  const { generation } = await running.catalog.state();
  const built = async () => (await openEditions(config).read())?.generation;
  await expect.poll(built, { interval: 100 }).toBe(generation);
}

test('rows that are split off become a record of their own', async () => {
  const { rows, slug } = await acme();
  expect(rows).toMatchObject([{ id: expect.any(Number) }, { id: expect.any(Number), source: 'fair' }]);
  const wrong = { kind: 'company', named: slug, rows: [99_999] };
  const rejected = await site.operator.call('records.split', { body: wrong });
  expect([rejected.status, rejected.body.error.message]).toEqual([
    422,
    expect.stringContaining('not part of the record any more'),
  ]);
  const parted = (await site.operator.do('records.split', { body: { ...wrong, rows: [rows[1].id] } })).body;
  expect(parted).toEqual({ stays: 'acme-ltd', split: expect.stringMatching(/^acme-limited/) });
  expect((await acme()).rows).toMatchObject([{ id: null, source: 'crm' }]);
  await searchesFollowed();
  expect(await lastAct()).toMatchObject({ action: 'records.split', who: 'ann@acme.example' });
});

test('an import is undone once, and never during another import', async () => {
  const { rows } = (await site.operator.do('imports.list')).body;
  const { run } = rows.find((row: { source: string }) => row.source === 'fair');
  const lock = lockData(site.service.config, 'import');
  const early = await site.operator.call('imports.undo', { body: { run } });
  expect([early.status, early.body.error.message]).toEqual([422, expect.stringContaining('an import is running')]);
  lock?.release();
  expect((await site.operator.do('imports.undo', { body: { run } })).body).toEqual({
    removed: 1,
    changed: 0,
    openings: 0,
  });
  await searchesFollowed();
  expect(await lastAct()).toMatchObject({ action: 'imports.undo', subject: `import ${run}` });
  const again = await site.operator.call('imports.undo', { body: { run } });
  expect([again.status, again.body.error.message]).toEqual([422, expect.stringContaining('already')]);
  const shown = (await site.operator.do('imports.list')).body.rows;
  expect(shown.find((row: { source: string }) => row.source === 'fair')).toMatchObject({ run, state: 'undone' });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../app/config.ts';
import { openCatalog } from '../app/stores.ts';
import { buildHere } from './build-edition.ts';
import { importFiles } from './import-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-build-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { config } = readConfig({ data: join(folder, 'data'), logLevel: 'silent' }, {});

async function addPerson(slug: string): Promise<void> {
  const file = join(folder, `${slug}.jsonl`);
  writeFileSync(file, JSON.stringify({ network_url: `https://www.network.example/in/${slug}`, full_name: slug }));
  await importFiles(config, { kind: 'people', files: [file], source: 'test', index: false });
}

test('an index build removes the change log up to its generation, and keeps what follows', async () => {
  for (const slug of ['jane', 'joe']) await addPerson(slug);
  await buildHere(config);
  const catalog = openCatalog(config);
  const { generation } = await catalog.state();
  await addPerson('ann');
  const documents = catalog.documents();
  expect(documents.changes(generation)).toEqual({ companies: [], people: [3], jobs: [], employers: [] });
  expect(documents.changes(generation - 1)).toBe('everything');
  documents.close();
  catalog.close();
});

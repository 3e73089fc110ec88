import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../app/config.ts';
import { openCatalog, openEditions } from '../app/stores.ts';
import { DICTIONARY } from '../catalog/conformance/dictionary.ts';
import { openDatabase } from '../catalog/sqlite/open-database.ts';
import type { RecordPack } from '../search/edition/bodies/record-pack.ts';
import { stackOf } from '../search/edition/layers/layered-edition.ts';
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

/** The JSON of each person of the current edition by slug. */
async function storedPeople(): Promise<Map<string, string>> {
  const edition = await openEditions(config).read();
  const people = new Map<string, string>();
  for (const doc of Array.from({ length: edition?.counts.people ?? 0 }, (_, place) => place))
    edition?.records?.people([doc], (_, { json }) => {
      const { network_url } = JSON.parse(String(json)) as { network_url: string };
      people.set(network_url.slice(network_url.lastIndexOf('/') + 1), String(json));
    });
  return people;
}

/** The records of the only layer of the current edition. */
async function records(): Promise<RecordPack | null> {
  const edition = await openEditions(config).read();
  return (edition && stackOf(edition).editions[0]?.records) ?? null;
}

const nameOf = (json: string | undefined) => (JSON.parse(json ?? 'null') as { full_name?: string } | null)?.full_name;

test('an edition has the dictionary of the catalog, and the records from before and after it', async () => {
  const database = openDatabase(join(config.data, 'catalog.db'), { readOnly: false });
  database.prepare('INSERT INTO dictionary (id, bytes, people) VALUES (@id, @bytes, @people)').run(DICTIONARY);
  database.close();
  for (const slug of ['kim', 'lee']) await addPerson(slug);
  await buildHere(config);
  const people = await storedPeople();
  expect([...people.keys()].sort()).toEqual(['ann', 'jane', 'joe', 'kim', 'lee']);
  for (const [slug, json] of people) expect(nameOf(json)).toBe(slug);
  expect(Buffer.from((await records())?.dictionaries.people ?? [])).toEqual(DICTIONARY.bytes);
});

test('a stored unit is copied, not compressed again', async () => {
  const catalog = openCatalog(config);
  const documents = catalog.documents();
  const units = [...documents.bodies.people.all].map(({ id, unit }) => [id, unit?.bytes.toString('hex')] as const);
  documents.close();
  catalog.close();
  const [part] = (await openEditions(config).about())?.parts ?? [];
  const packed = readFileSync(join(config.data, 'editions', String(part?.pack?.file))).toString('hex');
  const stored = units.flatMap(([, unit]) => unit ?? []);
  expect(stored).toHaveLength(2);
  for (const unit of stored) expect(packed).toContain(unit);
});

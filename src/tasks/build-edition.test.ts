import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../app/config.ts';
import { openCatalog, openCatalogKeeper, openEditions } from '../app/stores.ts';
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

/** Changes a name in the catalog without an entry in the change log. */
function changeSilently(name: string, to: string): void {
  const database = new Database(join(config.data, 'catalog.db'));
  database.prepare('UPDATE person_text SET json = replace(json, ?, ?)').run(`"${name}"`, `"${to}"`);
  database.close();
}

const nameOf = (json: string | undefined) => (JSON.parse(json ?? 'null') as { full_name?: string } | null)?.full_name;

test('a build that reuses copies the records that the log does not list, and only these', async () => {
  for (const slug of ['kim', 'lee', 'max', 'nia', 'ole', 'pam', 'quin', 'rob', 'sue', 'tom']) await addPerson(slug);
  await buildHere(config);
  const keeper = openCatalogKeeper(config);
  await keeper.forgetPeople({ slug: 'rob' }, null);
  keeper.close();
  await addPerson('vic');
  // A change that no change log lists: a copy does not show it.
  changeSilently('lee', 'LEE');
  await buildHere(config, { isReusing: true });
  const copied = await storedPeople();
  expect(nameOf(copied.get('lee'))).toBe('lee');
  expect([...copied.keys()].sort()).toEqual(
    ['jane', 'joe', 'ann', 'kim', 'lee', 'max', 'nia', 'ole', 'pam', 'quin', 'sue', 'tom', 'vic'].sort(),
  );
  for (const [slug, json] of copied) expect(nameOf(json)).toBe(slug);
  await buildHere(config);
  expect(nameOf((await storedPeople()).get('lee'))).toBe('LEE');
});

test('a build that reuses a damaged edition compresses all records', async () => {
  const before = await storedPeople();
  await addPerson('wes');
  changeSilently('LEE', 'lee');
  const { parts } = JSON.parse(readFileSync(join(config.data, 'editions', 'current.json'), 'utf8')) as {
    parts: { pack: { file: string } }[];
  };
  const file = join(config.data, 'editions', String(parts[0]?.pack.file));
  const bytes = readFileSync(file);
  const place = bytes.indexOf(Buffer.from('quin'));
  expect(place).toBeGreaterThan(0);
  bytes[place] = 0x51;
  writeFileSync(file, bytes);
  await buildHere(config, { isReusing: true });
  const after = await storedPeople();
  expect(after.size).toBe(before.size + 1);
  expect(nameOf(before.get('lee'))).toBe('LEE');
  for (const slug of before.keys()) expect(nameOf(after.get(slug))).toBe(slug);
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCatalog } from '../app/catalogs.ts';
import { readConfig } from '../app/config.ts';
import { editionsFolder } from '../app/data-folder.ts';
import { openEditions } from '../app/editions.ts';
import { lockData } from '../app/locks.ts';
import { noteAddress } from '../app/serving-address.ts';
import { DICTIONARY } from '../catalog/conformance/dictionary.ts';
import { openDatabase } from '../catalog/sqlite/open-database.ts';
import type { RecordPack } from '../search/edition/bodies/record-pack.ts';
import { stackOf } from '../search/edition/layers/layered-edition.ts';
import { buildHere } from './build-edition.ts';
import { importFiles } from './import-files.ts';
import { PartThreads } from './part-threads.ts';

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

test('an import that changes no record builds no edition', async () => {
  const { config } = readConfig({ data: join(folder, 'repeated'), logLevel: 'silent' }, {});
  const file = join(folder, 'repeated.jsonl');
  const messages: string[] = [];
  const importNames = (...names: readonly string[]) => {
    const rows = names.map((full_name) => ({ network_url: `https://www.network.example/in/${full_name}`, full_name }));
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    const onMessage = (text: string) => void messages.push(text);
    return importFiles(config, { kind: 'people', files: [file], source: 'test', index: true, onMessage });
  };
  expect((await importNames('jane')).edition).toMatchObject({ people: 1 });
  messages.length = 0;
  const { report, edition } = await importNames('jane');
  expect([report.unchanged, edition]).toEqual([1, null]);
  expect(messages.at(-1)).toMatch(/^No record has changed/);
  expect((await importNames('jane', 'joe')).edition).toMatchObject({ people: 2 });
  rmSync(editionsFolder(config), { recursive: true });
  expect((await importNames('jane', 'joe')).edition).toMatchObject({ people: 2 });
});

test('nothing is built in the folder of a serving node, even without its settings', async () => {
  const data = join(folder, 'node');
  const { config: node } = readConfig({ data }, { CARDFILE_EDITIONS: join(folder, 'objects') });
  const lock = lockData(node, 'serve');
  noteAddress(node, 8080);
  const { config: without } = readConfig({ data }, {});
  await expect(buildHere(without)).rejects.toThrow(/a serving node runs on .*CARDFILE_EDITIONS/);
  expect(readdirSync(data)).not.toContain('catalog.db');
  lock?.release();
  await expect(buildHere(without)).resolves.toMatchObject({ people: 0 });
});

/** The priority of a thread after it has built an edition. */
function priorityAfterBuild(): Promise<number> {
  const url = new URL('./build-edition.ts', import.meta.url).href;
  const code = `import { buildHere } from '${url}';
    import { getPriority } from 'node:os';
    import { parentPort, workerData } from 'node:worker_threads';
    await buildHere(workerData);
    parentPort.postMessage(getPriority());`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData: config });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

test.runIf(process.platform === 'linux')('a build has a lower priority only while a server runs', async () => {
  const before = getPriority();
  expect(await priorityAfterBuild()).toBe(before);
  const lock = lockData(config, 'serve');
  try {
    expect(await priorityAfterBuild()).toBe(Math.max(before, constants.priority.PRIORITY_BELOW_NORMAL));
  } finally {
    lock?.release();
  }
});

/** The JSON of each person of the current edition by slug. */
async function storedPeople(): Promise<Map<string, string>> {
  const edition = await openEditions(config).read();
  const people = new Map<string, string>();
  for (const doc of Array.from({ length: edition?.counts.people ?? 0 }, (_, index) => index))
    edition?.records?.people([doc], (_, json) => {
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

describe('threads that build parts at once', () => {
  const { config } = readConfig({ data: join(folder, 'parted'), logLevel: 'silent' }, {});
  const parted = { partDocumentsMax: 40, onMessage: () => {} };
  const rows = (kind: 'companies' | 'people', of: readonly object[]) => {
    const file = join(folder, `${kind}.jsonl`);
    writeFileSync(file, of.map((row) => JSON.stringify(row)).join('\n'));
    return importFiles(config, { kind, files: [file], source: 'test', index: false });
  };
  const urlOf = (company: number) => `https://www.network.example/company/c-${company}`;

  beforeAll(async () => {
    const companies = Array.from({ length: 20 }, (_, index) => ({ network_url: urlOf(index), name: `Firm ${index}` }));
    await rows('companies', companies);
    await rows(
      'people',
      Array.from({ length: 100 }, (_, index) => ({
        network_url: `https://www.network.example/in/p-${index}`,
        full_name: `Person ${index}`,
        emails: [{ email: `p-${index}@firm.example`, status: 'valid', verified_at: '2026-01-02T03:04:05Z' }],
        experiences: [
          { company_network_url: urlOf(index % 20), title: 'Chief Financial Officer' },
          ...(index % 9 === 0 ? [{ company_network_url: urlOf((index + 7) % 20), title: 'Adviser' }] : []),
        ],
      })),
    );
  });

  const partsOf = async () => (await openEditions(config).about())?.parts;

  test('make the files that one thread makes', async () => {
    const alone = await buildHere(config, { ...parted, threads: 1 });
    const parts = await partsOf();
    expect(parts?.length).toBeGreaterThan(3);
    const { edition, ...counts } = await buildHere(config, { ...parted, threads: 3 });
    expect({ edition, parts: await partsOf() }).toEqual({ edition: alone.edition, parts });
    expect(counts).toMatchObject({
      companies: 20,
      people: 100,
      positions: alone.positions,
      pack_bytes: alone.pack_bytes,
    });
    expect((await readdir(editionsFolder(config))).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  test('read one state of a catalog that changes while they begin', async () => {
    const catalog = openCatalog(config);
    const threads = new PartThreads(config, 2);
    let opened = 0;
    const reading = await threads.openWith(() => {
      opened += 1;
      const documents = catalog.documents();
      // The threads read the catalog only after this change.
      if (opened < 3) changeDatabase((database) => database.exec('UPDATE meta SET generation = generation + 1'));
      return documents;
    });
    expect(opened).toBe(3);
    expect(reading?.state).toEqual(await catalog.state());
    reading?.close();
    const never = await threads.openWith(() => ({ state: { generation: -1 }, close: () => {} }));
    expect(never).toBeNull();
    await threads.close();
    catalog.close();
  });

  function changeDatabase(change: (database: ReturnType<typeof openDatabase>) => void): void {
    const database = openDatabase(join(config.data, 'catalog.db'), { readOnly: false });
    change(database);
    database.close();
  }

  test('fail with the reason, and a later build succeeds', async () => {
    let stored: unknown;
    changeDatabase((database) => {
      stored = database.prepare('SELECT json FROM person_text WHERE person_id = 5').pluck().get();
      database.exec("UPDATE person_text SET json = X'ff' WHERE person_id = 5");
    });
    await expect(buildHere(config, { ...parted, threads: 2 })).rejects.toThrow(
      'a number extends beyond the end of its bytes',
    );
    changeDatabase((database) =>
      database.prepare('UPDATE person_text SET json = ? WHERE person_id = 5').run(stored as Buffer),
    );
    const before = await partsOf();
    await buildHere(config, { ...parted, threads: 2 });
    expect(await partsOf()).toEqual(before);
  });
});

import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCatalog } from '../app/catalogs.ts';
import { type Config, readConfig } from '../app/config.ts';
import { catalogFile } from '../app/data-folder.ts';
import { lockData } from '../app/locks.ts';
import { openDatabase } from '../catalog/sqlite/open-database.ts';
import { openLog } from '../ops/monitoring/log.ts';
import { ProcessMetrics } from '../ops/monitoring/process-metrics.ts';
import { writeLookups } from '../search/edition/bodies/write-lookups.ts';
import { writeRecords } from '../search/edition/bodies/write-records.ts';
import { buildEdition } from '../search/edition/build/build-edition.ts';
import { LayerOpener } from '../search/edition/layers/shared-layers.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import { EditionStore } from '../search/edition/store/edition-store.ts';
import { buildHere } from '../tasks/build-edition.ts';
import { forgetPerson } from '../tasks/forget-person.ts';
import { importFiles } from '../tasks/import-files.ts';
import { EditionLoader } from './edition-loader.ts';
import { type EarlyEdition, readEdition } from './read-edition.ts';

let folder: string;
let config: Config;
let catalog: ReturnType<typeof openCatalog>;
let loader: EditionLoader;
const log = openLog('silent');
/** The editions that were handed to the serving threads, without repetitions. */
let served: { readonly generation: number; readonly id: string; readonly changedRecords: number }[];
let serving: SearchableEdition | null;
let people = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-loader-'));
  config = readConfig({ data: join(folder, 'data'), logLevel: 'silent' }, {}).config;
  await addPerson();
  await buildHere(config);
  served = [];
  catalog = openCatalog(config);
  loader = openLoader();
});

function openLoader(early: EarlyEdition | null = null): EditionLoader {
  return new EditionLoader({
    ...{ config, catalog, log, early },
    metrics: new ProcessMetrics({ version: '0', readData: async () => Promise.reject(new Error('not asked')) }),
    replaceEdition: (layers) => {
      serving = new LayerOpener().open(layers);
      const { generation, changedRecords } = serving;
      served.push({ generation, id: layers.id, changedRecords });
    },
  });
}
afterEach(async () => {
  await loader.stop();
  catalog.close();
  rmSync(folder, { recursive: true });
});

/** Changes the catalog, as an import in another process does; no edition is built. */
async function addPerson(): Promise<void> {
  people += 1;
  const file = join(folder, `person-${people}.jsonl`);
  const url = `https://www.network.example/in/person-${people}`;
  writeFileSync(file, `${JSON.stringify({ network_url: url, full_name: `Person ${people}` })}\n`);
  await importFiles(config, { kind: 'people', files: [file], source: 'test', index: false });
}

/** As an import of more records than a delta may have: the log does not know what changed. */
function changeEverything(): void {
  const database = openDatabase(catalogFile(config), { readOnly: false });
  database.exec('UPDATE meta SET generation = generation + 1');
  database.close();
}

const inFolder = (name: string) => join(config.data, 'editions', name);
const newest = async () => (await catalog.state()).generation;
const lastServed = () => served.at(-1)?.generation;
/** The id of the base that serves. */
const lastBase = () => served.at(-1)?.id;
const SOON = { timeout: 20_000, interval: 50 };

/** Makes a new edition of the changed catalog current, after `spoil` has done something to its file. */
async function publish(spoil: (path: string) => void): Promise<string> {
  await addPerson();
  const documents = catalog.documents();
  const buffer = buildEdition(documents);
  documents.close();
  const other = join(folder, 'other');
  const { parts, id } = await new EditionStore(other).write(buffer);
  const file = String(parts[0]?.file);
  copyFileSync(join(other, file), inFolder(file));
  spoil(inFolder(file));
  renameSync(join(other, 'current.json'), inFolder('current.json'));
  return id;
}

/** Makes an edition of these documents, which it closes, the current one. */
async function writeEdition(documents: ReturnType<typeof catalog.documents>): Promise<string> {
  const buffer = buildEdition(documents);
  const { id } = await new EditionStore(join(config.data, 'editions')).write(buffer, (to) => {
    writeRecords(buffer, documents.bodies, to);
    writeLookups(buffer, documents, to);
  });
  documents.close();
  return id;
}

describe('a data folder that is moved away while it serves', () => {
  it('is not replaced by an empty one, and serves its changes when it is put back', async () => {
    await loader.start();
    const base = lastBase();
    const failed = vi.spyOn(ProcessMetrics.prototype, 'observeEditionFailure');
    const logged = vi.spyOn(log, 'error');
    renameSync(config.data, join(folder, 'moved'));
    const builds = () => logged.mock.calls.filter(([, text]) => String(text).startsWith('the edition was not built'));
    await expect.poll(() => builds().length, SOON).toBe(1);
    expect(builds()).toMatchObject([
      [{ err: { message: expect.stringMatching(/catalog\.db was removed .* put it back/) } }, expect.anything()],
    ]);
    expect(failed).toHaveBeenCalled();
    expect(existsSync(config.data)).toBe(false);
    renameSync(join(folder, 'moved'), config.data);
    await addPerson();
    await expect.poll(lastServed, SOON).toBe(await newest());
    expect(lastBase()).toBe(base);
  });
});

describe('the delta of the serving edition', () => {
  it('serves each change within moments, without a new edition', async () => {
    await loader.start();
    const base = lastBase();
    for (const changedRecords of [1, 2]) {
      await addPerson();
      await expect.poll(() => served.at(-1), SOON).toEqual({ generation: await newest(), id: base, changedRecords });
    }
  });

  it('serves what changed while no server ran, from the first answer on', async () => {
    const { id } = await buildHere(config).then(({ edition }) => ({ id: edition }));
    await addPerson();
    await loader.start();
    expect(served).toEqual([{ generation: await newest(), id, changedRecords: 1 }]);
  });

  it('has served when a start resolves, even if the watch reads the same edition at once', async () => {
    await addPerson();
    // Each reads the edition, and the first one to have it waits for the delta.
    await Promise.race([loader.start(), loader.start()]);
    expect(served).toMatchObject([{ generation: await newest(), changedRecords: 1 }]);
  });

  it('is not laid over an edition of before the first import, which has no records', async () => {
    const empty = { ...config, data: join(folder, 'empty') };
    openCatalog(empty).close();
    await buildHere(empty);
    cpSync(join(empty.data, 'editions'), join(config.data, 'editions'), { recursive: true });
    await loader.start();
    expect(served.map(({ generation, changedRecords }) => ({ generation, changedRecords }))).toEqual([
      { generation: await newest(), changedRecords: 0 },
    ]);
  });

  it('lies over a new edition at once: no answer is older than the last one', async () => {
    await loader.start();
    await addPerson();
    await expect.poll(lastServed, SOON).toBe(await newest());
    const documents = catalog.documents();
    await addPerson();
    await expect.poll(lastServed, SOON).toBe(await newest());
    const id = await writeEdition(documents);
    await expect.poll(lastBase, SOON).toBe(id);
    expect(served.filter((one) => one.id === id).map(({ generation }) => generation)).toEqual([await newest()]);
  });

  it('serves until a new edition has all its changes', async () => {
    await loader.start();
    await addPerson();
    const documents = catalog.documents();
    await addPerson();
    await expect.poll(lastServed, SOON).toBe(await newest());
    const lock = lockData(config, 'index');
    changeEverything();
    const id = await writeEdition(documents);
    await sleep(1500);
    lock?.release();
    await expect.poll(lastServed, SOON).toBe(await newest());
    expect(served.map((one) => one.id)).not.toContain(id);
    const generations = served.map(({ generation }) => generation);
    expect(generations).toEqual(generations.toSorted((a, b) => a - b));
  });

  it('has nothing of a forgotten person', async () => {
    await loader.start();
    await addPerson();
    const slug = `person-${people}`;
    await expect.poll(lastServed, SOON).toBe(await newest());
    expect(serving?.lookups?.person(slug)?.contacts.slug).toBe(slug);
    const forgotten = await forgetPerson(config, { slug }, { suppress: false, verify: true, onMessage: () => {} });
    expect(forgotten).toMatchObject({ people: 1, traces: [] });
    await expect.poll(lastServed, SOON).toBe(await newest());
    expect(serving?.lookups?.person(slug)).toBeNull();
    // The new base serves soon after.
    await expect.poll(() => serving?.changedRecords, SOON).toBe(0);
    expect(serving?.lookups?.person(slug)).toBeNull();
  });

  it('ends with a change that is too large for it: a new edition is built once no other process builds one', async () => {
    await loader.start();
    const base = lastBase();
    const lock = lockData(config, 'index');
    await addPerson();
    // The log does not know the change any more.
    await catalog.trimChanges(await newest());
    await addPerson();
    await sleep(1500);
    expect(lastBase()).toBe(base);
    // A lock that cannot be examined for a moment does not end the wait.
    const file = join(config.data, 'import.lock');
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    await sleep(1100);
    rmdirSync(file);
    renameSync(`${file}.away`, file);
    lock?.release();
    await expect.poll(lastBase, SOON).not.toBe(base);
    expect(lastServed()).toBe(await newest());
  });

  it('is followed by one more edition if such a change came while the last one was built', async () => {
    await loader.start();
    const base = lastBase();
    const builds = vi.spyOn(log, 'info').mockImplementation((_: unknown, what?: string) => {
      if (what !== 'edition built' || builds.mock.calls.filter((call) => call[1] === what).length > 1) return;
      // Before the edition serves.
      changeEverything();
    });
    changeEverything();
    await expect.poll(lastBase, SOON).not.toBe(base);
    await expect.poll(lastServed, SOON).toBe(await newest());
    builds.mockRestore();
  });
});

describe('the serving edition', () => {
  it('follows one whose file could not be read at first', async () => {
    await loader.start();
    let isBack = Promise.resolve();
    const id = await publish((path) => {
      renameSync(path, `${path}.away`);
      isBack = sleep(900).then(() => renameSync(`${path}.away`, path));
    });
    await expect.poll(lastBase, SOON).toBe(id);
    await isBack;
    expect(lastServed()).toBe(await newest());
  });

  it('serves until a damaged successor is rebuilt', async () => {
    await loader.start();
    const before = lastBase();
    await publish((path) => truncateSync(path, 100));
    await sleep(700);
    expect(lastBase()).toBe(before);
    await expect.poll(lastBase, SOON).not.toBe(before);
    expect(lastServed()).toBe(await newest());
    expect((await new EditionStore(join(config.data, 'editions')).read())?.generation).toBe(await newest());
  });

  it('recovers from several faults in sequence', async () => {
    await loader.start();
    for (let round = 0; round < 2; round += 1) {
      const before = lastBase();
      await publish((path) => truncateSync(path, 100));
      await expect.poll(lastBase, SOON).not.toBe(before);
      expect(lastServed()).toBe(await newest());
    }
    const id = await publish(() => {});
    await expect.poll(lastBase, SOON).toBe(id);
    expect(lastServed()).toBe(await newest());
  });

  it.each([
    ['removed', () => rmSync(inFolder('current.json'))],
    ['damaged', () => writeFileSync(inFolder('current.json'), '{"id":')],
  ])('is rebuilt if its manifest is %s', async (_, spoil) => {
    await loader.start();
    // The first look at the folder.
    await sleep(700);
    spoil();
    const isSound = async () =>
      new EditionStore(join(config.data, 'editions')).read().then(
        (edition) => edition !== null,
        () => false,
      );
    await expect.poll(isSound, SOON).toBe(true);
  });

  it('causes no error in the log if the server stops while it is read', async () => {
    const failed = vi.spyOn(log, 'error');
    const started = loader.start();
    // Before the thread that reads it has answered.
    await loader.stop();
    await started;
    expect(served).toEqual([]);
    expect(failed).not.toHaveBeenCalled();
    failed.mockRestore();
  });

  it('is built at the start, also during an import, where too much has changed for a delta', async () => {
    changeEverything();
    const lock = lockData(config, 'import');
    await loader.start();
    lock?.release();
    expect(served.map(({ generation }) => generation)).toEqual([await newest()]);
  });

  it('is built at the start where the one that is there is damaged', async () => {
    const [file = ''] = readdirSync(join(config.data, 'editions')).filter((name) => name.endsWith('.edition'));
    truncateSync(inFolder(file), 100);
    await loader.start();
    expect(lastServed()).toBe(await newest());
  });
});

it('hands over no edition after its end, although the read of one had begun before', async () => {
  await loader.stop();
  const reading = readEdition({ config, known: [] }, new AbortController().signal);
  loader = openLoader({ reading });
  const starting = loader.start();
  await loader.stop();
  await starting;
  expect(served).toEqual([]);
});

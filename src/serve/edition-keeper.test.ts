import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../app/config.ts';
import { openCatalog } from '../app/stores.ts';
import { openLog } from '../ops/log.ts';
import { ProcessMetrics } from '../ops/process-metrics.ts';
import { buildEdition } from '../search/edition/build/build-edition.ts';
import { Edition } from '../search/edition/edition.ts';
import { EditionStore } from '../search/edition/edition-store.ts';
import { buildHere } from '../tasks/build-edition.ts';
import { importFiles } from '../tasks/import-files.ts';
import { EditionKeeper } from './edition-keeper.ts';

let folder: string;
let config: Config;
let catalog: ReturnType<typeof openCatalog>;
let keeper: EditionKeeper;
/** Generations of the editions that were handed to the serving threads. */
let served: number[];
let people = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-keeper-'));
  config = readConfig({ data: join(folder, 'data'), logLevel: 'silent' }, {}).config;
  await addPerson();
  await buildHere(config);
  served = [];
  catalog = openCatalog(config);
  keeper = new EditionKeeper({
    ...{ config, catalog, log: openLog('silent') },
    metrics: new ProcessMetrics({ version: '0', readData: async () => Promise.reject(new Error('not asked')) }),
    replaceEdition: (edition) => void served.push(Edition.openAgain(edition).generation),
  });
});
afterEach(() => {
  keeper.stop();
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

const inFolder = (name: string) => join(config.data, 'editions', name);
const newest = async () => (await catalog.state()).generation;
const lastServed = () => served.at(-1);
const SOON = { timeout: 20_000, interval: 50 };

/** Makes a new edition of the changed catalog current, after `spoil` has done something to its file. */
async function publish(spoil: (path: string) => void): Promise<void> {
  await addPerson();
  const documents = catalog.documents();
  const buffer = buildEdition(documents);
  documents.close();
  const other = join(folder, 'other');
  const { file } = await new EditionStore(other).write(buffer);
  copyFileSync(join(other, file), inFolder(file));
  spoil(inFolder(file));
  renameSync(join(other, 'current.json'), inFolder('current.json'));
}

describe('the serving edition', () => {
  it('follows one whose file could not be read at first', async () => {
    await keeper.start();
    let isBack = Promise.resolve();
    await publish((path) => {
      renameSync(path, `${path}.away`);
      isBack = sleep(900).then(() => renameSync(`${path}.away`, path));
    });
    await expect.poll(lastServed, SOON).toBe(await newest());
    await isBack;
    expect(served).toHaveLength(2);
  });

  it('serves until a damaged successor is rebuilt', async () => {
    await keeper.start();
    const before = lastServed();
    await publish((path) => truncateSync(path, 100));
    await sleep(700);
    expect(lastServed()).toBe(before);
    await expect.poll(lastServed, SOON).toBe(await newest());
    expect((await new EditionStore(join(config.data, 'editions')).read())?.generation).toBe(await newest());
  });

  it('recovers from several faults in sequence', async () => {
    await keeper.start();
    for (let round = 0; round < 2; round += 1) {
      await publish((path) => truncateSync(path, 100));
      await expect.poll(lastServed, SOON).toBe(await newest());
    }
    await publish(() => {});
    await expect.poll(lastServed, SOON).toBe(await newest());
  }, 60_000);

  it.each([
    ['removed', () => rmSync(inFolder('current.json'))],
    ['damaged', () => writeFileSync(inFolder('current.json'), '{"id":')],
  ])('is rebuilt if its manifest is %s', async (_, spoil) => {
    await keeper.start();
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

  it('is built at the start where the one that is there is damaged', async () => {
    const [file = ''] = readdirSync(join(config.data, 'editions')).filter((name) => name.endsWith('.edition'));
    truncateSync(inFolder(file), 100);
    await keeper.start();
    expect(lastServed()).toBe(await newest());
  });
});

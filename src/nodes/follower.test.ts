import { mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLog } from '../ops/monitoring/log.ts';
import { StoreUnavailable } from '../ops/store-unavailable.ts';
import { buildEdition } from '../search/edition/build/build-edition.ts';
import { EditionStore } from '../search/edition/store/edition-store.ts';
import { MANIFEST_FORMAT } from './edition-manifest.ts';
import { FolderObjectStore } from './folder-object-store.ts';
import { Follower } from './follower.ts';

/** An edition that is still being fetched while the looks after the first one fail. */
const manifest = JSON.stringify({ format: MANIFEST_FORMAT, base: { id: 'e1', files: { sha256: 'f1', bytes: 1 } } });
const fetching = { get: () => new Promise<never>(() => undefined) };

const catalog = {
  state: async () => ({ generation: 1, hiddenGeneration: 0 }),
  hidden: async () => ({ people: [], companies: [] }),
  removedPeople: async () => [],
};

/** The log messages of a node whose polls fail with these errors in turn, and its count of failed editions. */
async function afterLooks(errors: readonly Error[]): Promise<{ said: string[]; failures: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-follower-'));
  const said: string[] = [];
  let [looks, failures] = [-1, 0];
  const follower = new Follower({
    objectSourceOf: () => fetching,
    head: {
      read: async () => {
        looks += 1;
        if (looks === 0) return { manifest, version: 1 };
        throw errors[looks % errors.length];
      },
      erasures: () => Promise.reject(new Error('not asked')),
      close: async () => undefined,
    },
    catalog,
    editions: new EditionStore(join(folder, 'editions')),
    copies: new FolderObjectStore(join(folder, 'copies')),
    adoptedFile: join(folder, 'adopted.json'),
    log: openLog('info', { write: (line) => void said.push(JSON.parse(line).msg) }),
    onEdition: () => undefined,
    onHidden: () => undefined,
    onPoll: () => undefined,
    onFailure: () => {
      failures += 1;
    },
  });
  void follower.start();
  await expect.poll(() => looks, { timeout: 30_000 }).toBeGreaterThan(2 * errors.length);
  await follower.stop();
  rmSync(folder, { recursive: true });
  return { said, failures };
}

test('a database out of reach is logged once, and is no failure of an edition', async () => {
  const errors = ['the system is shutting down', 'read ECONNRESET', 'connect ECONNREFUSED'];
  expect(await afterLooks(errors.map((message) => new StoreUnavailable(message)))).toEqual({
    said: ['the published edition cannot be looked up'],
    failures: 0,
  });
});

test('other failures are logged once each, and counted', async () => {
  const { said, failures } = await afterLooks([new Error('no such table'), new Error('permission denied')]);
  expect(said).toEqual(Array(2).fill('the published edition cannot be looked up'));
  expect(failures).toBeGreaterThan(2);
});

test('a node keeps its files while it can neither read them nor fetch others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-follower-'));
  const editions = new EditionStore(join(folder, 'editions'));
  const state = { generation: 1, hiddenGeneration: 0 };
  const { id, parts } = await editions.write(buildEdition({ state, companies: [], people: [], jobs: [] }));
  const [file, aside] = [join(folder, 'editions', String(parts[0]?.file)), join(folder, 'aside')];
  renameSync(file, aside);
  // Reading a folder fails, as reading from a faulty disk does.
  mkdirSync(file);
  let requests = 0;
  const unreachable = async () => {
    requests += 1;
    throw new Error('the object store is out of reach');
  };
  const files = { sha256: 'f1', bytes: 1 };
  const published = JSON.stringify({ format: MANIFEST_FORMAT, records: {}, base: { id, files }, deltas: [] });
  const served: string[] = [];
  const follower = new Follower({
    objectSourceOf: () => ({ get: unreachable }),
    head: {
      read: async () => ({ manifest: published, version: 1 }),
      erasures: async () => ({ erasedGeneration: 0, erasing: 0, erased: 0 }),
      close: async () => undefined,
    },
    ...{ catalog, editions, copies: new FolderObjectStore(join(folder, 'copies')) },
    adoptedFile: join(folder, 'adopted.json'),
    log: openLog('silent'),
    onEdition: (layers) => void served.push(layers.id),
    ...{ onHidden: () => undefined, onPoll: () => undefined, onFailure: () => undefined },
  });
  const serves = follower.start();
  await expect.poll(() => requests, { timeout: 30_000 }).toBeGreaterThan(0);
  rmdirSync(file);
  renameSync(aside, file);
  await serves;
  expect(served).toEqual([id]);
  await follower.stop();
  rmSync(folder, { recursive: true });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLog } from '../ops/monitoring/log.ts';
import { StoreUnavailable } from '../ops/store-unavailable.ts';
import { EditionStore } from '../search/edition/store/edition-store.ts';
import { MANIFEST_FORMAT } from './edition-manifest.ts';
import { FolderPlace } from './folder-place.ts';
import { Follower } from './follower.ts';

/** An edition that is still being fetched while the looks after the first one fail. */
const manifest = JSON.stringify({ format: MANIFEST_FORMAT, base: { id: 'e1', files: { sha256: 'f1', bytes: 1 } } });
const fetching = { get: () => new Promise<never>(() => undefined) };

/** The log messages of a node whose polls fail with these errors in turn, and its count of failed editions. */
async function afterLooks(errors: readonly Error[]): Promise<{ said: string[]; failures: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-follower-'));
  const said: string[] = [];
  let [looks, failures] = [-1, 0];
  const follower = new Follower({
    placeOf: () => fetching,
    head: {
      read: async () => {
        looks += 1;
        if (looks === 0) return { manifest, version: 1 };
        throw errors[looks % errors.length];
      },
      erasures: () => Promise.reject(new Error('not asked')),
      close: async () => undefined,
    },
    catalog: {
      state: async () => ({ generation: 1, hiddenGeneration: 0 }),
      hidden: async () => ({ people: [], companies: [] }),
      removedPeople: async () => [],
    },
    editions: new EditionStore(join(folder, 'editions')),
    copies: new FolderPlace(join(folder, 'copies')),
    adoptedFile: join(folder, 'adopted.json'),
    log: openLog('info', { write: (line) => void said.push(JSON.parse(line).msg) }),
    onEdition: () => undefined,
    onHidden: () => undefined,
    onLook: () => undefined,
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

// The publisher of a builder while another builder uses the same database.
import { afterEach, expect, test, vi } from 'vitest';
import type { PublishedManifest } from '../../src/nodes/edition-manifest.ts';
import type { ObjectStore } from '../../src/nodes/object-store.ts';
import { sha256Of } from '../../src/nodes/object-store.ts';
import { Publisher } from '../../src/nodes/publisher.ts';
import { openLog } from '../../src/ops/monitoring/log.ts';
import { buildEdition } from '../../src/search/edition/build/build-edition.ts';
import { openBase } from '../../src/search/edition/layers/shared-base.ts';

afterEach(() => vi.restoreAllMocks());

const SECRET = Buffer.from('secret');
const NO_ERASURE = { erasing: 0, erased: 0, erasedGeneration: 0 };

function layersOf(generation: number) {
  const empty = { companies: [], people: [], jobs: [], employers: () => () => null };
  const buffer = buildEdition({ state: { generation, hiddenGeneration: 0 }, ...empty } as never);
  const base = openBase({ buffer: buffer as SharedArrayBuffer, pack: null });
  return { id: base.id, base: base.shared, deltas: [] };
}

class MemoryObjectStore implements ObjectStore {
  readonly objects = new Map<string, Buffer>();
  get = async (name: string) => this.objects.get(name) ?? null;
  put = async (name: string, bytes: Buffer) => void this.objects.set(name, Buffer.from(bytes));
  list = async () => [...this.objects.keys()];
  remove = async (name: string) => void this.objects.delete(name);
}

interface Fixture {
  /** Generation of the catalog in the database. */
  generation: number;
  /** Generation of the manifest in the database. */
  found: number;
  isOther: boolean;
  readonly isOwnObjectStore?: boolean;
}

function publisherOf(fixture: Fixture) {
  const objectStore = new MemoryObjectStore();
  const manifests: PublishedManifest[] = [];
  const found = () => ({ catalog: sha256Of(SECRET).slice(0, 16), generation: fixture.found });
  const publisher = new Publisher({
    ...{
      objectStore,
      isOwnObjectStore: fixture.isOwnObjectStore ?? true,
      program: '1',
      builder: 'http://here',
      log: openLog('silent'),
    },
    head: {
      lease: async () => (fixture.isOther ? null : { manifest: JSON.stringify(found()), ...NO_ERASURE }),
      erasures: async () => NO_ERASURE,
      publish: async (text: string) => manifests.push(JSON.parse(text)) > 0,
      noteErased: async () => {},
      release: async () => {},
      close: async () => {},
    } as never,
    editions: { filesOf: async () => ({ manifest: '{}', files: [] }), hiddenGeneration: async () => 0 },
    catalog: {
      state: async () => ({ generation: fixture.generation }),
      recordCounts: async () => ({}),
      cursorSecret: () => SECRET,
    },
    onPublished: () => {},
    rebuild: async () => {},
    onFailure: () => {},
  });
  return { publisher, objectStore, manifests };
}

test('a builder that takes over publishes no older state than the previous builder', async () => {
  const fixture = { generation: 9, found: 8, isOther: false };
  const { publisher, manifests } = publisherOf(fixture);
  publisher.publish(layersOf(5));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(manifests).toEqual([]);
  publisher.publish(layersOf(9));
  await expect.poll(() => manifests.map(({ generation }) => generation)).toEqual([9]);
  await publisher.stop();
});

test('a builder publishes an older state if the catalog was restored', async () => {
  const { publisher, manifests } = publisherOf({ generation: 5, found: 8, isOther: false });
  publisher.publish(layersOf(5));
  await expect.poll(() => manifests.map(({ generation }) => generation)).toEqual([5]);
  await publisher.stop();
});

/** Advances the clock by ten seconds. */
function passTime(): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 11_000);
}

test('objects that are missing in the object store are uploaded again', async () => {
  const { publisher, objectStore, manifests } = publisherOf({ generation: 5, found: 5, isOther: false });
  publisher.publish(layersOf(5));
  await expect.poll(() => manifests.length).toBe(1);
  const names = await objectStore.list();
  expect(names).not.toEqual([]);
  objectStore.objects.clear();
  passTime();
  await expect.poll(() => objectStore.list()).toEqual(names);
  await publisher.stop();
});

test('an object store that lists nothing keeps the published objects', async () => {
  const { publisher, objectStore, manifests } = publisherOf({ generation: 5, found: 5, isOther: false });
  let failures = 0;
  objectStore.list = async () => {
    failures += 1;
    throw new Error('403 AccessDenied');
  };
  publisher.publish(layersOf(5));
  await expect.poll(() => failures).toBe(1);
  passTime();
  await expect.poll(() => failures).toBe(2);
  publisher.publish(layersOf(6));
  await expect.poll(() => manifests.map(({ generation }) => generation)).toEqual([5, 6]);
  await publisher.stop();
});

test.each([true, false])(
  'removes unused objects while another builder publishes, if the objectStore is not shared: %s',
  async (isOwnObjectStore) => {
    let laterMs = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
    const { publisher, objectStore } = publisherOf({ generation: 5, found: 5, isOther: true, isOwnObjectStore });
    await objectStore.put('a'.repeat(64), Buffer.from('a record that may be erased'));
    await new Promise((resolve) => setTimeout(resolve, 1200));
    laterMs = 70_000;
    await new Promise((resolve) => setTimeout(resolve, 2200));
    expect(await objectStore.list()).toHaveLength(isOwnObjectStore ? 0 : 1);
    await publisher.stop();
  },
);

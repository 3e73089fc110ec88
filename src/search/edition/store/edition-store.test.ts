import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { atOnce } from '../../../ops/scheduling/work.ts';
import type { FillPack } from '../bodies/pack-writer.ts';
import { buildEdition } from '../build/build-edition.ts';
import { Edition } from '../edition.ts';
import { EditionError, EditionFormatError } from '../edition-file.ts';
import { ONE_PART } from '../parts/part-plan.ts';
import { EditionStore } from './edition-store.ts';
import type { Manifest } from './stored-manifest.ts';

let folder: string;
let store: EditionStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardfile-edition-'));
  store = new EditionStore(join(folder, 'editions'));
});
afterEach(() => rm(folder, { recursive: true }));

function edition(generation: number, hiddenGeneration = 2): SharedArrayBuffer {
  return buildEdition({ state: { generation, hiddenGeneration }, companies: [], people: [], jobs: [] });
}

/** The serving edition, which must have one part. */
async function readOne(from = store): Promise<Edition | null> {
  const read = await from.read();
  return read instanceof Edition || read === null ? read : expect.unreachable('the edition has one part');
}

/** The files of a written edition of one part. */
function filesOfPart({ parts }: Manifest) {
  const [part] = parts;
  if (!part || parts.length > 1) return expect.unreachable('the edition has one part');
  return { ...part, packFile: String(part.pack?.file) };
}

const inFolder = (name: string) => join(folder, 'editions', name);

describe('a store of editions', () => {
  test('is empty before the first write', async () => {
    expect(await store.read()).toBeNull();
  });

  test('returns the edition written last, in shared memory', async () => {
    await store.write(edition(1));
    const manifest = await store.write(edition(7));
    const read = await readOne();
    expect(read?.generation).toBe(7);
    expect(read?.hiddenGeneration).toBe(2);
    expect(read?.id).toBe(manifest.id);
    expect(read?.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(Buffer.from(read!.buffer).equals(Buffer.from(edition(7)))).toBe(true);
  });

  test('returns the parts written last under the id and generation of their manifest, even if they are one', async () => {
    const state = { generation: 7, hiddenGeneration: 2 };
    const counts = { companies: 0, people: 0, positions: 0, jobs: 0 };
    const manifest = await store.writeParts(state, async (output) => {
      await output.part(0, edition(0, 0), () => undefined);
      return { counts, plan: ONE_PART };
    });
    expect(await store.read()).toMatchObject({ id: manifest.id, ...state, counts });
    expect(await store.isReplaced(manifest.id)).toBe(false);
  });

  test('keeps the edition before the serving one and removes older ones', async () => {
    const ids: string[] = [];
    for (const generation of [1, 2, 3]) ids.push((await store.write(edition(generation))).id);
    const expected = [`${ids[1]}.edition`, `${ids[2]}.edition`, 'current.json'].sort();
    expect((await readdir(join(folder, 'editions'))).sort()).toEqual(expected);
  });

  test('keeps no edition from before a record was hidden or forgotten', async () => {
    await store.write(edition(1));
    const { id } = await store.write(edition(2, 3));
    expect((await readdir(join(folder, 'editions'))).sort()).toEqual([`${id}.edition`, 'current.json']);
    expect(await store.hiddenGeneration()).toBe(3);
  });

  test('keeps the edition when it is written again', async () => {
    await store.write(edition(1));
    await store.write(edition(1));
    expect((await store.read())?.generation).toBe(1);
  });

  test('serves the old edition while a new one is incomplete', async () => {
    await store.write(edition(1));
    await writeFile(inFolder('0123456789abcdef.edition.new'), 'half');
    await writeFile(inFolder('current.json.new'), '{"id"');
    expect((await store.read())?.generation).toBe(1);
    await store.write(edition(2));
    expect(await readdir(join(folder, 'editions'))).not.toContain('0123456789abcdef.edition.new');
  });

  test('rejects a write of an invalid edition', async () => {
    await expect(store.write(new SharedArrayBuffer(100))).rejects.toThrow(EditionError);
    expect(await store.read()).toBeNull();
  });

  test('names the file and the reason if the edition is truncated, missing or another one', async () => {
    const first = filesOfPart(await store.write(edition(1)));
    const { file, bytes } = filesOfPart(await store.write(edition(2)));
    await truncate(inFolder(file), bytes - 1);
    await expect(store.read()).rejects.toThrow(new RegExp(`${file}.*should have ${bytes} bytes`));
    await rm(inFolder(file));
    await expect(store.read()).rejects.toThrow(EditionError);
    await writeFile(inFolder(file), await readFile(inFolder(first.file)));
    await expect(store.read()).rejects.toThrow(/it is the edition/);
  });

  test('distinguishes an edition of another version from a damaged one', async () => {
    const { file } = filesOfPart(await store.write(edition(1)));
    const bytes = await readFile(inFolder(file));
    bytes.writeUInt32LE(bytes.readUInt32LE(8) - 1, 8);
    await writeFile(inFolder(file), bytes);
    await expect(store.read()).rejects.toThrow(EditionFormatError);
    await expect(store.read()).rejects.toThrow(/it has the format \d+, and this version reads \d+/);
  });

  test('distinguishes an edition of other search fields from a damaged one', async () => {
    const { file } = filesOfPart(await store.write(edition(1)));
    const bytes = await readFile(inFolder(file));
    bytes.writeUInt8(bytes.readUInt8(24) ^ 1, 24);
    await writeFile(inFolder(file), bytes);
    await expect(store.read()).rejects.toThrow(EditionFormatError);
    await expect(store.read()).rejects.toThrow(/its search fields are not those of this version/);
  });

  test('distinguishes the manifest of another version from a damaged one', async () => {
    const { id } = await store.write(edition(1));
    await writeFile(inFolder('current.json'), JSON.stringify({ file: `${id}.edition`, id, bytes: 1, pack: null }));
    await expect(store.read()).rejects.toThrow(EditionFormatError);
    await store.write(edition(2));
    expect((await store.read())?.generation).toBe(2);
  });

  test('names the manifest if it is damaged', async () => {
    await store.write(edition(1));
    for (const text of [
      '',
      '{',
      'null',
      '{}',
      '{"id":"0a","parts":[{"id":"x","file":"../x.edition"}]}',
      '{"id":"0a","parts":[]}',
    ]) {
      await writeFile(inFolder('current.json'), text);
      await expect(store.read()).rejects.toThrow(/current\.json/);
      await expect(store.read()).rejects.toThrow(EditionError);
    }
    await store.write(edition(2));
    expect((await store.read())?.generation).toBe(2);
  });
});

describe('the pack of an edition', () => {
  const fill: FillPack = ({ pack }) =>
    pack.units('people', (append) => [1, 2, 3].forEach((size) => void append(Buffer.alloc(size, size))));
  const filesOf = async () => (await readdir(join(folder, 'editions'))).sort();

  test('is published with it, and replaced with it', async () => {
    const first = filesOfPart(await store.write(edition(1), fill));
    expect(first.packFile).toBe(`${first.id}-${first.pack?.id}.pack`);
    expect((await readOne())?.shared.pack).toMatchObject({ id: first.pack?.id, path: inFolder(first.packFile) });
    await store.verifyPacks();
    const second = filesOfPart(await store.write(edition(2), fill));
    expect(await filesOf()).toEqual([first.file, second.file, second.packFile, 'current.json'].sort());
    const third = filesOfPart(await store.write(edition(3)));
    expect((await readOne())?.shared.pack).toBeNull();
    expect(await filesOf()).toEqual([second.file, third.file, 'current.json'].sort());
  });

  test('is read into memory within the budget', async () => {
    await store.write(edition(1), fill);
    const inMemory = new EditionStore(join(folder, 'editions'), 1000);
    expect([...((await readOne(inMemory))?.shared.pack?.sections.keys() ?? [])]).toEqual(['people']);
    expect((await readOne())?.shared.pack?.sections.size).toBe(0);
  });

  test('of a build that failed or was killed is removed, and the edition before serves', async () => {
    const { id, file, packFile } = filesOfPart(await store.write(edition(1), fill));
    const failing: FillPack = (to) => {
      fill(to);
      throw new Error('the disk is full');
    };
    await expect(store.write(edition(2), failing)).rejects.toThrow('the disk is full');
    expect(await filesOf()).toEqual([file, packFile, 'current.json'].sort());
    // Every state in which a killed build can leave the folder.
    const other = new EditionStore(join(folder, 'other'));
    const killed = filesOfPart(await other.write(edition(3), fill));
    const leftBehind = [`${killed.id}.pack.new`, killed.packFile, `${killed.id}.edition.new`, killed.file];
    for (const name of leftBehind) {
      const source = name.includes('.pack') ? killed.packFile : killed.file;
      await writeFile(inFolder(name), (await readFile(join(folder, 'other', source))).subarray(0, 500));
      expect((await store.read())?.id).toBe(id);
    }
    await writeFile(inFolder('spill.new'), 'half');
    await writeFile(inFolder('current.json.new'), '{"id"');
    const next = filesOfPart(await store.write(edition(4), fill));
    expect(await filesOf()).toEqual([file, next.file, next.packFile, 'current.json'].sort());
  });

  test('is named with the reason if it is missing, truncated, damaged, or that of another edition', async () => {
    const first = filesOfPart(await store.write(edition(1), fill));
    const foreign = await readFile(inFolder(first.packFile));
    const { id, packFile } = filesOfPart(await store.write(edition(2), fill));
    const path = inFolder(packFile);
    const good = await readFile(path);
    await writeFile(path, good.subarray(0, -1));
    await expect(store.read()).rejects.toThrow(new RegExp(`${packFile} cannot be used: the pack should have`));
    await writeFile(path, foreign);
    await expect(store.read()).rejects.toThrow(`${path} cannot be used: it is the pack`);
    const flipped = Buffer.from(good);
    flipped[80]! ^= 1;
    await writeFile(path, flipped);
    await expect(store.verifyPacks()).rejects.toThrow(`${path} cannot be used: the section people is damaged`);
    const newer = Buffer.from(good);
    newer.writeUInt32LE(99, 8);
    await writeFile(path, newer);
    await expect(store.read()).rejects.toThrow(EditionFormatError);
    await rm(path);
    await expect(store.read()).rejects.toThrow(EditionError);
    await writeFile(path, good);
    expect((await store.read())?.id).toBe(id);
  });
});

describe('watching a store', () => {
  test('reports once each edition that has not been read', async () => {
    await store.write(edition(1));
    await store.read();
    let notified = 0;
    const stop = store.watch(() => notified++, 5);
    const other = new EditionStore(join(folder, 'editions'));
    await passing(40);
    expect(notified).toBe(0);
    await other.write(edition(2));
    await expect.poll(() => notified).toBe(1);
    await passing(40);
    expect(notified).toBe(1);
    stop();
    await other.write(edition(3));
    await passing(40);
    expect(notified).toBe(1);
  });
});

describe('an edition in memory', () => {
  test('is rejected if any byte has changed', () => {
    const good = Buffer.from(edition(1));
    for (let offset = 0; offset < good.length; offset++) {
      const bad = Buffer.from(good);
      bad[offset]! ^= 1 << (offset & 7);
      expect(() => atOnce(Edition.open(bad.buffer.slice(bad.byteOffset, bad.byteOffset + bad.length)))).toThrow(
        EditionError,
      );
    }
  });

  test('is rejected at any other length', () => {
    const good = edition(1);
    for (const length of [0, 1, 63, 64, good.byteLength - 8, good.byteLength - 1]) {
      expect(() => atOnce(Edition.open(good.slice(0, length)))).toThrow(EditionError);
    }
    const longer = new Uint8Array(good.byteLength + 1);
    longer.set(new Uint8Array(good));
    expect(() => atOnce(Edition.open(longer.buffer))).toThrow(EditionError);
  });
});

function passing(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

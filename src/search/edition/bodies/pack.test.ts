import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ByteSource } from './byte-source.ts';
import { BLOCK_UNIT_BYTES_MAX, PAGE_BYTES, PackError } from './pack-format.ts';
import { loadPack, packInMemory } from './pack-image.ts';
import { FileOutput, MemoryOutput, type PackOutput } from './pack-output.ts';
import { Pack } from './pack-reader.ts';
import { PackWriter } from './pack-writer.ts';
import { UnitSection } from './unit-section.ts';

let folder: string;
const inFolder = (name: string) => join(folder, name);
const ALL = Number.MAX_SAFE_INTEGER;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardfile-pack-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Content {
  readonly units: readonly Uint8Array[];
  readonly texts: readonly Uint8Array[];
  readonly column: Uint32Array;
}

function write({ units, texts, column }: Content, output: PackOutput) {
  const writer = new PackWriter(output, 'aaaabbbbccccdddd');
  writer.units('people', (append) => units.forEach((unit) => void append(unit)));
  writer.bytes('table', (append) => texts.forEach((text) => void append(text)));
  writer.units('none', () => undefined);
  writer.resident('column', column);
  return writer.finish();
}

/** Each way to open the same pack. */
async function opened(content: Content, name: string): Promise<Pack[]> {
  const memory = new MemoryOutput();
  const summary = write(content, memory);
  expect(write(content, new FileOutput(inFolder(name)))).toEqual(summary);
  expect(memory.content().equals(await readFile(inFolder(name)))).toBe(true);
  const images = [
    packInMemory(memory.content()),
    await loadPack(inFolder(name), 0),
    await loadPack(inFolder(name), ALL),
  ];
  for (const { id, directory } of images) expect([id, directory.edition]).toEqual([summary.id, 'aaaabbbbccccdddd']);
  return images.map((image) => new Pack(image));
}

const size = fc.oneof(
  { weight: 20, arbitrary: fc.nat(60) },
  { weight: 3, arbitrary: fc.nat(5000) },
  { weight: 2, arbitrary: fc.nat(9).map((more) => BLOCK_UNIT_BYTES_MAX - 4 + more) },
  { weight: 1, arbitrary: fc.nat(100_000) },
);
const bytes = (length: number, seed: number) => Uint8Array.from({ length }, (_, index) => (index * 7 + seed) % 251);

test('a pack returns the units, ranges and columns that were written, from memory and from the file', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(size, { maxLength: 80 }),
      fc.array(fc.nat(3 * PAGE_BYTES), { maxLength: 5 }),
      fc.infiniteStream(fc.nat(1000)),
      async (sizes, lengths, numbers) => {
        const units = sizes.map((length, index) => bytes(length, index));
        const texts = lengths.map((length, index) => bytes(length, index + 100));
        const whole = Buffer.concat(texts);
        for (const pack of await opened({ units, texts, column: Uint32Array.of(7, 8, 9) }, 'law.pack')) {
          const section = pack.units('people');
          expect(section.count).toBe(units.length);
          const wanted = units.map((_, unit) => unit).filter(() => (numbers.next().value as number) % 3 > 0);
          const got: Buffer[] = [];
          section.read(wanted, (index, from, { start, end }) => {
            expect(index).toBe(got.length);
            got.push(Buffer.from(from.subarray(start, end)));
          });
          expect(got.length).toBe(wanted.length);
          got.forEach((unit, index) => void expect(unit.equals(units[wanted[index]!]!)).toBe(true));
          const start = (numbers.next().value as number) % (whole.length + 1);
          const length = (numbers.next().value as number) % (whole.length - start + 1);
          expect(
            pack
              .bytes('table')
              .range(start, length)
              .equals(whole.subarray(start, start + length)),
          ).toBe(true);
          expect(pack.units('none').count).toBe(0);
          const column = pack.resident('column');
          expect([...new Uint32Array(column.buffer, column.byteOffset, 3)]).toEqual([7, 8, 9]);
          pack.close();
        }
      },
    ),
    { numRuns: 60 },
  ));

const SMALL: Content = {
  units: Array.from({ length: 40 }, (_, unit) => bytes(unit % 7, unit)),
  texts: [bytes(1100, 1)],
  column: Uint32Array.of(1, 2, 3),
};

/** All content of a pack. */
function contentOf(pack: Pack): Buffer[] {
  const section = pack.units('people');
  const units = SMALL.units.map((_, unit) => section.at(unit));
  return [...units, pack.bytes('table').range(0, 1100), pack.resident('column')];
}

describe('a damaged pack', () => {
  test('never answers other bytes, whichever byte is flipped', async () => {
    const path = inFolder('flipped.pack');
    write(SMALL, new FileOutput(path));
    const good = await readFile(path);
    const expected = contentOf(new Pack(packInMemory(good)));
    let rejected = 0;
    for (let offset = 0; offset < good.length; offset++) {
      const bad = Buffer.from(good);
      bad[offset]! ^= 1 << (offset & 7);
      await writeFile(path, bad);
      for (const memory of [0, ALL]) {
        try {
          const pack = new Pack(await loadPack(path, memory));
          expect(contentOf(pack)).toEqual(expected);
          pack.close();
        } catch (error) {
          expect(error).toBeInstanceOf(PackError);
          rejected++;
        }
      }
    }
    // All bytes but the padding of columns are verified, and the padding is part of the tail.
    expect(rejected).toBe(2 * good.length);
  });

  test('is rejected at any other length', async () => {
    const path = inFolder('cut.pack');
    const { bytes: whole } = write(SMALL, new FileOutput(path));
    for (const length of [whole + 1, whole - 1, 100, 64, 63, 0]) {
      await truncate(path, length);
      await expect(loadPack(path, 0)).rejects.toThrow(PackError);
    }
  });

  test('is named with its file and block', async () => {
    const path = inFolder('named.pack');
    write(SMALL, new FileOutput(path));
    const content = await readFile(path);
    content[content.indexOf(Buffer.from(SMALL.units[20]!))]! ^= 1;
    await writeFile(path, content);
    const pack = new Pack(await loadPack(path, 0));
    expect(() => pack.units('people').at(20)).toThrow(`${path}: block 1 of people is damaged; rebuild the edition`);
    expect(pack.units('people').at(3)).toEqual(Buffer.from(SMALL.units[3]!));
    pack.close();
  });

  test('without its head is no pack', async () => {
    const path = inFolder('headless.pack');
    const output = new FileOutput(path);
    const writer = new PackWriter(output, 'aaaabbbbccccdddd');
    writer.units('people', (append) => void append(bytes(300_000, 1)));
    await expect(loadPack(path, 0)).rejects.toThrow('this is not a complete pack');
    output.abandon();
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});

test('a block that is damaged once is read a second time', () => {
  const output = new MemoryOutput();
  const writer = new PackWriter(output, 'aaaabbbbccccdddd');
  writer.units('people', (append) => [bytes(5, 1), bytes(40_000, 2), bytes(9, 3)].forEach((unit) => void append(unit)));
  writer.finish();
  const pack = packInMemory(output.content());
  const sound = Buffer.from(pack.sections.get('people')!);
  let reads = 0;
  /** Damages the first read of each place. */
  const flaky: ByteSource = {
    isVerified: false,
    read: (start, length) => {
      const copy = Buffer.from(sound.subarray(start, start + length));
      copy[6]! ^= 1;
      reads++;
      return copy;
    },
    readApart: (start, length) => Buffer.from(sound.subarray(start, start + length)),
  };
  const [, start, length] = pack.directory.resident[0]!;
  const starts = Buffer.from(pack.resident, start, length);
  const section = new UnitSection({ source: flaky, nameOf: (part) => part }, 3, starts);
  expect([section.at(0), section.at(1), section.at(2)]).toEqual(
    [bytes(5, 1), bytes(40_000, 2), bytes(9, 3)].map((unit) => Buffer.from(unit)),
  );
  expect(reads).toBe(3);
});

test('units outside the section, out of order, and unknown sections are errors', () => {
  const output = new MemoryOutput();
  write(SMALL, output);
  const pack = new Pack(packInMemory(output.content()));
  expect(() => pack.units('people').at(40)).toThrow(PackError);
  expect(() => pack.units('people').at(-1)).toThrow(PackError);
  expect(() => pack.units('people').read([3, 2], () => undefined)).toThrow('ascending');
  expect(() => pack.bytes('table').range(1000, 101)).toThrow(PackError);
  expect(() => pack.units('table')).toThrow(PackError);
  expect(() => pack.bytes('people')).toThrow(PackError);
  expect(() => pack.resident('nothing')).toThrow(PackError);
});

test('a file stays open while a section of it can be read, and no longer', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const path = inFolder('collected.pack');
  write(SMALL, new FileOutput(path));
  const image = await loadPack(path, 0);
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`) === path;
      } catch {
        return false;
      }
    }).length;
  let section: UnitSection | null = new Pack(image).units('people');
  for (let round = 0; round < 5; round++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
    expect(section.at(20)).toEqual(Buffer.from(SMALL.units[20]!));
  }
  if (!existsSync('/proc/self/fd')) return;
  expect(openFiles()).toBe(1);
  section = null;
  await expect
    .poll(() => {
      collect();
      return openFiles();
    })
    .toBe(0);
});

test('the budget of memory admits the smallest sections first', async () => {
  const path = inFolder('budget.pack');
  write(SMALL, new FileOutput(path));
  const image = await loadPack(path, 500);
  expect([...image.sections.keys()].sort()).toEqual(['none', 'people']);
  expect([...(await loadPack(path, 0)).sections.keys()]).toEqual(['none']);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Codec } from './codec.ts';
import { makeDictionary, SEPARATOR, TEXTS_MIN } from './dictionary.ts';
import { WINDOW_BYTES } from './window-counts.ts';

const words = ['Head of Sales', 'Zürich', '"job_title":', 'Engineer', '東京都', 'Anna', 'null,"about_me"'];
const records = fc.array(
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...words),
        fc.string({ maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
      ),
      {
        maxLength: 25,
      },
    )
    .map((parts) => Buffer.from(parts.join(','))),
  { maxLength: 40 },
);

/** The windows of the dictionary that lie within one part, as hex. */
function windowsOf(dictionary: Buffer): string[] {
  const windows: string[] = [];
  for (let index = 0; index + WINDOW_BYTES <= dictionary.length; index++) {
    const window = dictionary.subarray(index, index + WINDOW_BYTES);
    if (!window.includes(SEPARATOR)) windows.push(window.toString('hex'));
  }
  return windows;
}

test('each window of a dictionary occurs in at least 8 records', () => {
  fc.assert(
    fc.property(records, fc.nat(2000), (sample, bytesMax) => {
      const dictionary = Buffer.from(makeDictionary(sample, bytesMax));
      expect(dictionary.length).toBeLessThanOrEqual(bytesMax);
      expect(dictionary.length === 0 || dictionary.at(-1) === SEPARATOR).toBe(true);
      for (const window of new Set(windowsOf(dictionary))) {
        const bytes = Buffer.from(window, 'hex');
        expect(sample.filter((text) => text.includes(bytes)).length).toBeGreaterThanOrEqual(TEXTS_MIN);
      }
    }),
    { numRuns: 300 },
  );
});

const people = (count: number) =>
  Array.from({ length: count }, (_, person) =>
    Buffer.from(`{"full_name":"Person ${person * 7919}","headline":null,"location":{"city":"City ${person % 5}"}}`),
  );

test('a dictionary contains common parts, and no rare part', () => {
  const rare = Array.from({ length: TEXTS_MIN - 1 }, () => Buffer.from('{"headline":"Keeper of rare words"}'));
  const dictionary = Buffer.from(makeDictionary([...people(300), ...rare], 1000)).toString();
  expect(dictionary).toContain('","headline":null,"location":{"city":"City ');
  expect(dictionary).not.toContain('Keeper');
  const common = Buffer.from(makeDictionary([...people(300), ...rare, rare[0] as Buffer], 1000)).toString();
  expect(common).toContain('Keeper of rare words');
});

test('the same sample gives the same dictionary, and too few records give none', () => {
  expect(makeDictionary(people(100), 800)).toEqual(makeDictionary(people(100), 800));
  expect(makeDictionary(people(TEXTS_MIN - 1), 800).length).toBe(0);
  expect(makeDictionary([], 800).length).toBe(0);
});

test('a dictionary makes units shorter', () => {
  const sample = people(500);
  const codec = new Codec(makeDictionary(sample, 4096));
  const packed = sample.reduce((sum, text) => sum + codec.encode(text).length, 0);
  expect(packed).toBeLessThan(0.35 * sample.reduce((sum, text) => sum + text.length, 0));
});

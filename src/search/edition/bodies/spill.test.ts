import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Spill } from './spill.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardfile-spill-'));
});
afterAll(() => rm(folder, { recursive: true }));

const size = fc.oneof(fc.nat(20), fc.nat(3000), fc.constant(70_000));

test('returns units in the order of their numbers, from memory and from the file', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 100_000 }),
      fc.array(fc.record({ at: fc.nat(99_999), size }), { maxLength: 150 }),
      async (count, units) => {
        const spill = new Spill(count, join(folder, 'spill'));
        const expected = new Map<number, Buffer>();
        const reused = Buffer.alloc(70_000);
        units.forEach((unit, index) => {
          const number = unit.at % count;
          const bytes = reused.subarray(0, unit.size).fill(index);
          spill.add(number, bytes);
          expected.set(number, Buffer.from(bytes));
        });
        // A file without a name is removed by the system, whatever happens to the process.
        expect(await readdir(folder)).toEqual([]);
        let next = 0;
        spill.each((unit) => {
          const wanted = expected.get(next) ?? Buffer.alloc(0);
          if (!wanted.equals(unit)) throw new Error(`unit ${next} is another one`);
          next++;
        });
        expect(next).toBe(count);
        spill.close();
      },
    ),
    { numRuns: 60 },
  ));

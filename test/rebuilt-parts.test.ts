// Law of kept parts: after a sequence of random changes, the updated parts of a base equal, byte for byte, the parts of
// a build of all records with the same boundaries.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planParts } from '../src/search/edition/parts/part-plan.ts';
import { changingCatalogs, documentsOf, editionOf } from './support/changing-catalog.ts';
import { allRows } from './support/edition-rows.ts';
import { expectAsBuiltWhole, PartsInMemory } from './support/parts-in-memory.ts';

const sizes = { companies: 12, people: 40, jobs: 20, firstId: 1 };
const STEPS = 3;

test('updated parts equal the parts of a build of all records', async () => {
  const seen = { kept: 0, built: 0 };
  await fc.assert(
    fc.asyncProperty(
      changingCatalogs(sizes, STEPS, 'few'),
      fc.record({ blockBits: fc.constantFrom(5, 16), documentsMax: fc.constantFrom(8, 16, 25) }),
      async (states, form) => {
        const [first, ...others] = states as [(typeof states)[0], ...typeof states];
        const plan = planParts(documentsOf(first), form);
        let base = await PartsInMemory.built(first, { ...form, plan });
        for (const state of others) {
          const { parts, kept } = await base.rebuilt(state);
          await expectAsBuiltWhole(parts);
          expect(allRows(parts.base())).toEqual(allRows(editionOf(state, form.blockBits)));
          seen.kept += kept.filter((part) => part !== null).length;
          seen.built += kept.filter((part) => part === null).length;
          base = parts;
        }
      },
    ),
    { numRuns: 7 },
  );
  expect(seen.kept).toBeGreaterThan(10);
  expect(seen.built).toBeGreaterThan(4);
});

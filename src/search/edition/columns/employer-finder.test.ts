import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ownership } from '../sets/ownership.ts';
import { EmployerFinder } from './employer-finder.ts';
import { PackedColumn, packColumn } from './packed-column.ts';

test('finds the same employer as a search among all companies', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 150 }), { maxLength: 20 }), fc.nat(200), (sizes, without) => {
      const starts = [0];
      for (const size of sizes) starts.push((starts.at(-1) ?? 0) + size);
      const ownership = new Ownership(new PackedColumn(packColumn(starts)));
      const finder = new EmployerFinder(ownership);
      for (let doc = 0; doc < (starts.at(-1) ?? 0) + without; doc++) {
        const company = ownership.of(doc);
        expect(finder.of(doc)).toBe(company < ownership.ownerCount ? company : -1);
      }
    }),
  );
});

// A delta finds the same matches whether it uses the employers that a layer below has found, or evaluates the clauses
// on companies itself.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../src/ops/scheduling/work.ts';
import { JointEmployers } from '../src/search/edition/layers/joint-employers.ts';
import { LayeredEdition } from '../src/search/edition/layers/layered-edition.ts';
import { type CatalogState, changingCatalogs, deltaOf } from './support/changing-catalog.ts';
import { baseOf } from './support/parts-in-memory.ts';
import { anyQuery } from './support/search-arbitraries.ts';

const sizes = { companies: 7, people: 40, jobs: 30, firstId: 1 };
const queries = fc.array(anyQuery, { minLength: 20, maxLength: 20 });

test('a delta reads the employers of its documents from the layers below', async () => {
  let withStaff = 0;
  let withoutMatch = 0;
  await fc.assert(
    fc.asyncProperty(changingCatalogs(sizes, 3), queries, async ([first, second, third], drawn) => {
      const form = { blockBits: 5, documentsMax: 1000 };
      const [before, between, after] = [first, second, third] as [CatalogState, CatalogState, CatalogState];
      const base = await baseOf(before, form);
      const under = LayeredEdition.over(base, await deltaOf(base, { before, after: between, blockBits: 5 }));
      const layered = LayeredEdition.over(under, await deltaOf(under, { before: between, after, blockBits: 5 }));
      const { stack } = layered;
      for (const query of drawn) {
        if (query.space === 'companies') continue;
        const joint = new JointEmployers(stack, query.space);
        for (const [layer, edition] of stack.editions.entries()) {
          const end = stack.numbering[query.space].countOf(layer);
          if (end === 0) continue;
          const request = { after: -1, limit: 1000, hidden: { ...stack.hidden[layer]!, layers: [] } };
          const own = atOnce(edition.search(query, request)).docs;
          const employers = joint.in(layer, end);
          if (employers?.staff) withStaff += 1;
          if (employers === null) withoutMatch += 1;
          expect(employers ? atOnce(edition.search(query, { ...request, employers })).docs : []).toEqual(own);
        }
      }
    }),
    { numRuns: 30 },
  );
  expect(withStaff).toBeGreaterThan(25);
  expect(withoutMatch).toBeGreaterThan(20);
});

// The law of facets: the count of a value equals the number of matching documents with it in a scan, each person
// once.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FACETS, type Facet, type FacetedOperation } from '../src/contract/facets.ts';
import type { FilterScope, Space } from '../src/contract/fields.ts';
import { LISTS } from '../src/contract/vocabularies/values.ts';
import { atOnce } from '../src/ops/scheduling/work.ts';
import { buildEdition } from '../src/search/edition/build/build-edition.ts';
import { Edition } from '../src/search/edition/edition.ts';
import { planFilters } from '../src/search/plan.ts';
import type { Clause, Query } from '../src/search/query.ts';
import { largeCatalog } from './support/large-catalog.ts';
import { type NaiveCatalog, naiveSearch, roleOfTitle } from './support/naive-search.ts';
import { anyQuery, catalogs } from './support/search-arbitraries.ts';

const small = catalogs({ companies: 6, people: 40, jobs: 40, firstId: 1 });
const ids = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 });
const hiddenIds = fc.record({ people: ids, companies: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }) });
const OPERATION_OF: Readonly<Record<Space, FacetedOperation>> = {
  people: 'people-search',
  companies: 'company-search',
  jobs: 'job-search',
};
/** Additional values of test documents that are not in the small lists. */
const FURTHER = [
  'Software',
  'Banking',
  'data & x',
  'Public',
  'Private',
  'US',
  'DE',
  'XK',
  'FR',
  'IN',
  'Sales',
  'Legal',
];

function editionOf(catalog: NaiveCatalog, options?: { blockBits: number }): Edition {
  return atOnce(
    Edition.open(
      buildEdition({ state: { generation: 1, hiddenGeneration: 1 }, ...catalog }, { ...options, roleOf: roleOfTitle }),
    ),
  );
}

/** The values that the filter of a facet sends for one value; null if the contract does not know the value. */
function clausesOf({ name, list, reads }: Facet, value: string, edition: Edition): readonly Clause[] | null {
  // Types and functions of the random catalogs are not in any list.
  if ((list === 'company_type' || list === 'job_function') && reads !== 'employee_count')
    return [{ kind: 'values', field: reads, anyOf: [value], negated: false }];
  const [scope = '', filter = ''] = name.split('.');
  const context = { presentIndustries: edition.index.values['industry'].values, suggest: () => null };
  const options = { scope: scope as FilterScope, path: '', context };
  const planned = atOnce(planFilters({ [filter]: [value] }, options));
  return planned.problems.length > 0 ? null : planned.clauses.map(({ clause }) => clause);
}

/** The rows of a facet by a scan for every value of the contract and the tests. */
function naiveRows(catalog: NaiveCatalog, query: Query, { facet, edition, hidden }: Scan) {
  const values = new Set([...(LISTS[facet.list].length < 60 ? LISTS[facet.list] : []), ...FURTHER]);
  return [...values]
    .flatMap((value) => {
      const clauses = clausesOf(facet, value, edition);
      if (clauses === null) return [];
      const count = naiveSearch(catalog, { ...query, clauses: [...query.clauses, ...clauses] }, hidden).length;
      return count === 0 ? [] : [{ value, count }];
    })
    .sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1));
}

interface Scan {
  readonly facet: Facet;
  readonly edition: Edition;
  readonly hidden: { readonly people: readonly number[]; readonly companies: readonly number[] };
}

test('facets equal the counts of a scan, in blocks of 32 documents', () => {
  let rowsSeen = 0;
  fc.assert(
    fc.property(small, fc.array(anyQuery, { minLength: 3, maxLength: 3 }), hiddenIds, (catalog, queries, hidden) => {
      const edition = editionOf(catalog, { blockBits: 5 });
      for (const query of queries) {
        const facets = FACETS[OPERATION_OF[query.space]];
        const lists = atOnce(edition.facets(query, facets, atOnce(edition.hide(hidden))));
        facets.forEach((facet, index) => {
          expect(lists[index]).toEqual(naiveRows(catalog, query, { facet, edition, hidden }));
          rowsSeen += lists[index]?.length ?? 0;
        });
      }
    }),
    { numRuns: 30 },
  );
  expect(rowsSeen).toBeGreaterThan(250);
});

test('each facet alone equals the same facet among all, also when repeated', () => {
  fc.assert(
    fc.property(small, anyQuery, (catalog, query) => {
      const facets = FACETS[OPERATION_OF[query.space]];
      const together = atOnce(editionOf(catalog).facets(query, facets));
      const edition = editionOf(catalog);
      const alone = facets.map((facet) => atOnce(edition.facets(query, [facet]))[0]);
      expect(alone).toEqual(together);
      expect(atOnce(edition.facets(query, facets))).toEqual(together);
    }),
    { numRuns: 30 },
  );
});

test('facets are correct in more than one full block, with people who have several positions', () => {
  const catalog = largeCatalog(70_000);
  const edition = editionOf(catalog);
  const hidden = { people: [], companies: [] };
  const values = { kind: 'values', field: 'country', anyOf: ['US', 'DE', 'IN'], negated: false } as const;
  const query: Query = { space: 'people', clauses: [values] };
  const facets = FACETS['people-search'].filter(
    ({ name }) => name.endsWith('sales_region') || name === 'people.job_level',
  );
  const lists = atOnce(edition.facets(query, facets));
  facets.forEach((facet, index) => {
    expect(lists[index]).toEqual(naiveRows(catalog, query, { facet, edition, hidden }));
    expect(lists[index]?.length).toBeGreaterThan(0);
  });
});

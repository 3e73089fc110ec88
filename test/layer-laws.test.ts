// Law of layers: a base with deltas gives the same answers as one edition of the same records, for every query, page,
// count, facet, suggestion and look-up. The companies of each layer keep their position in the order.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompanyDocument, PersonDocument } from '../src/contract/documents.ts';
import { SUGGESTED_FIELDS } from '../src/contract/endpoints/autocomplete.ts';
import { FACETS } from '../src/contract/facets.ts';
import type { Space } from '../src/contract/fields.ts';
import { atOnce } from '../src/ops/scheduling/work.ts';
import type { Edition } from '../src/search/edition/edition.ts';
import { LISTS_MAX } from '../src/search/edition/facets/facet-cache.ts';
import { LayeredEdition } from '../src/search/edition/layers/layered-edition.ts';
import type { SearchableEdition } from '../src/search/edition/searchable-edition.ts';
import type { SlugLookup } from '../src/search/edition/sort-key.ts';
import { Prefix } from '../src/search/edition/terms/vocabulary.ts';
import { type Query, readsOpenings } from '../src/search/query.ts';
import {
  type CatalogState,
  changingCatalogs,
  deltaOf,
  documentsOf,
  editionOf,
  KEYS,
  orderKeysOf,
} from './support/changing-catalog.ts';
import { shown } from './support/edition-rows.ts';
import { naiveSearch } from './support/naive-search.ts';
import { baseOf } from './support/parts-in-memory.ts';
import { anyQuery, openingQuery, UNKNOWN_ID } from './support/search-arbitraries.ts';

const sizes = { companies: 7, people: 40, jobs: 30, firstId: 1 };
const blockSizes = fc.constantFrom(5, 6, 16);
const limited = fc.record({
  space: fc.constant('people' as const),
  clauses: fc.constant([]),
  perCompanyMax: fc.integer({ min: 1, max: 3 }),
});
const query: fc.Arbitrary<Query> = fc.oneof(
  { weight: 6, arbitrary: anyQuery },
  { weight: 1, arbitrary: openingQuery },
  { weight: 1, arbitrary: limited },
);
const queries = fc.array(query, { minLength: 10, maxLength: 10 });
const ids = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 });
const hiddenIds = fc.oneof(
  fc.constant({ people: [], companies: [] }),
  fc.record({ people: ids, companies: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 1 }) }),
);
const OPERATIONS = { people: 'people-search', companies: 'company-search', jobs: 'job-search' } as const;
const SPACES: readonly Space[] = ['companies', 'people', 'jobs'];
const ALL = { after: -1, limit: 1000 };

/** Number of documents in a part of the base; an employer is never split. */
const partSizes = fc.constantFrom(8, 14, 30, 1000);

interface Pair {
  readonly layered: SearchableEdition;
  /** An edition of the same records in one layer. */
  readonly whole: Edition;
  readonly state: CatalogState;
  /** The states from which the layers were built. */
  readonly built: readonly CatalogState[];
}

/**
 * A base of the second state, in one part, or in several parts that were updated from the parts of the first state; and
 * a delta for each of some later states.
 */
async function pairOf(
  states: readonly CatalogState[],
  deltas: readonly number[],
  { blockBits, documentsMax }: { readonly blockBits: number; readonly documentsMax: number },
): Promise<Pair> {
  const built = [0, ...deltas].map((at) => states[at + 1] as CatalogState);
  const [first, ...others] = built as [CatalogState, ...CatalogState[]];
  let layered: Edition | LayeredEdition = await baseOf(first, { blockBits, documentsMax }, states[0]);
  let before = first;
  for (const after of others) {
    const delta = await deltaOf(layered, { before, after, blockBits });
    for (const { docsBefore } of delta.seams)
      for (const ofSpace of Object.values(docsBefore)) expect([...ofSpace]).toEqual([...ofSpace].sort((a, b) => a - b));
    layered = LayeredEdition.over(layered, delta);
    before = after;
  }
  return { layered, whole: editionOf(before, blockBits, built), state: before, built };
}

/** Indexes of the states for which deltas are built. */
const someDeltas = fc.constantFrom([], [1], [2], [1, 2], [1, 3], [1, 2, 3]);
/** The first state belongs to the previous base. */
const STEPS = 4;
/** The deltas before and after a publish: a rebuilt delta, a delta over another, or both combined. */
const publishes = fc.constantFrom<[number[], number[]]>(
  [[1], [2]],
  [[1], [1, 2]],
  [
    [1, 2],
    [1, 3],
  ],
  [[1, 2], [3]],
);

const listOf = (edition: SearchableEdition, query: Query, request: Partial<Parameters<Edition['search']>[1]> = {}) =>
  atOnce(edition.search(query, { ...ALL, ...request }));

describe('a base with a delta answers like one edition', () => {
  test('in lists, counts, facets and selected openings, with and without hidden records', async () => {
    let deltaRows = 0;
    await fc.assert(
      fc.asyncProperty(
        changingCatalogs(sizes, STEPS),
        someDeltas,
        queries,
        hiddenIds,
        fc.record({ blockBits: blockSizes, documentsMax: partSizes }),
        async (states, deltas, drawn, hide, form) => {
          const { layered, whole, state, built } = await pairOf(states, deltas, form);
          const hidden = { layered: atOnce(layered.hide(hide)), whole: atOnce(whole.hide(hide)) };
          // Facets do not depend on the order.
          const inOwnOrder = editionOf(state, form.blockBits);
          expect(layered.counts).toEqual(whole.counts);
          expect(layered.industries).toEqual(whole.industries);
          for (const query of drawn) {
            const { docs, more } = listOf(layered, query, { hidden: hidden.layered });
            const rows = shown(layered, query.space, docs);
            const wanted = listOf(whole, query, { hidden: hidden.whole }).docs;
            expect(rows).toEqual(shown(whole, query.space, wanted));
            expect(more).toBe(false);
            expect(atOnce(layered.count(query, hidden.layered))).toBe(rows.length);
            const found = documentsOf(state);
            const naive = naiveSearch({ ...found, orderKeys: orderKeysOf(built) }, query, hide);
            expect(idsOf(layered, query.space, docs)).toEqual(naive);
            const facets = FACETS[OPERATIONS[query.space]];
            expect(atOnce(layered.facets(query, facets, hidden.layered))).toEqual(
              atOnce(inOwnOrder.facets(query, facets, atOnce(inOwnOrder.hide(hide)))),
            );
            if (query.clauses.some(readsOpenings))
              expect(atOnce(layered.selectedOpenings(query, docs))).toEqual(
                atOnce(whole.selectedOpenings(query, wanted)),
              );
            deltaRows += docs.filter((doc) => layered.referenceTo(query.space, doc).doc !== doc).length;
          }
        },
      ),
      { numRuns: 14 },
    );
    expect(deltaRows, `${deltaRows} rows of deltas`).toBeGreaterThan(200);
  });

  test('in pages of any size, and in pages that skip matches', () =>
    fc.assert(
      fc.asyncProperty(
        changingCatalogs(sizes, STEPS),
        someDeltas,
        queries,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        fc.record({ skip: fc.nat(20), documentsMax: partSizes }),
        async (states, deltas, drawn, limits, { skip, documentsMax }) => {
          const { layered, whole } = await pairOf(states, deltas, { blockBits: 5, documentsMax });
          for (const query of drawn) {
            const all = listOf(layered, query).docs;
            const walked: number[] = [];
            for (let page = 0, more = true; more; page++) {
              const limit = limits[page % limits.length] ?? 1;
              const answer = listOf(layered, query, { after: walked.at(-1) ?? -1, limit });
              walked.push(...answer.docs);
              expect(answer.docs.length === limit || !answer.more).toBe(true);
              more = answer.more;
            }
            expect(walked).toEqual(all);
            const skipped = { skip, limit: limits[0] ?? 1 };
            const [page, wanted] = [listOf(layered, query, skipped), listOf(whole, query, skipped)];
            expect(shown(layered, query.space, page.docs)).toEqual(shown(whole, query.space, wanted.docs));
            expect(page.more).toBe(wanted.more);
          }
        },
      ),
      { numRuns: 10 },
    ));

  test('in distributions, suggestions and look-ups', () =>
    fc.assert(
      fc.asyncProperty(changingCatalogs(sizes, STEPS), someDeltas, partSizes, async (states, deltas, documentsMax) => {
        const { layered, whole } = await pairOf(states, deltas, { blockBits: 5, documentsMax });
        for (const companyId of [1, 2, 3, 4, 5, 6, 7, UNKNOWN_ID])
          for (const by of ['department', 'country'] as const)
            expect(sharesOf(layered, companyId, by)).toEqual(sharesOf(whole, companyId, by));
        const hidden = { layered: nothing(layered), whole: nothing(whole) };
        for (const { reads } of SUGGESTED_FIELDS) {
          if (reads === 'name') continue;
          const suggested = async (edition: SearchableEdition, hide: typeof hidden.whole) =>
            atOnce((await edition.vocabulary(reads, hide)).matching(new Prefix(''), 1000));
          expect(await suggested(layered, hidden.layered)).toEqual(await suggested(whole, hidden.whole));
        }
        for (const prefix of ['', 'd', 'data', 'vp s', 'zu']) {
          const named = (edition: SearchableEdition, hide: typeof hidden.whole, max: number) =>
            atOnce(edition.companiesNamed(new Prefix(prefix), max, hide)).map((doc) => edition.companyIdOf(doc));
          for (const max of [2, 100])
            expect(named(layered, hidden.layered, max)).toEqual(named(whole, hidden.whole, max));
        }
        expect(lookedUp(layered, states)).toEqual(lookedUp(whole, states));
      }),
      { numRuns: 10 },
    ));
});

function nothing(edition: SearchableEdition) {
  return atOnce(edition.hide({ people: [], companies: [] }));
}

function idsOf(edition: SearchableEdition, space: Space, docs: readonly number[]): unknown[] {
  if (space === 'people') return docs.map((doc) => edition.position(doc));
  return docs.map((doc) => (space === 'jobs' ? edition.jobIdOf(doc) : edition.companyIdOf(doc)));
}

function sharesOf(edition: SearchableEdition, companyId: number, by: 'department' | 'country') {
  const shares = atOnce(edition.distribution(companyId, by));
  return shares && new Map(shares.map(({ value, count }) => [value, count]));
}

/** The results of all look-ups by every current or former identifier of a record. */
function lookedUp(edition: SearchableEdition, states: readonly CatalogState[]): unknown {
  const { lookups } = edition;
  if (!lookups) throw new Error('the edition has no look-ups');
  const slugsOf = (kind: 'people' | 'companies') =>
    new Set(states.flatMap((state) => [...state[kind].values()].map(({ slug }) => slug)));
  const person = (found: ReturnType<typeof lookups.person>) =>
    found && { ...found, doc: shown(edition, 'people', [found.doc]) };
  const company = (doc: number) => shown(edition, 'companies', [doc]);
  return {
    slugs: [...slugsOf('people')].map((slug) => [slug, person(lookups.person(slug))]),
    addresses: KEYS.addresses.map((address) => lookups.peopleOfEmail(address, 2).map(person)),
    numbers: KEYS.numbers.map((number) => lookups.peopleOfPhone(number, 2).map(person)),
    companies: [...slugsOf('companies')].map((slug) => [slug, lookups.company(slug, company)]),
    domains: KEYS.domains.map((domain) => lookups.companiesOnDomain(domain, 2, company)),
    onDomains: KEYS.domains.map((domain) => {
      const ids = atOnce(lookups.companyDocsOnDomain(domain)).map((doc) => edition.companyIdOf(doc));
      return ids.toSorted((one, other) => one - other);
    }),
    owners: KEYS.ids.map((key) => [lookups.peopleWithId(key).map(person), lookups.companiesWithId(key, company)]),
  };
}

/** The slugs by which records are ordered in a pair. */
function slugsOf({ state, built }: Pair): SlugLookup {
  const companies = orderKeysOf(built);
  return {
    companies: async (some) => some.map((id) => companies.get(id)?.slug ?? null),
    people: async (some) => some.map((id) => state.people.get(id)?.slug ?? null),
  };
}

test('the owner of a number at the first company answers, in either layer and also at a new company', async () => {
  const company = (id: number, employee_count: number): CompanyDocument => ({
    ...{ id, slug: `c-${id}`, employee_count, name: 'x', industry: null, type: null, about: null, specialties: [] },
    ...{ hq_country: null, hq_city: null, hq_state: null, founded_year: null, followers: null },
  });
  const person = (id: number, employerId: number): PersonDocument => ({
    ...{ id, slug: `p-${id}`, country: null, city: null, connections_count: 0, headline: null, full_name: 'x' },
    ...{ schools: [], skills: [], updated_day: null },
    positions: [
      { employerId, companyId: null, job_title: null, job_level: null, job_function: null, title_confidence: null },
    ],
  });
  // Both people have the first number.
  const [known, added] = [company(1, 10), company(2, 500)];
  const [first, other] = [person(5, 1), person(10, 2)];
  const before: CatalogState = {
    ...{ generation: 1, companies: new Map([[1, known]]), people: new Map([[5, first]]) },
    ...{ jobs: new Map(), links: new Map() },
  };
  const both = {
    companies: new Map([...before.companies, [2, added]]),
    people: new Map([...before.people, [10, other]]),
  };
  const { layered, whole } = await pairOf([before, before, { ...before, ...both, generation: 2 }], [1], {
    ...{ blockBits: 5, documentsMax: 1000 },
  });
  for (const edition of [layered, whole]) {
    const found = edition.lookups?.peopleOfPhone(String(KEYS.numbers[0]), 1)[0];
    expect(found?.contacts.slug).toBe('p-10');
  }
});

describe('cursors', () => {
  test('the key of each document equals the key in one edition, and finds the document again', () =>
    fc.assert(
      fc.asyncProperty(changingCatalogs(sizes, STEPS), someDeltas, partSizes, async (states, deltas, documentsMax) => {
        const pair = await pairOf(states, deltas, { blockBits: 5, documentsMax });
        const { layered, whole } = pair;
        for (const space of SPACES) {
          const query = { space, clauses: [] };
          const { docs } = listOf(layered, query);
          const wanted = listOf(whole, query).docs;
          for (const [index, doc] of docs.entries()) {
            const key = await layered.sortKey(space, doc, slugsOf(pair));
            expect(key).toEqual(await whole.sortKey(space, wanted[index] ?? 0, slugsOf(pair)));
            expect(layered.docOf(space, layered.referenceTo(space, doc))).toBe(doc);
            const found = await layered.seek(space, key, slugsOf(pair));
            const after = listOf(layered, query, { after: found }).docs;
            const afterWhole = listOf(whole, query, { after: await whole.seek(space, key, slugsOf(pair)) }).docs;
            expect(shown(layered, space, after)).toEqual(shown(whole, space, afterWhole));
          }
        }
      }),
      { numRuns: 8 },
    ));

  test('a page continues after a publish as in one edition of the newer state', () =>
    fc.assert(
      fc.asyncProperty(
        changingCatalogs(sizes, STEPS),
        publishes,
        queries,
        fc.record({ stop: fc.nat(30), documentsMax: partSizes }),
        async (states, [from, to], drawn, { stop, documentsMax }) => {
          const older = await pairOf(states, from, { blockBits: 5, documentsMax });
          const newer = await pairOf(states, to, { blockBits: 5, documentsMax });
          for (const query of drawn) {
            const last = listOf(older.layered, query, { limit: stop + 1 }).docs.at(-1);
            if (last === undefined) continue;
            const { space } = query;
            const key = await older.layered.sortKey(space, last, slugsOf(older));
            const position = newer.layered.docOf(space, older.layered.referenceTo(space, last));
            const after = position ?? (await newer.layered.seek(space, key, slugsOf(newer)));
            const rest = listOf(newer.layered, query, { after }).docs;
            const afterWhole = await newer.whole.seek(space, key, slugsOf(newer));
            const wanted = listOf(newer.whole, query, { after: afterWhole }).docs;
            expect(shown(newer.layered, space, rest)).toEqual(shown(newer.whole, space, wanted));
          }
        },
      ),
      { numRuns: 10 },
    ));
});

test('the facets of a bounded number of queries are cached', async () => {
  const [states = []] = fc.sample(changingCatalogs(sizes, 2), { numRuns: 1, seed: 1 });
  const [before, after] = states as [CatalogState, CatalogState];
  const base = editionOf(before, 5);
  const layered = LayeredEdition.over(base, await deltaOf(base, { before, after, blockBits: 5 }));
  const facetsFrom = (min: number) => {
    const clause = { kind: 'ranges', field: 'employee_count', anyOf: [{ min, max: null }] } as const;
    return atOnce(layered.facets({ space: 'companies', clauses: [clause] }, FACETS['company-search']));
  };
  const first = facetsFrom(0);
  expect(facetsFrom(0)).toBe(first);
  for (let min = 1; min <= LISTS_MAX; min += 1) facetsFrom(min);
  expect(facetsFrom(0)).not.toBe(first);
});

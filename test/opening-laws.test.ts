// Laws of filters on openings: a row matches if one of its openings matches all filters, and its answer includes only
// the matching openings. search-laws.test.ts has the laws of all filters.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobDocument } from '../src/contract/documents.ts';
import { FACETS } from '../src/contract/facets.ts';
import { atOnce } from '../src/ops/scheduling/work.ts';
import { buildEdition } from '../src/search/edition/build/build-edition.ts';
import { Edition } from '../src/search/edition/edition.ts';
import type { OpeningLocation, SelectedOpenings } from '../src/search/edition/query/selected-openings.ts';
import type { Query } from '../src/search/query.ts';
import { type NaiveCatalog, naiveOpenings, naiveSearch, roleOfTitle } from './support/naive-search.ts';
import { catalogs, openingQuery } from './support/search-arbitraries.ts';

const small = catalogs({ companies: 5, people: 0, jobs: 60, firstId: 1 });
const blockSizes = fc.constantFrom(5, 6, 16);
const ALL = { after: -1, limit: 1000 };

function editionOf(catalog: NaiveCatalog, blockBits: number): Edition {
  const state = { generation: 1, hiddenGeneration: 1 };
  return atOnce(Edition.open(buildEdition({ state, ...catalog }, { blockBits, roleOf: roleOfTitle })));
}

/** The matching openings of a row, summed by reading each. */
function naiveSum(job: JobDocument, { clauses }: Query): SelectedOpenings {
  const openings = naiveOpenings(job, clauses);
  const newest = openings.toSorted((left, right) => (right.posted_day ?? -1) - (left.posted_day ?? -1));
  const places = openings.map(({ opening_city: city, opening_country: country_code }) => ({ city, country_code }));
  const textOf = ({ city, country_code }: OpeningLocation) => `${country_code ?? ''}\n${city ?? ''}`;
  const byText = new Map(places.map((place) => [textOf(place), place]));
  return {
    jobId: job.id,
    openPositions: openings.reduce((sum, { open_positions }) => sum + open_positions, 0),
    latestDay: newest[0]?.posted_day ?? null,
    urlOf: newest.find(({ hasUrl }) => hasUrl)?.id ?? null,
    locations: [...byText.keys()].sort().flatMap((text) => (text === '\n' ? [] : (byText.get(text) ?? []))),
  };
}

test('lists, counts and figures of rows equal those of a scan of all openings', () => {
  let partsSeen = 0;
  fc.assert(
    fc.property(small, fc.array(openingQuery, { minLength: 6, maxLength: 6 }), blockSizes, (catalog, queries, bits) => {
      const edition = editionOf(catalog, bits);
      for (const query of queries) {
        const found = naiveSearch(catalog, query) as number[];
        const { docs } = atOnce(edition.search(query, ALL));
        expect(docs.map((doc) => edition.jobIdOf(doc))).toEqual(found);
        expect(atOnce(edition.count(query))).toBe(found.length);
        const jobs = found.flatMap((id) => catalog.jobs.find((job) => job.id === id) ?? []);
        expect(atOnce(edition.selectedOpenings(query, docs))).toEqual(jobs.map((job) => naiveSum(job, query)));
        partsSeen += jobs.filter((job) => naiveSum(job, query).openPositions < job.open_positions).length;
      }
    }),
    { numRuns: 75 },
  );
  expect(partsSeen).toBeGreaterThan(500);
});

test('a filter that all openings match finds all rows with all their openings', () => {
  fc.assert(
    fc.property(small, blockSizes, (catalog, bits) => {
      const edition = editionOf(catalog, bits);
      const absent = { kind: 'values', field: 'opening_country', anyOf: ['AQ'], negated: true } as const;
      const query = { space: 'jobs', clauses: [absent] } as const;
      const { docs } = atOnce(edition.search(query, ALL));
      const sums = atOnce(edition.selectedOpenings(query, docs));
      const wholeRows = atOnce(edition.search({ ...query, clauses: [] }, ALL)).docs;
      expect(docs).toEqual(wholeRows);
      const wanted = new Map(catalog.jobs.map(({ id, open_positions }) => [id, open_positions]));
      expect(new Map(sums.map(({ jobId, openPositions }) => [jobId, openPositions]))).toEqual(wanted);
    }),
    { numRuns: 30 },
  );
});

test('a row of many thousand openings, in several blocks', () => {
  const opening = (id: number) => ({
    ...{ id, open_positions: 1, hasUrl: id % 3 === 0, opening_country: id % 1000 === 7 ? 'DE' : 'US' },
    ...{ opening_city: id % 2 === 0 ? 'Ulm' : `Town ${id % 40}`, posted_day: id % 365 },
  });
  const jobOf = (id: number, size: number): JobDocument => ({
    ...{ id, companyId: 9, opening_title: `Cook ${id}`, source: 'board', open_positions: size },
    openings: Array.from({ length: size }, (_, index) => opening(id * 100_000 + index)),
  });
  const catalog = { companies: [], people: [], jobs: [jobOf(1, 3), jobOf(2, 70_000), jobOf(3, 1), jobOf(4, 70_000)] };
  const edition = editionOf(catalog, 16);
  const german = { kind: 'values', field: 'opening_country', anyOf: ['DE'], negated: false } as const;
  const recent = { kind: 'ranges', field: 'posted_day', anyOf: [{ min: 300, max: null }] } as const;
  for (const clauses of [[german], [recent], [german, recent], [{ ...german, negated: true }, recent]]) {
    const query: Query = { space: 'jobs', clauses };
    const { docs } = atOnce(edition.search(query, ALL));
    expect(docs.map((doc) => edition.jobIdOf(doc))).toEqual(naiveSearch(catalog, query));
    const jobs = docs.flatMap((doc) => catalog.jobs.find(({ id }) => id === edition.jobIdOf(doc)) ?? []);
    expect(jobs.length).toBeGreaterThan(0);
    expect(atOnce(edition.selectedOpenings(query, docs))).toEqual(jobs.map((job) => naiveSum(job, query)));
  }
});

test('more rows than are evaluated at once, in two blocks', () => {
  const jobOf = (id: number): JobDocument => ({
    ...{
      id,
      companyId: 1 + (id % 3),
      opening_title: `Cook ${id % 500}`,
      source: 'board',
      open_positions: 1 + (id % 2),
    },
    openings: Array.from({ length: 1 + (id % 2) }, (_, index) => ({
      ...{ id: id * 2 + index, open_positions: 1, hasUrl: true, opening_city: `Town ${id % 7}` },
      ...{ opening_country: id % 1000 === 7 + index ? 'DE' : 'US', posted_day: (id * 7 + index) % 365 },
    })),
  });
  const catalog = { companies: [], people: [], jobs: Array.from({ length: 70_000 }, (_, index) => jobOf(index + 1)) };
  const edition = editionOf(catalog, 16);
  const german = { kind: 'values', field: 'opening_country', anyOf: ['DE'], negated: false } as const;
  const recent = { kind: 'ranges', field: 'posted_day', anyOf: [{ min: 20, max: null }] } as const;
  const facets = FACETS['job-search'].filter(({ name }) => name === 'job.job_level');
  for (const clauses of [[], [german], [recent], [german, recent], [{ ...german, negated: true }, recent]]) {
    const query: Query = { space: 'jobs', clauses };
    const found = naiveSearch(catalog, query) as number[];
    const { docs } = atOnce(edition.search(query, { after: -1, limit: 100_000 }));
    expect(docs.map((doc) => edition.jobIdOf(doc))).toEqual(found);
    expect(atOnce(edition.count(query))).toBe(found.length);
    const levels = { kind: 'values', field: 'opening_level', anyOf: ['VP'], negated: false } as const;
    const ofLevel = naiveSearch(catalog, { ...query, clauses: [...clauses, levels] }).length;
    expect(atOnce(edition.facets(query, facets))).toEqual([ofLevel > 0 ? [{ value: 'VP', count: ofLevel }] : []]);
    const after = docs[Math.floor(docs.length * 0.7)] ?? -1;
    const rest = atOnce(edition.search(query, { after, limit: 100_000 })).docs;
    expect(rest).toEqual(docs.filter((doc) => doc > after));
  }
});

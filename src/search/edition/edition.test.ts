import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { CompanyDocument, JobDocument, PersonDocument, PositionDocument } from '../../contract/documents.ts';
import { FACETS } from '../../contract/facets.ts';
import { atOnce } from '../../ops/scheduling/work.ts';
import { parseWordValue, wordKey } from '../../words/words.ts';
import type { Query } from '../query.ts';
import { buildEdition } from './build/build-edition.ts';
import { Edition } from './edition.ts';
import type { SlugLookup } from './sort-key.ts';

const NO_COMPANY: Omit<CompanyDocument, 'id' | 'slug'> = {
  ...{ employee_count: null, founded_year: null, followers: null, name: 'X', about: null },
  ...{ industry: null, type: null, hq_country: null, hq_city: null, hq_state: null },
  specialties: [],
};
const companies: CompanyDocument[] = [
  { ...NO_COMPANY, id: 1, slug: 'large', employee_count: 500, specialties: ['ml ops', 'data'] },
  { ...NO_COMPANY, id: 2, slug: 'small', employee_count: 5, industry: 'Software' },
  { ...NO_COMPANY, id: 3, slug: 'unknown-b' },
  { ...NO_COMPANY, id: 4, slug: 'unknown-a' },
];

function person(id: number, slug: string, positions: readonly Partial<PositionDocument>[]): PersonDocument {
  return {
    ...{ id, slug, country: 'DE', city: null, connections_count: id, headline: null },
    ...{ full_name: 'X', schools: [], skills: [], updated_day: null },
    positions: positions.map((position) => ({
      companyId: null,
      job_title: null,
      job_level: null,
      job_function: null,
      title_confidence: null,
      ...position,
    })),
  };
}

const people = [
  person(1, 'ada', [
    { companyId: 2, job_title: 'CEO', job_level: 'C-Team' },
    { companyId: 1, job_title: 'Adviser', job_level: 'Other' },
  ]),
  person(2, 'bob', [{ companyId: 1, job_title: 'VP Sales', job_level: 'VP', job_function: 'Sales' }]),
  person(3, 'cyd', [
    { companyId: 1, job_title: 'Sales', job_function: 'Sales' },
    { companyId: 1, job_title: 'Data', job_level: 'Staff' },
  ]),
  person(4, 'dot', []),
];
const job = (id: number, companyId: number, opening_title: string, open_positions: number): JobDocument => ({
  ...{ id, companyId, opening_title, source: 'site', open_positions },
  openings: [{ id, open_positions, hasUrl: false, opening_country: null, opening_city: null, posted_day: null }],
});
const jobs = [job(1, 1, 'b', 2), job(2, 1, 'a', 2), job(3, 2, 'a', 9)];
const everyone: Query = { space: 'people', clauses: [] };
const edition = opened({ companies, people, jobs });

function opened(catalog: Omit<Parameters<typeof buildEdition>[0], 'state'>): Edition {
  return atOnce(Edition.open(buildEdition({ state: { generation: 3, hiddenGeneration: 4 }, ...catalog })));
}

function slugs(removedCompanies: readonly number[] = []): SlugLookup {
  const slugOf = (records: readonly { id: number; slug: string }[], id: number) =>
    records.find((r) => r.id === id)?.slug;
  return {
    companies: async (ids) => ids.map((id) => (removedCompanies.includes(id) ? null : (slugOf(companies, id) ?? null))),
    people: async (ids) => ids.map((id) => slugOf(people, id) ?? null),
  };
}

describe('an edition', () => {
  test('reports its content', () => {
    expect(edition.counts).toEqual({ companies: 4, people: 4, positions: 5, jobs: 3 });
    expect([edition.generation, edition.hiddenGeneration]).toEqual([3, 4]);
    expect(edition.id).toMatch(/^[0-9a-f]{16}$/);
    expect(edition.index.values['country'].values).toEqual(['DE']);
    expect(edition.index.values['industry'].values).toEqual(['Software']);
    expect([edition.companyDocOf(2) >= 0, edition.companyDocOf(5)]).toEqual([true, -1]);
  });

  test('has the same id for the same content, and another id for any other', () => {
    expect(opened({ companies, people, jobs }).id).toBe(edition.id);
    expect(opened({ companies, people: people.slice(1), jobs }).id).not.toBe(edition.id);
  });

  test('sorts companies by size, with unknown sizes last by slug', () => {
    const { docs } = atOnce(edition.search({ space: 'companies', clauses: [] }, { after: -1, limit: 9 }));
    expect(docs.map((doc) => edition.companyIdOf(doc))).toEqual([1, 2, 4, 3]);
  });

  test('returns a person once, at the first matching position', () => {
    const { docs } = atOnce(edition.search(everyone, { after: -1, limit: 9 }));
    expect(docs.map((doc) => [edition.position(doc).personId, edition.position(doc).title])).toEqual([
      [2, 'VP Sales'],
      [3, 'Data'],
      [1, 'Adviser'],
      [4, null],
    ]);
    const chiefs: Query = {
      ...everyone,
      clauses: [{ kind: 'values', field: 'job_level', anyOf: ['C-Team'], negated: false }],
    };
    const [chief] = atOnce(edition.search(chiefs, { after: -1, limit: 9 })).docs;
    expect(edition.position(chief ?? -1)).toEqual({
      personId: 1,
      companyId: 2,
      title: 'CEO',
      level: 'C-Team',
      function: null,
    });
  });

  test('counts the staff of a company by their first position there', () => {
    const byDepartment = atOnce(edition.distribution(1, 'department'));
    expect(byDepartment).toContainEqual({ value: 'Sales', count: 1 });
    expect(byDepartment).toContainEqual({ value: null, count: 2 });
    expect(byDepartment).toHaveLength(2);
    expect(atOnce(edition.distribution(4, 'country'))).toEqual([]);
    expect(atOnce(edition.distribution(99, 'country'))).toBeNull();
  });

  test('hides people, and companies with their positions and job rows', () => {
    const hidden = atOnce(edition.hide({ people: [2, 77], companies: [1, 77] }));
    const { docs } = atOnce(edition.search(everyone, { after: -1, limit: 9, hidden }));
    expect(docs.map((doc) => edition.position(doc).title)).toEqual(['CEO', null]);
    expect(atOnce(edition.count(everyone, hidden))).toBe(2);
    expect(atOnce(edition.count({ space: 'jobs', clauses: [] }, hidden))).toBe(1);
    expect(atOnce(edition.distribution(1, 'country', hidden))).toBeNull();
    expect(atOnce(edition.count(everyone))).toBe(4);
  });

  test('rejects a clause on a field that the documents do not have', () => {
    const clauses = [{ kind: 'values', field: 'country', anyOf: ['DE'], negated: false }] as const;
    expect(() => atOnce(edition.search({ space: 'jobs', clauses }, { after: -1, limit: 1 }))).toThrow(/no field/);
    const mixed = [{ kind: 'words', fields: ['name', 'headline'], anyOf: [], negated: false }] as const;
    expect(() => atOnce(edition.search({ space: 'people', clauses: mixed }, { after: -1, limit: 1 }))).toThrow(
      /one kind/,
    );
  });
});

test('matches a bracketed value with the whole text only: another order or a repeated word is another text', () => {
  const headlines = [
    'Data and Sales',
    'Sales and Data',
    'Data and data and Sales',
    'One two three four five six seven eight nine',
    'Nine two three four five six seven eight one',
  ];
  expectFoundByHeadline(headlines.map((headline) => ({ headline, title: 'Other' })));
});

test('matches a headline that begins with the title with a bracketed value only as a whole', () => {
  expectFoundByHeadline([
    { headline: 'SVP', title: 'SVP' },
    { headline: 'SVP, Sales', title: 'SVP' },
    { headline: 'SVP Sales', title: 'Sales SVP' },
    { headline: 'SVP VP', title: 'SVP' },
    { headline: 'SVP | Data', title: 'SVP' },
    { headline: 'Data SVP', title: 'SVP' },
    { headline: 'SVP data sales', title: 'SVP Data' },
    { headline: 'SVP data SVP', title: 'SVP' },
    { headline: 'SVPs', title: 'SVP' },
    { headline: '— Sales', title: '—' },
    { headline: 'C++ (developer)', title: 'C' },
    { headline: 'C', title: 'C++' },
  ]);
});

test('finds a long bracketed text among hundreds of long texts', () => {
  const numbers = Array.from({ length: 600 }, (_, index) => index);
  const texts = numbers.map(
    (number) => `one two three four five six seven ${number % 3 === 0 ? 'eight' : ''} ${number}`,
  );
  expectFoundByHeadline(
    texts.map((headline) => ({ headline, title: 'Other' })),
    texts.slice(295, 310),
  );
});

/** Asserts that each headline in brackets matches exactly the headlines with the same words in the same order. */
function expectFoundByHeadline(
  people: readonly { readonly headline: string; readonly title: string }[],
  queries = people.map(({ headline }) => headline),
): void {
  const authors = people.map(({ headline, title }, index) => ({
    ...person(index + 1, `p${index}`, [{ job_title: title }]),
    headline,
  }));
  const written = opened({ companies: [], people: authors, jobs: [] });
  for (const headline of queries) {
    const value = parseWordValue(`[${headline}]`, { abbreviations: true })!;
    const clauses = [{ kind: 'words', fields: ['job_title', 'headline'], anyOf: [value], negated: false }] as const;
    const { docs } = atOnce(written.search({ space: 'people', clauses }, { after: -1, limit: 999 }));
    const same = authors.filter((author) =>
      [author.headline, author.positions[0]?.job_title ?? ''].some((text) => wordKey(text) === wordKey(headline)),
    );
    const found = docs.map((doc) => written.position(doc).personId);
    expect(found.sort((left, right) => left - right)).toEqual(same.map(({ id }) => id));
  }
}

describe('seeking a key', () => {
  const titleAfter = async (doc: number) => {
    const next = atOnce(edition.search(everyone, { after: doc, limit: 1 })).docs[0];
    return next === undefined ? undefined : edition.position(next).title;
  };

  test('ends after the previous company if the company is missing', async () => {
    const person = { level: 5, connections: 500, slug: 'zed' };
    const key = { company: { employees: 100, slug: 'gone' }, person, job: null };
    const doc = await edition.seek('people', key, slugs());
    expect(edition.position(doc).companyId).toBe(1);
    expect(edition.position(doc + 1).companyId).toBe(2);
    expect(await titleAfter(doc)).toBe(null);
    const first = { ...key, company: { employees: 900, slug: 'gone' } };
    expect(await edition.seek('people', first, slugs())).toBe(-1);
  });

  test('ends among the people without an employer if the key has no company', async () => {
    const key = { company: null, person: { level: 6, connections: 4, slug: 'dot' }, job: null };
    const doc = await edition.seek('people', key, slugs());
    expect(edition.position(doc).personId).toBe(4);
    const before = { ...key, person: { level: 0, connections: null, slug: 'a' } };
    expect(await edition.seek('people', before, slugs())).toBe(doc - 1);
  });

  test('skips companies whose slug was removed', async () => {
    const key = await edition.sortKey('companies', 2, slugs());
    expect(key.company).toEqual({ employees: null, slug: 'unknown-a' });
    expect(await edition.seek('companies', key, slugs([3]))).toBe(2);
    const last = await edition.sortKey('companies', 3, slugs());
    expect(await edition.seek('companies', last, slugs([4]))).toBe(3);
    expect(await edition.seek('companies', last, slugs([3, 4]))).toBe(1);
  });

  test('finds a job row by openings, title, source and id', async () => {
    for (const doc of [0, 1, 2]) {
      const key = await edition.sortKey('jobs', doc, slugs());
      expect(await edition.seek('jobs', key, slugs())).toBe(doc);
    }
    expect([0, 1, 2].map((doc) => edition.jobIdOf(doc))).toEqual([2, 1, 3]);
  });
});

test('a job row with more open positions than a column holds comes before those with fewer', async () => {
  const many = opened({ companies, people: [], jobs: [job(1, 1, 'a', 5), job(2, 1, 'b', 2 ** 32 + 1)] });
  const keys = await Promise.all([0, 1].map((doc) => many.sortKey('jobs', doc, slugs())));
  expect(keys.map((key) => [key.job?.id, key.job?.openings])).toEqual([
    [2, 2 ** 32 - 1],
    [1, 5],
  ]);
});

test('caches the results of large queries, but not their texts', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const LETTERS = 1_000_000;
  const heapBytes = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const peopleIn = (country: string, other: number): Query => {
    const anyOf = [country, `${other}`.padEnd(LETTERS, 'x')];
    return { space: 'people', clauses: [{ kind: 'values', field: 'country', anyOf, negated: false }] };
  };
  const before = heapBytes();
  for (let other = 0; other < 30; other += 1) {
    expect(atOnce(edition.count(peopleIn('DE', other)))).toBe(people.length);
    expect(atOnce(edition.count(peopleIn('FR', other)))).toBe(0);
    expect(atOnce(edition.facets(peopleIn('FR', other), FACETS['people-search'])).flat()).toEqual([]);
  }
  expect(heapBytes() - before).toBeLessThan(10 * LETTERS);
});

// Random catalogs and queries for the laws of search: few values and words, so that everything collides with everything.
import fc from 'fast-check';
import type { CompanyDocument, JobDocument, PersonDocument } from '../../src/contract/documents.ts';
import type { TextField, ValueField } from '../../src/contract/fields.ts';
import { JOB_LEVELS } from '../../src/contract/vocabularies.ts';
import type { Clause, Query, Space } from '../../src/search/query.ts';
import { parseWordValue, type WordValue } from '../../src/words/words.ts';
import type { NaiveCatalog } from './naive-search.ts';

/** An id that no catalog has. */
export const UNKNOWN_ID = 999;

const WORDS = [
  'vp',
  'vice',
  'president',
  'svp',
  'sales',
  'Eng',
  'engineer',
  'C++',
  'Zürich',
  'zurich',
  'data',
  '—',
  'x',
];
const INDUSTRIES = ['Software', 'Banking', 'data & x'];
const TYPES = ['Public', 'Private'];
const COUNTRIES = ['US', 'DE', 'XK'];
const FUNCTIONS = ['Sales', 'Engineering'];

const rarelyNull = { freq: 5, nil: null } as const;
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const optionalText = fc.option(text, rarelyNull);
const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), rarelyNull);
const count = fc.option(fc.constantFrom(0, 1, 10, 11, 500), rarelyNull);

/** Slugs that are unique by the id in them, in an order that has nothing to do with it, beyond ASCII too. */
const slugPrefix = fc.constantFrom('a', 'b', 'é', '\u{fb01}', '\u{1d4b6}');

const company = (id: number): fc.Arbitrary<CompanyDocument> =>
  fc.record({
    id: fc.constant(id),
    slug: slugPrefix.map((prefix) => `${prefix}-${id}`),
    employeeCount: count,
    name: text,
    industry: optional(INDUSTRIES),
    type: optional(TYPES),
    countryCode: optional(COUNTRIES),
    city: optionalText,
    about: optionalText,
    specialties: fc.array(text, { maxLength: 2 }),
  });

const position = (companyIds: readonly number[]) =>
  fc.record({
    companyId: fc.option(fc.constantFrom(...companyIds, UNKNOWN_ID), rarelyNull),
    title: optionalText,
    level: optional(JOB_LEVELS),
    function: optional(FUNCTIONS),
  });

const person = (id: number, companyIds: readonly number[]): fc.Arbitrary<PersonDocument> =>
  fc.record({
    id: fc.constant(id),
    slug: slugPrefix.map((prefix) => `${prefix}-${id}`),
    countryCode: optional(COUNTRIES),
    city: optionalText,
    connectionsCount: count,
    headline: optionalText,
    positions: fc.array(position(companyIds), { maxLength: 4 }),
  });

const job = (id: number, companyIds: readonly number[]): fc.Arbitrary<JobDocument> =>
  fc.record({
    id: fc.constant(id),
    companyId: fc.constantFrom(...companyIds, UNKNOWN_ID),
    title: text,
    source: fc.constantFrom('board', 'site'),
    openPositions: fc.constantFrom(1, 2, 7),
  });

export interface CatalogSizes {
  readonly companies: number;
  readonly people: number;
  readonly jobs: number;
  /** The first id of each kind. */
  readonly firstId: number;
}

/** Catalogs of up to the given sizes. */
export function catalogs({ companies, people, jobs, firstId }: CatalogSizes): fc.Arbitrary<NaiveCatalog> {
  const list = <T>(max: number, make: (id: number) => fc.Arbitrary<T>) =>
    fc
      .integer({ min: 0, max })
      .chain((size) => fc.tuple(...Array.from({ length: size }, (_, index) => make(firstId + index))));
  return list(companies, company).chain((made) => {
    const ids = made.map(({ id }) => id);
    return fc.record({
      companies: fc.constant(made),
      people: list(people, (id) => person(id, ids)),
      jobs: list(jobs, (id) => job(id, ids)),
    });
  });
}

const wordValue = (abbreviations: boolean): fc.Arbitrary<WordValue> =>
  fc
    .tuple(text, fc.boolean())
    .map(([words, exact]) => parseWordValue(exact ? `[${words}]` : words, { abbreviations }))
    .filter((value) => value !== null);

const words = (abbreviations: boolean, ...fields: TextField[]) =>
  fc.subarray(fields, { minLength: 1 }).chain((some) => allWords(abbreviations, ...some));

/** Of all the fields together. */
const allWords = (abbreviations: boolean, ...fields: TextField[]): fc.Arbitrary<Clause> =>
  fc.record({
    kind: fc.constant('words'),
    fields: fc.constant(fields),
    anyOf: fc.oneof(
      { arbitrary: fc.array(wordValue(abbreviations), { minLength: 1, maxLength: 3 }), weight: 3 },
      { arbitrary: fc.array(wordValue(abbreviations), { minLength: 9, maxLength: 16 }), weight: 1 },
    ),
    negated: fc.boolean(),
  });

const values = (field: ValueField, ...listed: string[]): fc.Arbitrary<Clause> =>
  fc.record({
    kind: fc.constant('values'),
    field: fc.constant(field),
    anyOf: fc.subarray([...listed, 'absent'], { minLength: 1 }),
    negated: fc.boolean(),
  });

const bound = fc.option(fc.constantFrom(0, 1, 5, 10, 11, 500, 501), { freq: 3, nil: null });
const ranges = (field: 'employee_count' | 'connections_count'): fc.Arbitrary<Clause> =>
  fc.record({
    kind: fc.constant('ranges'),
    field: fc.constant(field),
    anyOf: fc.array(fc.record({ min: bound, max: bound }), { minLength: 1, maxLength: 3 }),
  });

const employer: fc.Arbitrary<Clause> = fc.record({
  kind: fc.constant('employer'),
  companyId: fc.constantFrom(1, 2, 3, 4, UNKNOWN_ID),
});

const companyClauses = [
  values('industry', ...INDUSTRIES),
  values('type', ...TYPES),
  values('hq_country', ...COUNTRIES),
  words(false, 'name', 'about', 'specialties', 'industry_name'),
  words(false, 'hq_city'),
  ranges('employee_count'),
  employer,
];
const clausesOf: Readonly<Record<Space, readonly fc.Arbitrary<Clause>[]>> = {
  companies: companyClauses,
  people: [
    ...companyClauses,
    values('country', ...COUNTRIES),
    values('job_level', ...JOB_LEVELS),
    values('job_function', ...FUNCTIONS),
    words(false, 'city'),
    allWords(true, 'job_title', 'headline'),
    words(true, 'job_title'),
    ranges('connections_count'),
  ],
  jobs: [...companyClauses, words(true, 'opening_title')],
};

/** Queries of one space with up to three clauses of every kind. */
function queriesOf(space: Space): fc.Arbitrary<Query> {
  return fc.record({
    space: fc.constant(space),
    clauses: fc.array(fc.oneof(...clausesOf[space]), { maxLength: 3 }),
  });
}

export const anyQuery = fc.constantFrom<Space>('people', 'companies', 'jobs').chain(queriesOf);

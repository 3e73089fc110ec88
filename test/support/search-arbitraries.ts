// Random catalogs and queries for the laws of search: few values and words, so that collisions are frequent.
import fc from 'fast-check';
import type { CompanyDocument, JobDocument, OpeningDocument, PersonDocument } from '../../src/contract/documents.ts';
import type { NumberField, Space, TextField, ValueField } from '../../src/contract/fields.ts';
import { JOB_LEVELS } from '../../src/contract/vocabularies/vocabularies.ts';
import type { Clause, Query } from '../../src/search/query.ts';
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

/** Slugs that are unique by their id, in an unrelated order, and not limited to ASCII. */
const slugPrefix = fc.constantFrom('a', 'b', 'é', '\u{fb01}', '\u{1d4b6}');

const company = (id: number): fc.Arbitrary<CompanyDocument> =>
  fc.record({
    id: fc.constant(id),
    slug: slugPrefix.map((prefix) => `${prefix}-${id}`),
    employee_count: count,
    founded_year: count,
    followers: count,
    name: text,
    industry: optional(INDUSTRIES),
    type: optional(TYPES),
    hq_country: optional(COUNTRIES),
    hq_city: optionalText,
    hq_state: optionalText,
    about: optionalText,
    specialties: fc.array(text, { maxLength: 2 }),
  });

const position = (companyIds: readonly number[]) =>
  fc.record({
    companyId: fc.option(fc.constantFrom(...companyIds, UNKNOWN_ID), rarelyNull),
    job_title: optionalText,
    job_level: optional(JOB_LEVELS),
    job_function: optional(FUNCTIONS),
    title_confidence: optional([0, 1, 10, 11, 100]),
  });

const person = (id: number, companyIds: readonly number[]): fc.Arbitrary<PersonDocument> =>
  fc.record({
    id: fc.constant(id),
    slug: slugPrefix.map((prefix) => `${prefix}-${id}`),
    country: optional(COUNTRIES),
    city: optionalText,
    connections_count: count,
    headline: optionalText,
    full_name: optionalText,
    schools: fc.array(text, { maxLength: 2 }),
    skills: fc.array(text, { maxLength: 3 }),
    updated_day: count,
    positions: fc.array(position(companyIds), { maxLength: 4 }),
  });

/** Openings of one row have ids that no opening of another row has. */
const OPENINGS_MAX = 10;
const opening: fc.Arbitrary<Omit<OpeningDocument, 'id'>> = fc.record({
  hasUrl: fc.boolean(),
  open_positions: fc.constantFrom(1, 2, 7),
  opening_country: optional(COUNTRIES),
  opening_city: optionalText,
  posted_day: count,
});
const openings = fc.oneof(
  { arbitrary: fc.array(opening, { minLength: 1, maxLength: 2 }), weight: 3 },
  { arbitrary: fc.array(opening, { minLength: 3, maxLength: OPENINGS_MAX }), weight: 1 },
);

const job = (id: number, companyIds: readonly number[]): fc.Arbitrary<JobDocument> =>
  fc
    .record(
      {
        id: fc.constant(id),
        companyId: fc.constantFrom(...companyIds, UNKNOWN_ID),
        opening_title: text,
        other_titles: fc.array(text, { minLength: 1, maxLength: 2 }),
        source: fc.constantFrom('board', 'site'),
        openings,
      },
      { requiredKeys: ['id', 'companyId', 'opening_title', 'source', 'openings'] },
    )
    .map((made) => ({
      ...made,
      open_positions: made.openings.reduce((sum, { open_positions }) => sum + open_positions, 0),
      openings: made.openings.map((each, index) => ({ ...each, id: id * OPENINGS_MAX + index })),
    }));

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

/** In all fields together. */
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
const ranges = (field: NumberField): fc.Arbitrary<Clause> =>
  fc.record({
    kind: fc.constant('ranges'),
    field: fc.constant(field),
    anyOf: fc.array(fc.record({ min: bound, max: bound }), { minLength: 1, maxLength: 3 }),
  });

const employer: fc.Arbitrary<Clause> = fc.record({
  kind: fc.constant('employer'),
  companyId: fc.constantFrom(1, 2, 3, 4, UNKNOWN_ID),
});

const identities = (of: 'company' | 'person'): fc.Arbitrary<Clause> =>
  fc.record({
    kind: fc.constant('identity'),
    of: fc.constant(of),
    anyOf: fc.array(fc.constantFrom(1, 2, 3, 4, 5, 12, 30, UNKNOWN_ID), { maxLength: 4 }),
  });

const companyClauses = [
  values('industry', ...INDUSTRIES),
  values('type', ...TYPES),
  values('hq_country', ...COUNTRIES),
  words(false, 'name', 'about', 'specialties', 'industry_name'),
  words(false, 'hq_city'),
  words(false, 'hq_state'),
  ranges('employee_count'),
  ranges('founded_year'),
  ranges('followers'),
  identities('company'),
  employer,
];
const openingClauses = [ranges('posted_day'), values('opening_country', ...COUNTRIES), words(false, 'opening_city')];
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
    ranges('title_confidence'),
    words(false, 'full_name'),
    words(false, 'schools'),
    words(false, 'skills'),
    ranges('updated_day'),
    identities('person'),
  ],
  jobs: [
    ...companyClauses,
    words(true, 'opening_title'),
    values('opening_level', ...JOB_LEVELS),
    values('opening_function', ...FUNCTIONS),
    ...openingClauses,
  ],
};

/**
 * Queries of one space with up to three clauses of every kind; a quarter of those for people limits the people per
 * employer.
 */
function queriesOf(space: Space): fc.Arbitrary<Query> {
  const query = fc.record({
    space: fc.constant(space),
    clauses: fc.array(fc.oneof(...clausesOf[space]), { maxLength: 3 }),
  });
  if (space !== 'people') return query;
  const limits = fc.option(fc.integer({ min: 1, max: 3 }), { freq: 1, nil: null });
  return fc
    .tuple(query, limits, fc.integer({ min: 0, max: 3 }))
    .map(([plain, perCompanyMax, chance]) =>
      perCompanyMax === null || chance > 0 ? plain : { ...plain, perCompanyMax },
    );
}

/** Queries for job rows with at least one clause on openings, and others. */
export const openingQuery: fc.Arbitrary<Query> = fc.record({
  space: fc.constant('jobs'),
  clauses: fc
    .tuple(
      fc.array(fc.oneof(...openingClauses), { minLength: 1, maxLength: 3 }),
      fc.array(fc.oneof(...clausesOf.jobs), { maxLength: 1 }),
    )
    .map(([ofOpenings, others]) => [...others, ...ofOpenings]),
});

export const anyQuery = fc.constantFrom<Space>('people', 'companies', 'jobs').chain(queriesOf);

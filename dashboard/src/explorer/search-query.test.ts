import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FACETS } from '../../../src/contract/facets.ts';
import { atOnce } from '../../../src/ops/scheduling/work.ts';
import { planFilters } from '../../../src/search/plan.ts';
import { isFacet, SEARCH_FIELDS, SEARCH_KINDS, type SearchField, type SearchKind } from './search-fields.ts';
import {
  carriedOver,
  type FilterInput,
  filledFields,
  filtersOf,
  NOTHING,
  readQuery,
  type SearchQuery,
  savedAddress,
  withValue,
  writeQuery,
} from './search-query.ts';

const OPERATIONS = { people: 'people-search', companies: 'company-search', jobs: 'job-search' } as const;

const texts = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { maxLength: 3 });
const dates = fc.constantFrom('', '2026-01-31', '2024-02-29');
const digits = fc.oneof(fc.constant(''), fc.integer({ min: 1, max: 99_999 }).map(String));

function inputOf(field: SearchField): fc.Arbitrary<FilterInput> {
  const { filter } = field;
  if (filter.shape === 'at_least' || filter.shape === 'per_company') return digits.map((min) => ({ ...NOTHING, min }));
  if (filter.shape === 'range')
    return fc.record({ min: digits, max: digits }).map((range) => ({ ...NOTHING, ...range }));
  if (filter.shape === 'dates') return fc.record({ min: dates, max: dates }).map((range) => ({ ...NOTHING, ...range }));
  const canExclude = filter.shape === 'words' || (filter.shape === 'choice' && filter.excludes);
  return fc
    .record({ include: texts, exclude: canExclude ? texts : fc.constant([]) })
    .map((lists) => ({ ...NOTHING, ...lists }));
}

const queryOf = (kind: SearchKind): fc.Arbitrary<SearchQuery> =>
  fc.record(Object.fromEntries(SEARCH_FIELDS[kind].map((field) => [field.path, inputOf(field)])), {
    requiredKeys: [],
  }) as fc.Arbitrary<SearchQuery>;

describe.each(SEARCH_KINDS)('%s', (kind) => {
  test('the address of a query contains the query', () => {
    fc.assert(
      fc.property(queryOf(kind), (query) => {
        const address = writeQuery(kind, query);
        const again = readQuery(kind, address);
        expect(filtersOf(kind, again)).toEqual(filtersOf(kind, query));
        expect(writeQuery(kind, again)).toBe(address);
        expect(filledFields(kind, again)).toEqual(filledFields(kind, query));
      }),
    );
  });

  test('every field is a filter of the body that the API plans', () => {
    for (const field of SEARCH_FIELDS[kind]) {
      const min = field.filter.shape === 'dates' ? '2026-01-31' : '5';
      const input: FilterInput = { ...NOTHING, include: ['Software'], min };
      const body = filtersOf(kind, { [field.path]: input });
      const planned = atOnce(
        planFilters(body[field.scope] as never, {
          scope: field.scope,
          path: '',
          context: { presentIndustries: ['Software'], suggest: () => null },
        }),
      );
      const isUnlisted = planned.problems.some(({ message }) => message.includes('is not an allowed value'));
      const count = planned.clauses.length + planned.identities.length + Number(planned.perCompanyMax !== null);
      expect(count === 1 || isUnlisted, field.path).toBe(true);
    }
  });

  test('the fields that show counts are the facets of the search', () => {
    const counted = SEARCH_FIELDS[kind].filter(isFacet).map(({ path }) => path);
    expect(counted.toSorted()).toEqual(FACETS[OPERATIONS[kind]].map(({ name }) => name).toSorted());
  });

  test('reads a damaged address as far as possible', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        expect(() => filtersOf(kind, readQuery(kind, `?${text}`))).not.toThrow();
      }),
    );
    expect(readQuery(kind, '?company.employee_range=x..-1&nothing=here')).toEqual({});
  });
});

test('another search keeps company filters, but not filters of people', () => {
  const query = readQuery('people', '?people.job_level=VP&company.industry=Banking');
  expect(writeQuery('companies', carriedOver(query, 'companies'))).toBe('?company.industry=Banking');
});

test('a value that an address has twice is one value', () => {
  const address = '?people.job_level=VP&people.job_level=VP&company.industry!=Banking&company.industry!=Banking';
  expect(writeQuery('people', readQuery('people', address))).toBe('?people.job_level=VP&company.industry%21=Banking');
});

test('toggles a value of the breakdown, and sets a bucket as a range', () => {
  const field = (path: string) => SEARCH_FIELDS.people.find((each) => each.path === path) as SearchField;
  const taken = withValue(field('people.job_level'), {}, 'VP');
  expect(writeQuery('people', taken)).toBe('?people.job_level=VP');
  expect(writeQuery('people', withValue(field('people.job_level'), taken, 'VP'))).toBe('');
  expect(filtersOf('people', withValue(field('company.employee_range'), {}, '10001+'))).toEqual({
    company: { employee_range: { min: 10_001 } },
  });
});

test.each([
  ['people.job_level=VP', '/explorer/people?people.job_level=VP&account=acme'],
  ['', '/explorer/people?account=acme'],
  ['account=globex&people.job_level=VP&%61ccount=other', '/explorer/people?account=acme&people.job_level=VP'],
  ['//evil.example?x#y', '/explorer/people?%2F%2Fevil.example%3Fx%23y=&account=acme'],
])('the address of the saved query %j names the account that opens it', (query, address) => {
  expect(savedAddress({ kind: 'people', query }, 'acme')).toBe(address);
});

// The planner: converts filters to clauses by the field table. It is pure, and collects every problem with its path
// instead of stopping at the first. The shape of the filters has already been validated; the planner reads values:
// words, listed values, ranges.

import { MS_PER_DAY } from '../contract/days.ts';
import type { Problem } from '../contract/errors.ts';
import {
  type ChoiceFilter,
  type DatesFilter,
  FILTERS,
  type Filter,
  type FilterScope,
  type IdentityFilter,
  type RangeFilter,
  type WordsFilter,
} from '../contract/fields.ts';
import type { FilterObject } from '../contract/schemas/filter-schema.ts';
import {
  LISTS,
  type ListName,
  listedValue,
  quotedValueKey,
  sameIndustries,
  valueKey,
} from '../contract/vocabularies/values.ts';
import { COUNTRIES, sizeRange } from '../contract/vocabularies/vocabularies.ts';
import type { Work } from '../ops/scheduling/work.ts';
import type { Suggest } from '../words/nearest.ts';
import { parseWordValue, type WordValue } from '../words/words.ts';
import type { Clause, Query, RangesClause } from './query.ts';

const NONE: readonly string[] = [];

/** The facts that planning needs in addition to the contract. */
export interface PlanContext {
  /** Industries that occur in the data, listed or not. */
  readonly presentIndustries: readonly string[];
  /** Suggests allowed values. It belongs to one call, because it limits the number of suggestions of the call. */
  readonly suggest: Suggest;
  /**
   * True for a stored search. An industry that occurred in the data when the search was stored, and does not occur now,
   * matches nothing.
   */
  readonly isStored?: boolean;
}

/** A clause, and the path of its filter in the body; the two lists of a filter share one path. */
export interface ClauseWithPath {
  readonly clause: Clause;
  readonly path: string;
}

/** The records listed in a filter, which the caller must look up. */
export interface IdentityLookup {
  readonly filter: IdentityFilter;
  readonly values: readonly string[];
  readonly path: string;
  /** Path of the list in the body. */
  readonly listPath: string;
}

/** The planned filters, and every problem found. If there is a problem, the clauses must not be used. */
export interface Planned {
  readonly clauses: readonly ClauseWithPath[];
  readonly identities: readonly IdentityLookup[];
  readonly perCompanyMax: number | null;
  readonly problems: readonly Problem[];
}

/**
 * Plans the filter object of a scope; `path` is its path in the body (empty for the top level). Yields between values.
 */
export function* planFilters(
  filters: FilterObject,
  options: { scope: FilterScope; path: string; context: PlanContext },
): Work<Planned> {
  const draft = new Draft(options.context);
  yield* draft.addAll(FILTERS[options.scope], filters, options.path);
  return draft;
}

/** A planned waterfall step: clauses, and every problem found. */
export interface PlannedStep {
  readonly clauses: readonly Clause[];
  readonly problems: readonly Problem[];
}

/** Plans one list of words on a job title in a waterfall step; `negated` for the excluding list. */
export function* planTitles(
  values: readonly string[],
  options: { path: string; withHeadline: boolean; negated: boolean; suggest: Suggest },
): Work<PlannedStep> {
  const draft = new Draft({ presentIndustries: NONE, suggest: options.suggest });
  const fields = options.withHeadline ? (['job_title', 'headline'] as const) : (['job_title'] as const);
  const anyOf = yield* draft.wordValues(values, { path: options.path, abbreviations: true });
  const clause = { kind: 'words', fields, anyOf, negated: options.negated } as const;
  return { clauses: anyOf.length > 0 ? [clause] : [], problems: draft.problems };
}

/** Plans a list of locations of a person: country codes, continents, sales regions; WORLD is any location. */
export function planLocations(
  values: readonly string[],
  { path, suggest }: { path: string; suggest: Suggest },
): PlannedStep {
  const problems: Problem[] = [];
  const countries: string[] = [];
  let anywhere = values.length === 0;
  values.forEach((value, index) => {
    if (valueKey(value) === 'world') anywhere = true;
    else {
      const list = (['country', 'continent', 'sales_region'] as const).find(
        (name) => listedValue(name, value) !== null,
      );
      if (list) countries.push(...valuesOf(list, listedValue(list, value) ?? ''));
      else problems.push(unlisted({ value, path: `${path}[${index}]`, allowed: LOCATIONS, suggest }));
    }
  });
  const clause = { kind: 'values', field: 'country', anyOf: sortedOnce(countries), negated: false } as const;
  return { clauses: anywhere ? [] : [clause], problems };
}

/**
 * The canonical form of a query. It is equal for queries that differ only in the order of filters, values and words, in
 * spelling, in aliases and in repetition. Cursors are bound to it.
 */
export function canonicalText({ clauses, perCompanyMax }: Pick<Query, 'clauses' | 'perCompanyMax'>): string {
  const texts = clauses.map((clause) => {
    if (clause.kind === 'employer') return JSON.stringify(clause);
    if (clause.kind === 'identity')
      return JSON.stringify([clause.kind, clause.of, [...new Set(clause.anyOf)].sort((a, b) => a - b)]);
    const fields = clause.kind === 'words' ? [...clause.fields].sort() : clause.field;
    // Normalizes the spelling of listed values. The planned spellings depend on the data, which can change during the
    // lifetime of a cursor.
    const values =
      clause.kind === 'values' ? clause.anyOf.map(quotedValueKey) : clause.anyOf.map((value) => canonicalValue(value));
    return JSON.stringify([clause.kind, fields, sortedOnce(values), 'negated' in clause && clause.negated]);
  });
  if (perCompanyMax !== undefined) texts.push(`per company ${perCompanyMax}`);
  return sortedOnce(texts).join('\n');
}

/** The words of a value are sorted. An exact value keeps its word order in `exact`. */
function canonicalValue(value: WordValue | RangesClause['anyOf'][number]): string {
  if (!('words' in value)) return JSON.stringify(value);
  return JSON.stringify({ exact: value.exact, words: value.words.map((terms) => JSON.stringify(terms)).toSorted() });
}

/** The distinct texts in order. */
function sortedOnce(texts: readonly string[]): readonly string[] {
  return texts.toSorted().filter((text, index, sorted) => text !== sorted[index - 1]);
}

function codesBy(group: 'continent' | 'sales_region'): ReadonlyMap<string | null, readonly string[]> {
  const groups = Map.groupBy(COUNTRIES, (country): string | null => country[group]);
  return new Map([...groups].map(([name, countries]) => [name, countries.map(({ code }) => code)]));
}

const CODES = { continent: codesBy('continent'), sales_region: codesBy('sales_region') };

/** The country codes of a continent or a sales region. Any other listed value represents itself. */
function valuesOf(list: ListName, listed: string): readonly string[] {
  return list === 'continent' || list === 'sales_region' ? (CODES[list].get(listed) ?? []) : [listed];
}

const LOCATIONS = ['WORLD', ...LISTS.sales_region, ...LISTS.continent, ...LISTS.country];

interface Unlisted {
  readonly value: string;
  readonly path: string;
  readonly allowed: readonly string[];
  readonly suggest: Suggest;
}

function unlisted({ value, path, allowed, suggest }: Unlisted): Problem {
  const near = suggest(value, withCountryNames(allowed));
  const suggestion = COUNTRIES.find(({ name }) => name === near)?.code ?? near;
  const known = allowed.length <= 25 ? `; allowed are ${allowed.join(', ')}` : '';
  const hint = suggestion === null ? known : `; did you mean "${suggestion}"?`;
  return { path, message: `"${value}" is not an allowed value${hint}`, suggestion };
}

const COUNTRY_NAMES = COUNTRIES.map(({ name }) => name);
const withNames = new Map(
  [LISTS.country, LOCATIONS].map((allowed) => [allowed, [...allowed, ...COUNTRY_NAMES]] as const),
);

/** Adds the names of countries, so that the code of a country is suggested for its name. */
function withCountryNames(allowed: readonly string[]): readonly string[] {
  return withNames.get(allowed) ?? allowed;
}

const withListed = new WeakMap<readonly string[], readonly string[]>();

/** The listed industries and the industries in the data. */
function industries(present: readonly string[]): readonly string[] {
  const known = withListed.get(present) ?? [...LISTS.industry, ...present];
  withListed.set(present, known);
  return known;
}

/** A filter on numbers, and its path in the body. */
interface PlacedNumbers {
  readonly filter: { readonly reads: RangesClause['field'] };
  readonly path: string;
}

/** Two names of one option; the second is an alias for existing clients. */
interface HeadlineOptions {
  readonly include_headline?: boolean;
  readonly include_network_headline?: boolean;
}

/** One planning run: collects clauses and problems. */
class Draft implements Planned {
  readonly clauses: ClauseWithPath[] = [];
  readonly identities: IdentityLookup[] = [];
  perCompanyMax: number | null = null;
  readonly problems: Problem[] = [];
  readonly #context: PlanContext;

  constructor(context: PlanContext) {
    this.#context = context;
  }

  *addAll(table: readonly Filter[], filters: FilterObject, path: string): Work<void> {
    for (const filter of table) {
      const input = filters[filter.name];
      if (input === undefined) continue;
      const filterPath = path === '' ? filter.name : `${path}.${filter.name}`;
      if (filter.shape === 'group') yield* this.addAll(filter.filters, input as FilterObject, filterPath);
      else if (filter.shape === 'words') yield* this.#addWords(filter, input, filterPath);
      else this.#add(filter, input, filterPath);
    }
  }

  #add(filter: Exclude<Filter, { shape: 'group' | 'words' }>, input: unknown, path: string): void {
    if (filter.shape === 'choice') this.#addChoices(filter, input, path);
    else if (filter.shape === 'range') this.#addRange(filter, input, path);
    else if (filter.shape === 'dates') this.#addDates(filter, input as { from?: string; to?: string }, path);
    else if (filter.shape === 'identity') this.#addIdentities(filter, input, path);
    else if (filter.shape === 'per_company') this.perCompanyMax = input as number;
    else if ((input as number) > 0) this.#addRanges({ filter, path }, [{ min: input as number, max: null }]);
  }

  #addIdentities(filter: IdentityFilter, input: unknown, path: string): void {
    for (const { values, path: listPath } of listsOf(input, path)) {
      if (values.length > 0) this.identities.push({ filter, values, path, listPath });
    }
  }

  #addDates(filter: DatesFilter, { from, to }: { from?: string; to?: string }, path: string): void {
    const [min, max] = [this.#dayOf(from, `${path}.from`), this.#dayOf(to, `${path}.to`)];
    if (min === null && max === null) return;
    if (min !== null && max !== null && min > max) {
      const message = `from (${from}) is later than to (${to}); swap them`;
      this.problems.push({ path, message, suggestion: null });
    } else this.#addRanges({ filter, path }, [{ min, max }]);
  }

  /** Days since 1970-01-01; null if there is no date, or an invalid one, which is a problem. */
  #dayOf(date: string | undefined, path: string): number | null {
    if (date === undefined) return null;
    const ms = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
    // Date.parse reads 2026-02-31 as a day in March.
    if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date)) return Math.floor(ms / MS_PER_DAY);
    const message = `"${date}" is not a date; give YYYY-MM-DD, such as 2026-01-31`;
    this.problems.push({ path, message, suggestion: null });
    return null;
  }

  *#addWords(filter: WordsFilter, input: unknown, path: string): Work<void> {
    const { include_headline = false, include_network_headline = include_headline } = input as HeadlineOptions;
    const headline = include_headline || include_network_headline;
    const fields = headline ? [...filter.reads, ...(filter.readsWithHeadline ?? [])] : filter.reads;
    for (const list of listsOf(input, path)) {
      const anyOf = yield* this.wordValues(list.values, { path: list.path, abbreviations: filter.abbreviations });
      const clause = { kind: 'words', fields, anyOf, negated: list.negated } as const;
      if (anyOf.length > 0) this.clauses.push({ clause, path });
    }
  }

  /** The tokenized values. A value without any word is a problem. */
  *wordValues(values: readonly string[], options: { path: string; abbreviations: boolean }): Work<WordValue[]> {
    const parsed: WordValue[] = [];
    for (const [index, value] of values.entries()) {
      const words = parseWordValue(value, options);
      if (words) parsed.push(words);
      else {
        const message = `"${value}" holds no word; give at least one letter or digit`;
        this.problems.push({ path: `${options.path}[${index}]`, message, suggestion: null });
      }
      yield;
    }
    return parsed;
  }

  #addChoices(filter: ChoiceFilter, input: unknown, path: string): void {
    for (const list of listsOf(input, path)) {
      const anyOf = list.values.flatMap((value, index) => this.#choices(filter, value, `${list.path}[${index}]`));
      const isAbsent = this.#context.isStored === true && !list.negated && list.values.length > 0;
      if (anyOf.length === 0 && !isAbsent) continue;
      const clause = { kind: 'values', field: filter.reads, anyOf: sortedOnce(anyOf), negated: list.negated } as const;
      this.clauses.push({ clause, path });
    }
  }

  #choices(filter: ChoiceFilter, value: string, path: string): readonly string[] {
    const present = filter.orPresent ? this.#context.presentIndustries : NONE;
    const listed = listedValue(filter.list, value);
    const asPresent = spellings(present).get(valueKey(value)) ?? [];
    if (listed === null && asPresent.length === 0) {
      if (filter.orPresent && this.#context.isStored) return [];
      const allowed = present.length > 0 ? industries(present) : LISTS[filter.list];
      this.problems.push(unlisted({ value, path, allowed, suggest: this.#context.suggest }));
      return [];
    }
    if (filter.list === 'industry') return [...(listed === null ? [] : sameIndustries(listed)), ...asPresent];
    return valuesOf(filter.list, listed ?? value);
  }

  #addRange(filter: RangeFilter, input: unknown, path: string): void {
    if (Array.isArray(input)) {
      this.#addSizeLabels(filter, input as string[], path);
      return;
    }
    const { min = 0, max = 0 } = input as { min?: number; max?: number };
    if (max !== 0 && min > max) {
      const message = `min (${min}) is greater than max (${max}); swap them, or omit max for no upper bound`;
      this.problems.push({ path, message, suggestion: null });
    } else if (min > 0 || max > 0) {
      this.#addRanges({ filter, path }, [{ min: min > 0 ? min : null, max: max > 0 ? max : null }]);
    }
  }

  #addSizeLabels(filter: RangeFilter, labels: readonly string[], path: string): void {
    const ranges = labels.flatMap((label, index) => {
      const listed = listedValue('employee_range', label.replaceAll(/[\s,.]/g, ''));
      if (listed !== null) return [sizeRange(listed)];
      const { suggest } = this.#context;
      this.problems.push(unlisted({ value: label, path: `${path}[${index}]`, allowed: LISTS.employee_range, suggest }));
      return [];
    });
    if (ranges.length > 0) this.#addRanges({ filter, path }, joined(ranges));
  }

  #addRanges({ filter, path }: PlacedNumbers, anyOf: RangesClause['anyOf']): void {
    this.clauses.push({ clause: { kind: 'ranges', field: filter.reads, anyOf }, path });
  }
}

type SizeRange = ReturnType<typeof sizeRange>;

/** Joins adjacent and overlapping ranges of whole numbers, in ascending order: `1-10` and `11-50` become 1 to 50. */
function joined(ranges: readonly SizeRange[]): SizeRange[] {
  const all: SizeRange[] = [];
  for (const range of ranges.toSorted((left, right) => left.min - right.min)) {
    const last = all.at(-1);
    const end = last?.max ?? Number.POSITIVE_INFINITY;
    if (last === undefined || range.min > end + 1) all.push(range);
    else if (range.max === null || range.max > end) all[all.length - 1] = { min: last.min, max: range.max };
  }
  return all;
}

const spellingsOfPresent = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

/** The values that occur in the data, by key. Memoized, because an edition always returns the same list. */
function spellings(present: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = spellingsOfPresent.get(present);
  if (known) return known;
  const spelt = Map.groupBy(present, valueKey);
  spellingsOfPresent.set(present, spelt);
  return spelt;
}

interface ListedValues {
  readonly values: readonly string[];
  readonly path: string;
  readonly negated: boolean;
}

/** The including and the excluding list of a filter. A plain array is the including list. */
function listsOf(input: unknown, path: string): ListedValues[] {
  if (Array.isArray(input)) return [{ values: input as string[], path, negated: false }];
  const { include = [], exclude = [] } = input as { include?: string[]; exclude?: string[] };
  return [
    { values: include, path: `${path}.include`, negated: false },
    { values: exclude, path: `${path}.exclude`, negated: true },
  ];
}

// Compiles a query to the set of matching documents, on the structures of one edition. query.ts defines the meaning of
// each clause.
import {
  type FieldSpace,
  SEARCH_FIELDS,
  type Space,
  type TextField,
  type ValueField,
} from '../../../contract/fields.ts';
import { assert } from '../../../ops/assert.ts';
import { atOnce, type Work } from '../../../ops/scheduling/work.ts';
import type { WordValue } from '../../../words/words.ts';
import {
  type Clause,
  type EmployerClause,
  fieldsRead,
  type IdentityClause,
  type Query,
  type RangesClause,
  readsOpenings,
  type ValuesClause,
  type WordsClause,
} from '../../query.ts';
import { type HasWord, wholeTerm } from '../columns/whole-text.ts';
import type { DocSpace, EditionIndex, SlicedField } from '../edition-index.ts';
import type { EmployerOverrides } from '../hidden.ts';
import type { DocSet } from '../sets/doc-set.ts';
import { FilteredSet } from '../sets/filtered-set.ts';
import { type Interval, IntervalSet, singleDoc } from '../sets/interval-set.ts';
import { MemoizedSet } from '../sets/memoized-set.ts';
import { OwnerSet } from '../sets/owner-set.ts';
import { RangeSet } from '../sets/range-set.ts';
import { RoleSet } from '../sets/role-set.ts';
import { Complement, Intersection, Union } from '../sets/set-algebra.ts';
import { StaffSet } from '../sets/staff-set.ts';
import { ValueSet } from '../sets/value-set.ts';
import { WordValueSet } from '../sets/word-value-set.ts';
import { ROLE_FIELDS } from '../terms/field-table.ts';
import { isExcluding, withoutContradicted } from './contradicted.ts';

/**
 * Up to this many values, each value is evaluated separately. Sharing words between so few values, or evaluating one
 * clause on the roles, would take longer.
 */
const FEW_VALUES = 8;

/** The matching employers of a query. The layers above can look them up instead of evaluating the clauses again. */
export interface EmployerMatches {
  /** The companies that satisfy the clauses on companies. */
  readonly companies: MemoizedSet;
  readonly clauseCount: number;
}

/** How a query is compiled in an edition of several layers. */
export interface LayerQuery {
  /** Employers whose fields come from another layer. */
  readonly overrides: readonly EmployerOverrides[];
  /** Called with the matching employers, if the query has clauses on them. */
  readonly reportEmployers?: ((matches: EmployerMatches) => void) | undefined;
  /**
   * The documents to search whose employers match, as found by a layer below. Used only if the query has `clauseCount`
   * clauses on companies.
   */
  readonly staff?: { readonly docs: DocSet; readonly clauseCount: number } | null | undefined;
}

/**
 * Sets of documents of `query.space`, at least one. Their intersection is the documents that satisfy all clauses. A
 * clause on a field that the space does not have is a bug of the planner. Yields between values.
 */
export function* compileQuery(
  query: Query,
  index: EditionIndex,
  { overrides, reportEmployers, staff }: LayerQuery,
): Work<readonly DocSet[]> {
  const compiler = new Compiler(index, query.space, overrides);
  const clauses = query.clauses.some(isExcluding) ? yield* withoutContradicted(query.clauses) : query.clauses;
  const inOrder = overrides.length === 0 && index.companies.moved.docs.length === 0;
  const bySpace = Map.groupBy(clauses, (clause) => spaceOf(clause, query.space, inOrder));
  const own = yield* compiler.clauses(bySpace.get(query.space) ?? [], query.space);
  const ofRole = bySpace.get('roles');
  if (ofRole) own.push(yield* compiler.ofRole(ofRole));
  const ofOpening = bySpace.get('openings');
  if (ofOpening) own.push(yield* compiler.ofOpening(ofOpening));
  const ofCompany = query.space === 'companies' ? undefined : bySpace.get('companies');
  if (ofCompany && staff?.clauseCount === ofCompany.length) own.push(staff.docs);
  else if (ofCompany) own.push(yield* compiler.ofCompany(ofCompany, reportEmployers));
  return own.length > 0 ? own : [compiler.everything()];
}

/** The openings that satisfy all clauses of a query on openings, in any job row. */
export function* compileOpenings({ clauses, space }: Query, index: EditionIndex): Work<DocSet> {
  return yield* new Compiler(index, space).openings(yield* withoutContradicted(clauses.filter(readsOpenings)));
}

/**
 * The space in which a clause is evaluated: the space of its fields. Clauses on ids, and on employees if `inOrder`, are
 * evaluated in the space of the query, because the documents of a company are one range. `inOrder`: whether all
 * companies are in the order of their own employees.
 */
function spaceOf(clause: Clause, searched: Space, inOrder: boolean): DocSpace {
  if (clause.kind === 'employer' || clause.kind === 'identity') return searched;
  if (clause.kind === 'ranges' && clause.field === 'employee_count' && inOrder) return searched;
  const fields = fieldsRead(clause);
  const space: FieldSpace | undefined = fields[0] && SEARCH_FIELDS[fields[0]].space;
  const isOfOneSpace = fields.every((field) => SEARCH_FIELDS[field].space === space);
  assert(space && isOfOneSpace, 'a clause reads fields of one kind of record');
  const isOfOpenings = space === 'openings' && searched === 'jobs';
  assert(
    space === searched || space === 'companies' || isOfOpenings,
    `documents of ${searched} have no field of ${space}`,
  );
  return fields.every(isOfRole) ? 'roles' : space;
}

function isOfRole(field: string): field is keyof typeof ROLE_FIELDS {
  return field in ROLE_FIELDS;
}

/**
 * The fields in which the words of some fields are indexed. If a headline begins with the title, the words of the title
 * are indexed only in the title.
 */
function readTogether(fields: readonly TextField[]): readonly TextField[] {
  return fields.includes('headline') ? [...new Set<TextField>(['job_title', ...fields])] : fields;
}

class Compiler {
  readonly #index: EditionIndex;
  readonly #space: Space;
  readonly #overrides: readonly EmployerOverrides[];

  constructor(index: EditionIndex, space: Space, overrides: readonly EmployerOverrides[] = []) {
    this.#index = index;
    this.#space = space;
    this.#overrides = overrides;
  }

  /** Sets whose intersection is the documents that satisfy the clauses. */
  *clauses(clauses: readonly Clause[], space: DocSpace): Work<DocSet[]> {
    const sets: DocSet[] = [];
    for (const clause of clauses) {
      if (clause.kind === 'words') sets.push(...(yield* this.#wordsClause(clause, space)));
      else if (clause.kind === 'identity') sets.push(yield* this.#records(clause));
      else sets.push(this.#clause(clause, space));
    }
    return sets;
  }

  #clause(clause: ValuesClause | RangesClause | EmployerClause, space: DocSpace): DocSet {
    if (clause.kind === 'employer') return this.#employer(clause);
    if (clause.kind === 'values') {
      const matching = this.#values(clause, space);
      return clause.negated ? new Complement(this.#index.blocks[space], matching) : matching;
    }
    if (clause.field === 'employee_count') return this.#employees(clause, space);
    return this.#numbers(clause.field, clause, space);
  }

  *#wordsClause(clause: WordsClause, space: DocSpace): Work<readonly DocSet[]> {
    if (clause.negated) return [new Complement(this.#index.blocks[space], yield* this.#words(clause, space))];
    return yield* this.#allOfWords(clause, space);
  }

  /** All documents of the space of the query. */
  everything(): DocSet {
    const blocks = this.#index.blocks[this.#space];
    return new IntervalSet(blocks, [{ start: 0, end: blocks.docCount }]);
  }

  /** The documents whose company satisfies all of the clauses. */
  *ofCompany(clauses: readonly Clause[], report: LayerQuery['reportEmployers']): Work<DocSet> {
    const space = this.#space;
    const index = this.#index;
    assert(space !== 'companies', 'companies have no employer');
    const companies = this.#every(yield* this.clauses(clauses, 'companies'), 'companies');
    const set = this.#overrides.length > 0 ? yield* this.#overridden(companies, clauses) : companies;
    const staff = new StaffSet(index.blocks[space], index.ownership(space), { blocks: index.blocks.companies, set });
    report?.({ companies: staff.companies, clauseCount: clauses.length });
    return staff;
  }

  /**
   * The companies that satisfy all of the clauses. `own`: the companies whose fields in this layer satisfy them.
   * Overridden companies are tested by their fields in the newer layer instead.
   */
  *#overridden(own: DocSet, clauses: readonly Clause[]): Work<DocSet> {
    const blocks = this.#index.blocks.companies;
    const known = this.#overrides.map(({ set }) => new Complement(blocks, set));
    const sets: DocSet[] = [new Intersection(blocks, [own, ...known])];
    for (const { index, docs, newer } of this.#overrides) {
      const ofLayer = new Compiler(index, 'companies');
      const matching = ofLayer.#every(yield* ofLayer.clauses(clauses, 'companies'), 'companies');
      const members = new MemoizedSet(index.blocks.companies, matching);
      const found = docs.filter((_, row) => members.has(newer[row]!));
      sets.push(new IntervalSet(blocks, Array.from(found, singleDoc)));
    }
    return new Union(blocks, sets);
  }

  /** The openings that satisfy all of the clauses. */
  *openings(clauses: readonly Clause[]): Work<DocSet> {
    return this.#every(yield* this.clauses(clauses, 'openings'), 'openings');
  }

  /** The job rows with at least one opening that satisfies all of the clauses. */
  *ofOpening(clauses: readonly Clause[]): Work<DocSet> {
    const { blocks, openings } = this.#index;
    const set = yield* this.openings(clauses);
    return new OwnerSet(blocks.jobs, openings.ownership, { blocks: blocks.openings, set });
  }

  /** The people whose role satisfies all of the clauses. */
  *ofRole(clauses: readonly Clause[]): Work<DocSet> {
    const { blocks, people } = this.#index;
    const ofPeople = yield* this.clauses(clauses, 'people');
    const valueCount = clauses.reduce((sum, clause) => sum + ('anyOf' in clause ? clause.anyOf.length : 1), 0);
    if (ofPeople.length === 1 && valueCount <= FEW_VALUES) return ofPeople[0]!;
    return new RoleSet(blocks.people, ofPeople, {
      roleOf: people.roles,
      blocks: blocks.roles,
      valueCount,
      wanted: () => this.#every(atOnce(this.clauses(clauses, 'roles')), 'roles'),
    });
  }

  #find(field: ValueField | TextField, term: string, space: DocSpace): DocSet | null {
    const { terms, blocks } = this.#index;
    return terms.find(space === 'roles' && isOfRole(field) ? ROLE_FIELDS[field] : field, term, blocks[space]);
  }

  #every(sets: readonly DocSet[], space: DocSpace): DocSet {
    return sets.length === 1 ? sets[0]! : new Intersection(this.#index.blocks[space], sets);
  }

  #any(sets: readonly DocSet[], space: DocSpace): DocSet {
    return sets.length === 1 ? sets[0]! : new Union(this.#index.blocks[space], sets);
  }

  #employer({ companyId }: EmployerClause): DocSet {
    return this.#companies([companyId]);
  }

  /** The companies with some ids, or their staff or job rows. */
  #companies(ids: readonly number[]): DocSet {
    const docs = ids.map((id) => this.#index.companies.docOf(id)).filter((doc) => doc >= 0);
    return this.#companyIntervals(docs.map(singleDoc), this.#space);
  }

  *#records({ of, anyOf }: IdentityClause): Work<DocSet> {
    if (of === 'company') return this.#companies(anyOf);
    assert(this.#space === 'people', 'people are identified among people');
    const finder = yield* this.#index.personFinder();
    const docs = anyOf.flatMap((id) => finder.documentsOf(id));
    return new IntervalSet(this.#index.blocks.people, docs.map(singleDoc));
  }

  #employees({ anyOf }: RangesClause, space: DocSpace): DocSet {
    const { employees, moved } = this.#index.companies;
    const inOrder = this.#companyIntervals(
      anyOf.map(({ min, max }) => ({
        start: max === null ? 0 : employees.firstBelow(max + 2),
        end: employees.firstBelow(Math.max(min ?? 0, 0) + 1),
      })),
      space,
    );
    if (moved.docs.length === 0) return inOrder;
    const blocks = this.#index.blocks.companies;
    const rows = Array.from({ length: moved.docs.length }, (_, row) => row);
    const intervalsOf = (some: readonly number[]) =>
      new IntervalSet(
        blocks,
        some.map((row) => singleDoc(moved.docs.at(row))),
      );
    const isIn = (number: number) =>
      number > 0 && anyOf.some(({ min, max }) => (min ?? 0) < number && number <= (max ?? Infinity) + 1);
    const found = rows.filter((row) => isIn(moved.employees.at(row)));
    const others = new Intersection(blocks, [inOrder, new Complement(blocks, intervalsOf(rows))]);
    return new Union(blocks, [others, intervalsOf(found)]);
  }

  /** The companies in some intervals, or their documents in the space of the query if the clause is evaluated there. */
  #companyIntervals(intervals: readonly Interval[], clauseSpace: DocSpace): DocSet {
    const space = clauseSpace === 'companies' ? clauseSpace : this.#space;
    const index = this.#index;
    if (space === 'companies') return new IntervalSet(index.blocks.companies, intervals);
    const ownership = index.ownership(space);
    return new IntervalSet(
      index.blocks[space],
      intervals.map(({ start, end }) => ({ start: ownership.start(start), end: ownership.start(end) })),
    );
  }

  #numbers(field: SlicedField, { anyOf }: RangesClause, space: DocSpace): DocSet {
    const blocks = this.#index.blocks[space];
    const column = this.#index.numbers[field];
    const ranges = anyOf.map(({ min, max }) => ({ low: Math.max(min ?? 0, 0) + 1, high: (max ?? Infinity) + 1 }));
    return this.#any(
      ranges.map((range) => new RangeSet(blocks, column, range)),
      space,
    );
  }

  #values({ field, anyOf }: ValuesClause, space: DocSpace): DocSet {
    const terms: DocSet[] = [];
    for (const value of anyOf) {
      const docs = this.#find(field, value, space);
      if (docs) terms.push(docs);
    }
    const any = this.#any(terms, space);
    if (space === 'roles') return any;
    return new ValueSet(this.#index.blocks[space], any, () => this.#index.values[field].testFor(anyOf));
  }

  *#words({ fields, anyOf }: WordsClause, space: DocSpace): Work<DocSet> {
    const whole = anyOf.filter(({ exact }) => exact !== null);
    const sets = whole.map((value) => this.#wholeText(value, fields, space));
    const others = anyOf.filter(({ exact }) => exact === null);
    return this.#any([...(yield* this.#wordValues(others, fields, space)), ...sets], space);
  }

  /** Sets whose union is the documents with all words of at least one value. */
  *#wordValues(values: readonly WordValue[], fields: readonly TextField[], space: DocSpace): Work<DocSet[]> {
    if (values.length <= FEW_VALUES)
      return values.map((value) => this.#every(this.#wordSets(value, fields, space), space));
    const places = new Map<string, number>();
    const words: DocSet[] = [];
    const placeOf = (terms: readonly string[]): number => {
      const key = terms.join('|');
      const known = places.get(key) ?? words.push(this.#word(terms, fields, space)) - 1;
      places.set(key, known);
      return known;
    };
    const numbered: number[][] = [];
    for (const value of values) {
      numbered.push([...new Set(value.words.map(placeOf))]);
      yield;
    }
    return [new WordValueSet(this.#index.blocks[space], { words, values: numbered })];
  }

  /**
   * Returns one set for each word if the clause has one value. The planner can then sort these sets among the sets of
   * other clauses.
   */
  *#allOfWords(clause: WordsClause, space: DocSpace): Work<readonly DocSet[]> {
    const [value] = clause.anyOf;
    if (clause.anyOf.length !== 1 || !value || value.exact !== null) return [yield* this.#words(clause, space)];
    return this.#wordSets(value, clause.fields, space);
  }

  /** For each word of a value, the documents that contain it in one of the fields. */
  #wordSets({ words }: WordValue, fields: readonly TextField[], space: DocSpace): DocSet[] {
    return words.map((terms) => this.#word(terms, fields, space));
  }

  /** The documents that contain one of the terms of a word in one of the fields. */
  #word(terms: readonly string[], fields: readonly TextField[], space: DocSpace): DocSet {
    assert(readTogether(fields).length === fields.length, 'a headline is read together with the title');
    const found = fields.flatMap((field) => terms.flatMap((term) => this.#find(field, term, space) ?? []));
    return this.#any(found, space);
  }

  #hasWord({ words }: WordValue, field: TextField, space: DocSpace): HasWord {
    const sets = new Map(words.flat().map((word) => [word, this.#find(field, word, space)]));
    return (word, doc) => sets.get(word)?.has(doc) ?? false;
  }

  #wholeText(value: WordValue, fields: readonly TextField[], space: DocSpace): DocSet {
    const whole = value.exact ?? '';
    const blocks = this.#index.blocks[space];
    const sets = fields.map((field) => {
      const { wholeTexts, wholeTitleOfRole } = this.#index;
      const test = space === 'roles' ? wholeTitleOfRole : wholeTexts[field];
      if (!test) return this.#find(field, wholeTerm(whole), space) ?? new Union(blocks, []);
      const candidates = this.#every(this.#wordSets(value, readTogether([field]), space), space);
      return new FilteredSet(blocks, candidates, test(whole, this.#hasWord(value, field, space)));
    });
    return this.#any(sets, space);
  }
}

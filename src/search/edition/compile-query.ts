// A query -> the set of documents it means, on the structures of one edition. What each clause means is query.ts.
import type { TextField } from '../../contract/fields.ts';
import { assert } from '../../ops/assert.ts';
import type { WordValue } from '../../words/words.ts';
import type { Clause, EmployerClause, Query, RangesClause, Space, ValuesClause, WordsClause } from '../query.ts';
import { ColumnRange } from './column-range.ts';
import type { Blocks, DocSet } from './doc-set.ts';
import type { EditionIndex } from './edition-index.ts';
import { SPACE_OF } from './field-table.ts';
import { type Interval, IntervalSet } from './interval-set.ts';
import { Complement, Intersection, Union } from './set-algebra.ts';
import { StaffSet } from './staff-set.ts';
import { ValueSet } from './value-set.ts';
import { Verified } from './verified.ts';
import { type HasWord, wholeTerm } from './whole-text.ts';

/** Sets of documents of `query.space` whose intersection is what all clauses hold for; at least one. A clause on a field that the space does not have is a bug of the planner. */
export function compileQuery(query: Query, index: EditionIndex): readonly DocSet[] {
  const compiler = new Compiler(index, query.space);
  const own: DocSet[] = [];
  const ofCompany: DocSet[] = [];
  for (const clause of query.clauses) {
    const side = sideOf(clause, query.space);
    (side === query.space ? own : ofCompany).push(...compiler.clause(clause, side));
  }
  if (ofCompany.length > 0) own.push(compiler.carriedOver(ofCompany));
  return own.length > 0 ? own : [compiler.everything()];
}

/** The space in which a clause is evaluated: that of its fields, or the query's own where the documents of a company are one range. */
function sideOf(clause: Clause, space: Space): Space {
  if (clause.kind === 'employer' || (clause.kind === 'ranges' && clause.field === 'employee_count')) return space;
  const sides = new Set(fieldsOf(clause).map((field) => (field === 'connections_count' ? 'people' : SPACE_OF[field])));
  const [side] = sides;
  assert(sides.size === 1 && side, 'a clause reads fields of one kind of record');
  assert(side === space || side === 'companies', `documents of ${space} have no field of ${side}`);
  return side;
}

function fieldsOf(clause: ValuesClause | WordsClause | RangesClause) {
  if (clause.kind === 'words') return clause.fields;
  return clause.field === 'employee_count' ? [] : [clause.field];
}

/** The fields in which the words of some fields stand: those of a headline stand in the title where it begins with that. */
function readTogether(fields: readonly TextField[]): readonly TextField[] {
  return fields.includes('headline') ? [...new Set<TextField>(['job_title', ...fields])] : fields;
}

class Compiler {
  private readonly index: EditionIndex;
  private readonly space: Space;

  constructor(index: EditionIndex, space: Space) {
    this.index = index;
    this.space = space;
  }

  /** Sets whose intersection the clause means. */
  clause(clause: Clause, side: Space): readonly DocSet[] {
    if (clause.kind === 'employer') return [this.employer(clause)];
    if (clause.kind === 'ranges')
      return [clause.field === 'employee_count' ? this.employees(clause) : this.connections(clause)];
    const blocks = this.index.blocks[side];
    if (clause.kind === 'values') {
      const matching = this.values(clause, blocks);
      return [clause.negated ? new Complement(blocks, matching) : matching];
    }
    return clause.negated ? [new Complement(blocks, this.words(clause, blocks))] : this.allOfWords(clause, blocks);
  }

  /** All documents of the query's space. */
  everything(): DocSet {
    const blocks = this.index.blocks[this.space];
    return new IntervalSet(blocks, [{ start: 0, end: blocks.docCount }]);
  }

  /** The documents whose company is in all of the sets. */
  carriedOver(companies: readonly DocSet[]): DocSet {
    const { space, index } = this;
    assert(space !== 'companies', 'companies have no employer');
    const blocks = index.blocks.companies;
    return new StaffSet(index.blocks[space], index.ownership(space), { blocks, set: this.every(companies, blocks) });
  }

  private every(sets: readonly DocSet[], blocks: Blocks): DocSet {
    return sets.length === 1 ? sets[0]! : new Intersection(blocks, sets);
  }

  private any(sets: readonly DocSet[], blocks: Blocks): DocSet {
    return sets.length === 1 ? sets[0]! : new Union(blocks, sets);
  }

  private employer({ companyId }: EmployerClause): DocSet {
    const place = this.index.companies.placeOf(companyId);
    return this.companyIntervals(place < 0 ? [] : [{ start: place, end: place + 1 }]);
  }

  private employees({ anyOf }: RangesClause): DocSet {
    const { employees } = this.index.companies;
    return this.companyIntervals(
      anyOf.map(({ min, max }) => ({
        start: max === null ? 0 : employees.firstBelow(max + 2),
        end: employees.firstBelow(Math.max(min ?? 0, 0) + 1),
      })),
    );
  }

  /** Intervals of companies as intervals of the query's own documents. */
  private companyIntervals(intervals: readonly Interval[]): DocSet {
    const { space, index } = this;
    if (space === 'companies') return new IntervalSet(index.blocks.companies, intervals);
    const ownership = index.ownership(space);
    return new IntervalSet(
      index.blocks[space],
      intervals.map(({ start, end }) => ({ start: ownership.start(start), end: ownership.start(end) })),
    );
  }

  private connections({ anyOf }: RangesClause): DocSet {
    const blocks = this.index.blocks.people;
    const ranges = anyOf.map(({ min, max }) => ({ low: Math.max(min ?? 0, 0) + 1, high: (max ?? Infinity) + 1 }));
    const sets = ranges.map((range) => new ColumnRange(blocks, this.index.people.connections, range));
    return this.any(sets, blocks);
  }

  private values({ field, anyOf }: ValuesClause, blocks: Blocks): DocSet {
    const terms = anyOf.flatMap((value) => this.index.terms.find(field, value, blocks) ?? []);
    return new ValueSet(blocks, this.any(terms, blocks), this.index.values[field].testFor(anyOf));
  }

  private words({ fields, anyOf }: WordsClause, blocks: Blocks): DocSet {
    return this.any(
      anyOf.map((value) => this.wordValue(value, fields, blocks)),
      blocks,
    );
  }

  /** The sets of a clause's only value one by one, so that each takes its place among those of other clauses. */
  private allOfWords(clause: WordsClause, blocks: Blocks): readonly DocSet[] {
    const [value] = clause.anyOf;
    if (clause.anyOf.length !== 1 || !value || value.exact !== null) return [this.words(clause, blocks)];
    return this.wordSets(value, clause.fields, blocks);
  }

  private wordValue(value: WordValue, fields: readonly TextField[], blocks: Blocks): DocSet {
    return value.exact === null
      ? this.every(this.wordSets(value, fields, blocks), blocks)
      : this.wholeText(value, fields, blocks);
  }

  /** For each word of a value the documents that have it in one of the fields. */
  private wordSets({ words }: WordValue, fields: readonly TextField[], blocks: Blocks): DocSet[] {
    assert(readTogether(fields).length === fields.length, 'a headline is read together with the title');
    return words.map((terms) => {
      const found = fields.flatMap((field) =>
        terms.flatMap((term) => this.index.terms.find(field, term, blocks) ?? []),
      );
      return this.any(found, blocks);
    });
  }

  private hasWord({ words }: WordValue, field: TextField, blocks: Blocks): HasWord {
    const sets = new Map(words.flat().map((word) => [word, this.index.terms.find(field, word, blocks)]));
    return (word, doc) => sets.get(word)?.has(doc) ?? false;
  }

  private wholeText(value: WordValue, fields: readonly TextField[], blocks: Blocks): DocSet {
    const whole = value.exact ?? '';
    const sets = fields.map((field) => {
      const test = this.index.wholeTexts[field];
      if (!test) return this.index.terms.find(field, wholeTerm(whole), blocks) ?? new Union(blocks, []);
      const candidates = this.every(this.wordSets(value, readTogether([field]), blocks), blocks);
      return new Verified(blocks, candidates, test(whole, this.hasWord(value, field, blocks)));
    });
    return this.any(sets, blocks);
  }
}

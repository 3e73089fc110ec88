// The mixed set of queries: one to five clauses on the usual filters of sales teams, rare and dense values mixed, a
// tenth with an exclude, half first pages and half pages after a random document. Equal editions and seeds give equal
// sets.

import { Random } from '../../src/generate/random.ts';
import type { Edition, Position } from '../../src/search/edition/edition.ts';
import type { RangesClause, ValuesClause, WordsClause } from '../../src/search/query.ts';
import { parseWordValue, splitWords } from '../../src/words/words.ts';

/** A query, and the document after which the page starts; -1 for the first page. */
export interface MixedQuery {
  readonly clauses: readonly (ValuesClause | WordsClause | RangesClause)[];
  readonly after: number;
}

const STREAM = 77;
const SIZES = [
  { min: 1, max: 10 },
  { min: 11, max: 50 },
  { min: 51, max: 200 },
  { min: 51, max: 500 },
  { min: 201, max: 1000 },
  { min: 1000, max: null },
  { min: 10_000, max: null },
  { min: null, max: 25 },
] as const;
const CONNECTIONS = [50, 100, 200, 300, 400, 500];
const VALUES = ['industry', 'hq_country', 'country', 'job_level', 'job_function'] as const;
const KINDS = [...VALUES, 'title', 'title', 'employees', 'connections'] as const;

/** Draws queries for an edition of generated people. */
export class QueryDraw {
  private readonly random = new Random(20261121);
  private readonly edition: Edition;

  constructor(edition: Edition) {
    this.edition = edition;
  }

  /** The query of this number. */
  at(index: number): MixedQuery {
    this.random.seek(STREAM, index);
    const { random } = this;
    const kinds = new Set<string>();
    const wanted = random.pick([1, 2, 2, 3, 3, 4, 5]);
    while (kinds.size < wanted) kinds.add(random.pick(KINDS));
    const clauses = [...kinds].map((kind) => this.clause(kind, false));
    if (random.chance(0.1)) clauses.push(this.clause(random.pick(['industry', 'title']), true));
    const after = random.chance(0.5) ? -1 : random.below(this.documents);
    return { clauses, after };
  }

  private get documents(): number {
    return this.edition.counts.people;
  }

  private clause(kind: string, negated: boolean): MixedQuery['clauses'][number] {
    const { random } = this;
    if (kind === 'employees') return { kind: 'ranges', field: 'employee_count', anyOf: [random.pick(SIZES)] };
    if (kind === 'connections')
      return { kind: 'ranges', field: 'connections_count', anyOf: [{ min: random.pick(CONNECTIONS), max: null }] };
    if (kind === 'title') return this.title(negated);
    const field = kind as (typeof VALUES)[number];
    const values = Array.from({ length: random.between(1, 3) }, () => this.value(field));
    return { kind: 'values', field, anyOf: [...new Set(values)].sort(), negated };
  }

  /**
   * Half of the values come from a random person, so that frequent values occur often; the others are any of the
   * edition.
   */
  private value(field: (typeof VALUES)[number]): string {
    const own = field === 'job_level' ? 'level' : field === 'job_function' ? 'function' : null;
    const drawn = own !== null && this.random.chance(0.5) ? this.somebody()[own] : null;
    return drawn ?? this.random.pick(this.edition.index.values[field].values);
  }

  private title(negated: boolean): WordsClause {
    const { random } = this;
    const anyOf = Array.from({ length: random.between(1, 3) }, () => {
      const words = splitWords(this.somebody().title ?? 'manager');
      const first = random.pick(words);
      const text = random.chance(0.3) ? `${first} ${random.pick(words)}` : first;
      return parseWordValue(text, { abbreviations: true });
    }).filter((value) => value !== null);
    return { kind: 'words', fields: ['job_title'], anyOf, negated };
  }

  private somebody(): Position {
    return this.edition.position(this.random.below(this.documents));
  }
}

// The naive scan for large editions: it counts the matches of queries while the documents stream into the builder,
// without keeping any. Each query is a bit, and a value of a document is a mask of the queries that accept it.
import type { CompanyDocument, PersonDocument, PositionDocument } from '../../src/contract/documents.ts';
import type { WordValue } from '../../src/words/words.ts';
import { termsOf } from '../../src/words/words.ts';
import type { MixedQuery } from './mixed-queries.ts';

/** As many queries as a mask has bits. */
export const STREAMED_MAX = 32;

type MixedClause = MixedQuery['clauses'][number];
/** Whether a clause on this field accepts the value. */
type Holds = (clause: MixedClause) => boolean;

/** Counts the people documents that each query matches. Companies come first, with consecutive ids from 1. */
export class StreamedCounts {
  readonly counts: number[];
  private readonly queries: readonly MixedQuery[];
  /** Masks by company id; index 0 is for people without a known employer. */
  private readonly companies: number[];
  private readonly countries: (value: string | null) => number;
  private readonly levels: (value: string | null) => number;
  private readonly functions: (value: string | null) => number;
  private readonly titles: (value: string | null) => number;
  private readonly connections: (value: number | null) => number;

  constructor(queries: readonly MixedQuery[]) {
    this.queries = queries;
    this.counts = queries.map(() => 0);
    this.companies = [this.maskOf(['industry', 'hq_country', 'employee_count'], () => false)];
    this.countries = this.remembered('country', holdsValue);
    this.levels = this.remembered('job_level', holdsValue);
    this.functions = this.remembered('job_function', holdsValue);
    this.titles = this.remembered('job_title', holdsTitle);
    this.connections = this.remembered('connections_count', holdsNumber);
  }

  company({ industry, hq_country, employee_count }: CompanyDocument): void {
    const mask =
      this.maskOf(['industry'], holdsValue(industry)) &
      this.maskOf(['hq_country'], holdsValue(hq_country)) &
      this.maskOf(['employee_count'], holdsNumber(employee_count));
    this.companies.push(mask);
  }

  person({ country, connections_count, positions }: PersonDocument): void {
    const own = this.countries(country) & this.connections(connections_count);
    for (const position of positions.length > 0 ? positions : [NO_POSITION]) {
      const { companyId, job_title, job_level, job_function } = position;
      const mask = this.companies[companyId ?? 0]! & this.titles(job_title) & this.levels(job_level);
      for (let rest = own & mask & this.functions(job_function); rest !== 0; rest &= rest - 1)
        this.counts[31 - Math.clz32(rest & -rest)]!++;
    }
  }

  private remembered<T>(field: string, holds: (value: T) => Holds): (value: T) => number {
    const masks = new Map<T, number>();
    return (value) => {
      const known = masks.get(value) ?? this.maskOf([field], holds(value));
      masks.set(value, known);
      return known;
    };
  }

  /** The queries whose clauses on these fields are all satisfied. */
  private maskOf(fields: readonly string[], holds: Holds): number {
    const isOn = (clause: MixedClause) =>
      clause.kind === 'words' ? fields.includes('job_title') : fields.includes(clause.field);
    const passes = ({ clauses }: MixedQuery) => clauses.every((clause) => !isOn(clause) || holds(clause));
    return this.queries.reduce((mask, query, bit) => (passes(query) ? mask | (1 << bit) : mask), 0);
  }
}

const NO_POSITION: PositionDocument = {
  companyId: null,
  job_title: null,
  job_level: null,
  job_function: null,
  title_confidence: null,
};

function holdsValue(value: string | null): Holds {
  return (clause) => clause.kind === 'values' && (value !== null && clause.anyOf.includes(value)) !== clause.negated;
}

function holdsNumber(number: number | null): Holds {
  return (clause) =>
    clause.kind === 'ranges' &&
    number !== null &&
    clause.anyOf.some(({ min, max }) => (min ?? number) <= number && number <= (max ?? number));
}

function holdsTitle(title: string | null): Holds {
  const terms = title === null ? [] : termsOf(title, { abbreviations: true });
  const has = ({ words }: WordValue) => words.every((anyOf) => anyOf.some((term) => terms.includes(term)));
  return (clause) => clause.kind === 'words' && clause.anyOf.some(has) !== clause.negated;
}

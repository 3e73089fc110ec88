// The matching employers of a query in the layers that a search has read. The search of a further layer looks up its
// few companies here instead of evaluating the clauses on companies again.
import type { EmployerMatches } from '../query/compile-query.ts';
import type { PageRequest } from '../query/page.ts';
import { type Interval, IntervalSet } from '../sets/interval-set.ts';
import type { LayerStack } from './layer-stack.ts';

/** If a layer has more companies to look up, it evaluates the clauses itself, many companies at a time. */
const COMPANIES_MAX = 200;

export class JointEmployers {
  readonly #stack: LayerStack;
  readonly #space: 'people' | 'jobs';
  readonly #reported: (EmployerMatches | undefined)[] = [];

  constructor(stack: LayerStack, space: 'people' | 'jobs') {
    this.#stack = stack;
    this.#space = space;
  }

  /** Options for the search of a layer before the document `end`; null if no employer there matches. */
  in(layer: number, end: number): PageRequest['employers'] | null {
    const staff = this.#staffOf(layer, end);
    if (staff?.docs.intervals.length === 0) return null;
    return { reportEmployers: (matches) => (this.#reported[layer] = matches), staff };
  }

  /**
   * The staff of the matching employers, from the first document on: the search must recognize a person who was on an
   * earlier page. Null if the layer evaluates the clauses itself.
   */
  #staffOf(layer: number, end: number): { docs: IntervalSet; clauseCount: number } | null {
    const [known] = this.#reported.filter((matches) => matches !== undefined);
    if (!known) return null;
    const { index } = this.#stack.editions[layer]!;
    const ownership = index.ownership(this.#space);
    const companyEnd = Math.min(ownership.of(end - 1) + 1, ownership.ownerCount);
    if (companyEnd > COMPANIES_MAX) return null;
    const intervals: Interval[] = [];
    for (let company = 0; company < companyEnd; company++) {
      const isMatch = this.#isMatch(layer, company, known.clauseCount);
      if (isMatch === null) return null;
      if (isMatch) intervals.push({ start: ownership.start(company), end: ownership.end(company) });
    }
    return { docs: new IntervalSet(index.blocks[this.#space], intervals), clauseCount: known.clauseCount };
  }

  /** Null if the company is in none of the layers that were read, or if their searches evaluated other clauses. */
  #isMatch(layer: number, company: number, clauseCount: number): boolean | null {
    for (let below = 0; below < this.#reported.length; below++) {
      const matches = this.#reported[below];
      const own = matches ? this.#stack.docBelow({ layer, company }, below) : -1;
      if (matches && own >= 0) return matches.clauseCount === clauseCount ? matches.companies.has(own) : null;
    }
    return null;
  }
}

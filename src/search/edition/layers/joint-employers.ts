// The employers of a query in the layers that a search has read. A layer above asks them for its few documents of a
// page instead of evaluating the clauses on companies again.
import type { EmployerMatches } from '../compile-query.ts';
import type { PageRequest } from '../page.ts';
import { type Interval, IntervalSet } from '../sets/interval-set.ts';
import type { LayerStack } from './layer-stack.ts';

/** Of more companies the clauses are evaluated in the layer itself, many at a time. */
const COMPANIES_MAX = 200;

export class JointEmployers {
  readonly #stack: LayerStack;
  readonly #space: 'people' | 'jobs';
  readonly #reported: (EmployerMatches | undefined)[] = [];

  constructor(stack: LayerStack, space: 'people' | 'jobs') {
    this.#stack = stack;
    this.#space = space;
  }

  /** For the search of a layer before a document; null if no employer there matches. */
  in(layer: number, end: number): PageRequest['employers'] | null {
    const staff = this.#staffOf(layer, end);
    if (staff?.docs.intervals.length === 0) return null;
    return { reportEmployers: (matches) => (this.#reported[layer] = matches), staff };
  }

  /** From the first document on: a person on an earlier page is none of this one. */
  #staffOf(layer: number, end: number): { docs: IntervalSet; clauseCount: number } | null {
    const [known] = this.#reported.filter((matches) => matches !== undefined);
    if (!known) return null;
    const { index } = this.#stack.editions[layer]!;
    const ownership = index.ownership(this.#space);
    const behind = Math.min(ownership.of(end - 1) + 1, ownership.companyCount);
    if (behind > COMPANIES_MAX) return null;
    const intervals: Interval[] = [];
    for (let company = 0; company < behind; company++) {
      const isMatch = this.#isMatch(layer, company, known.clauseCount);
      if (isMatch === null) return null;
      if (isMatch) intervals.push({ start: ownership.start(company), end: ownership.end(company) });
    }
    return { docs: new IntervalSet(index.blocks[this.#space], intervals), clauseCount: known.clauseCount };
  }

  /** Null if the company is in none of the layers that were read, or these have evaluated other clauses. */
  #isMatch(layer: number, company: number, clauseCount: number): boolean | null {
    for (let below = 0; below < this.#reported.length; below++) {
      const matches = this.#reported[below];
      const own = matches ? this.#stack.docBelow({ layer, company }, below) : -1;
      if (matches && own >= 0) return matches.clauseCount === clauseCount ? matches.companies.has(own) : null;
    }
    return null;
  }
}

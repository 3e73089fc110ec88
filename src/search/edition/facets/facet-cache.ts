// Caches the facets of one edition: the counts of a query are constant for an edition and its hidden documents.

import type { Facet } from '../../../contract/facets.ts';
import { SEARCH_FIELDS, type Space } from '../../../contract/fields.ts';
import type { Work } from '../../../ops/scheduling/work.ts';
import type { Query } from '../../query.ts';
import { EmployerFinder } from '../columns/employer-finder.ts';
import type { EditionIndex } from '../edition-index.ts';
import type { Hidden } from '../hidden.ts';
import { cacheResult, type ResultsByHidden, resultName, resultsFor } from '../results-by-hidden.ts';
import type { DocSet } from '../sets/doc-set.ts';

import { type CountedColumn, countColumns, type FacetRow } from './facet-counts.ts';
import { facetColumn, facetGroups, type GroupedColumn, overriddenColumn } from './facet-groups.ts';

/** The maximum number of cached value lists for some hidden documents. A list has up to some hundred values. */
export const LISTS_MAX = 256;

export class FacetCache {
  readonly index: EditionIndex;
  readonly #values = new Map<string, GroupedColumn>();
  #finder: EmployerFinder | null = null;
  readonly #known: ResultsByHidden<string, FacetRow[]> = new WeakMap();

  constructor(index: EditionIndex) {
    this.index = index;
  }

  /** Finds the employers of people; created once for the lifetime of the edition. */
  readonly employers = (): EmployerFinder => {
    this.#finder ??= new EmployerFinder(this.index.people.ownership);
    return this.#finder;
  };

  /**
   * The values of each facet among the documents of `set`, which are the matches of the query without hidden documents.
   */
  *rows(
    query: Query,
    facets: readonly Facet[],
    { hidden, set }: { readonly hidden: Hidden; readonly set: () => Work<DocSet> },
  ): Work<FacetRow[][]> {
    const known = resultsFor(this.#known, hidden);
    const queried = resultName(query);
    const nameIn = ({ list, reads }: Facet) => `${list} ${reads} ${queried}`;
    const missing = facets.filter((facet) => !known.has(nameIn(facet)));
    const columns = missing.map((facet) => this.#columnOf(facet, query, hidden));
    const counted =
      columns.length === 0 ? [] : yield* countColumns({ space: query.space, set: yield* set() }, columns, this);
    const found = new Map(missing.map((facet, index) => [nameIn(facet), counted[index] ?? []]));
    const rows = facets.map((facet) => known.get(nameIn(facet)) ?? found.get(nameIn(facet)) ?? []);
    for (const entry of found) cacheResult(known, entry, LISTS_MAX);
    return rows;
  }

  /** Returns a function from a document of a space to its value of a facet, as shown; null for none. */
  labels(facet: Facet, space: Space, hidden: Hidden): (doc: number) => string | null {
    const { side, column, groups } = this.#columnOf(facet, { space }, hidden);
    const labelAt = (doc: number) => groups.labels[groups.groupOf[column.codeAt(doc)]! - 1] ?? null;
    if (side === 'own') return labelAt;
    const employers = this.employers();
    return (doc) => {
      const company = employers.of(doc);
      return company < 0 ? null : labelAt(company);
    };
  }

  #columnOf(facet: Facet, { space }: Pick<Query, 'space'>, { overrides }: Hidden): CountedColumn {
    const home = facet.reads === 'employee_count' ? 'companies' : SEARCH_FIELDS[facet.reads].space;
    const name = `${facet.list} ${facet.reads}`;
    const values = this.#values.get(name) ?? {
      column: facetColumn(facet, this.index),
      groups: facetGroups(facet, this.index),
    };
    this.#values.set(name, values);
    if (home === space) return { side: 'own', ...values };
    return { side: 'employer', ...overrides.reduce((own, each) => overriddenColumn(facet, own, each), values) };
  }
}

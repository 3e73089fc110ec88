// Checks that an edition answers like a scan of its documents: the counts of queries, and the pages of queries with
// few matches.

import { atOnce } from '../../src/ops/scheduling/work.ts';
import type { Edition } from '../../src/search/edition/edition.ts';
import type { MixedQuery } from './mixed-queries.ts';

const PAGE_DOCS = 100;
/** Queries with at most this many matches are paged to the end. */
const TURNED_MAX = 20_000;

/**
 * Throws if the edition counts differently, or if consecutive pages have another number of documents or another
 * order.
 */
export function checkEdition(edition: Edition, queries: readonly MixedQuery[], counts: readonly number[]): void {
  queries.forEach((query, index) => {
    const wanted = counts[index]!;
    const counted = atOnce(edition.count({ space: 'people', clauses: query.clauses }));
    const turned = wanted <= TURNED_MAX ? turnedPages(edition, query) : wanted;
    if (counted !== wanted || turned !== wanted)
      throw new Error(`${JSON.stringify(query)}: scanned ${wanted}, counted ${counted}, ${turned} on pages`);
  });
}

function turnedPages(edition: Edition, { clauses }: MixedQuery): number {
  let turned = 0;
  for (let after = -1, isMore = true; isMore; ) {
    const { docs, more } = atOnce(edition.search({ space: 'people', clauses }, { after, limit: PAGE_DOCS }));
    for (const doc of docs) {
      if (doc <= after) throw new Error(`document ${doc} comes after ${after}`);
      after = doc;
    }
    turned += docs.length;
    isMore = more;
  }
  return turned;
}

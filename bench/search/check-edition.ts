// Whether an edition answers as the scan of its documents: the counts of queries, and the pages of those that find few.

import { atOnce } from '../../src/ops/work.ts';
import type { Edition } from '../../src/search/edition/edition.ts';
import type { MixedQuery } from './mixed-queries.ts';

const PAGE_DOCS = 100;
/** Pages are turned to the end for queries of at most so many matches. */
const TURNED_MAX = 20_000;

/** Throws where the edition counts otherwise, or pages that follow each other are not as many documents, each behind the one before. */
export function checkEdition(edition: Edition, queries: readonly MixedQuery[], counts: readonly number[]): void {
  queries.forEach((query, place) => {
    const wanted = counts[place]!;
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
      if (doc <= after) throw new Error(`document ${doc} stands behind ${after}`);
      after = doc;
    }
    turned += docs.length;
    isMore = more;
  }
  return turned;
}

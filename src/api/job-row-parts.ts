// Renders job rows for queries with filters on openings: each row contains only its matching openings. These differ
// between queries, so the rows are not cached.
import type { JobRowPart } from '../catalog/port.ts';
import { dateOf } from '../contract/days.ts';
import type { SelectedOpenings } from '../search/edition/query/selected-openings.ts';
import type { Query } from '../search/query.ts';
import type { ApiContext, Searchable } from './context.ts';
import { ownBytes } from './own-bytes.ts';

/** Number of rows whose openings are summarized together. */
const ROWS_AT_ONCE = 20;

/** The rows of documents, in order; omits rows that were removed after the edition was built. */
export async function partsOfJobRows(
  query: Query,
  docs: readonly number[],
  { searchable, context: { turn, catalog } }: { readonly searchable: Searchable; readonly context: ApiContext },
): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for (let start = 0; start < docs.length; start += ROWS_AT_ONCE) {
    const some = docs.slice(start, start + ROWS_AT_ONCE);
    for (const selected of await turn.run(searchable.edition.selectedOpenings(query, some))) {
      // A row can have thousands of locations.
      await turn.pause();
      const row = await catalog.partOfJobRow(partOf(selected));
      if (row !== null) found.push(ownBytes(row));
    }
  }
  return found;
}

function partOf({ jobId, openPositions, latestDay, urlOf, locations }: SelectedOpenings): JobRowPart {
  return {
    id: jobId,
    open_positions: openPositions,
    latest_posted_at: latestDay === null ? null : dateOf(latestDay),
    urlOf,
    locations: [...locations],
  };
}

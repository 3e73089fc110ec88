// One page of a search with a cursor: resolves the start, selects the documents, and creates the cursor of the next
// page.
import { networkUrlOfBytes } from '../catalog/views/profile-urls.ts';
import type { Operation } from '../contract/endpoints/endpoints.ts';
import { type ApiError, invalidAt } from '../contract/errors.ts';
import type { Facet } from '../contract/facets.ts';
import { LIMITS } from '../contract/limits.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { type CursorPosition, openCursor, sealCursor } from '../search/cursor.ts';
import type { Page } from '../search/edition/query/page.ts';
import type { SlugLookup } from '../search/edition/sort-key.ts';
import { canonicalText } from '../search/plan.ts';
import { type Query, readsOpenings } from '../search/query.ts';
import type { ApiContext, Searchable, Work } from './context.ts';
import { facetsMember } from './facets.ts';
import { partsOfJobRows } from './job-row-parts.ts';
import { packedSlug } from './packed-rows.ts';
import type { RowKind } from './row-bytes.ts';
import { answerWithRows, rowsOf } from './rows.ts';

/** The paging members of a request body. */
export interface Paging {
  readonly max_results?: number;
  readonly cursor?: string | null;
  readonly include_total?: boolean;
}

interface PageSearch {
  readonly operation: Operation;
  readonly query: Query;
  readonly paging: Paging;
  readonly searchable: Searchable;
  readonly context: ApiContext;
  /** The facets to count in addition to the page; none by default. */
  readonly facets?: readonly Facet[];
  readonly rows: RowKind;
}

/**
 * Executes a page: results, results_length, cursor and, if requested, total_results and facets. Rejects a cursor of
 * another search.
 */
export function pageSearch(search: PageSearch): Work {
  const { cursor } = search.paging;
  const previous = typeof cursor === 'string' ? readCursor(cursor, search) : null;
  return () => answerPage(search, previous);
}

/** The scope to which the cursors of a search are bound. */
function scopeOf({ operation, query }: PageSearch): string {
  return `${operation}\n${canonicalText(query)}`;
}

interface ReadPage {
  readonly page: Page;
  readonly rows: readonly Buffer[];
}

/** The page after a document. Skips pages whose records were all removed since the edition was built. */
async function pageAfter(after: number, search: PageSearch): Promise<ReadPage> {
  const { query, paging, searchable, context } = search;
  const { edition, hidden } = searchable;
  const request = { after, limit: paging.max_results ?? LIMITS.maxResultsDefault, hidden };
  for (;;) {
    const page = await context.turn.run(edition.search(query, request));
    const rows = query.clauses.some(readsOpenings)
      ? await partsOfJobRows(query, page.docs, { searchable, context })
      : await rowsOf(search.rows, page.docs, { searchable, context });
    const last = page.docs.at(-1);
    if (rows.length > 0 || !page.more || last === undefined) return { page, rows };
    request.after = last;
    await context.turn.pause();
  }
}

async function answerPage(search: PageSearch, previous: CursorPosition | null): Promise<Buffer> {
  const { query, paging, searchable, context } = search;
  const { edition, hidden } = searchable;
  const { page, rows } = await pageAfter(previous === null ? -1 : await positionOf(previous, search), search);
  const last = page.docs.at(-1);
  const lastRow = rows.at(-1);
  let cursor: string | null = null;
  if (page.more && last !== undefined) {
    const slugs = await slugsFrom(search);
    // The slug of the last row is known, so its person need not be read again.
    const isRead = slugs !== null && lastRow !== undefined && rows.length === page.docs.length;
    const from = isRead ? { ...slugs, people: async () => [personSlugOf(lastRow)] } : slugs;
    const key = await edition.sortKey(query.space, last, from);
    const place = edition.referenceTo(query.space, last);
    cursor = sealCursor({ scope: scopeOf(search), ...place, key }, context.cursorSecret());
  }
  const total = paging.include_total ? `,"total_results":${await context.turn.run(edition.count(query, hidden))}` : '';
  const facets = await facetsMember(query, search.facets ?? [], { searchable, turn: context.turn });
  const behind = `],"results_length":${rows.length},"cursor":${JSON.stringify(cursor)}${total}${facets}}`;
  return answerWithRows('{"results":[', rows, behind);
}

/** The error for a valid cursor that is sent with another query. */
export const OTHER_QUERY =
  'belongs to another endpoint or other filters; repeat the filters of the page it came from, or omit it for the first page';

function readCursor(cursor: string, search: PageSearch): CursorPosition {
  const opened = openCursor(cursor, scopeOf(search), search.context.cursorSecret());
  if (opened === 'foreign') throw foreignCursor();
  if (opened === 'other_query') throw invalidAt('cursor', OTHER_QUERY);
  return opened;
}

/** Rejects a cursor that was not created by this service, whatever its query. */
export function checkCursor({ cursor }: Paging, { cursorSecret }: ApiContext): void {
  if (typeof cursor === 'string' && openCursor(cursor, '', cursorSecret()) === 'foreign') throw foreignCursor();
}

function foreignCursor(): ApiError {
  const message = 'is not a cursor of this service; send it back unchanged, or omit it for the first page';
  return invalidAt('cursor', message);
}

/**
 * The last document of the previous page: taken from the cursor if the edition is the same, otherwise found by its sort
 * key.
 */
async function positionOf(previous: CursorPosition, search: PageSearch): Promise<number> {
  const { edition } = search.searchable;
  const { space } = search.query;
  return edition.docOf(space, previous) ?? edition.seek(space, previous.key, await slugsFrom(search));
}

/**
 * The slugs by which the edition is ordered; null for those of its records, if the catalog has changed: a record may
 * have received another slug, or been merged into a record with another slug.
 */
async function slugsFrom({ context: { catalog }, searchable: { records } }: PageSearch): Promise<SlugLookup | null> {
  if (await records.hasOlderSlugs(catalog)) return null;
  const companySlug = async (id: number) =>
    (await records.read(catalog, (readable, edition) => packedSlug(edition.companyDocOf(id), readable))) ??
    (await catalog.companiesByIds([id]))[0]?.slug ??
    null;
  return {
    companies: (ids) => Promise.all(ids.map(companySlug)),
    people: async (ids) => (await catalog.peopleByIds(ids)).map((json) => json && personSlugOf(json)),
  };
}

function personSlugOf(json: Buffer): string | null {
  return parseNetworkUrl(networkUrlOfBytes(json), 'person')?.slug ?? null;
}

// One page of a search with a cursor: where it begins, which documents it holds, and the cursor of the next.
import { networkUrlOfBytes } from '../catalog/views/profile-urls.ts';
import type { Operation } from '../contract/endpoints.ts';
import { invalidInput } from '../contract/errors.ts';
import type { Facet } from '../contract/facets.ts';
import { LIMITS } from '../contract/limits.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { type CursorPlace, openCursor, sealCursor } from '../search/cursor.ts';
import { canonicalText } from '../search/plan.ts';
import type { Query } from '../search/query.ts';
import type { ApiContext, Searchable, Work } from './context.ts';
import { facetsMember } from './facets.ts';
import { RecentlyUsed } from './recently-used.ts';
import { answerOf, type RowKind, rowsOf } from './rows.ts';

/** The members that every body with a cursor has. */
interface Paging {
  readonly max_results?: number;
  readonly cursor?: string | null;
  readonly include_total?: boolean;
}

/** A page as it was found, with the cursor of the next. */
interface FoundPage {
  readonly docs: readonly number[];
  readonly cursor: string | null;
}

/** Found pages by limit, place and scope. */
export type PageMemory = RecentlyUsed<string, FoundPage>;

/** Characters of keys and cursors, and 8 for a document: 16 to 48 MB. */
const MEMORY_WEIGHT_MAX = 16 * 1024 * 1024;

export function pageMemory(): PageMemory {
  return new RecentlyUsed(
    MEMORY_WEIGHT_MAX,
    ({ docs, cursor }, name) => name.length + docs.length * 8 + (cursor?.length ?? 0) + 200,
  );
}

interface PageSearch {
  readonly operation: Operation;
  readonly query: Query;
  readonly paging: Paging;
  readonly searchable: Searchable;
  readonly context: ApiContext;
  /** Counted beside the page; none by default. */
  readonly facets?: readonly Facet[];
  readonly rows: RowKind;
}

/** The work of a page: results, results_length, cursor and, where asked for, total_results and facets. Refuses a cursor that does not belong here. */
export function pageSearch(search: PageSearch): Work {
  const scope = `${search.operation}\n${canonicalText(search.query.clauses)}`;
  const { cursor } = search.paging;
  const previous = typeof cursor === 'string' ? readCursor(cursor, scope, search.context) : null;
  return () => answerPage(search, scope, previous);
}

async function answerPage(search: PageSearch, scope: string, previous: CursorPlace | null): Promise<Buffer> {
  const { query, paging, searchable, context } = search;
  const place = {
    after: previous === null ? -1 : await positionOf(previous, search),
    limit: paging.max_results ?? LIMITS.maxResultsDefault,
  };
  const name = `${place.limit} ${place.after} ${scope}`;
  const known = searchable.pages.get(name);
  const page = known ?? (await findPage(search, scope, place));
  if (!known) searchable.pages.set(name, page);
  const rows = await rowsOf(search.rows, page.docs, { searchable, catalog: context.catalog });
  const cursor = page.cursor === null ? 'null' : `"${page.cursor}"`;
  const { edition, hidden } = searchable;
  const total = paging.include_total ? `,"total_results":${edition.count(query, hidden)}` : '';
  const facets = facetsMember(query, search.facets ?? [], searchable);
  const after = `],"results_length":${rows.length},"cursor":${cursor}${total}${facets}}`;
  return answerOf('{"results":[', rows, after);
}

async function findPage(
  { query, searchable, context }: PageSearch,
  scope: string,
  place: { readonly after: number; readonly limit: number },
): Promise<FoundPage> {
  const { edition, hidden } = searchable;
  const { docs, more } = edition.search(query, { ...place, hidden });
  const last = docs.at(-1);
  if (!more || last === undefined) return { docs, cursor: null };
  const key = await edition.sortKey(query.space, last, slugsFrom(context));
  return { docs, cursor: sealCursor({ scope, editionId: edition.id, doc: last, key }, context.cursorSecret) };
}

function readCursor(cursor: string, scope: string, context: ApiContext): CursorPlace {
  const opened = openCursor(cursor, scope, context.cursorSecret);
  if (opened === 'foreign') {
    throw invalidInput([
      {
        path: 'cursor',
        message: 'is not a cursor of this service; send it back unchanged, or omit it for the first page',
        suggestion: null,
      },
    ]);
  }
  if (opened === 'other_query') {
    const message =
      'belongs to another endpoint or other filters; repeat the filters of the page it came from, or omit it for the first page';
    throw invalidInput([{ path: 'cursor', message, suggestion: null }]);
  }
  return opened;
}

/** The last document of the page before: straight from the cursor on the same edition, else by its place in the order. */
async function positionOf(previous: CursorPlace, search: PageSearch): Promise<number> {
  const { edition } = search.searchable;
  if (previous.editionId === edition.id) return previous.doc;
  return edition.seek(search.query.space, previous.key, slugsFrom(search.context));
}

function slugsFrom({ catalog }: ApiContext) {
  return {
    companies: async (ids: readonly number[]) =>
      (await catalog.companiesByIds(ids)).map((company) => company?.slug ?? null),
    people: async (ids: readonly number[]) =>
      (await catalog.peopleByIds(ids)).map((json) => json && personSlugOf(json)),
  };
}

function personSlugOf(json: Buffer): string | null {
  return parseNetworkUrl(networkUrlOfBytes(json), 'person')?.slug ?? null;
}

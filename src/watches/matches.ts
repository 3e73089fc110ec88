// The matches of a search as records, page by page: all matches, or those that changed records may have caused.
import type { Searchable } from '../api/context.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import type { Query } from '../search/query.ts';

const PAGE = 1000;

/** Ids of records that have changed, or whose employer has. */
export interface Changed {
  readonly people: readonly number[];
  /** Changed companies, and companies to which names of employers now refer. */
  readonly companies: readonly number[];
  /** The companies of changed job rows. */
  readonly hiring: readonly number[];
}

/**
 * Queries that together find every match that these changes may have caused. They may find other matches too, which is
 * harmless.
 */
export function restricted(query: Query, changed: Changed): Query[] {
  const { people, companies, hiring } = changed;
  const only = (of: 'person' | 'company', anyOf: readonly number[]): Query[] =>
    anyOf.length === 0 ? [] : [{ ...query, clauses: [...query.clauses, { kind: 'identity', of, anyOf }] }];
  if (query.space === 'people') return [...only('person', people), ...only('company', companies)];
  return only('company', query.space === 'jobs' ? ascending([...companies, ...hiring]) : companies);
}

export function ascending(ids: Iterable<number>): number[] {
  return [...new Set(ids)].sort((left, right) => left - right);
}

/** The records that a query finds. A record appears once in a page; a person may appear in several pages. */
export async function* matchesOf(query: Query, { edition, hidden }: Searchable, turn: Turn): AsyncGenerator<string[]> {
  for (let after = -1; ; ) {
    const { docs, more } = await turn.run(edition.search(query, { after, limit: PAGE, hidden }));
    const last = docs.at(-1);
    if (last === undefined) return;
    yield [...new Set(docs.map((doc) => recordOf(query.space, doc, edition)))];
    if (!more) return;
    after = last;
  }
}

function recordOf(space: Query['space'], doc: number, edition: SearchableEdition): string {
  if (space === 'people') return `p${edition.position(doc).personId}`;
  return space === 'companies' ? `c${edition.companyIdOf(doc)}` : `j${edition.jobIdOf(doc)}`;
}

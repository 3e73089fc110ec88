// Facets of a search: reads the requested facets, and renders their counts as a member of the answer.
import { FACETS, type Facet, type FacetedOperation } from '../contract/facets.ts';
import { LIMITS } from '../contract/limits.ts';
import { listedValue } from '../contract/vocabularies/values.ts';
import type { Turn } from '../ops/scheduling/turn.ts';
import type { Query } from '../search/query.ts';
import type { Searchable } from './context.ts';

/** The requested facets, without duplicates. */
export function facetsOf(operation: FacetedOperation, names: readonly string[] | undefined): readonly Facet[] {
  return FACETS[operation].filter(({ name }) => names?.includes(name));
}

/** The member `facets` as JSON text with a leading comma; empty if no facets are requested. */
export async function facetsMember(
  query: Query,
  facets: readonly Facet[],
  { searchable, turn }: { readonly searchable: Searchable; readonly turn: Turn },
): Promise<string> {
  if (facets.length === 0) return '';
  const { edition, hidden } = searchable;
  const lists = await turn.run(edition.facets(query, facets, hidden));
  const members = facets.map((facet, index) => {
    const rows = (lists[index] ?? []).filter(({ value }) => isAccepted(facet, value));
    return [facet.name, rows.slice(0, LIMITS.facetValuesMax)] as const;
  });
  return `,"facets":${JSON.stringify(Object.fromEntries(members))}`;
}

/** Whether the facet's filter accepts the value. The import also stores company types that are not in the list. */
function isAccepted({ list, orPresent }: Facet, value: string): boolean {
  return orPresent || listedValue(list, value) !== null;
}

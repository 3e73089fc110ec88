// The index of the site's search: one entry for each section of a page.
import MiniSearch from 'minisearch';

/** A section, from its heading to the next. */
export interface SearchedSection {
  /** Its page and anchor. */
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  text: string;
}

/** Headings count more than text; words may be incomplete or have one wrong letter. */
const OPTIONS = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading'],
  searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' as const },
};

/**
 * The index and the options that its reader needs, as JSON. Equal headings of a page share an address: the first
 * counts.
 */
export function searchIndex(sections: readonly SearchedSection[]): string {
  const first = new Map(sections.toReversed().map((section) => [section.id, section]));
  const index = new MiniSearch<SearchedSection>(OPTIONS);
  index.addAll([...first.values()]);
  return JSON.stringify({ index, options: OPTIONS });
}

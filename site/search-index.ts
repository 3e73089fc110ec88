// The index of the site's search: one entry for each section of a page.
import MiniSearch from 'minisearch';

/** A section, from its heading to the next. */
export interface SearchedSection {
  /** Address of its page with its anchor. */
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  text: string;
}

/** Headings count more than text. Words may be incomplete or have one typing error. */
const OPTIONS = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading'],
  searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' as const },
};

/**
 * The index and the options that its reader needs, as JSON. If two headings of a page are equal, the first one is
 * indexed.
 */
export function searchIndex(sections: readonly SearchedSection[]): string {
  const first = new Map(sections.toReversed().map((section) => [section.id, section]));
  const index = new MiniSearch<SearchedSection>(OPTIONS);
  index.addAll([...first.values()]);
  return JSON.stringify({ index, options: OPTIONS });
}

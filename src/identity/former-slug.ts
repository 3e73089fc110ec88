// Former profile slugs of merged records: an edition finds records by them in the tables of external ids.
import { looksMade } from './made-slug.ts';

const PREFIX = 'former_slug:';

/** The key of a record that had this slug before it was merged. */
export const formerSlugKey = (slug: string): string => `${PREFIX}${slug}`;

/** The former slug of such a key; null of any other. */
export const formerSlugOf = (key: string): string | null => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : null);

/** The keys of external ids among the keys of a record. */
export const withoutFormerSlugs = (keys: readonly string[]): readonly string[] =>
  keys.filter((key) => !key.startsWith(PREFIX));

/** True if the key of a source row is the slug of a profile URL, not made of the values of the row. */
export const isProfileSlug = (rowKey: string): boolean => !rowKey.includes('|') && !looksMade(rowKey);

// Former profile slugs of merged records. An edition finds records by them in the tables of external ids.
import { hasGeneratedForm } from './generated-slug.ts';

const PREFIX = 'former_slug:';

/** The key of a record whose slug this was before a merge. */
export const formerSlugKey = (slug: string): string => `${PREFIX}${slug}`;

/** The former slug that such a key contains; null for any other key. */
export const formerSlugOf = (key: string): string | null => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : null);

/** The external-id keys among the keys of a record. */
export const withoutFormerSlugs = (keys: readonly string[]): readonly string[] =>
  keys.filter((key) => !key.startsWith(PREFIX));

/** True if the key of a source row is the slug of a profile URL, not generated from the values of the row. */
export const isProfileSlug = (rowKey: string): boolean => !rowKey.includes('|') && !hasGeneratedForm(rowKey);

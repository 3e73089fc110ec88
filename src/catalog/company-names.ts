// The keys derived from a company's name: the key by which names are compared, and a slug if the source has none.
import { slugOfText } from '../identity/made-slug.ts';
import { wordKey } from '../words/words.ts';

const SLUG_LENGTH_MAX = 120;

/** Equal for names that are read as the same: folded words; a name without words is compared as it is. */
export function nameKey(name: string): string {
  return wordKey(name) || name.trim().toLowerCase();
}

/**
 * The slug of a company known by name only: folded words joined by hyphens; the first for which `isTaken` is false,
 * counting from `-2`.
 */
export function makeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const stem = slugOfText(name, SLUG_LENGTH_MAX) || 'company';
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? stem : `${stem}-${number}`;
    if (!isTaken(slug)) return slug;
  }
}

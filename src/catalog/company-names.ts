// The keys derived from the name of a company: the key by which names are compared, and a slug if the source has none.
import { slugOfText } from '../identity/generated-slug.ts';
import { wordKey } from '../words/words.ts';

const SLUG_LENGTH_MAX = 120;

/** The key of a company name. It is equal for names with the same folded words. A name without words is its own key. */
export function nameKey(name: string): string {
  return wordKey(name) || name.trim().toLowerCase();
}

/**
 * The slug of a company that is known only by name: its folded words joined by hyphens. From the second company of the
 * name on, a number follows for which `isTaken` is false.
 */
export function makeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const stem = slugOfText(name, SLUG_LENGTH_MAX) || 'company';
  const slugOf = (number: number) => (number === 1 ? stem : `${stem}-${number}`);
  return slugOf(freeNumber((number) => isTaken(slugOf(number))));
}

/**
 * A free number from 1 on; the first free one if there are no gaps. Takes about twice as many steps as the number has
 * binary digits, because a chain may have thousands of branches of one name.
 */
function freeNumber(isTaken: (number: number) => boolean): number {
  let taken = 0;
  let free = 1;
  while (isTaken(free)) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(middle)) taken = middle;
    else free = middle;
  }
  return free;
}

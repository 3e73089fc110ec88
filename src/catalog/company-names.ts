// The keys derived from a company's name: the key by which names are compared, and a slug if the source has none.
import { slugOfText } from '../identity/made-slug.ts';
import { wordKey } from '../words/words.ts';

const SLUG_LENGTH_MAX = 120;

/** Key of a company name: equal for names with the same folded words. A name without words is compared unchanged. */
export function nameKey(name: string): string {
  return wordKey(name) || name.trim().toLowerCase();
}

/**
 * The slug of a company known by name only: folded words joined by hyphens, and from the second company of the name on
 * its number: one for which `isTaken` is false.
 */
export function makeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const stem = slugOfText(name, SLUG_LENGTH_MAX) || 'company';
  const slugOf = (number: number) => (number === 1 ? stem : `${stem}-${number}`);
  return slugOf(freeNumber((number) => isTaken(slugOf(number))));
}

/**
 * A number from 1 on that is not taken; the first one if there are no gaps. It is found in about twice as many steps as
 * it has binary digits, as a chain has thousands of branches of one name.
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

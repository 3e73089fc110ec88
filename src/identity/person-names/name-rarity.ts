// The evidence of a name that two people share, by the tables of common names.
import { isKnownGivenName } from './given-names.ts';
import { isKnownSurname } from './known-surnames.ts';

export type Rarity = 'common' | 'usual' | 'rare';

/** Minimum length of a word that counts as rare if no table contains it. */
const RARE_LETTERS = 6;

/** The rarity of a name in Latin letters; `common` if the tables contain all its words. */
export function rarityOf(words: readonly string[], isLatin: boolean): Rarity {
  const isKnown = (word: string) => isKnownSurname(word) || isKnownGivenName(word);
  if (words.length < 2 || !isLatin) return 'usual';
  if (words.every(isKnown)) return 'common';
  return words.some((word) => word.length >= RARE_LETTERS && !isKnown(word)) ? 'rare' : 'usual';
}

const RARITIES: readonly Rarity[] = ['common', 'usual', 'rare'];

/** The more common rarity of two spellings of one name. */
export const moreCommon = (a: Rarity, b: Rarity) => (RARITIES.indexOf(a) < RARITIES.indexOf(b) ? a : b);

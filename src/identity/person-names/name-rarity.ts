// How much a name that two people share says, by the tables of common names.
import { isKnownGivenName } from './given-names.ts';
import { isKnownSurname } from './known-surnames.ts';

export type Rarity = 'common' | 'usual' | 'rare';

/** Letters of a surname that is surely rare if no table has it. */
const RARE_LETTERS = 6;

/** Of a name in Latin letters; `common` if tables have all its words. */
export function rarityOf(words: readonly string[], isLatin: boolean): Rarity {
  const isKnown = (word: string) => isKnownSurname(word) || isKnownGivenName(word);
  if (words.length < 2 || !isLatin) return 'usual';
  if (words.every(isKnown)) return 'common';
  return words.some((word) => word.length >= RARE_LETTERS && !isKnown(word)) ? 'rare' : 'usual';
}

const RARITIES: readonly Rarity[] = ['common', 'usual', 'rare'];

/** Of two spellings of one name. */
export const commoner = (a: Rarity, b: Rarity) => (RARITIES.indexOf(a) < RARITIES.indexOf(b) ? a : b);

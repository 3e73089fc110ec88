// The order of the words of a text as one number: it encodes the number of words and the rank of their permutation. The
// set of words and this number identify the text.
import { compareTexts } from '../terms/compare-texts.ts';

/** The order of a text with a repeated word, or with more words than `ORDERED_WORDS_MAX`. */
export const IRREGULAR = 0xffff;
/** Added to the order if it covers only the words of a headline after its title. */
export const AFTER_TITLE = 0x10000;
/** Longer texts are irregular. */
export const ORDERED_WORDS_MAX = 8;
const FACTORIALS = [1, 1, 2, 6, 24, 120, 720, 5040, 40_320];
/** The order of the first permutation of each number of words; 0 is the order of no words. */
const FIRST = FACTORIALS.map((_, count) => 1 + FACTORIALS.slice(1, count).reduce((sum, number) => sum + number, 0));

/** The order of words, each given by its rank among all words of the field: 0 (no words) to 46,233, or IRREGULAR. */
export function orderOfRanks(ranks: ArrayLike<number>, count: number): number {
  if (count === 0) return 0;
  if (count > ORDERED_WORDS_MAX) return IRREGULAR;
  let order = FIRST[count]!;
  for (let index = 0; index < count; index++) {
    const rank = ranks[index]!;
    let smaller = 0;
    for (let other = index + 1; other < count; other++) {
      if (ranks[other] === rank) return IRREGULAR;
      if (ranks[other]! < rank) smaller++;
    }
    order += smaller * FACTORIALS[count - 1 - index]!;
  }
  return order;
}

/** The order of words given as texts. */
export function orderOfWords(words: readonly string[]): number {
  const sorted = [...new Set(words)].sort(compareTexts);
  return orderOfRanks(
    words.map((word) => sorted.indexOf(word)),
    words.length,
  );
}

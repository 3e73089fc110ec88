// Compares the tone marks of Vietnamese names, which are part of the spelling: Hùng and Hưng are two names. Pure.
import { fold, splitWords } from '../../words/words.ts';

/** Letters and marks that hardly any other language has. */
const VIETNAMESE = /[ơưđ]|[\u031b\u0309\u0323]|[âêô][\u0300\u0301\u0303]|\u0302[\u0300\u0301\u0303]/u;

/**
 * The words of a Vietnamese name with their marks, by the words without them; null for other names, and for names
 * without marks. The place of a mark within a word does not count: `Hoà` and `Hòa` are one name.
 */
export function tonedWords(name: string): ReadonlyMap<string, string> | null {
  const lower = name.toLowerCase().normalize('NFD');
  if (!VIETNAMESE.test(lower.normalize('NFC')) && !VIETNAMESE.test(lower)) return null;
  const words = splitWordsWithMarks(lower);
  return new Map(words.map((word) => [splitWords(fold(word)).join(''), [...word].toSorted().join('')]));
}

const splitWordsWithMarks = (decomposed: string) => decomposed.match(/[\p{L}\p{M}]+/gu) ?? [];

/** Whether a word of both names, equal without marks, has different marks in each. */
export function haveOtherTones(a: ReadonlyMap<string, string> | null, b: ReadonlyMap<string, string> | null): boolean {
  if (a === null || b === null) return false;
  const hasMarks = (word: string) => /[\p{M}đ]/u.test(word);
  return [...a].some(([word, marked]) => {
    const other = b.get(word);
    return other !== undefined && other !== marked && hasMarks(marked) && hasMarks(other);
  });
}

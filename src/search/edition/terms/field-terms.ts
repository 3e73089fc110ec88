// The terms of a text in an edition, by the kind of its field. words.ts tokenizes the text.
import { termsOf, wordKey } from '../../../words/words.ts';
import { wholeTerm } from '../columns/whole-text.ts';

/** The term of a closed value: the value itself. */
export function asValue(value: string): string[] {
  return [value];
}

function words(text: string): string[] {
  return termsOf(text, { abbreviations: false });
}

/** The terms of a short text shared by many records: its words, and one term for the whole text. */
export function wordsAndWhole(text: string): string[] {
  return [...words(text), wholeTerm(wordKey(text))];
}

/** The terms of a job title: its words, and the expansions of abbreviations. */
export function titleWords(title: string): string[] {
  return termsOf(title, { abbreviations: true });
}

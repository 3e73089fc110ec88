// Which terms a text has in an edition, by the kind of its field. What a word is, is left to words.ts.
import { termsOf, wordKey } from '../../../words/words.ts';
import { wholeTerm } from '../columns/whole-text.ts';

/** Of a closed value: itself. */
export function asValue(value: string): string[] {
  return [value];
}

function words(text: string): string[] {
  return termsOf(text, { abbreviations: false });
}

/** Of a short text that many records share: its words, and one term for the whole. */
export function wordsAndWhole(text: string): string[] {
  return [...words(text), wholeTerm(wordKey(text))];
}

/** Of the title of a job: its words, and what short and long forms add. */
export function titleWords(title: string): string[] {
  return termsOf(title, { abbreviations: true });
}

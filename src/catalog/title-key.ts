// Equality of the titles of openings.
import { ABBREVIATIONS } from '../contract/vocabularies/abbreviations.ts';
import { splitWords } from '../words/words.ts';

/**
 * The key of a title. It is equal for titles whose folded words are equal after each unambiguous short form is replaced
 * by its long form. Ambiguous short forms (`pm`) are not replaced. A title without words is its own key.
 */
export function titleKey(title: string): string {
  const words = splitWords(title).map(longForm);
  return words.length === 0 ? title.trim() : words.join(' ');
}

function longForm(word: string): string {
  const [only, ...others] = ABBREVIATIONS.get(word) ?? [];
  return only === undefined || others.length > 0 ? word : only;
}

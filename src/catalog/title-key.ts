// Equality of the titles of openings.
import { ABBREVIATIONS } from '../contract/vocabularies/abbreviations.ts';
import { splitWords } from '../words/words.ts';

/**
 * Equal for titles whose folded words are equal once each short form that has a single long form is replaced by it.
 * Ambiguous short forms (`pm`) stay as they are. A title without words is its own key.
 */
export function titleKey(title: string): string {
  const words = splitWords(title).map(longForm);
  return words.length === 0 ? title.trim() : words.join(' ');
}

function longForm(word: string): string {
  const [only, ...others] = ABBREVIATIONS.get(word) ?? [];
  return only === undefined || others.length > 0 ? word : only;
}

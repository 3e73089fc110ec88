// Decides whether a text is a job title. Uses phrases alone, because word votes (job-function.ts) assume that the text
// is a title.
import { classify } from './classify.ts';
import { FUNCTION_PHRASES, phraseTableOf } from './function-phrases.ts';
import { titleWords } from './title-words.ts';

const PHRASES = phraseTableOf(FUNCTION_PHRASES);

/** Whether a text contains a phrase for a level or a function. */
export function readsAsTitle(text: string): boolean {
  const { level } = classify(text);
  return (level !== 'Staff' && level !== 'Other') || PHRASES.find(titleWords(text)).length > 0;
}

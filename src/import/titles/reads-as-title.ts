// Whether a text is a job title, for whoever does not know what it is: by phrases alone, as the votes of words (job-function.ts) take every text
// for a title and only ask which.
import { classify } from './classify.ts';
import { FUNCTION_PHRASES, phraseTableOf } from './function-phrases.ts';
import { titleWords } from './title-words.ts';

const PHRASES = phraseTableOf(FUNCTION_PHRASES);

/** Whether a text holds a phrase that tells a level or a function. */
export function readsAsTitle(text: string): boolean {
  const { level } = classify(text);
  return (level !== 'Staff' && level !== 'Other') || PHRASES.find(titleWords(text)).length > 0;
}

// Decides whether a text is a job title. Uses phrases alone, because word votes (job-function.ts) assume that the text
// is a title.
import { classify } from './classify.ts';
import { FUNCTION_PHRASE_TABLE } from './function-phrases.ts';
import { titleWords } from './title-words.ts';

/** Whether a text contains a phrase for a level or a function. */
export function readsAsTitle(text: string): boolean {
  const { level } = classify(text);
  return (level !== 'Staff' && level !== 'Other') || FUNCTION_PHRASE_TABLE.find(titleWords(text)).length > 0;
}

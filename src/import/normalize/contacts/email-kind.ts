// Whether an e-mail address is for work or personal, by the word that a file states for it: `* Home`, `WORK`.
import { memoized } from '../../../words/memoized.ts';
import { wordKey } from '../../../words/words.ts';

const WORK =
  /\b(?:work|business|office|corporate|company|professional|geschaeftlich|geschaftlich|dienstlich|arbeit|professionnel|pro|bureau|trabajo|trabalho|lavoro|ufficio|zakelijk|werk)\b/;
const PERSONAL =
  /\b(?:personal|private|home|privat|personnel|perso|domicile|particular|pessoal|personale|prive|casa)\b/;

export type EmailKind = 'work' | 'personal';

/** The kind that a word names; null if it names neither. */
export const emailKindIn = memoized((word: string): EmailKind | null => {
  const key = wordKey(word);
  if (PERSONAL.test(key)) return 'personal';
  return WORK.test(key) ? 'work' : null;
});

// Decides whether two company names are equal: compares folded words without legal forms, articles and share classes.
import { splitWords } from '../words/words.ts';

/**
 * Legal forms and share classes at the end of a name, word by word; dotted ones (`S.p.A.`) are tokenized into single
 * letters.
 */
const ENDINGS = `
  inc|incorporated|corp|corporation|co|company|ltd|limited|llc|l l c|llp|l l p|lp|l p|plc|p l c|public limited|public limited company|public company|
  gmbh|mbh|ag|a g|aktiengesellschaft|kg|kgaa|ohg|ug|e v|ev|eg|se|s e|se and co|gmbh and co|ag and co|
  sa|s a|sas|s a s|sarl|s a r l|sca|s c a|snc|eurl|societe anonyme|societe cooperative|
  spa|s p a|srl|s r l|sl|s l|slu|s l u|sociedad anonima|ltda|eireli|s a b|sab|de c v|de cv|sa de cv|s a de c v|
  bv|b v|nv|n v|vof|cv|c v|ab|a b|ab publ|publ|as|a s|asa|a s a|aps|oy|oyj|abp|hf|ehf|
  sp z o o|spolka akcyjna|zrt|nyrt|kft|doo|d o o|dd|d d|ad|a d|eood|ood|jsc|pjsc|ojsc|cjsc|pao|oao|ooo|
  kk|k k|kabushiki kaisha|gk|pte|pty|pvt|private|sdn|bhd|berhad|tbk|co ltd|
  ord|ordinary shares|ordinary|adr|ads|gdr|cdi|registered shares|class a|class b|cl a|cl b|eur|usd|gbp|chf
`;
/** Legal forms and articles at the start of a name. */
const BEGINNINGS = 'the|pt|ooo|oao|zao|pao|ao';
const FILLERS = new Set(['and', 'und', 'et', 'y', 'e', 'og', 'och', 'en', '&']);

const phrases = (list: string) =>
  list
    .split('|')
    .map((phrase) => phrase.trim().split(/\s+/))
    .filter(([first]) => first);

/** The longest first: `public limited company` is matched before `company`. */
const byLastWord = Map.groupBy(
  phrases(ENDINGS).sort((a, b) => b.length - a.length),
  (phrase) => phrase.at(-1) ?? '',
);
const FIRST_WORDS = new Set(phrases(BEGINNINGS).map(([first = '']) => first));

/** The distinctive words of a company name; all words if no distinctive ones exist. */
export function companyNameWords(name: string): string[] {
  const all = splitWords(name);
  let words = all;
  for (;;) {
    const ending = byLastWord.get(words.at(-1) ?? '')?.find((phrase) => endsWith(words, phrase));
    if (ending === undefined || ending.length >= words.length) break;
    words = words.slice(0, -ending.length);
  }
  if (words.length > 1 && FIRST_WORDS.has(words[0] ?? '')) words = words.slice(1);
  const told = words.filter((word) => !FILLERS.has(word));
  return told.length > 0 ? told : all;
}

function endsWith(words: readonly string[], phrase: readonly string[]): boolean {
  return phrase.every((word, index) => words[words.length - phrase.length + index] === word);
}

/** The comparison key: equal for names of the same company. A name without words is its own key. */
export function companyNameKey(name: string): string {
  return companyNameWords(name).join(' ') || name.trim().toLowerCase();
}

// The features of a title for the table of word votes: each word about the work, its beginning and its end, and which
// word is the last. Training and look-up share them.

/** Letters of a word's beginning and end; a shorter word is one feature. */
const AFFIX_LENGTH = 4;
const LAST_END_LENGTH = 2;
const PLURAL_LENGTH_MIN = 5;

/** Words of rank, of every field and of grammar: the occupations in which they occur are no evidence for a title. */
const NEUTRAL_WORDS = new Set(
  `accountable acting an and assistant associate chairman chairperson chief coach consultant coordinator de deputy director employed ex
executive expert for former founder freelance freelancer general global group head ii iii in interim intern international iv jr junior
lead leader manager managing member national of officer on or owner partner president principal product professional project regional
representative retired self senior shift specialist sr staff supervisor team the trainee vice volunteer vp with`.split(
    /\s+/,
  ),
);

/** Whether a folded word describes the work: not a word of rank, of any field or of grammar, and not a letter. */
export const isTelling = (word: string): boolean => word.length > 1 && !NEUTRAL_WORDS.has(singularOf(word));

/**
 * The features of a folded word at any position: `nurses` has `nurse`, `nurs*` and `*rses`. None for a word that does
 * not describe the work.
 */
export function featuresOfWord(word: string): string[] {
  if (!isTelling(word)) return [];
  if (word.length <= AFFIX_LENGTH) return [singularOf(word)];
  return [singularOf(word), `${word.slice(0, AFFIX_LENGTH)}*`, `*${word.slice(-AFFIX_LENGTH)}`];
}

/** Additional features of the last word: `nurses` has `nurse$` and `*se$`. */
export function featuresOfLastWord(word: string): string[] {
  if (!isTelling(word)) return [];
  const singular = singularOf(word);
  return singular.length < AFFIX_LENGTH ? [`${singular}$`] : [`${singular}$`, `*${singular.slice(-LAST_END_LENGTH)}$`];
}

/** The singular of a word: `engineers` is `engineer`. */
function singularOf(word: string): string {
  return word.length >= PLURAL_LENGTH_MIN && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

// What the table of word weights looks at in a title: its words but those of rank, pairs of neighbours, the first and the last word, and
// of words that it does not know their beginning and end. The same for those who train the table and those who ask it.

const AFFIX_LENGTHS = { begin: 5, end: 4 };
/** Of shorter words the ends say nothing. */
const WORD_LENGTH_MIN = 6;
const PLURAL_LENGTH_MIN = 5;

/** Words of rank and of every field: what occupations they were met in says nothing of the title before us. */
const RANK_WORDS = new Set(
  `accountable assistant associate chairman chairperson chief coach consultant coordinator deputy director executive expert founder general global
group head interim intern international junior jr lead leader manager managing member national officer owner partner president principal
product professional project regional representative senior shift specialist sr staff supervisor team trainee vice volunteer vp`.split(
    /\s+/,
  ),
);

/** The features of a title's folded words, each once: `nurse`, `school nurse`, `^ school`, `nurse $`, `pheno*`, `*grip`. */
export function featuresOf(words: readonly string[], isKnown: (word: string) => boolean): string[] {
  const singular = words.map(singularOf);
  const features = new Set<string>();
  singular.forEach((word, index) => {
    const before = singular[index - 1];
    if (before !== undefined && !(RANK_WORDS.has(word) && RANK_WORDS.has(before))) features.add(`${before} ${word}`);
    if (RANK_WORDS.has(word)) return;
    features.add(word);
    if (index === 0) features.add(`^ ${word}`);
    if (index === singular.length - 1) features.add(`${word} $`);
    if (word.length >= WORD_LENGTH_MIN && !isKnown(word)) {
      features.add(`${word.slice(0, AFFIX_LENGTHS.begin)}*`).add(`*${word.slice(-AFFIX_LENGTHS.end)}`);
    }
  });
  return [...features];
}

/** Engineers are engineers. */
export function singularOf(word: string): string {
  return word.length >= PLURAL_LENGTH_MIN && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

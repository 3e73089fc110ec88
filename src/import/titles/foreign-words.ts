// Words that occur only in phrases of languages other than English. A title with such a word gets no word votes,
// because these are English.
import { memoized } from '../../words/memoized.ts';
import functionRules from './function-rules.json' with { type: 'json' };
import levelRules from './level-rules.json' with { type: 'json' };
import { PhraseTable } from './phrase-table.ts';

type LinesByLanguage = Readonly<Record<string, readonly string[]>>;

const languages = [
  ...levelRules.groups.map(({ phrases }): LinesByLanguage => phrases),
  ...Object.values(functionRules.functions).flatMap((kinds): LinesByLanguage[] => Object.values(kinds)),
];
const wordsOf = (isWanted: (language: string) => boolean) =>
  languages
    .flatMap((lines) => Object.entries(lines))
    .filter(([language]) => isWanted(language))
    .flatMap(([, lines]) => lines.flatMap((line) => line.split(/, | /)));
const english = new Set(wordsOf((language) => language === 'en'));
const foreign = wordsOf((language) => language !== 'en').filter((word) => word.length > 2 && !english.has(word));
const table = new PhraseTable([...new Set(foreign)].map((phrase) => ({ phrase, meaning: true })));

/** Whether a folded word, in any of its forms, belongs to another language. */
export const isForeignWord = memoized((word: string): boolean => table.find([word]).length > 0);

// Words and letters of languages other than English. A title with one of them gets no word votes, because these are
// English.
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

/** Latin letters of none of the languages that have phrases for functions: å, ø, ł, ř, ő, ş, ă. */
const OTHER_LETTER = /(?![a-zßàáâãäçèéêëìíîïñòóôõöùúûüœªº])\p{Script=Latin}/iu;

/** Whether a text has a letter of another language: only its phrases name work. */
export const isOfOtherLanguage = (text: string): boolean => OTHER_LETTER.test(text);

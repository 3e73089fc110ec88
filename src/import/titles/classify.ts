// The level of a job title by a table of phrases (level-rules.json), and with it the function (job-function.ts). The policy behind them stands in docs/titles.md. Knows titles only; that an imported level or function goes before is for normalise/.
import type { JobLevel } from '../../contract/vocabularies.ts';
import { remembered } from '../bounded-cache.ts';
import { functionOf } from './job-function.ts';
import levelRules from './level-rules.json' with { type: 'json' };
import { PhraseTable } from './phrase-table.ts';
import { titleWords } from './title-words.ts';

export interface Classification {
  readonly level: JobLevel;
  /** One of the closed list of functions. */
  readonly function: string;
}

/** Lines of phrases by language; the language is for the reader of the table. */
type PhraseLines = Readonly<Record<string, readonly string[]>>;

const phrasesOf = (lines: PhraseLines) =>
  Object.values(lines)
    .flat()
    .flatMap((line) => line.split(', '));

/** The meaning of a phrase of levels is the number of its group: the first group found decides. */
const levelTable = new PhraseTable<number>(
  levelRules.groups.flatMap((group, meaning) => phrasesOf(group.phrases).map((phrase) => ({ phrase, meaning }))),
);

/**
 * Level and function of a title as written. A title of which nothing is known is `Staff` and `Other`; one without any word at all, or of
 * somebody who does not (yet, any more) work, is of level `Other`.
 */
export const classify = remembered((title: string): Classification => {
  const words = titleWords(title);
  return { level: levelOf(words), function: functionOf(words) };
});

function levelOf(words: readonly string[]): JobLevel {
  if (words.length === 0) return 'Other';
  const groups = levelTable.find(words).map(({ meaning }) => meaning);
  return (levelRules.groups[Math.min(...groups)]?.level ?? 'Staff') as JobLevel;
}

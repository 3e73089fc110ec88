// Finds the level of a job title by a table of phrases (level-rules.json), and its function (job-function.ts).
// docs/titles.md explains the rules. Reads titles only; normalize/ gives precedence to an imported level or function.
import type { JobLevel } from '../../contract/vocabularies.ts';
import { memoized } from '../bounded-cache.ts';
import { functionOf } from './job-function.ts';
import levelRules from './level-rules.json' with { type: 'json' };
import { PhraseTable } from './phrase-table.ts';
import { titleWords } from './title-words.ts';

export interface Classification {
  readonly level: JobLevel;
  /** A value of the closed list of functions. */
  readonly function: string;
  /** Percent of titles with such words whose function is right; 0 for `Other`. */
  readonly confidence: number;
}

/** Lines of phrases by language; the language is a comment for readers of the table. */
type PhraseLines = Readonly<Record<string, readonly string[]>>;

const phrasesOf = (lines: PhraseLines) =>
  Object.values(lines)
    .flat()
    .flatMap((line) => line.split(', '));

/** The meaning of a level phrase is the number of its group: the first group with a match decides. */
const levelTable = new PhraseTable<number>(
  levelRules.groups.flatMap((group, meaning) => phrasesOf(group.phrases).map((phrase) => ({ phrase, meaning }))),
);

/**
 * Level and function of a title as written. An unknown title is `Staff` and `Other`. A title without a word, or of a
 * person who does not work (yet, or any more), has the level `Other`.
 */
export const classify = memoized((title: string): Classification => {
  const words = titleWords(title);
  return { level: levelOf(words), ...functionOf(words) };
});

function levelOf(words: readonly string[]): JobLevel {
  if (words.length === 0) return 'Other';
  const groups = levelTable.find(words).map(({ meaning }) => meaning);
  return (levelRules.groups[Math.min(...groups)]?.level ?? 'Staff') as JobLevel;
}

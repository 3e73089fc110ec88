// Finds the level of a job title by a table of phrases (level-rules.json), and its function (job-function.ts).
// docs/titles.md explains the rules. Reads titles only; normalize/ gives precedence to an imported level or function.
import { JOB_LEVELS, type JobLevel } from '../../contract/vocabularies.ts';
import { memoized } from '../../words/memoized.ts';
import { functionOf } from './job-function.ts';
import levelRules from './level-rules.json' with { type: 'json' };
import { PhraseTable } from './phrase-table.ts';
import { headOf, titlesOf, withoutGenderMarks } from './title-parts.ts';
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
  const text = withoutGenderMarks(title);
  const words = titleWords(text);
  const headWords = () => {
    const head = headOf(text);
    return head === null ? null : titleWords(head);
  };
  return { level: levelOf(words, text), ...functionOf(words, headWords) };
});

function levelOf(words: readonly string[], text: string): JobLevel {
  if (words.length === 0) return 'Other';
  const titles = titlesOf(text);
  const groups = titles.length > 1 ? titles.flatMap((each) => groupOf(titleWords(each)) ?? []) : [groupOf(words)];
  const levels = groups.map((group) => levelOfGroup(group ?? NO_GROUP));
  return JOB_LEVELS.find((level) => levels.includes(level)) ?? 'Staff';
}

/** The group that decides the level of one title, or null if no phrase matches. */
function groupOf(words: readonly string[]): number | null {
  const groups = levelTable.find(words).map(({ meaning }) => meaning);
  return groups.length === 0 ? null : Math.min(...groups);
}

const NO_GROUP = -1;
const levelOfGroup = (group: number) => (levelRules.groups[group]?.level ?? 'Staff') as JobLevel;

// Finds the level of a job title by a table of phrases (level-rules.json), and its function (job-function.ts).
// docs/titles.md explains the rules. Reads titles only; normalize/ gives precedence to an imported level or function.
import { JOB_LEVELS, type JobLevel } from '../../contract/vocabularies.ts';
import { memoized } from '../../words/memoized.ts';
import { type ChosenFunction, functionOf, namedFunctionOf } from './job-function.ts';
import levelRules from './level-rules.json' with { type: 'json' };
import { type Found, PhraseTable } from './phrase-table.ts';
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
  const found = levelTable.find(words);
  return { level: levelOf(found, text, words.length), ...functionOfTitle(words, found, text) };
});

type FoundGroups = readonly Found<number>[];

/** Placeholders and words for absence or the search for work are no evidence; only phrases name work next to them. */
function functionOfTitle(words: readonly string[], found: FoundGroups, text: string): ChosenFunction {
  const hiding = found.filter(({ meaning }) => meaning === NO_WORK);
  if (hiding.length > 0) {
    const isHidden = (place: number) => hiding.some(({ start, length }) => place >= start && place < start + length);
    return namedFunctionOf(words.filter((_, place) => !isHidden(place)));
  }
  return functionOf(words, () => {
    const head = headOf(text);
    return head === null ? null : titleWords(head);
  });
}

function levelOf(found: FoundGroups, text: string, words: number): JobLevel {
  if (words === 0) return 'Other';
  const titles = titlesOf(text);
  const groups =
    titles.length > 1 ? titles.flatMap((each) => groupOf(levelTable.find(titleWords(each))) ?? []) : [groupOf(found)];
  const levels = groups.map((group) => levelOfGroup(group ?? NO_GROUP));
  return JOB_LEVELS.find((level) => levels.includes(level)) ?? 'Staff';
}

/** The group that decides the level of one title, or null if no phrase matches. */
function groupOf(found: FoundGroups): number | null {
  const groups = found.map(({ meaning }) => meaning);
  return groups.length === 0 ? null : Math.min(...groups);
}

const NO_WORK = levelRules.groups.findIndex((group) => 'isNoWork' in group);
const NO_GROUP = -1;
const levelOfGroup = (group: number) => (levelRules.groups[group]?.level ?? 'Staff') as JobLevel;

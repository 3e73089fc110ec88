// Determines the level of a job title from a table of phrases (level-rules.json), and its function (job-function.ts).
// docs/titles.md explains the rules. Reads only the title; normalize/ gives precedence to an imported level or
// function.
import { JOB_LEVELS, type JobLevel } from '../../contract/vocabularies/vocabularies.ts';
import { memoized } from '../../words/memoized.ts';
import { isOfOtherLanguage } from './foreign-words.ts';
import { type ChosenFunction, functionOf, namedFunctionOf } from './job-function.ts';
import levelRules from './level-rules.json' with { type: 'json' };
import { type OtherPerson, otherPersonOf } from './other-people.ts';
import { type Found, PhraseTable } from './phrase-table.ts';
import { isPlaceholder } from './placeholders.ts';
import { headOf, tailOf, titlesOf, withoutGenderMarks, withRetirement } from './title-parts.ts';
import { titleWords } from './title-words.ts';

export interface Classification {
  readonly level: JobLevel;
  /** A value of the closed list of functions. */
  readonly function: string;
  /** The share of titles with such words whose function is right, in percent; 0 for `Other`. */
  readonly confidence: number;
  /** Whether the title states that its holder has left the position: `ex-CEO`, `Colonel (ret.)`, `retired`. */
  readonly isFormer: boolean;
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
 * Level and function of a title as written. An unknown title is `Staff` and `Other`. A title without a word, or a title
 * of a person who does not work (yet, or any longer), has the level `Other`.
 */
export const classify = memoized((title: string): Classification => {
  const text = withRetirement(withoutGenderMarks(title.slice(0, TITLE_LENGTH_MAX)));
  const words = titleWords(text);
  if (isPlaceholder(words)) return NO_TITLE;
  const found = levelTable.find(words);
  const isFormer = isFormerTitle({ words, found }, text);
  const level = isFormer ? 'Other' : levelOf({ words, found }, text);
  return { level, ...functionOfTitle({ words, found }, text), isFormer };
});

/** Only the beginning of a longer text is read: it is no title, and some steps take quadratic time. */
const TITLE_LENGTH_MAX = 300;

const NO_TITLE: Classification = { level: 'Other', function: 'Other', confidence: 0, isFormer: false };

interface Read {
  readonly words: readonly string[];
  readonly found: readonly Found<number>[];
}

/**
 * Placeholders, and words for absence or a search for work, are no evidence. In a title with such words, only phrases
 * name work. Words about another person are used only if the other words name no work.
 */
function functionOfTitle({ words, found }: Read, text: string): ChosenFunction {
  const absent = found.filter(({ meaning }) => meaning === NO_WORK);
  if (absent.length > 0) {
    return namedFunctionOf(
      without(
        words,
        absent.map(({ start, length }) => ({ first: start, end: start + length })),
      ),
    );
  }
  if (isOfOtherLanguage(text)) return namedFunctionOf(words);
  const others = found.flatMap((one) => otherOf(one, words) ?? []);
  const own = others.length > 0 ? namedFunctionOf(without(words, others)) : null;
  if (own !== null && own.function !== 'Other') return own;
  return functionOf(words, () => {
    const head = headOf(text);
    return head === null ? null : titleWords(head);
  });
}

const without = (words: readonly string[], parts: readonly OtherPerson[]) =>
  words.filter((_, index) => !parts.some(({ first, end }) => first <= index && index < end));

function levelOf({ words, found }: Read, text: string): JobLevel {
  if (words.length === 0) return 'Other';
  const titles = titlesOf(text);
  const groups = titles.length > 1 ? titles.flatMap((each) => groupOf(read(each)) ?? []) : [groupOf({ words, found })];
  const levels = groups.map((group) => levelOfGroup(group ?? NO_GROUP));
  return JOB_LEVELS.find((level) => levels.includes(level)) ?? 'Staff';
}

function read(text: string): Read {
  const words = titleWords(text);
  return { words, found: levelTable.find(words) };
}

/** Words of a title that also names what its holder does now: `Former Head of Sales, now Advisor`. */
const NOW = new Set(
  'now currently current presently today jetzt nun heute aktuell derzeit actuellement maintenant aujourd ahora actualmente agora atualmente thans attualmente'.split(
    ' ',
  ),
);

/** Whether the holder has left every position of the text. */
function isFormerTitle({ words, found }: Read, text: string): boolean {
  const titles = titlesOf(text);
  if (titles.length > 1) return titles.every((each) => isFormerTitle(read(each), each));
  const tail = tailOf(text);
  const isFormer = found.some(({ meaning }) => meaning === FORMER) || (tail !== null && isWholeFormer(read(tail)));
  return isFormer && !words.some((word) => NOW.has(word));
}

/** Whether a phrase such as `^ former` covers all words: `former` of `CFO (former)`, but not of `CFO (former VP)`. */
const isWholeFormer = ({ words, found }: Read) =>
  found.some(({ meaning, length }) => meaning === FORMER && length > words.length);

/** The group that decides the level of one title; null if no matching phrase is the rank of the holder. */
function groupOf({ words, found }: Read): number | null {
  let first: number | null = null;
  for (const one of found) {
    if (otherOf(one, words) === null && (first === null || one.meaning < first)) first = one.meaning;
  }
  return first;
}

/** The other person, if a phrase is the rank of one. */
const otherOf = (one: Found<number>, words: readonly string[]) =>
  RANKS.has(levelOfGroup(one.meaning)) ? otherPersonOf(one, words) : null;

const RANKS = new Set<JobLevel>(['C-Team', 'VP', 'Director', 'Manager']);
const NO_WORK = levelRules.groups.findIndex((group) => 'isNoWork' in group);
const FORMER = levelRules.groups.findIndex((group) => 'isFormer' in group);
const NO_GROUP = -1;
const levelOfGroup = (group: number) => (levelRules.groups[group]?.level ?? 'Staff') as JobLevel;

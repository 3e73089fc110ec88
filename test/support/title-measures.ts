// Labelled titles, split into a half for writing rules and a held-out half for measuring, and the measurement. The
// large set of titles by occupation is read from outside the repository. soc-functions.ts, labelled-levels.tsv and
// labelled-functions.tsv have the right answers.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordKey } from '../../src/words/words.ts';
import { functionsOfOccupation } from './soc-functions.ts';

export interface LabelledTitle {
  readonly title: string;
  /** The right answers: one or more. */
  readonly right: readonly string[];
  /** The group of the title: its language, or the first of its groups of occupations. */
  readonly group: string;
}

export const OCCUPATION_TITLES = join(
  import.meta.dirname,
  '../../../shared/data/occupation-titles/alternate-titles.tsv',
);
const LABELLED_LEVELS = join(import.meta.dirname, 'labelled-levels.tsv');
const LABELLED_FUNCTIONS = join(import.meta.dirname, 'labelled-functions.tsv');

/** Whether the file of titles by occupation exists. */
export const hasOccupationTitles = existsSync(OCCUPATION_TITLES);

function rowsOf(file: string): string[][] {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split('\t'));
}

/**
 * Titles by occupation, each once, with the functions of all its occupations, except for occupations that determine
 * none.
 */
export function occupationTitles(): LabelledTitle[] {
  const byKey = new Map<string, { title: string; right: Set<string>; group: string }>();
  for (const [code = '', title = ''] of rowsOf(OCCUPATION_TITLES)) {
    const key = wordKey(title);
    const known = byKey.get(key) ?? { title, right: new Set(), group: code.slice(0, 2) };
    for (const name of functionsOfOccupation(code)) known.right.add(name);
    byKey.set(key, known);
  }
  return [...byKey.values()]
    .filter(({ right }) => right.size > 0)
    .map(({ title, right, group }) => ({ title, right: [...right], group }));
}

/** The hand-labelled titles with their levels. */
export function levelTitles(): LabelledTitle[] {
  return rowsOf(LABELLED_LEVELS).map(([level = '', group = '', title = '']) => ({ title, right: [level], group }));
}

/** Hand-labelled business titles with their functions, grouped by language. */
export function businessTitles(): LabelledTitle[] {
  return rowsOf(LABELLED_FUNCTIONS).map(([functions = '', group = '', title = '']) => ({
    title,
    right: functions.split(' or '),
    group,
  }));
}

/** Half of all titles, chosen by a hash of the folded words: no rule may be written from these. */
export function isHeldOut({ title }: LabelledTitle): boolean {
  return (createHash('sha256').update(wordKey(title)).digest()[0] ?? 0) % 2 === 1;
}

export interface Measured {
  readonly titles: number;
  /** Share of titles with a right answer. */
  readonly accuracy: number;
  /** Share of titles with an answer other than `Other`. */
  readonly coverage: number;
  /** Share of right answers among the covered titles. */
  readonly accuracyCovered: number;
  /** `right -> answered` with the number of titles, the most frequent first. */
  readonly confusions: readonly (readonly [confusion: string, titles: number])[];
  readonly wrong: readonly (LabelledTitle & { readonly answer: string })[];
}

/** Classifies each title and compares. */
export function measure(labelled: readonly LabelledTitle[], classify: (title: string) => string): Measured {
  const answered = labelled.map((one) => ({ ...one, answer: classify(one.title) }));
  const wrong = answered.filter(({ right, answer }) => !right.includes(answer));
  const covered = answered.filter(({ answer }) => answer !== 'Other').length;
  const wrongCovered = wrong.filter(({ answer }) => answer !== 'Other').length;
  const counts = new Map<string, number>();
  for (const { right, answer } of wrong) {
    const confusion = `${right.join(' or ')} -> ${answer}`;
    counts.set(confusion, (counts.get(confusion) ?? 0) + 1);
  }
  return {
    titles: labelled.length,
    accuracy: 1 - wrong.length / labelled.length,
    coverage: covered / labelled.length,
    accuracyCovered: 1 - wrongCovered / Math.max(1, covered),
    confusions: [...counts].sort(([, a], [, b]) => b - a),
    wrong,
  };
}

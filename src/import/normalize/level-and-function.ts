// Maps the seniority and the department of a position, as sources name them, to the closed lists.
import { listedValue } from '../../contract/vocabularies/values.ts';
import { JOB_LEVELS, type JobLevel } from '../../contract/vocabularies/vocabularies.ts';
import { memoized } from '../../words/memoized.ts';
import { wordKey } from '../../words/words.ts';
import { classify } from '../titles/classify.ts';

/** The words that exports use for each level, by the policy of docs/titles.md. */
const LEVEL_WORDS: Readonly<Partial<Record<JobLevel, string>>> = {
  'C-Team': `c suite, c level, cxo, cxo level, c level exec, c level executive, executive, executive level, chief, chief officer, founder, co founder, chief executive officer, ceo,
  owner, partner, president, board, board member, board of directors`,
  VP: 'vp level, vice president, vice president level, svp, evp, avp, senior vice president, executive vice president, assistant vice president',
  Director: 'director level, head, head of, head of department, senior director',
  Manager: `manager level, managerial, management, senior manager, lead, team lead, supervisor, experienced manager, entry level manager,
  mid management, middle management`,
  Staff: `non manager, non management, individual contributor, ic, employee, senior, senior level, mid, mid level, mid senior level, junior,
  junior level, entry, entry level, associate, specialist, professional, strategic`,
  Other: 'intern, internship, training, in training, trainee, unpaid, student, volunteer, retired',
};
const LEVEL_BY_WORDS: ReadonlyMap<string, JobLevel> = new Map(
  JOB_LEVELS.flatMap((level) =>
    [level, ...(LEVEL_WORDS[level] ?? '').split(',')].map((words) => [wordKey(words), level] as const),
  ),
);

/** Separates several values in one cell: `Owner / Partner`, `["cxo", "owner"]`. */
const SEPARATOR = /[,;|/\n]/;

/** The grade of a pay scale before or after the level: `4 Manager`, `M3 - Director`, `Level 5: VP`, `Director (M3)`. */
const GRADE =
  /^(?:(?:level|grade|band)\s+)?\p{L}{0,2}\d{1,2}\p{L}?\s*[-–—:.)\s]\s*(?=\p{L}{2})|\s*[-–—([]\s*\p{L}{0,2}\d{1,2}\p{L}?[)\]]?$/iu;

const levelOf = (text: string): JobLevel | null =>
  LEVEL_BY_WORDS.get(wordKey(text)) ?? LEVEL_BY_WORDS.get(wordKey(text.replace(GRADE, ''))) ?? null;

/** The level that a text names; of several, the highest. Null if one of them is unknown. */
export const parseJobLevel = memoized((text: string): string | null => {
  const whole = levelOf(text);
  if (whole !== null || !SEPARATOR.test(text)) return whole;
  const levels = text.split(SEPARATOR).map(levelOf);
  return levels.includes(null) ? null : (JOB_LEVELS.find((level) => levels.includes(level)) ?? null);
});

/**
 * Percent. The names of departments have 88 or more; words that fit any department (`General`, `Management`) have less.
 */
const CONFIDENCE_MIN = 80;

function functionOf(department: string): string | null {
  const listed = listedValue('job_function', department);
  if (listed !== null) return listed;
  const { function: named, confidence } = classify(department.replaceAll('_', ' '));
  return confidence >= CONFIDENCE_MIN ? named : null;
}

/** The function of a department; of several, the first known one. Null if the words name no function. */
export const parseJobFunction = memoized((text: string): string | null => {
  const listed = listedValue('job_function', text);
  if (listed !== null) return listed;
  const departments = text.split(/[,;|\n]/);
  const found = departments.map(functionOf).find((named) => named !== null) ?? null;
  return found === null && departments.length > 1 ? functionOf(text) : found;
});

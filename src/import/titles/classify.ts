// The level and the function of a job title, by tables of words (level-rules.json, function-rules.json): English, and the common
// titles of leaders in German, French and Spanish. Knows titles only; an imported level or function goes before it.
import type { JobLevel } from '../../contract/vocabularies.ts';
import { splitWords } from '../../words/words.ts';
import { remembered } from '../bounded-cache.ts';
import functionRules from './function-rules.json' with { type: 'json' };
import levelRules from './level-rules.json' with { type: 'json' };
import { type Phrase, PhraseTable } from './phrase-table.ts';

export interface Classification {
  readonly level: JobLevel;
  /** One of the closed list of functions. */
  readonly function: string;
}

const { otherUnlessLeader, ...levelPhrases } = levelRules;
const levelTable = new PhraseTable<JobLevel>(
  Object.entries(levelPhrases).flatMap(([level, phrases]) =>
    phrases.map((phrase) => ({ phrase, meaning: level as JobLevel })),
  ),
);
const OTHER_UNLESS_LEADER = new Set(otherUnlessLeader);
const LEADERS: readonly JobLevel[] = ['C-Team', 'VP', 'Director', 'Manager'];

/** A role names the work itself (accountant), a field where it is done (finance), a generic word (engineer) only hints. */
const WEIGHTS = { role: 3, field: 2, generic: 1 } as const;
interface FunctionHint {
  readonly function: string;
  readonly weight: number;
}
const functionTable = new PhraseTable<FunctionHint>(
  Object.entries(functionRules).flatMap(([name, rules]) =>
    (['role', 'field', 'generic'] as const).flatMap((kind) =>
      rules[kind].map((phrase) => ({ phrase, meaning: { function: name, weight: WEIGHTS[kind] } })),
    ),
  ),
);

/** What comes behind these names somebody or something else: `Assistant to the CEO`, `Engineer at Director Labs`. */
const CUTS = new Set(['to', 'at']);

/**
 * Level and function of a title as written. A title without any known word is `Staff` and `Other`; one without any word at all, or of
 * somebody who does not (yet, any more) work, is of level `Other`.
 */
export const classify = remembered((title: string): Classification => {
  const words = splitWords(title.replaceAll('@', ' at '));
  const cut = words.findIndex((word, index) => index > 0 && CUTS.has(word));
  const ownWords = cut === -1 ? words : words.slice(0, cut);
  return { level: levelOf(ownWords), function: functionOf(ownWords) };
});

/** The highest level named; `Other` words go before all of them. */
function levelOf(words: readonly string[]): JobLevel {
  if (words.length === 0) return 'Other';
  const levels = new Set(levelTable.find(words).map((found) => found.meaning));
  if (levels.has('Other')) return 'Other';
  const leader = LEADERS.find((level) => levels.has(level));
  if (leader) return leader;
  return !levels.has('Staff') && words.some((word) => OTHER_UNLESS_LEADER.has(word)) ? 'Other' : 'Staff';
}

/** The function of the weightiest phrase; of equal ones the longer, then the first. */
function functionOf(words: readonly string[]): string {
  let best: Phrase<FunctionHint> | null = null;
  for (const found of functionTable.find(words)) {
    if (best === null || rank(found) > rank(best)) best = found;
  }
  return best?.meaning.function ?? 'Other';
}

const rank = (found: Phrase<FunctionHint>) => found.meaning.weight * 10 + Math.min(found.length, 9);

// The level and the function of a job title, by two tables of phrases (level-rules.json, function-rules.json) and, where these say little,
// by votes of words (word-votes.ts). The policy behind them stands in docs/titles.md. Knows titles only; that an imported level or function goes before is for normalise/.
import type { JobLevel } from '../../contract/vocabularies.ts';
import { splitWords } from '../../words/words.ts';
import { remembered } from '../bounded-cache.ts';
import functionRules from './function-rules.json' with { type: 'json' };
import levelRules from './level-rules.json' with { type: 'json' };
import { type Found, PhraseTable } from './phrase-table.ts';
import { votesOf } from './word-votes.ts';

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
 * A role names the work itself (accountant) and goes before a field where it is done (finance); a trade, material or tool (cutter,
 * wood) says less, and a word of any field (analyst) only hints.
 */
const PRIORITIES = { role: 4, field: 3, broad: 2, hint: 1 } as const;
const priorityOf = (kind: string) => PRIORITIES[kind as keyof typeof PRIORITIES];
interface FunctionHint {
  readonly function: string;
  readonly priority: number;
}
const functionTable = new PhraseTable<FunctionHint>(
  Object.entries<Readonly<Record<string, PhraseLines>>>(functionRules.functions).flatMap(([name, kinds]) =>
    Object.entries(kinds).flatMap(([kind, lines]) =>
      phrasesOf(lines).map((phrase) => ({ phrase, meaning: { function: name, priority: priorityOf(kind) } })),
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

function levelOf(words: readonly string[]): JobLevel {
  if (words.length === 0) return 'Other';
  const groups = levelTable.find(words).map(({ meaning }) => meaning);
  return (levelRules.groups[Math.min(...groups)]?.level ?? 'Staff') as JobLevel;
}

/** What the phrase that the rules find is worth against the votes of words, by its priority: a role is outvoted by strong evidence only. */
const VOTES_OF_RULES = [0, 2, 3, 5, 8];
/** For each further word of the phrase. */
const VOTES_OF_FURTHER_WORDS = 4;
/** Fewer votes for a title in which no rule finds a phrase say nothing. */
const VOTES_MIN = 3;

/** The function with most votes: of single words, and of the phrase that the rules find. */
function functionOf(words: readonly string[]): string {
  const found = bestPhrase(words);
  const votes = votesOf(words, found !== null && found.meaning.priority <= PRIORITIES.broad);
  if (found !== null) {
    const { function: name, priority } = found.meaning;
    votes.set(
      name,
      (votes.get(name) ?? 0) + (VOTES_OF_RULES[priority] ?? 0) + (found.length - 1) * VOTES_OF_FURTHER_WORDS,
    );
  }
  let best = found?.meaning.function ?? 'Other';
  let most = found === null ? VOTES_MIN - 1 : (votes.get(best) ?? 0);
  for (const [name, count] of votes) {
    if (count <= most) continue;
    best = name;
    most = count;
  }
  return best;
}

/** The phrase with the highest priority; of equal ones the longer, then the last: a title ends in its main word. */
function bestPhrase(words: readonly string[]): Found<FunctionHint> | null {
  let best: Found<FunctionHint> | null = null;
  for (const found of functionTable.find(words)) {
    if (best === null || rank(found) >= rank(best)) best = found;
  }
  return best;
}

const rank = (found: Found<FunctionHint>) => found.meaning.priority * 10 + Math.min(found.length, 9);

// The phrases that name a function (function-rules.json), and the choice of the most specific phrase found in a title.
// job-function.ts weighs phrases against word votes.
import functionRules from './function-rules.json' with { type: 'json' };
import { type Found, PhraseTable } from './phrase-table.ts';
import { isDescriptive } from './word-features.ts';

/**
 * A role names the work (accountant) and takes precedence over a field in which the work is done (finance). A trade,
 * material or tool (cutter, wood) is less specific, and a word that occurs in any field (analyst) is only a hint.
 */
const PRIORITIES = { role: 4, field: 3, broad: 2, hint: 1 } as const;
export type PhraseKind = keyof typeof PRIORITIES;

export interface FunctionPhrase {
  readonly phrase: string;
  readonly function: string;
  readonly kind: PhraseKind;
  /** ISO 639-1. */
  readonly language: string;
  /** Number of its words that describe the work: all words except words of rank and grammatical words. */
  readonly descriptiveWords: number;
}

type LinesByLanguage = Readonly<Record<string, readonly string[]>>;
type RulesByKind = Readonly<Record<string, LinesByLanguage>>;

export const FUNCTION_PHRASES: readonly FunctionPhrase[] = Object.entries<RulesByKind>(functionRules.functions).flatMap(
  ([name, kinds]) =>
    Object.entries(kinds).flatMap(([kind, languages]) =>
      Object.entries(languages).flatMap(([language, lines]) =>
        lines
          .flatMap((line) => line.split(', '))
          .map((phrase) => ({
            phrase,
            function: name,
            kind: kind as PhraseKind,
            language,
            descriptiveWords: phrase.split(' ').filter((word) => word !== '^' && word !== '$' && isDescriptive(word))
              .length,
          })),
      ),
    ),
);

/** Returns a table of the given phrases. */
export const phraseTableOf = (phrases: readonly FunctionPhrase[]): PhraseTable<FunctionPhrase> =>
  new PhraseTable(phrases.map((meaning) => ({ phrase: meaning.phrase, meaning })));

/** The table of all phrases. */
export const FUNCTION_PHRASE_TABLE = phraseTableOf(FUNCTION_PHRASES);

/**
 * The most specific phrase. Of equally specific phrases, in this order: one that describes the work (`CEO & Founder`),
 * the longer one, one of a language other than English (its words may look English), the last one (a title ends in its
 * main word).
 */
export function bestPhrase(found: readonly Found<FunctionPhrase>[]): Found<FunctionPhrase> | null {
  let best: Found<FunctionPhrase> | null = null;
  for (const one of found) if (best === null || rankOf(one) >= rankOf(best)) best = one;
  return best;
}

const rankOf = ({ meaning, length }: Found<FunctionPhrase>) =>
  PRIORITIES[meaning.kind] * 40 +
  (meaning.descriptiveWords > 0 ? 20 : 0) +
  Math.min(length, 9) * 2 +
  (meaning.language === 'en' ? 0 : 1);

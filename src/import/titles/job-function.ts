// The function of a title: that of its phrases if they are decisive, else the one with the most votes of phrases and
// words.
import { isForeignWord } from './foreign-words.ts';
import { bestPhrase, FUNCTION_PHRASES, type FunctionPhrase, phraseTableOf } from './function-phrases.ts';
import type { Found, PhraseTable } from './phrase-table.ts';
import { isTelling } from './word-features.ts';
import voteTable from './word-votes.json' with { type: 'json' };
import { type VoteTable, WordVotes } from './word-votes.ts';

/** In half units of log-odds: a function with a probability below 12% is not returned. */
const VOTES_MIN = -4;

/** The tables of words; the trainer passes its own. */
export interface FunctionTables {
  readonly phrases: PhraseTable<FunctionPhrase>;
  readonly votes: WordVotes;
  /** The votes of phrases. */
  readonly phraseVotes: VoteTable['phrases'];
}

/** Returns a function that maps the folded words of a title to its job function, or to `Other`. */
export function functionChooser(tables: FunctionTables): (words: readonly string[]) => string {
  const { phrases, votes } = tables;
  return (words) => {
    const found = phrases.find(words);
    const best = bestPhrase(found);
    const telling = words.filter(isTelling).length;
    const isVoteWorthy = telling > 0 && !words.some((word) => !votes.knows(word) && isForeignWord(word));
    if (!isVoteWorthy || isDecisive(best?.meaning, telling)) return best?.meaning.function ?? 'Other';
    return elected(tables, words, found);
  };
}

/**
 * The function with the most votes, or `Other`. The frequency of a function is no evidence for a title of which not
 * even the ends of words are known.
 */
function elected(tables: FunctionTables, words: readonly string[], found: readonly Found<FunctionPhrase>[]): string {
  const { votes, phraseVotes } = tables;
  const best = bestPhrase(found);
  const sums = votes.votesOf(words);
  for (const one of found) {
    const place = votes.functions.indexOf(one.meaning.function);
    sums[place] = (sums[place] ?? 0) + phraseVotesOf(phraseVotes, one, one === best);
  }
  const most = Math.max(...sums);
  const isAnythingKnown = sums.some((count, place) => count !== votes.before[place]);
  return isAnythingKnown && most >= VOTES_MIN ? (votes.functions[sums.indexOf(most)] ?? 'Other') : 'Other';
}

/**
 * Whether a phrase decides alone. Votes are English, and no word is left to vote if a role or field covers all the
 * words about the work (`VP of Sales`).
 */
function isDecisive(best: FunctionPhrase | undefined, tellingInTitle: number): boolean {
  if (best === undefined) return false;
  return best.language !== 'en' || ((best.kind === 'role' || best.kind === 'field') && tellingInTitle <= best.telling);
}

function phraseVotesOf(
  table: VoteTable['phrases'],
  { meaning, length }: Found<FunctionPhrase>,
  isBest: boolean,
): number {
  const [word, words, beside] = table[meaning.kind] ?? [0, 0, 0];
  if (!isBest) return beside;
  return length > 1 ? words : word;
}

// TypeScript infers lists of any length for the lists of numbers in a JSON file.
const stored = voteTable as unknown as VoteTable;

/** The function of a title's words by the tables in this folder, or `Other`. */
export const functionOf = functionChooser({
  phrases: phraseTableOf(FUNCTION_PHRASES),
  votes: new WordVotes(stored),
  phraseVotes: stored.phrases,
});

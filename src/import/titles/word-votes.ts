// Votes of single words for functions, learned from titles that others filed under occupations (bench/train-word-weights.ts writes the
// table, word-weights.json). How votes and rules meet is for classify.ts.
import { featuresOf } from './word-features.ts';
import table from './word-weights.json' with { type: 'json' };

interface Vote {
  readonly function: string;
  /** In half units of log-odds. */
  readonly weight: number;
}

function votesByFeature(): ReadonlyMap<string, readonly Vote[]> {
  const votes = new Map<string, Vote[]>();
  for (const [name, lines] of Object.entries<Readonly<Record<string, string>>>(table.functions)) {
    for (const [weight, features] of Object.entries(lines)) {
      for (const feature of features.split(', ')) {
        const known = votes.get(feature);
        const vote = { function: name, weight: Number(weight) };
        if (known) known.push(vote);
        else votes.set(feature, [vote]);
      }
    }
  }
  return votes;
}
const VOTES = votesByFeature();
const isAnyWord = () => true;
const isKnown = (word: string) => VOTES.has(word);

/**
 * The sum of votes for each function that any word of a title votes for or against. The ends of unknown words vote only where asked: they
 * are those of English trades, and say nothing of a title without a known word.
 */
export function votesOf(words: readonly string[], hasAffixes: boolean): Map<string, number> {
  const sums = new Map<string, number>();
  for (const feature of featuresOf(words, hasAffixes ? isKnown : isAnyWord)) {
    for (const vote of VOTES.get(feature) ?? []) sums.set(vote.function, (sums.get(vote.function) ?? 0) + vote.weight);
  }
  return sums;
}

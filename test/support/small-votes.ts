// Small tables of votes for tests.
import { featureHash, packVotes } from '../../src/import/titles/packed-votes.ts';
import { singularOf } from '../../src/import/titles/word-features.ts';
import { type VoteTable, WordVotes } from '../../src/import/titles/word-votes.ts';

type SmallTable = Pick<VoteTable, 'functions' | 'before'> & {
  /** The votes of each feature, by function. Features that are words are known words. */
  readonly votes: Readonly<Record<string, readonly number[]>>;
};

export function smallVotes({ functions, before, votes }: SmallTable): WordVotes {
  const rows = Object.entries(votes)
    .map(([feature, counts]) => ({ hash: featureHash(feature), counts }))
    .sort((a, b) => a.hash - b.hash);
  return new WordVotes({
    functions,
    before,
    scale: 1,
    words: Object.keys(votes).filter((feature) => feature === singularOf(feature) && /^\w+$/.test(feature)),
    features: [
      packVotes({
        hashes: Uint32Array.from(rows, ({ hash }) => hash),
        votes: Int8Array.from(rows.flatMap(({ counts }) => counts)),
      }),
    ],
  });
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { smallVotes } from '../../../test/support/small-votes.ts';
import { JOB_FUNCTIONS } from '../../contract/vocabularies/vocabularies.ts';
import { unpackVotes } from './packed-votes.ts';
import stored from './word-votes.json' with { type: 'json' };
import type { VoteTable } from './word-votes.ts';

describe('votes of words', () => {
  const votes = smallVotes({
    functions: ['Legal', 'Science'],
    before: [-1, -2],
    votes: { weaver: [3, -2], 'weav*': [0, 1], weaver$: [9, 0], '~weav': [1, 0], silk_weaver: [0, 7] },
  });

  it('start with the frequency of each function; words without votes change nothing', () => {
    expect(votes.votesOf([])).toEqual([-1, -2]);
    expect(votes.votesOf(['xyzzy', 'constructor', '__proto__'])).toEqual([-1, -2]);
  });

  it('are summed over words, their beginnings and their parts', () => {
    expect(votes.votesOf(['weaver', 'xyzzy'])).toEqual([3, -3]);
    expect(votes.votesOf(['weaving', 'weaver', 'xyzzy'])).toEqual([4, -2]);
  });

  it('include additional votes of the last word, and of two words in sequence', () => {
    expect(votes.votesOf(['xyzzy', 'weavers'])).toEqual([12, -3]);
    expect(votes.votesOf(['silk', 'weavers'])).toEqual([12, 4]);
  });

  it('are a new list for each title', () => {
    votes.votesOf(['weaver'])[0] = 99;
    expect(votes.votesOf(['weaver'])).toEqual([12, -3]);
  });

  it('know words in the singular and words that end in them, not beginnings', () => {
    expect(votes.knows('weavers')).toBe(true);
    expect(votes.knows('silkweaver')).toBe(true);
    expect(votes.knows('weaving')).toBe(false);
  });
});

describe('the stored table', () => {
  const table = stored as unknown as VoteTable;

  it('has a version, votes for every function of the closed list except Other, and stays small', () => {
    expect(table.version).toBeGreaterThan(0);
    expect(table.functions).toEqual(JOB_FUNCTIONS.filter((name) => name !== 'Other'));
    expect(table.before.length).toBe(table.functions.length);
    expect(readFileSync(new URL('word-votes.json', import.meta.url)).length).toBeLessThan(700_000);
  });

  it('has rows of votes in ascending order of hashes', () => {
    const { hashes, votes } = unpackVotes(table.features.join(''), table.functions.length);
    expect(hashes.length).toBeGreaterThan(10_000);
    expect(votes.length).toBe(hashes.length * table.functions.length);
    expect(Array.from(hashes).every((hash, row) => row === 0 || hash > (hashes[row - 1] as number))).toBe(true);
  });

  it('has a confidence that never decreases with the lead', () => {
    const flat = table.confidence.map(([lead, share]) => [lead, share] as const);
    expect(flat.length).toBeGreaterThan(10);
    expect(flat.toSorted((a, b) => a[0] - b[0])).toEqual(flat);
    expect(flat.toSorted((a, b) => a[1] - b[1])).toEqual(flat);
  });
});

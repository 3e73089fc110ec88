import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { JOB_FUNCTIONS } from '../../contract/vocabularies.ts';
import stored from './word-votes.json' with { type: 'json' };
import { type VoteTable, WordVotes } from './word-votes.ts';

const SMALL: VoteTable = {
  version: 1,
  functions: { A: 'Legal', B: 'Science' },
  before: [-1, -2],
  phrases: {},
  words: ['weaver:A3b2 weav*:B1', 'weaver$:A9'],
};

describe('votes of words', () => {
  const votes = new WordVotes(SMALL);

  it('start with the frequency of each function; words without votes change nothing', () => {
    expect(votes.votesOf([])).toEqual([-1, -2]);
    expect(votes.votesOf(['xyzzy', 'constructor', '__proto__'])).toEqual([-1, -2]);
  });

  it('count for a function under its capital letter, against it under the small letter, and are summed over words and their parts', () => {
    expect(votes.votesOf(['weaver', 'xyzzy'])).toEqual([2, -3]);
    expect(votes.votesOf(['weaving', 'weaver', 'xyzzy'])).toEqual([2, -2]);
  });

  it('include additional votes of the last word', () => {
    expect(votes.votesOf(['xyzzy', 'weavers'])).toEqual([11, -3]);
  });

  it('are a new list for each title', () => {
    votes.votesOf(['weaver'])[0] = 99;
    expect(votes.votesOf(['weaver'])).toEqual([11, -3]);
  });

  it('know words, not beginnings', () => {
    expect(votes.knows('weaver')).toBe(true);
    expect(votes.knows('weaving')).toBe(false);
  });
});

describe('the stored table', () => {
  const table = stored as unknown as VoteTable;

  it('has a version, votes for every function of the closed list except Other, and stays small', () => {
    expect(table.version).toBeGreaterThan(0);
    expect(Object.values(table.functions)).toEqual(JOB_FUNCTIONS.filter((name) => name !== 'Other'));
    expect(table.before.length).toBe(Object.keys(table.functions).length);
    expect(readFileSync(new URL('word-votes.json', import.meta.url)).length).toBeLessThan(300_000);
  });

  it('contains each feature once, with votes for letters of the list', () => {
    const entries = table.words.flatMap((line) => line.split(' '));
    expect(entries.filter((entry) => !/^[^ :]+:(?:[A-Ua-u][1-9])+$/.test(entry))).toEqual([]);
    const features = entries.map((entry) => entry.slice(0, entry.lastIndexOf(':')));
    expect(new Set(features).size).toBe(features.length);
  });
});

import { describe, expect, it } from 'vitest';
import { JOB_FUNCTIONS, JOB_LEVELS } from '../contract/vocabularies/vocabularies.ts';
import { Random, STREAMS } from './random.ts';
import { levelAtRank, pickTitle, textsOfFunction } from './titles.ts';

function pyramid(headcount: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let rank = 0; rank < headcount; rank += 1) {
    const level = levelAtRank(rank, headcount);
    counts[level] = (counts[level] ?? 0) + 1;
  }
  return counts;
}

describe('levelAtRank', () => {
  it('gives a small company one chief', () => {
    expect(pyramid(1)).toEqual({ 'C-Team': 1 });
    expect(pyramid(5)).toEqual({ 'C-Team': 1, Manager: 1, Staff: 3 });
  });

  it('gives a large company a few chiefs and more people at each lower level', () => {
    expect(pyramid(5_000)).toEqual({ 'C-Team': 7, VP: 100, Director: 299, Manager: 699, Staff: 3_895 });
  });
});

describe('pickTitle', () => {
  it('has titles for every level, function and language', () => {
    const random = new Random(1).seek(STREAMS.person, 0);
    for (const jobFunction of JOB_FUNCTIONS) {
      expect(textsOfFunction(jobFunction).skills.length).toBeGreaterThan(3);
      for (const level of JOB_LEVELS) {
        for (const language of ['en', 'de', 'fr', 'es'] as const) {
          expect(pickTitle(random, { level, jobFunction, language })).toMatch(/^[\p{Lu}.][^{}]+$/u);
        }
      }
    }
  });
});

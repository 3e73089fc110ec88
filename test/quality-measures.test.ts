import { expect, it } from 'vitest';
import { reliabilityTable } from '../bench/quality/calibration.ts';
import { clusters, judge, pairwise, wilson } from '../bench/quality/measures.ts';
import type { TruthRow } from '../bench/quality/truth.ts';

const row = (id: string, entity: string): TruthRow => ({ id, entity, file: 'first', values: {} });

it('computes the Wilson interval of a share', () => {
  // Source: Newcombe (1998), example of 81 of 263.
  const [low, high] = wilson({ hits: 81, of: 263 });
  expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.2553', '0.3662']);
  expect(wilson({ hits: 0, of: 0 })).toEqual([0, 1]);
});

it('measures precision and recall by pair and by row', () => {
  const rows = [row('a1', 'a'), row('a2', 'a'), row('b1', 'b'), row('c1', 'c')];
  const recordOf = new Map([
    ['a1', 'one'],
    ['a2', 'two'],
    ['b1', 'two'],
    ['c1', 'three'],
  ]);
  const pairs = [
    { kind: 'same', isSame: true, a: 'a1', b: 'a2' },
    { kind: 'apart', isSame: false, a: 'a2', b: 'b1' },
  ];
  const { precision, recall } = pairwise(judge({ rows, pairs }, recordOf));
  expect([precision, recall]).toEqual([
    { hits: 0, of: 1 },
    { hits: 0, of: 1 },
  ]);
  const found = clusters(rows, recordOf);
  expect([found.bCubedPrecision, found.bCubedRecall]).toEqual([0.75, 0.75]);
  expect(found.wrong).toEqual([['a2', 'b1']]);
});

it('reports the share of right answers by score', () => {
  const answer = (score: number, isRight: boolean) => ({ kind: 'any', score, isRight });
  const table = reliabilityTable('People', [answer(0.86, true), answer(0.94, false), answer(0.95, true)]).split('\n');
  expect(table[0]).toBe('| People: score | answers | mean score | right |');
  expect(table.at(-2)).toBe('| 0.85 to 0.95 | 2 | 0.90 | 0.50 (0.09-0.91) |');
  expect(table.at(-1)).toBe('| 0.95 to 1 | 1 | 0.95 | 1.00 (0.21-1.00) |');
  expect(table[2]).toBe('| 0 to 0.1 | 0 | - | - |');
});

import { expect, test } from 'vitest';
import { atOnce } from '../../ops/work.ts';
import { Blocks } from './sets/doc-set.ts';
import { IntervalSet } from './sets/interval-set.ts';
import { Intersection } from './sets/set-algebra.ts';
import { walk } from './walk.ts';

const blocks = new Blocks(100, 5);

/** Records the blocks that it was asked for. */
class AskedSet extends IntervalSet {
  readonly asked: number[] = [];

  override nextBlock(block: number): number {
    this.asked.push(block);
    return super.nextBlock(block);
  }
}

function visited(range: { from: number; until?: number }): { docs: number[]; asked: number[] } {
  const set = new AskedSet(blocks, [{ start: 10, end: 100 }]);
  const docs: number[] = [];
  atOnce(walk(new Intersection(blocks, [set]), { blocks, ...range }, (doc) => docs.push(doc) > 0));
  return { docs: docs.filter((doc) => range.until === undefined || doc < range.until), asked: set.asked };
}

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, place) => start + place);

test('a walk visits all members from a document on', () => {
  expect(visited({ from: 0 })).toEqual({ docs: range(10, 100), asked: [0, 1, 2, 3] });
  expect(visited({ from: 64 })).toEqual({ docs: range(64, 100), asked: [2, 3] });
  expect(visited({ from: 100 }).docs).toEqual([]);
});

test('a walk with an end asks for no block behind it', () => {
  expect(visited({ from: 0, until: 64 })).toEqual({ docs: range(10, 64), asked: [0, 1] });
  expect(visited({ from: 40, until: 65 })).toEqual({ docs: range(40, 65), asked: [1, 2] });
  expect(visited({ from: 0, until: 0 })).toEqual({ docs: [], asked: [] });
});

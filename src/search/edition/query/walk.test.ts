import { expect, test } from 'vitest';
import { atOnce } from '../../../ops/scheduling/work.ts';
import { Blocks } from '../sets/doc-set.ts';
import { IntervalSet } from '../sets/interval-set.ts';
import { Intersection } from '../sets/set-algebra.ts';
import { walk } from './walk.ts';

const blocks = new Blocks(100, 5);

/** Records the blocks that are requested. */
class RecordingSet extends IntervalSet {
  readonly requested: number[] = [];

  override nextBlock(block: number): number {
    this.requested.push(block);
    return super.nextBlock(block);
  }
}

function visited(range: { from: number; until?: number }): { docs: number[]; requested: number[] } {
  const set = new RecordingSet(blocks, [{ start: 10, end: 100 }]);
  const docs: number[] = [];
  atOnce(walk(new Intersection(blocks, [set]), { blocks, ...range }, (doc) => docs.push(doc) > 0));
  return { docs: docs.filter((doc) => range.until === undefined || doc < range.until), requested: set.requested };
}

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index);

test('a walk visits all members from a document on', () => {
  expect(visited({ from: 0 })).toEqual({ docs: range(10, 100), requested: [0, 1, 2, 3] });
  expect(visited({ from: 64 })).toEqual({ docs: range(64, 100), requested: [2, 3] });
  expect(visited({ from: 100 }).docs).toEqual([]);
});

test('a walk with an end reads no block after it', () => {
  expect(visited({ from: 0, until: 64 })).toEqual({ docs: range(10, 64), requested: [0, 1] });
  expect(visited({ from: 40, until: 65 })).toEqual({ docs: range(40, 65), requested: [1, 2] });
  expect(visited({ from: 0, until: 0 })).toEqual({ docs: [], requested: [] });
});

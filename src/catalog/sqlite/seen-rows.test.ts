import { describe, expect, test } from 'vitest';
import { rowHash, SeenRows } from './seen-rows.ts';

const SOURCE = 1;
const known = (id: number, seen: string) => ({ id, seen });
const [A, B, C] = [rowHash('a'), rowHash('b'), rowHash('c')];

/** A record that one run has made of these rows. */
function recordOf(runId: number, ...rows: string[]): { id: number; seen: string } {
  const run = new SeenRows(SOURCE, runId);
  const [first = '', ...others] = rows;
  return others.reduce((record, row) => known(1, run.with(record, row)), known(1, run.with(null, first)));
}

describe('a row', () => {
  test('is known to the source that brought it, in that run and later', () => {
    const record = recordOf(1, A);
    expect(new SeenRows(SOURCE, 1).has(record, A)).toBe(true);
    expect(new SeenRows(SOURCE, 2).has(record, A)).toBe(true);
    expect(new SeenRows(SOURCE, 2).has(record, B)).toBe(false);
    expect(new SeenRows(2, 2).has(record, A)).toBe(false);
  });

  test('stays known beside the others of its run', () => {
    const record = recordOf(1, A, B);
    expect([A, B].map((row) => new SeenRows(SOURCE, 2).has(record, row))).toEqual([true, true]);
  });

  test('is forgotten when a later run brings another', () => {
    const record = known(1, new SeenRows(SOURCE, 2).with(recordOf(1, A), B));
    expect([A, B].map((row) => new SeenRows(SOURCE, 3).has(record, row))).toEqual([false, true]);
  });

  test('stays known when the later run brings it too', () => {
    const run = new SeenRows(SOURCE, 2);
    const record = recordOf(1, A);
    run.has(record, A);
    const later = known(1, run.with(record, B));
    expect([A, B].map((row) => new SeenRows(SOURCE, 3).has(later, row))).toEqual([true, true]);
  });

  test('of another source stays known', () => {
    const record = known(1, new SeenRows(2, 2).with(recordOf(1, A), B));
    expect(new SeenRows(SOURCE, 3).has(record, A)).toBe(true);
    expect(new SeenRows(2, 3).has(record, B)).toBe(true);
  });

  test('of a record that is joined stays known', () => {
    const run = new SeenRows(SOURCE, 1);
    const joined = known(2, run.with(null, B));
    const record = known(1, run.with(known(1, run.with(null, A)), C, [joined]));
    expect([A, B, C].map((row) => new SeenRows(SOURCE, 2).has(record, row))).toEqual([true, true, true]);
  });
});

test('a record that a file names very often keeps a text of bounded length', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => rowHash(String(index)));
  const record = recordOf(1, ...rows);
  expect(record.seen.length).toBeLessThan(300);
  expect(new SeenRows(SOURCE, 2).has(record, rows.at(-1) ?? '')).toBe(true);
});

test('records far apart are told apart', () => {
  const run = new SeenRows(SOURCE, 2);
  const record = recordOf(1, A);
  run.has(known(5_000_000, record.seen), A);
  expect(run.with(known(5_000_001, record.seen), B)).not.toContain(A);
  expect(run.with(known(5_000_000, record.seen), B)).toContain(A);
});

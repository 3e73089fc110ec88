// Splitting the rows of a record, and undoing a run among its rows.
import { describe, expect, it } from 'vitest';
import { rowOf } from './fold-rows.ts';
import { endsOf } from './seen-runs.ts';
import type { SourceRow } from './source-row.ts';
import { pinsOf, splitRows, undoneMerge } from './split-rows.ts';
import { partsBeforeRun, rowsWithoutRun } from './undo-run.ts';

/** A row of the run. Its record is its first letter; `id` is its place among the rows. */
function rowsOf(...rows: (Partial<SourceRow<string>> & { readonly runId: number; readonly record: string })[]) {
  return rows.map((row, index): SourceRow<string> => {
    const origin = { runId: row.runId, file: 0, line: index + 2, hash: index };
    return { ...rowOf(origin, row.record, row.record), id: index + 1, ...row };
  });
}

/** Odd runs are of one source, even runs of another. */
const sourceOf = (runId: number) => ({
  sourceId: runId % 2,
  source: '',
  priority: 0,
  runAt: '',
  isPush: false,
  isUndone: false,
});
const others = {
  sourceOf,
  nextRunOf: ({ seenRuns }: Pick<SourceRow<string>, 'seenRuns'>) => endsOf(seenRuns)[0] ?? null,
};
const ids = (rows: readonly SourceRow<string>[]) => rows.map(({ id }) => id);

describe('rows named by an operator', () => {
  const rows = rowsOf({ runId: 1, record: 'a' }, { runId: 2, record: 'b' }, { runId: 3, record: 'c' });

  it('are split from the others', () => {
    const { unknown, staying, moved } = splitRows(rows, [1, 3]);
    expect([unknown, ids(staying), ids(moved)]).toEqual([[], [2], [1, 3]]);
  });

  it('are reported if the record does not contain them', () => {
    expect(splitRows(rows, [4]).unknown).toEqual([4]);
  });

  it('become the record that they were before a merge, if none of its rows stays', () => {
    const [own, joined, other, later] = rowsOf(
      { runId: 1, record: 'a' },
      { runId: 2, record: 'b', formerRecords: '3:7;' },
      { runId: 2, record: 'b', formerRecords: '1:5;3:7;' },
      { runId: 4, record: 'b' },
    ) as [SourceRow<string>, SourceRow<string>, SourceRow<string>, SourceRow<string>];
    const merge = { runId: 3, formerId: 7 };
    expect(undoneMerge({ staying: [own], moved: [joined, other, later] })).toEqual(merge);
    expect(undoneMerge({ staying: [own, other], moved: [joined, later] })).toBeNull();
    expect(undoneMerge({ staying: [joined, other], moved: [own, later] })).toBeNull();
  });

  it('are pinned to their record by source and key', () => {
    expect(pinsOf(rows.slice(0, 2), 9, sourceOf)).toEqual([
      { sourceId: 1, rowKey: 'a', recordId: 9 },
      { sourceId: 0, rowKey: 'b', recordId: 9 },
    ]);
  });
});

describe('the rows that an undone run leaves', () => {
  it('include rows of other runs, and rows that a later run contained unchanged', () => {
    const rows = rowsOf({ runId: 1, record: 'a' }, { runId: 2, record: 'b' }, { runId: 2, record: 'c', seenRuns: '4' });
    expect(rowsWithoutRun(rows, 2, others).map(({ id, runId, line }) => [id, runId, line])).toEqual([
      [1, 1, 2],
      [3, 4, 0],
    ]);
  });

  it('are current again if the run superseded them, unless a later run of the source does', () => {
    const superseded = { runId: 1, record: 'a', rowKey: 'k', supersededBy: 3 };
    const by = (runId: number) => ({ runId, record: 'b', rowKey: 'k' });
    expect(rowsWithoutRun(rowsOf(superseded, by(3)), 3, others).map((row) => row.supersededBy)).toEqual([null]);
    expect(rowsWithoutRun(rowsOf(superseded, by(3), by(5)), 3, others).map((row) => row.supersededBy)).toEqual([
      5,
      null,
    ]);
  });

  it('are separated if the run merged records; later rows stay with the rows that they match directly', () => {
    const rows = rowsOf(
      { runId: 1, record: 'a' },
      { runId: 2, record: 'b', formerRecords: '3:7;' },
      { runId: 4, record: 'b' },
      { runId: 4, record: 'x' },
    );
    const parts = partsBeforeRun(rows, 3, (a, b) => a === b);
    expect(parts.map(({ formerId, rows: part }) => [formerId, ids(part)])).toEqual([
      [null, [1, 4]],
      [7, [2, 3]],
    ]);
    expect(parts[1]?.rows[0]?.formerRecords).toBe('');
  });

  it('form only the records that the run merged, if it created the survivor', () => {
    const rows = rowsOf(
      { runId: 1, record: 'a', formerRecords: '2:5;3:7;4:9;' },
      { runId: 1, record: 'b', formerRecords: '3:8;' },
    );
    const parts = partsBeforeRun(rows, 3, () => false);
    expect(parts.map(({ formerId, rows: part }) => [formerId, ids(part)])).toEqual([
      [null, []],
      [7, [1]],
      [8, [2]],
    ]);
    expect(parts[1]?.rows[0]?.formerRecords).toBe('2:5;');
  });
});

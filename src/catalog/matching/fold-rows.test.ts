import { expect, test } from 'vitest';
import { foldRows, joiningRows, type RowRules, rowOf, withRow } from './fold-rows.ts';
import type { SourceRow } from './source-row.ts';
import { partsBeforeRun, rowsWithoutRun } from './undo-run.ts';

interface Counted {
  readonly count: number | null;
}

/** The record is the last known count. */
const RULES: RowRules<Counted> = {
  fold: (rows) => ({ count: rows.findLast(({ record }) => record.count !== null)?.record.count ?? null }),
  rowKeyOf: () => 'key',
  sourceOf: () => ({ sourceId: 1, source: 'crm', priority: 0, runAt: '', isPush: false, isUndone: false }),
};

function row(runId: number, count: number | null, supersededBy: number | null = null): SourceRow<Counted> {
  return { ...rowOf({ runId, file: 0, line: 0, hash: runId }, { count }, 'key'), supersededBy };
}

test('keeps an old state that a record needs again after the undo of its merge', () => {
  const merged = [row(2, 1, 3), row(3, null, 5), row(5, null)];
  const rows = [...joiningRows(merged, 9, 6), row(1, 2)];
  const all = withRow(rows, { added: row(6, null), isSeen: () => false }, RULES) ?? [];
  expect(foldRows(all, RULES)).toEqual({ count: 2 });
  const parts = partsBeforeRun(
    rowsWithoutRun(all, 6, { sourceOf: RULES.sourceOf, nextRunOf: () => null }),
    6,
    () => false,
  );
  expect(parts.map((part) => [part.formerId, foldRows(part.rows, RULES)])).toEqual([
    [null, { count: 2 }],
    [9, { count: 1 }],
  ]);
});

test('drops a state that was replaced before the last three runs of its source', () => {
  const rows = [row(1, 1, 2), row(2, 2, 3), row(3, 3, 4), row(4, 4)];
  const all = withRow(rows, { added: row(5, 5), isSeen: () => false }, RULES) ?? [];
  expect(all.map(({ runId }) => runId)).toEqual([2, 3, 4, 5]);
});

test('keeps a replaced state, no matter how often another source has changed its row since', () => {
  const rules: RowRules<Counted> = {
    ...RULES,
    sourceOf: (runId) => ({ ...RULES.sourceOf(runId), sourceId: runId < 3 ? 1 : 2 }),
  };
  const rows = [row(1, 1, 2), row(2, 2), row(3, 3, 4), row(4, 4, 5), row(5, 5, 6), row(6, 6)];
  const all = withRow(rows, { added: row(7, 7), isSeen: () => false }, rules) ?? [];
  expect(all.map(({ runId }) => runId)).toEqual([1, 2, 4, 5, 6, 7]);
});

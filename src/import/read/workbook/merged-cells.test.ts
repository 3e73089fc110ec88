import { expect, test } from 'vitest';
import { MergedCells } from './merged-cells.ts';

test('at most a hundred columns are filled at a time, so that a wide sheet merged to its end is read in time', () => {
  const columns = Array.from({ length: 16_000 }, (_, column) => column);
  const merged = new MergedCells(new Map([[1, columns.map((column) => ({ column, lastRow: 1_048_576 }))]]));
  merged.fill(1, columns.map(String));
  const row = ['', '', 'own'];
  merged.fill(2, row);
  expect(row.slice(0, 5)).toEqual(['0', '1', 'own', '3', '4']);
  expect(row).toHaveLength(100);
});

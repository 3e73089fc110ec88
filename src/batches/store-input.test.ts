import { expect, test } from 'vitest';
import { noteHeader } from './store-input.ts';

test('each cell of a header names a column of its own, also if a made name is taken', () => {
  const columns = new Set<string>();
  noteHeader({ cells: ['column_2', '', 'a', 'a_5', ' a ', 'domain'], fault: null }, columns);
  expect([...columns]).toEqual(['column_2', 'column_2_2', 'a', 'a_5', 'a_5_5', 'domain']);
});

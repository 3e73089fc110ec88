import { expect, test } from 'vitest';
import { type ChosenColumns, NO_FIELD, NONE_CHOSEN, withField } from './chosen-columns.ts';

const choose = (chosen: ChosenColumns, column: string, before: string | null, field: string) =>
  withField(chosen, { column, before, field });

test('a mistaken choice that is taken back returns the field to its detected column', () => {
  const mistaken = choose(NONE_CHOSEN, 'Remark', null, 'job_title');
  expect(mistaken.columns).toEqual({ job_title: 'Remark' });
  expect(choose(mistaken, 'Remark', 'job_title', NO_FIELD).columns).toEqual({});
});

test('a column that moves to another field and back leaves both fields as they were', () => {
  const moved = choose(NONE_CHOSEN, 'Role', 'job_title', 'full_name');
  expect(moved.columns).toEqual({ job_title: '', full_name: 'Role' });
  expect(choose(moved, 'Role', 'full_name', 'job_title').columns).toEqual({ job_title: 'Role' });
});

test('a field returns to the column that the reader chose before', () => {
  const first = choose(NONE_CHOSEN, 'Position', null, 'job_title');
  const second = choose(first, 'Remark', null, 'job_title');
  expect(choose(second, 'Remark', 'job_title', NO_FIELD).columns).toEqual({ job_title: 'Position' });
});

test('a field does not take back a column that has another field now', () => {
  const first = choose(NONE_CHOSEN, 'Position', null, 'job_title');
  const second = choose(first, 'Remark', null, 'job_title');
  const third = choose(second, 'Position', null, 'headline');
  expect(choose(third, 'Remark', 'job_title', NO_FIELD).columns).toEqual({ job_title: '', headline: 'Position' });
});

test('a detected column can be left out, chosen again, and left out again', () => {
  const without = choose(NONE_CHOSEN, 'Role', 'job_title', NO_FIELD);
  expect(without.columns).toEqual({ job_title: '' });
  const again = choose(without, 'Role', null, 'job_title');
  expect(again.columns).toEqual({ job_title: 'Role' });
  expect(choose(again, 'Role', 'job_title', NO_FIELD).columns).toEqual({ job_title: '' });
});

import { expect, test } from 'vitest';
import { writtenPosition } from './written-position.ts';

test.each([
  ['VP Engineering at Acme', 'VP Engineering', 'Acme'],
  ['Head of Sales @ Acme Inc. | Speaker', 'Head of Sales', 'Acme Inc.'],
  ['Geschäftsführerin bei Cobalt GmbH', 'Geschäftsführerin', 'Cobalt GmbH'],
  ['Directrice Marketing chez Brightwater', 'Directrice Marketing', 'Brightwater'],
])('reads %s as %s, %s', (text, title, company) =>
  expect(writtenPosition(text, { isDashed: false })).toEqual({ title, company }),
);

test('accepts a dash as separator only in a text that is known to hold a position', () => {
  const text = 'Senior Data Scientist - Aurora Labs';
  expect(writtenPosition(text, { isDashed: true })).toEqual({ title: 'Senior Data Scientist', company: 'Aurora Labs' });
  expect(writtenPosition(text, { isDashed: false })).toBeNull();
});

test.each([
  'VP Engineering',
  'Looking for opportunities at the moment',
  'Former CFO at Acme',
  'Student at Ulm University',
  'Engineer at heart',
  'Helping teams at Acme grow. Always!',
])('finds no position in %s', (text) => expect(writtenPosition(text, { isDashed: true })).toBeNull());

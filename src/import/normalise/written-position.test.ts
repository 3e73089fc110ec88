import { expect, test } from 'vitest';
import { writtenPosition } from './written-position.ts';

test.each([
  ['VP Engineering at Acme', 'VP Engineering', 'Acme'],
  ['Head of Sales @ Acme Inc. | Speaker', 'Head of Sales', 'Acme Inc.'],
  ['Geschäftsführerin bei Cobalt GmbH', 'Geschäftsführerin', 'Cobalt GmbH'],
  ['Directrice Marketing chez Brightwater', 'Directrice Marketing', 'Brightwater'],
])('%s: %s, %s', (text, title, company) =>
  expect(writtenPosition(text, { isDashed: false })).toEqual({ title, company }),
);

test('a dash may stand between the two only where the text is known to hold them', () => {
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
])('%s is no position', (text) => expect(writtenPosition(text, { isDashed: true })).toBeNull());

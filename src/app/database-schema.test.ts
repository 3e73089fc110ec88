import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DATABASE_STEPS } from './database-schema.ts';

/** Names, and the start of the checksums that databases store. A new step is added at the end. */
const KNOWN = [
  ['accounts', '23573895fde0ae2a'],
  ['members', 'c9851fb18078eb4c'],
  ['published edition', '1b1011a46b395282'],
  ['leases and files of several servers', 'ea5408af459368f4'],
  ['catalog', '846b7ffde465fb93'],
  ['all runs that brought a source row', 'a1cefd43f8c839ab'],
];

test('a step keeps its position and its text: otherwise databases with the step would be rejected', () => {
  const steps = DATABASE_STEPS.map(({ name, statements }) => [
    name,
    hash('sha256', statements.join(';\n')).slice(0, 16),
  ]);
  expect(steps.slice(0, KNOWN.length)).toEqual(KNOWN);
});

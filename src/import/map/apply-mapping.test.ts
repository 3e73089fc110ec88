import { expect, test } from 'vitest';
import { cellShaper } from './apply-mapping.ts';
import { makeMapping } from './mapping.ts';

const header = { line: 1, text: '', cells: ['name', 'domain'], fault: null };
const format = { kind: 'table', delimiter: ',', preambleRows: 0 } as const;
const mapping = makeMapping({ path: 'f', format, kind: 'companies', headRows: [header], mapOptions: [] });
const nameOf = (cell: string) => cellShaper(mapping, 'companies')([cell, ''])['name'];

test.each([
  ["'Acme", 'Acme'],
  ["'O'Neill", "O'Neill"],
  ["'+44 7700 900123", '+44 7700 900123'],
  ["'0049 30", '0049 30'],
  ['="00123"', '00123'],
  ['=+447700900123', '+447700900123'],
])('the cell %s is kept a text by its spreadsheet: %s', (cell, text) => expect(nameOf(cell)).toBe(text));

test.each(["'t Hooft BV", "'s-Hertogenbosch", "'47 Brand", "'Elite' Ltd", "'Quoted'", '=SUM(A1)', '== Acme'])(
  'the cell %s stays as it is',
  (cell) => expect(nameOf(cell)).toBe(cell),
);

test.each(['', ' ', 'n/a', '(null)', '-', '#N/A', "'"])('the cell %j is empty', (cell) =>
  expect(nameOf(cell)?.toString().replace("'", '') ?? '').toBe(''),
);

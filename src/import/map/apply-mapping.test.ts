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
])('reads the cell %s, marked as text by a spreadsheet, as %s', (cell, text) => expect(nameOf(cell)).toBe(text));

test.each(["'t Hooft BV", "'s-Hertogenbosch", "'47 Brand", "'Elite' Ltd", "'Quoted'", '=SUM(A1)', '== Acme'])(
  'keeps the cell %s unchanged',
  (cell) => expect(nameOf(cell)).toBe(cell),
);

test.each(['', ' ', 'n/a', '(null)', '-', '#N/A', "'"])('reads the cell %j as empty', (cell) =>
  expect(nameOf(cell)?.toString().replace("'", '') ?? '').toBe(''),
);

test('uses the first non-empty one of two columns with the same name', () => {
  const cells = ['Company', 'Website', 'Website'];
  const headRows = [{ line: 1, text: '', cells, fault: null }];
  const shape = cellShaper(
    makeMapping({ path: 'f', format, kind: 'companies', headRows, mapOptions: [] }),
    'companies',
  );
  expect(shape(['Acme', 'acme.test', 'other.test'])['website']).toBe('acme.test');
  expect(shape(['Acme', '', 'other.test'])['website']).toBe('other.test');
});

import { describe, expect, it } from 'vitest';
import { rowDecoder } from './decode-row.ts';
import { makeMapping } from './map/mapping.ts';
import type { Row } from './read/row.ts';

const jsonRow = (text: string): Row => ({ line: 1, text, cells: null, fault: null });
const tableRow = (...cells: string[]): Row => ({ line: 1, text: cells.join(','), cells, fault: null });

const notes: [field: string, reason: string][] = [];
const note = { warn: (field: string, reason: string) => void notes.push([field, reason]) };

const decodeJson = rowDecoder(
  makeMapping({
    path: 'f',
    format: { kind: 'json-lines' },
    kind: 'companies',
    headRows: [jsonRow('{"name":"A"}')],
    mapOptions: [],
  }),
  'companies',
);
const decodeTable = rowDecoder(
  makeMapping({
    path: 'f',
    format: { kind: 'table', delimiter: ',', preambleRows: 0 },
    kind: 'companies',
    headRows: [tableRow('name', 'about')],
    mapOptions: [],
  }),
  'companies',
);

const json = (row: Row) => decodeJson(row, note);
const table = (row: Row) => decodeTable(row, note);

describe('decoding a row', () => {
  it('returns its values', () => {
    expect(json(jsonRow('{"name":"A","hq":{"city":"B"}}'))).toEqual({ values: { name: 'A', hq: { city: 'B' } } });
    expect(table(tableRow('A', ''))).toEqual({ values: { name: 'A' } });
  });

  it('accepts escapes of ordinary characters, and of whole surrogate pairs', () => {
    expect(json(jsonRow('{"name":"\\u00e4\\ud83c\\udc00"}'))).toEqual({ values: { name: 'ä🀀' } });
  });

  it('reads formulas without a stored value as empty, with a warning if their column is imported', () => {
    notes.length = 0;
    expect(table(tableRow('A', '#FORMULA!'))).toEqual({ values: { name: 'A' } });
    expect(notes).toEqual([
      ['about', 'a formula without a stored value: open the workbook in a spreadsheet program and save it'],
    ]);
  });

  it('rejects the header row of another table below the first', () => {
    const reason = expect.stringMatching(/^the header row of another table/);
    const row = tableRow('City', 'Employees');
    expect(table({ ...row, isAfterBlank: true })).toMatchObject({ reject: { reason } });
    expect(table(row)).toMatchObject({ values: { name: 'City' } });
    expect(table({ ...tableRow('City', 'a shop'), isAfterBlank: true })).toMatchObject({ values: { name: 'City' } });
    expect(table({ ...tableRow('City', ''), isAfterBlank: true })).toMatchObject({ values: { name: 'City' } });
  });

  it('accepts deep nesting', () => {
    const deep = `{"name":"A","x":${'['.repeat(100_000)}"\\u0041"${']'.repeat(100_000)}}`;
    expect(json(jsonRow(deep))).toMatchObject({ values: { name: 'A' } });
  });
});

describe('mis-decoded text', () => {
  const REPAIRED = 'repaired mis-decoded text';
  const notedBy = (decode: () => unknown) => {
    notes.length = 0;
    return { result: decode(), notes: [...notes] };
  };

  it('is repaired in a cell and noted with its field', () => {
    expect(notedBy(() => table(tableRow('MÃ¼ller', 'Ã\u00a0 la carte, voilÃ\u00a0')))).toEqual({
      result: { values: { name: 'Müller', about: 'à la carte, voilà' } },
      notes: [
        ['name', REPAIRED],
        ['about', REPAIRED],
      ],
    });
  });

  it('is repaired at any place of JSON, in escapes too', () => {
    const text = '{"name":"M\\u00c3\\u00bcller","hq":{"city":"ZÃ¼rich"},"specialties":["cafÃ©","tea"],"followers":3}';
    expect(notedBy(() => json(jsonRow(text)))).toEqual({
      result: { values: { name: 'Müller', hq: { city: 'Zürich' }, specialties: ['café', 'tea'], followers: 3 } },
      notes: [
        ['name', REPAIRED],
        ['hq.city', REPAIRED],
        ['specialties', REPAIRED],
      ],
    });
  });

  it('is kept and noted if characters are lost', () => {
    expect(notedBy(() => table(tableRow('M\uFFFDller', '')))).toEqual({
      result: { values: { name: 'M\uFFFDller' } },
      notes: [['name', 'contains characters that were lost before the import (U+FFFD), kept as it is']],
    });
  });

  it('is ignored in a column that is not imported', () => {
    const headRows = [tableRow('name', 'colour')];
    const format = { kind: 'table', delimiter: ',', preambleRows: 0 } as const;
    const mapping = makeMapping({ path: 'f', format, kind: 'companies', headRows, mapOptions: [] });
    const decode = rowDecoder(mapping, 'companies');
    expect(notedBy(() => decode(tableRow('Acme', 'grÃ¼n'), note)).notes).toEqual([]);
  });
});

it('reads a line with a byte order mark, as in files that were joined', () => {
  expect(json(jsonRow('\ufeff{"name":"Acme"}'))).toMatchObject({ values: { name: 'Acme' } });
});

describe('decoding rejects a row', () => {
  it.each([
    ['{"name":"A"', null, 'not valid JSON'],
    ['["A"]', null, 'not a JSON object'],
    ['"A"', null, 'not a JSON object'],
    ['null', null, 'not a JSON object'],
    ['{"name":"A","name":"B"}', 'name', 'the key occurs more than once'],
    ['{"name":"A","hq":{"city":"Ulm","city":null}}', 'hq.city', 'the key occurs more than once'],
    ['{"name":"A\\u0000"}', 'name', 'holds a NUL character'],
    ['{"name":"A","hq":{"city":"\\uD800"}}', 'hq.city', 'contains half of a surrogate pair: not valid Unicode'],
    [
      '{"name":"A","specialties":["x","\\udc00"]}',
      'specialties',
      'contains half of a surrogate pair: not valid Unicode',
    ],
  ])('%s with the field and reason %s: %s', (text, field, reason) => {
    expect(json(jsonRow(text))).toEqual({ reject: { field, reason, value: null } });
  });

  it('with a NUL in a cell, with its field', () => {
    expect(table(tableRow('A', 'x\0'))).toEqual({
      reject: { field: 'about', reason: 'holds a NUL character', value: null },
    });
  });

  it('with a repeated header or with totals', () => {
    const rejection = (reason: string) => ({ reject: { field: null, reason, value: null } });
    expect(table(tableRow('name', ' about '))).toEqual(rejection('a repeated header row'));
    expect(table(tableRow('name', 'x'))).toEqual({ values: { name: 'name', about: 'x' } });
    expect(table(tableRow('Grand Total', '', '', '200'))).toEqual(rejection('a row of totals'));
  });

  it('with a fault of the reader', () => {
    expect(json({ ...jsonRow('{}'), fault: 'not UTF-8' })).toEqual({
      reject: { field: null, reason: 'not UTF-8', value: null },
    });
  });
});

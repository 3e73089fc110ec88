import { describe, expect, it } from 'vitest';
import { rowDecoder } from './decode-row.ts';
import { makeMapping } from './map/mapping.ts';
import type { Row } from './read/row.ts';

const jsonRow = (text: string): Row => ({ line: 1, text, cells: null, fault: null });
const tableRow = (...cells: string[]): Row => ({ line: 1, text: cells.join(','), cells, fault: null });

const json = rowDecoder(
  makeMapping({
    path: 'f',
    format: { kind: 'json-lines' },
    kind: 'companies',
    headRows: [jsonRow('{"name":"A"}')],
    mapOptions: [],
  }),
  'companies',
);
const table = rowDecoder(
  makeMapping({
    path: 'f',
    format: { kind: 'table', delimiter: ',' },
    kind: 'companies',
    headRows: [tableRow('name', 'about')],
    mapOptions: [],
  }),
  'companies',
);

describe('a row that is read', () => {
  it('becomes values', () => {
    expect(json(jsonRow('{"name":"A","hq":{"city":"B"}}'))).toEqual({ values: { name: 'A', hq: { city: 'B' } } });
    expect(table(tableRow('A', ''))).toEqual({ values: { name: 'A' } });
  });

  it('escapes of ordinary characters are fine, whole pairs of surrogates too', () => {
    expect(json(jsonRow('{"name":"\\u00e4\\ud83d\\ude00"}'))).toEqual({ values: { name: 'ä😀' } });
  });

  it('deep nesting harms nobody', () => {
    const deep = `{"name":"A","x":${'['.repeat(100_000)}"\\u0041"${']'.repeat(100_000)}}`;
    expect(json(jsonRow(deep))).toMatchObject({ values: { name: 'A' } });
  });
});

describe('a row is refused', () => {
  it.each([
    ['{"name":"A"', null, 'not valid JSON'],
    ['["A"]', null, 'not a JSON object'],
    ['"A"', null, 'not a JSON object'],
    ['null', null, 'not a JSON object'],
    ['{"name":"A\\u0000"}', 'name', 'holds a NUL character'],
    ['{"name":"A","hq":{"city":"\\uD800"}}', 'hq.city', 'holds half a surrogate pair: not valid Unicode'],
    ['{"name":"A","specialties":["x","\\udc00"]}', 'specialties', 'holds half a surrogate pair: not valid Unicode'],
  ])('%s: %s %s', (text, field, reason) => {
    expect(json(jsonRow(text))).toEqual({ reject: { field, reason, value: null } });
  });

  it('for a NUL in a cell, with its field', () => {
    expect(table(tableRow('A', 'x\0'))).toEqual({
      reject: { field: 'about', reason: 'holds a NUL character', value: null },
    });
  });

  it('for its own fault', () => {
    expect(json({ ...jsonRow('{}'), fault: 'not UTF-8' })).toEqual({
      reject: { field: null, reason: 'not UTF-8', value: null },
    });
  });
});

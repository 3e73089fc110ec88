import { describe, expect, it } from 'vitest';
import { neutralText } from './csv-text.ts';
import { cellReader } from './own-tables.ts';

const TEXTS = ['=1', "'=1", "''@x", '+49 30 901820', 'plain', "O'Neil", ''];

describe('the reader of the cells of a table', () => {
  it.each([
    [['name', 'reject_reason']],
    [['name', 'result.email', 'status', 'reason']],
    [['status', 'result.email', 'cardfile_result.email', 'cardfile_cardfile_status', 'cardfile_reason']],
  ])('restores the texts of a table that Cardfile wrote: %s', (headers) => {
    expect(cellReader(headers)(TEXTS.map(neutralText))).toEqual(TEXTS);
  });

  it.each([
    [['name', 'status', 'reason']],
    [['result.email', 'status', 'reason', 'owner']],
    [['results', 'status', 'reason']],
    [['reject_reason', 'name']],
    [[]],
  ])('changes nothing in any other table: %s', (headers) => {
    expect(cellReader(headers)(TEXTS)).toBe(TEXTS);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Line } from './lines.ts';
import type { Row } from './row.ts';
import { readTable, rowsOfLines } from './table.ts';

async function rowsOf(text: string, delimiter = ','): Promise<Row[]> {
  const lines: Line[] = text.split('\n').map((line, index) => ({ number: index + 1, text: line, fault: null }));
  return collect(lines, delimiter);
}

async function collect(lines: Line[], delimiter = ','): Promise<Row[]> {
  const rows: Row[] = [];
  const block = (async function* () {
    yield lines;
  })();
  for await (const row of readTable(block, { delimiter, preambleRows: 0 })) rows.push(row);
  return rows;
}

const cellsOf = async (text: string, delimiter = ',') => (await rowsOf(text, delimiter)).map(({ cells }) => cells);

describe('the rows of a table', () => {
  it('may contain delimiters, doubled quotes and line breaks in quotes', async () => {
    expect(await cellsOf('a,b\n"x,1","say ""hi"""\n"two\nlines",z')).toEqual([
      ['a', 'b'],
      ['x,1', 'say "hi"'],
      ['two\nlines', 'z'],
    ]);
  });

  it('begin with a header of empty cells if the table has none', async () => {
    const lines = ['Jo,Cook', '', 'Bo,Chef'].map((text, index) => ({ number: index + 1, text, fault: null }));
    const table = { delimiter: ',', preambleRows: 0, isHeaderless: true } as const;
    expect([...rowsOfLines(lines, table)].map(({ line, cells }) => [line, cells])).toEqual([
      [1, ['', '']],
      [1, ['Jo', 'Cook']],
      [3, ['Bo', 'Chef']],
    ]);
  });

  it('are single cells in a table of one column, whatever their punctuation', () => {
    const lines = ['name', 'Acme, Inc.', '"Beta, Ltd."', 'Gamma,', ','].map((text, index) => ({
      ...{ number: index + 1, text, fault: null },
    }));
    const table = { delimiter: ',', preambleRows: 0, isSingleColumn: true } as const;
    expect([...rowsOfLines(lines, table)].map(({ cells, fault }) => [cells, fault])).toEqual([
      [['name'], null],
      [['Acme, Inc.'], null],
      [['Beta, Ltd.'], null],
      [['Gamma'], null],
    ]);
  });

  it('may contain a quote as a character in an unquoted cell', async () => {
    expect(await cellsOf('a,b\n5" pipe,x "y" z')).toEqual([
      ['a', 'b'],
      ['5" pipe', 'x "y" z'],
    ]);
  });

  it('include empty cells, but not empty lines and rows without any value', async () => {
    expect(await cellsOf('a,b,c\n\n,,\n, ,\n"",x,\n')).toEqual([
      ['a', 'b', 'c'],
      ['', 'x', ''],
    ]);
  });

  it('are marked if an empty row precedes them', async () => {
    const rows = await rowsOf('a,b\n1,2\n\n3,4\n5,6\n,\n"7",8');
    expect(rows.map(({ isAfterBlank = false }) => isAfterBlank)).toEqual([false, false, true, false, true]);
  });

  it('have the numbers of the lines on which they start', async () => {
    const rows = await rowsOf('a,b\n"1\n2\n3",x\ny,z');
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it('have empty cells at their end if they are shorter than the header', async () => {
    const rows = await rowsOf('a,b,c,d\n1,2\n"1",2,3\n1,2,3,4');
    expect(rows.slice(1).map(({ cells, missingFrom = null, fault }) => [cells, missingFrom, fault])).toEqual([
      [['1', '2', '', ''], 2, null],
      [['1', '2', '3', ''], 3, null],
      [['1', '2', '3', '4'], null, null],
    ]);
  });

  it('are faulty with one cell, or with more cells than the header; the next one is not affected', async () => {
    const rows = await rowsOf('a,b\n1\n1,2,3\n1,2');
    expect(rows.map(({ fault }) => fault)).toEqual([
      null,
      '1 cell where the header has 2',
      '3 cells where the header has 2: quote each cell that contains the delimiter',
      null,
    ]);
  });

  it('may end with a delimiter that the header lacks', async () => {
    const rows = await rowsOf('a,b\n1,2,\n"1",2, ,\n1,,');
    expect(rows.slice(1).map(({ cells, fault }) => [cells, fault])).toEqual([
      [['1', '2'], null],
      [['1', '2'], null],
      [['1', ''], null],
    ]);
  });

  it('lose only the line with text after a closing quote', async () => {
    const rows = await rowsOf('a,b\n"x"y,1\nz,2');
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      [1, null],
      [2, 'text after the closing quote of cell 1: double each quote within a cell'],
      [3, null],
    ]);
  });

  it('lose only the line on which a quote opens that is never closed', async () => {
    const rows = await rowsOf('a,b\n1,"oops\n2,x\n3,y');
    expect(rows.map(({ line, cells, fault }) => [line, cells, fault])).toEqual([
      [1, ['a', 'b'], null],
      [2, null, 'a quote that opens in this row is never closed: remove or close it'],
      [3, ['2', 'x'], null],
      [4, ['3', 'y'], null],
    ]);
  });

  it('lose nothing after a stray quote: the next quoted cell ends it', async () => {
    const rows = await rowsOf('a,b\n1,"oops\n2,x\n"3",y\n4,z');
    expect(rows.filter(({ fault }) => fault === null).map(({ cells }) => cells?.[0])).toEqual(['a', '2', '3', '4']);
  });

  it('are read after a never closed quote near the top of a large file without reading to its end', async () => {
    const filler = Array.from({ length: 60_000 }, (_, index) => `${index},${'x'.repeat(90)}`);
    const rows = await rowsOf(['a,b', '"open,1', ...filler].join('\n'));
    expect(rows.filter(({ fault }) => fault !== null).map(({ line }) => line)).toEqual([2]);
    expect(rows).toHaveLength(filler.length + 2);
  });

  it('are faulty as a whole if one of their lines is', async () => {
    const rows = await collect([
      { number: 1, text: 'a,b', fault: null },
      { number: 2, text: '"x', fault: null },
      { number: 3, text: '\uFFFD",y', fault: 'not UTF-8' },
      { number: 4, text: '1,2', fault: null },
    ]);
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      [1, null],
      [2, 'not UTF-8'],
      [4, null],
    ]);
  });

  it('ignore blanks around a quoted cell, and keep quotes within a cell as characters', async () => {
    expect(await cellsOf('a,b,c\nAcme, "Leeds, UK" ,"x" \n "y" z, "q, 1')).toEqual([
      ['a', 'b', 'c'],
      ['Acme', 'Leeds, UK', 'x'],
      [' "y" z', ' "q', ' 1'],
    ]);
  });

  it('contain all cells as they were written, unless all are empty', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ä', '"', ',', ';', '\n', ' ') });
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
      );
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t'), async (rows, delimiter) => {
        const text = rows
          .map((cells) => cells.map((value) => `"${value.replaceAll('"', '""')}"`).join(delimiter))
          .join('\n');
        expect(await cellsOf(text, delimiter)).toEqual(rows.filter((row) => row.some((value) => value.trim() !== '')));
      }),
    );
  });
});

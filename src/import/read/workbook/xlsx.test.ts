import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeXlsx, makeZip, textRow, workbookParts } from '../../../../test/support/make-xlsx.ts';
import { formatOf } from '../format.ts';
import { readRows } from '../read-rows.ts';
import { openSource } from '../source.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-xlsx-'));

async function csvOf(bytes: Buffer, sheet: string | null = null): Promise<string> {
  const path = join(folder, 'book.xlsx');
  writeFileSync(path, bytes);
  const source = await openSource(path, null, sheet);
  const parts: Buffer[] = [];
  for await (const part of source.bytes()) parts.push(part);
  return Buffer.concat(parts).toString();
}

const sheetOf = (rows: string, texts = '') => makeXlsx({ sheets: [{ name: 'People', rows }], texts });

describe('the cells of a sheet', () => {
  it('are shared texts, own texts, numbers, truth values and the values of formulas', async () => {
    const texts =
      '<si><t>Name</t></si><si><r><t>Jo </t></r><r><t>Doe</t></r></si><si><t>東京</t><rPh><t>トウキョウ</t></rPh></si>';
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Count &amp; more</t><rPh><t>カウント</t></rPh></is></c></row>
      <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><f>1+2</f><v>3</v></c><c r="C2" t="b"><v>1</v></c><c r="D2" t="s"><v>2</v></c></row>
      <row r="3"><c r="A3" t="str"><f>A1&amp;"x"</f><v>Namex</v></c><c r="B3" t="e"><v>#N/A</v></c><c r="C3"><v>4.91701234567E11</v></c></row>`;
    expect(await csvOf(sheetOf(rows, texts))).toBe('Name,Count & more\nJo Doe,3,true,東京\nNamex,,491701234567\n');
  });

  it('are days and times if their format shows them', async () => {
    const rows =
      '<row><c s="1"><v>43602</v></c><c s="2"><v>43602.5</v></c><c s="3"><v>43602</v></c><c s="0"><v>43602</v></c><c s="1"/></row>';
    expect(await csvOf(sheetOf(rows))).toBe('2019-05-17,2019-05-17T12:00:00Z,43602,43602\n');
    const old = makeXlsx({ sheets: [{ name: 'A', rows: '<row><c s="1"><v>42140</v></c></row>' }], isFrom1904: true });
    expect(await csvOf(old)).toBe('2019-05-17\n');
  });

  it('are the days that Excel shows at both ends of its calendar', async () => {
    const days = (...values: readonly number[]) =>
      `<row>${values.map((value) => `<c s="1"><v>${value}</v></c>`).join('')}</row>`;
    expect(await csvOf(sheetOf(days(1, 59, 61, 2_958_465, 2_958_466)))).toBe(
      '1900-01-01,1900-02-28,1900-03-01,9999-12-31,2958466\n',
    );
    const old = makeXlsx({ sheets: [{ name: 'A', rows: days(1, 2_957_003, 2_957_004) }], isFrom1904: true });
    expect(await csvOf(old)).toBe('1904-01-02,9999-12-31,2957004\n');
  });

  it('have the leading zeros of their format, and all stored digits', async () => {
    const cell = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
    const zeros = [cell('42', 4), cell('123456', 4), cell('4.2E1', 4), cell('-4', 4), cell('1.5', 4)];
    const digits = [
      cell('12345678901234567'),
      cell('1.2345678901234501E+18'),
      cell('1.2E+3'),
      cell('0.30000000000000004'),
    ];
    expect(await csvOf(sheetOf(`<row>${zeros.join('')}</row><row>${digits.join('')}</row>`))).toBe(
      '00042,123456,00042,-4,1.5\n12345678901234567,1.2345678901234501E+18,1200,0.3\n',
    );
  });

  it('have the characters that their texts contain as codes', async () => {
    const texts = '<si><t>VP_x000D_\nSales_x005F_x000D_</t></si>';
    const rows = '<row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>a_x0041_b_x41_</t></is></c></row>';
    expect(await csvOf(sheetOf(rows, texts))).toBe('"VP\rSales_x000D_",aAb_x41_\n');
  });

  it('keep their row and column, with missing cells and rows empty', async () => {
    const rows =
      '<row r="2"><c r="B2"><v>1</v></c><c r="D2"><v>2</v></c></row><row r="5"><c r="AB5"><v>3</v></c></row>';
    expect(await csvOf(sheetOf(rows))).toBe(`\n,1,,2\n\n\n${','.repeat(27)}3\n`);
  });

  it('are quoted as in CSV', async () => {
    expect(await csvOf(sheetOf(textRow('a,b', 'say &quot;hi&quot;', 'two\nlines', ' x ')))).toBe(
      '"a,b","say ""hi""","two\rlines", x \n',
    );
  });

  it('are marked if their formula has no stored value, but not if its value is an empty text', async () => {
    const formulas = '<c><f>A1</f></c><c><f>A1</f><v></v></c><c t="str"><f>A1</f><v></v></c><c t="str"><f>A1</f></c>';
    expect(await csvOf(sheetOf(`<row>${formulas}<c><v>1</v></c></row>`))).toBe('#FORMULA!,#FORMULA!,,#FORMULA!,1\n');
  });

  it('have the value of the merged cells of their column, in rows with a value of their own', async () => {
    const row = (number: number, a: string, b: string) =>
      `<row r="${number}"><c r="A${number}" t="str"><v>${a}</v></c><c r="B${number}" t="str"><v>${b}</v></c></row>`;
    const rows = [row(1, 'Firm', 'Person'), row(2, 'Acme', 'Jo'), row(3, '', 'Ann'), row(4, '', '')];
    const sheet = (merged: string[]) =>
      makeXlsx({ sheets: [{ name: 'A', rows: [...rows, row(6, '', 'Bo'), row(7, '', 'Cy')].join(''), merged }] });
    expect(await csvOf(sheet(['A2:A6']))).toBe('Firm,Person\nAcme,Jo\nAcme,Ann\n\n\nAcme,Bo\n,Cy\n');
    const unmerged = 'Firm,Person\nAcme,Jo\n,Ann\n\n\n,Bo\n,Cy\n';
    expect(await csvOf(sheet(['A2:B6', 'A1:B1', 'C2:C6']))).toBe(unmerged);
  });

  it('are merged by ranges anywhere in a long list', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) =>
      textRow(index % 2 === 0 ? `Firm ${index}` : '', `${index}`),
    );
    const merged = Array.from({ length: 1500 }, (_, index) => `A${2 * index + 1}:A${2 * index + 2}`);
    const lines = (await csvOf(makeXlsx({ sheets: [{ name: 'A', rows: rows.join(''), merged }] }))).split('\n');
    expect(lines.slice(0, -1).filter((line) => !line.startsWith('Firm'))).toEqual([]);
    expect(lines[2999]).toBe('Firm 2998,2999');
  });

  it('may be many: rows are returned in chunks, each whole', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => textRow(`Name ${row}`, 'VP Sales', 'Acme'));
    const lines = (await csvOf(sheetOf(rows.join('')))).split('\n');
    expect(lines.length).toBe(30_001);
    expect(lines[29_999]).toBe('Name 29999,VP Sales,Acme');
  });
});

describe('the sheet of a workbook', () => {
  const book = makeXlsx({
    sheets: [
      { name: 'Notes', rows: textRow('hidden'), state: 'hidden' },
      { name: 'People', rows: textRow('first') },
      { name: '2024', rows: textRow('second') },
    ],
  });

  it('is the first visible one, or the one of a name or of a number among the visible ones', async () => {
    expect(await csvOf(book)).toBe('first\n');
    expect(await csvOf(book, '2024')).toBe('second\n');
    expect(await csvOf(book, 'people')).toBe('first\n');
    expect(await csvOf(book, '1')).toBe('first\n');
    expect(await csvOf(book, '2')).toBe('second\n');
    expect(await csvOf(book, 'Notes')).toBe('hidden\n');
  });

  it('is shown with the names of the others', async () => {
    const path = join(folder, 'named.xlsx');
    writeFileSync(path, book);
    expect((await openSource(path)).container).toBe('sheet "People" (others, by --sheet: "2024")');
  });

  it('is rejected if there is none of this name', async () => {
    await expect(csvOf(book, 'Jobs')).rejects.toThrow(
      /it has no sheet "Jobs"; it has "Notes" \(hidden\), "People", "2024"\. Name one of them with --sheet/,
    );
  });
});

describe('the rows of a sheet', () => {
  const readSheet = async (rows: readonly (readonly string[])[]) => {
    const path = join(folder, 'ragged.xlsx');
    writeFileSync(path, sheetOf(rows.map((cells) => textRow(...cells)).join('')));
    const source = await openSource(path);
    const read = await Array.fromAsync(readRows(source, formatOf(source)));
    return read.map(({ cells, cellsLeftOut = 0, fault }) => [cells, cellsLeftOut, fault]);
  };

  it('have the numbers of the sheet, whatever line breaks their cells have', async () => {
    const path = join(folder, 'lines.xlsx');
    const rows = [['name', 'about'], ['Acme', 'one\ntwo\nthree'], ['Beta', 'x\r\n"y"'], ['Gamma']];
    writeFileSync(path, sheetOf(rows.map((cells) => textRow(...cells)).join('')));
    const source = await openSource(path);
    const read = await Array.fromAsync(readRows(source, formatOf(source)));
    expect(read.map(({ line, cells }) => [line, cells?.[1]])).toEqual([
      [1, 'about'],
      [2, 'one\ntwo\nthree'],
      [3, 'x\n"y"'],
      [4, ''],
    ]);
  });

  it('may be shorter than the header, and have notes on their right', async () => {
    const rows = [['name', 'city', 'phone'], ['Jo'], ['Ann', 'Leeds'], ['Bo', 'Leeds', '1', 'x']];
    expect(await readSheet(rows)).toEqual([
      [['name', 'city', 'phone'], 0, null],
      [['Jo', '', ''], 0, null],
      [['Ann', 'Leeds', ''], 0, null],
      [['Bo', 'Leeds', '1'], 1, null],
    ]);
  });

  it('may have columns without a header at their end', async () => {
    const rows = [
      ['name', 'city'],
      ['Jo', 'Leeds', 'jo@acme.example'],
      ['Bo', '', 'bo@acme.example', 'x', ' '],
    ];
    expect(await readSheet(rows)).toEqual([
      [['name', 'city', ''], 0, null],
      [['Jo', 'Leeds', 'jo@acme.example'], 0, null],
      [['Bo', '', 'bo@acme.example'], 1, null],
    ]);
  });

  it('may have far cells, also blank ones in the header row', async () => {
    const far = Array<string>(3000).fill('');
    const rows = [
      ['name', 'city', ...far, ' '],
      ['Jo', 'Leeds', ...far, 'x'],
      ['Bo', 'York', ...far, 'x'],
    ];
    expect(await readSheet(rows)).toEqual([
      [['name', 'city'], 0, null],
      [['Jo', 'Leeds'], 3001, null],
      [['Bo', 'York'], 3001, null],
    ]);
  });
});

describe('a damaged or hostile workbook', () => {
  const parts = workbookParts({ sheets: [{ name: 'A', rows: textRow('name') }] });

  it('is rejected with a remedy if it is cut off', async () => {
    const whole = makeZip(parts);
    await expect(csvOf(whole.subarray(0, whole.length - 40))).rejects.toThrow(
      /an Excel workbook that cannot be read .*Open it in a spreadsheet program and save it again/,
    );
  });

  it('cannot unpack to more than it claims', async () => {
    const rows = textRow('x'.repeat(1000)).repeat(20_000);
    const big = workbookParts({ sheets: [{ name: 'A', rows }] });
    await expect(csvOf(makeZip(big, { 'xl/worksheets/s0.xml': 1000 }))).rejects.toThrow(/it cannot be read/);
  });

  it.each([
    ['a cell out of bounds', '<row><c r="ZZZZ1"><v>1</v></c></row>', /it has an invalid cell reference ZZZZ1/],
    ['a row out of bounds', '<row r="99999999"><c><v>1</v></c></row>', /it has an invalid row number 99999999/],
    [
      'rows in the wrong order',
      '<row r="3"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>',
      /it has an invalid row number 2/,
    ],
    ['a long text', textRow('x'.repeat(1_000_001)), /has a cell of over 1000000 characters/],
    ['broken XML', '<row><c></row>', /it is not valid XML/],
  ])('is rejected for %s', async (_, rows, message) => {
    await expect(csvOf(sheetOf(rows))).rejects.toThrow(message);
  });

  it('expands no entities of its own', async () => {
    const entity = '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>';
    const sheet = (parts['xl/worksheets/s0.xml'] ?? '').replace('?>', `?>${entity}`).replace('name', '&b;');
    await expect(csvOf(makeZip({ ...parts, 'xl/worksheets/s0.xml': sheet }))).rejects.toThrow(/not valid XML/);
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeXlsx, textRow } from '../../test/support/make-xlsx.ts';
import { describeMapping } from './map/describe-mapping.ts';
import { openInputs } from './open-inputs.ts';

const path = join(mkdtempSync(join(tmpdir(), 'cardfile-sheets-')), 'book.xlsx');
const COVER = { name: 'Cover', rows: textRow('Our partners') + textRow('made in 2024') };
const SETTINGS = { name: 'Settings', rows: textRow('Name', 'Colour') + textRow('Margin', 'red') };
const EMPTY = { name: 'Empty', rows: '' };
const DATA = { name: 'Data', rows: textRow('Company', 'Website') + textRow('Acme', 'acme.example') };

interface Choices {
  readonly sheet?: string;
  readonly mapOptions?: readonly string[];
}

async function mappingOf(sheets: Parameters<typeof makeXlsx>[0]['sheets'], choices: Choices = {}): Promise<string> {
  writeFileSync(path, makeXlsx({ sheets }));
  const opening = { kind: 'companies', files: [path], encoding: null, mapOptions: [], ...choices } as const;
  const [input] = await openInputs(opening);
  return input === undefined ? '' : describeMapping(input.mapping, input.source).replace(path, 'book.xlsx');
}

describe('the sheet of an import', () => {
  it('is the first one that has known columns, and the message names it', async () => {
    const shown = await mappingOf([COVER, SETTINGS, DATA]);
    expect(shown).toMatch(/^book\.xlsx: sheet "Data" \(others, .*\); the first sheet, "Cover", has no known columns\n/);
    expect(shown).toContain('<- Website');
  });

  it('is the first one if it has known columns, and never an empty one', async () => {
    expect(await mappingOf([DATA, SETTINGS])).toMatch(/^book\.xlsx: sheet "Data" \(others, by --sheet: "Settings"\)\n/);
    expect(await mappingOf([EMPTY, DATA])).toMatch(/^book\.xlsx: sheet "Data"/);
    await expect(mappingOf([EMPTY])).rejects.toThrow(/it is empty/);
  });

  it('is the one that the caller names', async () => {
    await expect(mappingOf([COVER, DATA], { sheet: 'Cover' })).rejects.toThrow(/no column was recognized as name/);
    await expect(mappingOf([EMPTY, DATA], { sheet: 'Empty' })).rejects.toThrow(/it is empty/);
  });

  it('cannot be named for a file without sheets', async () => {
    const csv = join(dirname(path), 'companies.csv');
    writeFileSync(csv, 'Company,Website\nAcme,acme.example\n');
    const opening = { kind: 'companies', encoding: null, mapOptions: [], sheet: 'Data' } as const;
    await expect(openInputs({ ...opening, files: [csv] })).rejects.toThrow(
      /companies\.csv: --sheet Data names a sheet, but the file is not an Excel workbook .*\. Leave out --sheet/,
    );
  });

  it('is named with the others if none has known columns', async () => {
    await expect(mappingOf([COVER, { ...COVER, name: 'Notes' }, EMPTY])).rejects.toThrow(
      /no column was recognized as name\. Select it .*\. The other sheets, for --sheet, are "Notes", "Empty"\.$/,
    );
  });

  it('shows the formulas without stored values by column', async () => {
    const formula = '<c><f>B1</f></c>';
    const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
    const rows = `${textRow('Company', 'Website')}<row>${cell('Acme')}${formula}</row><row>${cell('Bolt')}${formula}</row>`;
    expect(await mappingOf([{ name: 'Data', rows }])).toContain(
      'doubtful: Website: 2 formulas without a stored value in the first rows: open the workbook in a spreadsheet',
    );
  });
});

describe('JSON Lines', () => {
  const linesFile = (name: string, text: string) => {
    const file = join(dirname(path), name);
    writeFileSync(file, text);
    return file;
  };
  const opened = (file: string, map: readonly string[] = []) =>
    openInputs({ kind: 'companies', files: [file], encoding: null, mapOptions: map });

  it('may be empty, as an export without records is', async () => {
    for (const name of ['none.jsonl', 'none.ndjson']) {
      const [input] = await opened(linesFile(name, ''), ['domain=Web']);
      expect(input?.mapping.format).toEqual({ kind: 'json-lines' });
    }
    await expect(opened(linesFile('none.jsonl.gz', ''))).rejects.toThrow(/none\.jsonl\.gz: it is empty/);
  });

  it('may have a key that the caller names below their first rows only', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `{"name":"Firm ${index}"}\n`).join('');
    const [input] = await opened(linesFile('late.jsonl', `${rows}{"name":"Late","Web":"late.test"}\n`), ['domain=Web']);
    const mapped = input?.mapping.columns.map(({ column, field }) => [column.header, field]);
    expect(mapped).toEqual([
      ['name', 'name'],
      ['Web', 'domain'],
    ]);
    await expect(opened(linesFile('short.jsonl', rows.slice(0, 1000)), ['domain=Web'])).rejects.toThrow(
      'there is no column Web',
    );
  });
});

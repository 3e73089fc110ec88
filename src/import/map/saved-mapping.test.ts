import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../read/row.ts';
import { keyShaper } from './apply-mapping.ts';
import type { Mapping } from './column-mapping.ts';
import { type MappingChoices, makeMapping } from './mapping.ts';
import { readSavedMapping, saveMapping } from './saved-mapping.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-mapping-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
const pathOf = (name: string) => join(folder, name);

function mapHeader(header: readonly string[], choices: Partial<MappingChoices> = {}): Mapping {
  const headRows: Row[] = [{ line: 1, text: '', cells: header, fault: null }];
  const format = { kind: 'table', delimiter: ',', preambleRows: 0 } as const;
  return makeMapping({ path: 'f.csv', format, kind: 'people', headRows, mapOptions: [], ...choices });
}

const fieldsOf = ({ columns }: Mapping) => columns.map(({ field }) => field);

async function fault(name: string, content: string | null) {
  if (content !== null) writeFileSync(pathOf(name), content);
  return readSavedMapping(pathOf(name), 'people').catch((cause: Error) => cause.message.slice(folder.length + 1));
}

describe('a saved mapping', () => {
  it('maps the same columns to the same fields, without a header, with equal headers and in lists', async () => {
    const header = ['Name', '', 'Mail', 'Mail', 'Secondary Email', 'Note'];
    const given = mapHeader(header, { mapOptions: ['email=#3', 'emails=#4', 'emails=#5', 'headline=#2'] });
    await saveMapping(pathOf('m.json'), 'people', [given]);
    expect(JSON.parse(readFileSync(pathOf('m.json'), 'utf8'))).toEqual({
      kind: 'people',
      columns: { full_name: 'Name', headline: '#2', email: '#3', emails: ['#4', 'Secondary Email'] },
    });
    const again = mapHeader(header, { saved: await readSavedMapping(pathOf('m.json'), 'people') });
    expect(fieldsOf(again)).toEqual(fieldsOf(given));
    expect(again.columns.some(({ guess }) => guess !== null)).toBe(false);
  });

  it('may begin with a byte order mark', async () => {
    writeFileSync(pathOf('marked.json'), '\ufeff{"kind":"people","columns":{"full_name":"Name"}}');
    expect(await readSavedMapping(pathOf('marked.json'), 'people')).toEqual([['full_name', 'Name']]);
  });

  it('disables all guesses, and --map takes precedence over it', () => {
    const saved = [['full_name', 'Who']] as const;
    expect(fieldsOf(mapHeader(['Who', 'Title', 'Email'], { saved }))).toEqual(['full_name', null, null]);
    const corrected = mapHeader(['Who', 'Title', 'Alias'], { saved, mapOptions: ['full_name=Alias'] });
    expect(fieldsOf(corrected)).toEqual([null, null, 'full_name']);
  });

  it('is rejected if a table lacks one of its columns', () => {
    expect(() => mapHeader(['Who'], { saved: [['full_name', 'Name']] })).toThrow(
      /f\.csv: the saved mapping, full_name: there is no column Name\. The columns are: "Who"\./,
    );
  });

  it('renames keys that the first objects lack, and omits known keys that it does not name', () => {
    const headRows = [{ line: 1, text: '{"who":"Jo","headline":"x"}', cells: null, fault: null }];
    const saved = [['full_name', 'who'] as const, ['job_title', 'does'] as const, ['email', 'contact.mail'] as const];
    const mapping = makeMapping({
      path: 'f.jsonl',
      format: { kind: 'json-lines' },
      kind: 'people',
      headRows,
      mapOptions: [],
      saved,
    });
    const row = { who: 'Al', does: 'Cook', headline: 'y', contact: { mail: 'al@acme.test' } };
    expect(keyShaper(mapping, 'people')?.(row)).toEqual({
      full_name: 'Al',
      job_title: 'Cook',
      email: 'al@acme.test',
    });
  });

  it.each([
    ['missing.json', null, /^missing\.json: there is no such file/],
    ['text.json', 'name <- Name', /^text\.json: it is not a mapping\. Give a file written by --save-mapping/],
    ['list.json', '{"kind":"people","columns":{"full_name":3}}', /^list\.json: it is not a mapping/],
    ['jobs.json', '{"kind":"jobs","columns":{}}', /^jobs\.json: it is a mapping of jobs\. Give one of people/],
    [
      'field.json',
      '{"kind":"people","columns":{"nam":"x"}}',
      /^field\.json: there is no field nam\. The fields are: net/,
    ],
  ])('%s is rejected with a remedy', async (name, content, message) => {
    expect(await fault(name, content)).toMatch(message);
  });

  it('is of one kind of file, and is not written into a missing folder', async () => {
    const mappings = [mapHeader(['Name']), mapHeader(['Full name'])];
    await expect(saveMapping(pathOf('two.json'), 'people', mappings)).rejects.toThrow(
      /f\.csv: its columns differ from those of the first file/,
    );
    await expect(saveMapping(pathOf('no/m.json'), 'people', mappings.slice(1))).rejects.toThrow(
      /m\.json: it cannot be written \(there is no such file or folder.*Name another file with --save-mapping/,
    );
  });
});

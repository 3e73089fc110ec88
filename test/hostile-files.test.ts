// Hostile files, each previewed in its thread and imported: bounded in time and memory, and rejected in one sentence.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCatalogWriter } from '../src/catalog/sqlite/open-catalog-writer.ts';
import { PreviewThread } from '../src/dashboard/uploads/preview-thread.ts';
import { IMPORT_FIELDS } from '../src/import/map/import-fields.ts';
import { MERGE_RULES } from '../src/import/merge.ts';
import { rowsOfLines } from '../src/import/read/table.ts';
import { type ImportOptions, runImport } from '../src/import/run-import.ts';
import { systemClock } from '../src/ops/clock.ts';
import { OperatorError } from '../src/ops/operator-error.ts';
import { HOSTILE_FILES, writeHostile } from './support/hostile-files.ts';

/** Generous, because tests run concurrently. Quadratic work takes minutes. */
const IMPORT_MS = 60_000;
const PREVIEW_MS = 10_000;
const KINDS = ['people', 'companies', 'jobs'] as const;
const ANSWER_BYTES_MAX = 4_000_000;

let folder: string;
const previews = new PreviewThread();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-hostile-'));
});
afterAll(async () => {
  await previews.stop();
  rmSync(folder, { recursive: true });
});

let imports = 0;
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

async function importOf(path: string, options: Partial<ImportOptions> = {}) {
  imports += 1;
  const place = join(folder, String(imports));
  const writer = openCatalogWriter({ file: `${place}.db`, merge: MERGE_RULES });
  try {
    const report = await runImport({
      ...{ kind: 'people', files: [path], source: 'stranger', mapOptions: [], dryRun: false },
      ...{ reportFile: `${place}.report`, rejectsFile: `${place}.rejects`, writer, clock: systemClock },
      ...{ onMessage: () => {}, onProgress: () => {}, ...options },
    });
    return { report, error: null, people: [...writer.personRecords()].length, runs: await writer.runs() };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { report: null, error, people: [...writer.personRecords()].length, runs: await writer.runs() };
  } finally {
    writer.close();
  }
}

/** The file, the place, the error and the remedy: a few hundred characters on one line. */
function expectSentence(message: string, path: string): void {
  expect(message.replace(path, '')).toMatch(/^[^\n]{20,600}$/);
  expect(message).toMatch(/[.)]$|again$|limit$/);
}

describe('a hostile file', () => {
  // Reading a file does not depend on the kind, so each is previewed as one; similar files as different kinds.
  it.each(HOSTILE_FILES.map((file, index) => ({ ...file, kind: KINDS[index % KINDS.length] ?? 'people' })))(
    '$name is previewed and imported within the limits',
    async ({ kind, ...file }) => {
      const path = writeHostile(folder, file);
      const previewedMs = performance.now();
      const preview = await previews.preview(path, { kind }).catch((error: unknown) => error);
      expect(performance.now() - previewedMs).toBeLessThan(PREVIEW_MS + 2000);
      if (preview instanceof Error) {
        expect(preview).toBeInstanceOf(OperatorError);
        expectSentence(preview.message, path);
        expect(preview.message).not.toContain(folder);
      } else {
        expect(JSON.stringify(preview).length).toBeLessThan(ANSWER_BYTES_MAX);
      }
      const startedMs = performance.now();
      const { report, error, people } = await importOf(path);
      expect(performance.now() - startedMs).toBeLessThan(IMPORT_MS);
      if (error) expectSentence(error.message, path);
      if (report) expect(report.created + report.rejected + report.merged + report.unchanged).toBe(report.read);
      expect(people).toBe(report?.created ?? people);
      rmSync(path);
    },
    120_000,
  );

  it.each(KINDS)(
    'of %s may have 2,000 and 20,000 characters in any cell',
    async (kind) => {
      const fields = IMPORT_FIELDS[kind].map(({ path }) => path);
      const patterns = [
        '1',
        '1-',
        'a',
        'Ab ',
        '\t',
        ' ',
        "'",
        '.',
        'a.',
        '@',
        '(',
        'https://',
        '&amp;',
        'Ã',
        ',',
        'A, ',
        '+1',
      ];
      const names = ['constructor', '__proto__', '&valueOf;', 'toString'];
      const values = [
        ...patterns.flatMap((one) => [one.repeat(20_000 / one.length), `A${one.repeat(20_000 / one.length)}!`]),
        // Most fields drop a text of more than 2,048 characters without reading it.
        ...patterns.map((one) => `A,${one.repeat(2000 / one.length)}(`),
        ...names,
      ];
      const rows = fields.flatMap((_, at) =>
        values.map((value) => fields.map((_other, index) => (index === at ? quoted(value) : '')).join(',')),
      );
      const path = join(folder, `cells-${kind}.csv`);
      writeFileSync(path, `${fields.join(',')}\n${rows.join('\n')}\n`);
      const mapOptions = fields.map((field) => `${field}=${field}`);
      const startedMs = performance.now();
      const { report, error } = await importOf(path, { kind, mapOptions });
      expect(error).toBeNull();
      expect(report?.read).toBeGreaterThan(fields.length * 20);
      expect(JSON.stringify(report)).not.toContain('native code');
      expect(performance.now() - startedMs).toBeLessThan(IMPORT_MS);
      rmSync(path);
    },
    120_000,
  );

  it.each(['x","y', '""', 'a,"b', '"', ' "a","b'])('is read in linear time: lines of %s', (line) => {
    /** Measures processor time, so that other work of the machine does not count. */
    const msOf = (count: number) => {
      const lines = Array.from({ length: count }, (_, index) => ({ number: index + 2, text: line, fault: null }));
      const started = process.cpuUsage();
      const rows = rowsOfLines([{ number: 1, text: '1,"x', fault: null }, ...lines], {
        delimiter: ',',
        preambleRows: 0,
      });
      let seen = 0;
      for (const _ of rows) seen += 1;
      expect(seen).toBeGreaterThan(0);
      return process.cpuUsage(started).user / 1000;
    };
    msOf(10_000);
    const short = Math.min(msOf(20_000), msOf(20_000));
    const long = Math.min(msOf(200_000), msOf(200_000));
    // If each line were read again for the others, ten times the lines would take a hundred times the time.
    expect(long).toBeLessThan(40 * Math.max(short, 5));
  });
});

describe('a preview', () => {
  it('that takes too long is stopped, and the next one completes', async () => {
    const empty = zstdCompressSync(Buffer.alloc(0));
    const path = join(folder, 'slow.jsonl.zst');
    writeFileSync(path, Buffer.concat(Array<Buffer>(500_000).fill(empty)));
    const hasty = new PreviewThread(1500);
    const good = join(folder, 'good.csv');
    writeFileSync(good, 'full_name\nJane Doe\n');
    await expect(hasty.preview(path, { kind: 'people' })).rejects.toThrow(/takes longer than 1\.5 s/);
    // On a busy machine the start of the thread may take that long.
    const isPreviewed = () => hasty.preview(good, { kind: 'people' }).then(Boolean, () => false);
    await expect.poll(isPreviewed).toBe(true);
    await hasty.stop();
    await expect(hasty.preview(good, { kind: 'people' })).rejects.toThrow('the server is stopping');
  });
});

describe('a failed import', () => {
  const rows = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `{"full_name":"Jane ${index}","emails":["j${index}@acme.example"]}\n`,
    ).join('');

  it.each([
    ['gzip', (bytes: Buffer) => gzipSync(bytes)],
    ['zstd', (bytes: Buffer) => zstdCompressSync(bytes)],
  ])(
    'of a truncated %s reports and keeps the rows so far, and is shown as failed',
    async (packing, pack) => {
      for (const [count, share] of [
        [8000, 0.5],
        [8000, 0.02],
        [300, 0.9],
        [3, 0.5],
      ] as const) {
        const whole = pack(Buffer.from(rows(count)));
        const path = join(folder, `cut-${count}-${share}.jsonl.${packing}`);
        writeFileSync(path, whole.subarray(0, Math.floor(whole.length * share)));
        const { error, people, runs } = await importOf(path);
        const [, kept = '0'] = /(\d+) rows? before it (?:was|were) imported/.exec(error?.message ?? '') ?? [];
        expect(Number(kept), error?.message).toBe(people);
        if (people === 0) expect(error?.message).toMatch(/(?:Nothing|No row of it) was imported/i);
        for (const run of runs) expect(run.progress).toMatchObject({ failure: { message: error?.message } });
      }
    },
    60_000,
  );

  it('of an array without end keeps the rows before it', async () => {
    const path = join(folder, 'open.json');
    writeFileSync(path, `[${rows(1500).trimEnd().replaceAll('\n', ',\n')},{"full_name":`);
    const { error, people } = await importOf(path);
    expect(people).toBe(1500);
    expect(error?.message).toContain('1500 rows before it were imported');
  });
});

describe('a file of another format', () => {
  const zip = (name: string) => {
    const header = Buffer.alloc(30);
    header.write('PK\x03\x04', 'latin1');
    header.writeUInt16LE(name.length, 26);
    return Buffer.concat([header, Buffer.from(`${name}and what is packed`)]);
  };
  const FOREIGN: readonly (readonly [name: RegExp, bytes: Buffer])[] = [
    [
      /an old or encrypted Excel workbook \(\.xls\)\. Open it in a spreadsheet program/,
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
    ],
    [
      /an Excel workbook that cannot be read .*\. Open it in a spreadsheet program and save it/,
      zip('[Content_Types].xml'),
    ],
    [
      /an Excel workbook \(\.xlsx\), which can be read only from a file\. Save it to a file/,
      gzipSync(zip('xl/workbook.xml')),
    ],
    [/an Office file, but not an \.xlsx workbook/, zip('word/document.xml')],
    [/an OpenDocument file/, zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet')],
    [/a ZIP archive\. Unpack it/, zip('companies.csv')],
    [/a vCard address book\. Export its table as CSV/, Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jo\r\n')],
    [/a PDF document\. Export/, Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n', 'latin1')],
    [/an HTML page\. Export/, Buffer.from('\n<!DOCTYPE html>\n<html><table><tr><td>name</td></tr></table></html>')],
    [/an HTML page/, Buffer.from('\ufeff<html><body>Sign in, please</body></html>')],
    [/an HTML page/, Buffer.from('<table border=1><tr><th>name</th></tr></table>')],
    [/an XML file/, Buffer.from('<?xml version="1.0"?><rows><row name="Acme"/></rows>')],
    [/an RTF document/, Buffer.from('{\\rtf1\\ansi name}')],
    [/an xz file/, Buffer.from('fd377a585a000004', 'hex')],
    [/an SQLite database/, Buffer.from('SQLite format 3\0and pages')],
    [/a picture/, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    [
      /an old or encrypted Excel workbook/,
      gzipSync(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(100)])),
    ],
    [
      /not text: most of its first bytes are not characters/,
      Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7) % 32)),
    ],
  ];

  it.each(FOREIGN)('that is called .csv is detected by its first bytes: %s', async (format, bytes) => {
    const path = join(folder, 'list.csv');
    writeFileSync(path, bytes);
    const { error } = await importOf(path, { kind: 'companies' });
    expect(error?.message).toMatch(format);
    expect(error?.message).toMatch(/^.*list\.csv: it is .*; nothing was imported\.$/);
    await expect(previews.preview(path, { kind: 'companies' })).rejects.toThrow(format);
  });

  it('in a folder is skipped by name, and the others are imported', async () => {
    const place = join(folder, 'delivery');
    mkdirSync(place);
    const files = {
      'a.csv': 'full_name,email\nJane Doe,jane@acme.example\n',
      'b.jsonl': '{"full_name":"Joe Bloggs","emails":["joe@acme.example"]}\n',
      'notes.txt': 'Dear all,\nthis is what you asked for, and more.\nYours, Bob\n',
      'README.md': '# Delivery',
      'scan.csv': '%PDF-1.7',
      'empty.csv': '',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
    const said: string[] = [];
    const { report, error } = await importOf(place, { onMessage: (text) => void said.push(text) });
    expect(error).toBeNull();
    expect(report).toMatchObject({ created: 2, rejected: 0 });
    const left = said.filter((text) => text.includes('skipped')).map((text) => text.replace(`${place}/`, ''));
    expect(left.sort()).toEqual([
      'README.md: skipped, its extension is not that of a data file',
      'empty.csv: skipped, it is empty',
      expect.stringMatching(/^notes\.txt: skipped, /),
      'scan.csv: skipped, it is a PDF document',
    ]);
    const named = await importOf(join(place, 'scan.csv'));
    expect(named.error?.message).toContain('scan.csv: it is a PDF document');
  });

  it('names only the first of many other files in a folder', async () => {
    const place = join(folder, 'notes');
    mkdirSync(place);
    for (let number = 1; number <= 9; number += 1) writeFileSync(join(place, `${number}.md`), '# Note');
    writeFileSync(join(place, 'people.csv'), 'full_name,email\nJane Doe,jane@acme.example\n');
    const said: string[] = [];
    await importOf(place, { onMessage: (text) => void said.push(text) });
    const left = said.filter((text) => text.includes('skipped'));
    expect(left).toHaveLength(6);
    expect(left[5]).toBe('4 more files skipped for the same reason');
  });
});

describe('rejected rows', () => {
  const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", "''=1", '＝1', '=cmd|" /C calc"!A0', 'a=1'];

  it('contain no formulas for a spreadsheet, and are unchanged when they are imported again', async () => {
    const path = join(folder, 'formulas.csv');
    // Each row without a name is rejected.
    writeFileSync(path, `name,=note,about\n${FORMULAS.map((cell) => `,${quoted(cell)},x\n`).join('')},"=bad"x,1\n`);
    const first = join(folder, 'first.csv');
    await importOf(path, { kind: 'companies', rejectsFile: first });
    const text = readFileSync(first, 'utf8');
    for (const cell of text.split(/[,\n]/)) expect(cell).not.toMatch(/^"?[=+\-@\t\r＝]/);
    expect(text.split('\n')[0]).toBe("name,'=note,about,reject_reason");
    const second = join(folder, 'second.csv');
    await importOf(first, { kind: 'companies', rejectsFile: second, reportFile: join(folder, 'second.jsonl') });
    expect(readFileSync(second, 'utf8').split('\n').slice(0, -2)).toEqual(text.split('\n').slice(0, -2));
    const corrected = join(folder, 'corrected.csv');
    writeFileSync(corrected, "name,about,reject_reason\nAcme,'=1+1,x\nBolt,''=1,x\n");
    const writer = openCatalogWriter({ file: join(folder, 'corrected.db'), merge: MERGE_RULES });
    await importOf(corrected, { kind: 'companies', writer, mapOptions: ['about=about'] });
    const abouts = [...writer.companyRecords()].map(({ about }) => about);
    writer.close();
    expect(abouts.sort()).toEqual(['=1', '=1+1']);
  });
});

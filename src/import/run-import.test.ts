import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCatalogWriter } from '../catalog/sqlite/open-catalog-writer.ts';
import type { CatalogWriter } from '../catalog/writer-port.ts';
import { MERGE_RULES } from './merge.ts';
import { type ImportOptions, type ImportReport, runImport, storedReport } from './run-import.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-import-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const NOW = Date.parse('2026-03-15T12:00:00Z');
let made = 0;
const freshPath = (name: string) => join(folder, `${made++}-${name}`);

function file(name: string, content: string | Buffer): string {
  const path = freshPath(name);
  writeFileSync(path, content);
  return path;
}

interface Workplace {
  readonly writer: CatalogWriter & { close(): void };
  run(options: Partial<ImportOptions> & Pick<ImportOptions, 'files'>): Promise<ImportReport>;
  readonly messages: string[];
}

function workplace(): Workplace {
  const writer = openCatalogWriter({ file: freshPath('catalog.db'), merge: MERGE_RULES });
  const messages: string[] = [];
  const run: Workplace['run'] = (options) =>
    runImport({
      kind: 'companies',
      source: 'test',
      mapOptions: [],
      dryRun: false,
      reportFile: null,
      writer,
      clock: { now: () => NOW },
      onMessage: (text) => messages.push(text),
      onProgress: () => {},
      ...options,
    });
  return { writer, run, messages };
}

const sumOf = (report: ImportReport) =>
  report.created +
  report.merged +
  report.unchanged +
  report.suppressed +
  report.rejected +
  report.duplicates +
  report.checked;

describe('an import', () => {
  it('counts every row once, and lists the rejected ones with line and reason', async () => {
    const { run, writer } = workplace();
    const reportFile = freshPath('report.jsonl');
    const input = file(
      'c.csv',
      'name,domain,colour\nAcme,acme.test,red\n,b.test,\n"x"y,c.test,\nAcme Inc,acme.test,\nZeta\n',
    );
    const report = await run({ files: [input], reportFile });
    expect(report).toMatchObject({ read: 5, rejected: 3, suppressed: 0, unchanged: 0, checked: 0, resumedRows: 0 });
    expect(sumOf(report)).toBe(5);
    expect(report.topRejects.map(({ line, reason, count }) => [line, reason, count])).toEqual([
      [3, 'a company needs a name', 1],
      [4, 'text after the closing quote of cell 1: double each quote within a cell', 1],
      [6, '1 cell where the header has 3', 1],
    ]);
    const lines = readFileSync(reportFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines[0]).toEqual({
      file: input,
      line: 3,
      field: 'name',
      reason: 'a company needs a name',
      value: null,
      outcome: 'refused',
      warnings: [],
      row: { name: '', domain: 'b.test', colour: '' },
    });
    expect(lines).toHaveLength(3);
    expect([...writer.companyRecords()].every(({ name }) => name.startsWith('Acme'))).toBe(true);
  });

  it('shows examples of dropped values, and stores none', async () => {
    const { run, writer } = workplace();
    const input = file('p.csv', 'name,email,country,company\nJane,jane at acme,Atlantis,Acme\nJo,joe,Mordor,Acme\n');
    const report = await run({ kind: 'people', files: [input] });
    expect(report.topWarnings.map(({ reason, examples }) => [reason, examples])).toEqual([
      ['unknown country', ['Atlantis', 'Mordor']],
      ['not an e-mail address', ['xxxx xx xxxx', 'xxx']],
    ]);
    const [kept] = await writer.runs();
    expect(kept?.progress).toMatchObject({ counts: { read: 2 } });
    for (const text of ['Atlantis', 'xxxx xx xxxx']) expect(JSON.stringify(kept)).not.toContain(text);
    expect(JSON.stringify(storedReport(report))).not.toContain('Atlantis');
  });

  it('distinguishes rows accepted with warnings from rejected ones, in its counts and in both files', async () => {
    const { run, writer } = workplace();
    const paths = { reportFile: freshPath('report.jsonl'), rejectsFile: freshPath('to-correct.csv') };
    const input = file(
      'p.csv',
      'name,profile url,email,phone\nJo,https://n.example/x,jo@acme.test,call me\nAnn,/in/ann,ann@acme.test,\nBo,bo,nomail,5\n',
    );
    const mapOptions = ['network_url=profile url'];
    const report = await run({ kind: 'people', files: [input], mapOptions, ...paths });
    expect(report).toMatchObject({ read: 3, created: 2, rejected: 1, warned: 1, warnings: 2 });
    const lines = readFileSync(paths.reportFile, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        ...{ line: 2, outcome: 'accepted_with_warnings' },
        warnings: [{ field: 'phone' }, { field: 'network_url', value: 'https://n.example/x' }],
      },
      { line: 4, outcome: 'refused', field: 'network_url', warnings: [{ field: 'email' }, { field: 'phone' }] },
    ]);
    expect(readFileSync(paths.rejectsFile, 'utf8')).toMatch(
      /^name,.*\nBo,.*network_url: not a person profile URL .*; email: not an e-mail address; phone: not a phone number"\n$/,
    );
    const [kept] = await writer.runs();
    expect(kept?.progress).toMatchObject({ counts: { read: 3, rejected: 1, warned: 1 } });
  });

  it('of the same file changes nothing the second time', async () => {
    const { run, writer } = workplace();
    const input = file('c.jsonl', '{"name":"Acme","domain":"acme.test"}\n{"name":"Beta"}\n');
    await run({ files: [input] });
    const before = [...writer.companyRecords()];
    const again = await run({ files: [input] });
    expect(again).toMatchObject({ read: 2, created: 0, merged: 0, unchanged: 2 });
    expect([...writer.companyRecords()]).toEqual(before);
    expect((await writer.runs()).every(({ finishedAt }) => finishedAt !== null)).toBe(true);
  });

  it('takes its source from the name of the first file by default', async () => {
    const { run } = workplace();
    const input = file('crm.companies.csv.gz', 'name\nAcme\n');
    expect((await run({ files: [input], source: null })).source).toMatch(/^\d+-crm\.companies$/);
    expect((await run({ files: [input] })).source).toBe('test');
  });

  it('shows the mapping before it starts', async () => {
    const { run, messages } = workplace();
    await run({ files: [file('c.csv', 'Company,Web\nAcme,acme.test\n')] });
    expect(messages[0]).toMatch(/name\s+<- Company \(guessed\)\n {2}website <- Web \(guessed\)/);
  });

  it('reads encodings other than UTF-8 and states them, and repairs mis-decoded text', async () => {
    const { run, writer, messages } = workplace();
    const rows = 'name;domain\nMüller;a.test\nZürich Ã¼ber;b.test\n';
    const report = await run({ files: [file('c.csv', Buffer.from(rows, 'latin1'))] });
    expect(messages[0]).toMatch(/c\.csv: table, columns separated by semicolons, encoded in windows-1252\n/);
    expect([...writer.companyRecords()].map(({ name }) => name).sort()).toEqual(['Müller', 'Zürich Ã¼ber']);
    expect(report.topWarnings.map(({ reason }) => reason)).toEqual(['text looks mis-decoded, kept as it is']);
    const again = await run({ files: [file('d.csv', 'name,domain\nMÃ¼ller,a.test\n')] });
    expect(again).toMatchObject({ unchanged: 1, warnings: 1 });
    expect(again.topWarnings.map(({ field, reason }) => [field, reason])).toEqual([
      ['name', 'repaired mis-decoded text'],
    ]);
  });

  it('reads all files of a folder, and uses its name as the source', async () => {
    const { run, writer } = workplace();
    const exports = freshPath('exports');
    mkdirSync(exports);
    writeFileSync(join(exports, 'b.csv'), 'name\nBeta\n');
    writeFileSync(join(exports, 'a.jsonl.zst'), zstdCompressSync('{"name":"Acme"}\n'));
    const report = await run({ files: [`${exports}/`], source: null });
    expect(report).toMatchObject({ read: 2, created: 2 });
    expect(report.source).toMatch(/^\d+-exports$/);
    expect([...writer.companyRecords()].map(({ name }) => name).sort()).toEqual(['Acme', 'Beta']);
  });

  it('saves its mapping, in a dry run too, and reads it back', async () => {
    const { run, writer } = workplace();
    const saved = freshPath('mapping.json');
    const input = file('c.csv', 'Label,Web\nAcme,acme.test\n');
    await run({ files: [input], mapOptions: ['name=Label'], saveMapping: saved, dryRun: true });
    await run({ files: [input], mappingFile: saved });
    expect([...writer.companyRecords()].map(({ name, website }) => [name, website])).toEqual([['Acme', 'acme.test']]);
  });

  it('counts dropped values as warnings, and lists each unknown key once with its number of rows', async () => {
    const { run } = workplace();
    const report = await run({
      files: [file('c.jsonl', '{"name":"A","hq":{"zip":1}}\n{"name":"B","colour":2,"followers":"x","hq":{"zip":2}}\n')],
    });
    expect(report.warnings).toBe(1);
    expect(report.topWarnings.map(({ field, count, line }) => [field, count, line])).toEqual([['followers', 1, 2]]);
    expect(report.unknownFields.map(({ field, count, line }) => [field, count, line])).toEqual([
      ['hq.zip', 2, 1],
      ['colour', 1, 2],
    ]);
  });

  it('checks everything and writes nothing in a dry run', async () => {
    const { run, writer } = workplace();
    const reportFile = freshPath('report.jsonl');
    const report = await run({ files: [file('c.csv', 'name,city\nAcme,\n"",Bern\n')], dryRun: true, reportFile });
    expect(report).toMatchObject({ dryRun: true, read: 2, checked: 1, rejected: 1, created: 0 });
    expect([...writer.companyRecords()]).toEqual([]);
    expect(await writer.runs()).toEqual([]);
    expect(readFileSync(reportFile, 'utf8')).toMatch(/"line":3,"field":"name"/);
  });

  it('writes rejected rows in the format of their files, and imports them after correction', async () => {
    const { run, writer } = workplace();
    const rejectsFile = freshPath('to-correct.csv');
    const files = [
      file('a.csv', 'name;domain;about\nAcme;acme.test;x\n;b.test;"one; two"\n"x"y;c.test;\n'),
      file('b.jsonl', '{"name":"Beta"}\n{"domain":"d.test"}\n{broken\n'),
    ];
    expect(await run({ files, rejectsFile })).toMatchObject({ created: 2, rejected: 4 });
    const rows = readFileSync(rejectsFile, 'utf8');
    expect(rows).toBe(
      'name;domain;about;reject_reason\n;b.test;"one; two";name: a company needs a name\n"x"y;c.test;;text after the closing quote of cell 1: double each quote within a cell\n',
    );
    const others = rejectsFile.replace('.csv', '-2.csv');
    expect(readFileSync(others, 'utf8')).toBe(
      '{"domain":"d.test","reject_reason":"name: a company needs a name"}\n{broken\n',
    );
    writeFileSync(rejectsFile, rows.replace('\n;b', '\nGamma;b').replace('"x"y', 'Delta'));
    const again = freshPath('again.csv');
    const corrected = await run({ files: [rejectsFile], rejectsFile: again });
    expect(corrected).toMatchObject({ read: 2, created: 2, rejected: 0, warnings: 0 });
    expect([...writer.companyRecords()].map(({ name }) => name)).toEqual(['Acme', 'Beta', 'Gamma', 'Delta']);
    const left = await run({ files: [others], rejectsFile: again });
    expect(left).toMatchObject({ read: 2, rejected: 2, warnings: 0 });
    expect(readFileSync(again, 'utf8')).toBe(readFileSync(others, 'utf8'));
  });

  it('writes nothing if a later file is unreadable', async () => {
    const { run, writer } = workplace();
    const files = [file('c.csv', 'name\nAcme\n'), file('empty.csv', '')];
    await expect(run({ files })).rejects.toThrow(/empty\.csv: it is empty/);
    expect(await writer.runs()).toEqual([]);
  });

  it.each(['reportFile', 'rejectsFile'])('stops before the first row without a folder for %s', async (which) => {
    const { run, writer } = workplace();
    const input = file('c.csv', 'name\nAcme\n');
    const output = join(folder, 'no-such-folder', 'r.jsonl');
    await expect(run({ files: [input], [which]: output })).rejects.toThrow(
      /r\.jsonl: the folder of this file does not exist\. Create it, or name another file with --report or --rejects/,
    );
    expect([[...writer.companyRecords()], await writer.runs()]).toEqual([[], []]);
  });

  it('rethrows a bug of the store unchanged', async () => {
    const { writer, run } = workplace();
    const broken: CatalogWriter = Object.create(writer, {
      openRun: { value: writer.openRun.bind(writer) },
      writeCompanies: { value: () => Promise.reject(new TypeError('a bug')) },
    }) as CatalogWriter;
    await expect(run({ files: [file('c.csv', 'name\nAcme\n')], writer: broken })).rejects.toThrow(TypeError);
  });

  it('reports a full disk with file, line and remedy', async () => {
    const { writer, run } = workplace();
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    const failing: CatalogWriter = Object.create(writer, {
      openRun: { value: writer.openRun.bind(writer) },
      writeCompanies: { value: () => Promise.reject(full) },
    }) as CatalogWriter;
    await expect(run({ files: [file('c.csv', 'name\nAcme\n')], writer: failing })).rejects.toThrow(
      /c\.csv, line 2: the disk is full\. Free some space and repeat the command: it continues/,
    );
  });
});

/** A writer that fails at the given batch: before it is committed, or right after. */
function cutOff(writer: CatalogWriter, batch: number, when: 'before' | 'after'): CatalogWriter {
  let batches = 0;
  const cut = <Write extends (...args: never[]) => Promise<unknown>>(write: Write) =>
    (async (...args: Parameters<Write>) => {
      const isLast = batches++ === batch;
      if (isLast && when === 'before') throw new Error('cut off');
      const written = await write(...args);
      if (isLast) throw new Error('cut off');
      return written;
    }) as Write;
  return Object.create(writer, {
    openRun: { value: writer.openRun.bind(writer) },
    finishRun: { value: writer.finishRun.bind(writer) },
    writeCompanies: { value: cut(writer.writeCompanies.bind(writer)) },
    writeOpenings: { value: cut(writer.writeOpenings.bind(writer)) },
  }) as CatalogWriter;
}

/** Everything that a finished import stores; the runs are seconds apart. */
async function importedWith(runs: (place: Workplace, reportFile: string) => Promise<ImportReport>) {
  const place = workplace();
  const reportFile = freshPath('report.jsonl');
  const { resumedRows: _, ...report } = await runs(place, reportFile);
  const records = [[...place.writer.companyRecords()], [...place.writer.openingRecords()]];
  place.writer.close();
  return { report: { ...report, rowsPerSecond: 0 }, records, rejects: readFileSync(reportFile, 'utf8') };
}

describe('an interrupted import', () => {
  const companies = Array.from({ length: 2500 }, (_, index) =>
    index % 400 === 7
      ? { colour: index }
      : { name: `Company ${index % 2200}`, domain: `c${index % 2200}.test`, followers: index, odd: 1 },
  );
  const jobs = Array.from({ length: 2500 }, (_, index) => ({
    title: `Cook ${index % 600}`,
    ...(index % 400 === 7 ? {} : { company_domain: `c${index % 7}.test` }),
  }));
  const linesOf = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

  it.each([
    ['companies' as const, companies],
    ['jobs' as const, jobs],
  ])('of %s gives the same result and report after an interruption at any batch', async (kind, rows) => {
    const files = [file('a.jsonl', linesOf(rows.slice(0, 1300))), file('b.jsonl', linesOf(rows.slice(1300)))];
    const whole = await importedWith(({ run }, reportFile) => run({ kind, files, reportFile }));
    expect(whole.report).toMatchObject({ read: 2500, rejected: 7 });
    const batches = 2 + 2;
    for (let batch = 0; batch < batches; batch++) {
      for (const when of ['before', 'after'] as const) {
        const carriedOn = await importedWith(async ({ run, writer, messages }, reportFile) => {
          await expect(run({ kind, files, reportFile, writer: cutOff(writer, batch, when) })).rejects.toThrow(
            'cut off',
          );
          const report = await run({ kind, files, reportFile });
          const isFirst = batch === 0 && when === 'before';
          expect(report.resumedRows > 0).toBe(!isFirst);
          expect(messages.some((text) => text.startsWith('Continuing after the '))).toBe(!isFirst);
          return report;
        });
        expect(carriedOn).toEqual(whole);
      }
    }
  });

  it('restarts from the beginning if a file has changed: no row is skipped unread', async () => {
    const { run, writer } = workplace();
    const input = file('a.jsonl', linesOf(companies));
    await expect(run({ files: [input], writer: cutOff(writer, 1, 'after') })).rejects.toThrow('cut off');
    writeFileSync(input, linesOf(companies.toReversed()));
    expect(await run({ files: [input] })).toMatchObject({ read: 2500, resumedRows: 0 });
  });

  it('restarts from the beginning with another mapping or source, but not with another report', async () => {
    const { run, writer, messages } = workplace();
    const input = file('a.jsonl', linesOf(companies));
    await expect(run({ files: [input], writer: cutOff(writer, 1, 'after') })).rejects.toThrow('cut off');
    expect(await run({ files: [input], source: 'other' })).toMatchObject({ resumedRows: 0 });
    expect(await run({ files: [input], mapOptions: ['followers='] })).toMatchObject({ resumedRows: 0 });
    expect(await run({ files: [input], reportFile: freshPath('late') })).toMatchObject({ resumedRows: 2000 });
    expect(messages.at(-1)).toMatch(
      /late lists only rows after them: repeat the command with --dry-run to list all\.$/,
    );
  });
});

describe('an import of openings', () => {
  it('does not finish if a file changes while it is read, and closes no opening', async () => {
    const { run, writer } = workplace();
    const rows = ['Cook', 'Nurse', 'Clerk'].map((title) => `{"title":"${title}","company_name":"Acme"}\n`);
    const input = file('jobs.jsonl', rows.join(''));
    await run({ kind: 'jobs', files: [input] });
    writeFileSync(input, rows.slice(0, 2).join(''));
    const changed = run({ kind: 'jobs', files: [input], onProgress: () => writeFileSync(input, rows[0] ?? '') });
    await expect(changed).rejects.toThrow(/jobs\.jsonl: it changed while it was read.* import the file again/);
    expect([...writer.openingRecords()].filter(({ is_open }) => is_open)).toHaveLength(3);
    writeFileSync(input, rows.slice(0, 2).join(''));
    expect(await run({ kind: 'jobs', files: [input] })).toMatchObject({ closedOpenings: 1 });
  });

  it('counts one opening once, whatever the number of rows with its id', async () => {
    const { run, writer } = workplace();
    const input = file('j.csv', 'Job ID,Title,Company\n1,Cook,Acme\n1,Cook,Acme\n2,Cook,Acme\n');
    const report = await run({ kind: 'jobs', files: [input] });
    expect(report).toMatchObject({ read: 3, created: 2, rejected: 0, duplicates: 1 });
    expect([...writer.openingRecords()].map(({ title, occurrence }) => [title, occurrence])).toEqual([
      ['Cook', 0],
      ['Cook', 1],
    ]);
    expect(await run({ kind: 'jobs', files: [input] })).toMatchObject({
      created: 0,
      unchanged: 2,
      rejected: 0,
      duplicates: 1,
    });
  });
});

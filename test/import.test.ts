// Imports that are killed and continued, and the errors of the command line for files that cannot be imported.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCatalogWriter } from '../src/catalog/sqlite/open-catalog-writer.ts';
import { generatePeople } from '../src/generate/generate.ts';
import { MERGE_RULES } from '../src/import/merge.ts';
import { type ImportReport, runImport } from '../src/import/run-import.ts';
import { systemClock } from '../src/ops/clock.ts';
import { run, succeed } from './support/program.ts';

const KILLED_IMPORT = fileURLToPath(new URL('./support/killed-import.ts', import.meta.url));
const PEOPLE = 5000;
/** One row before each group of this many people is invalid, so that the report grows with every batch. */
const BAD_ROW_EVERY = 500;
const BAD_ROWS = PEOPLE / BAD_ROW_EVERY;

let folder: string;
let people: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-import-'));
  people = join(folder, 'people.jsonl.gz');
  const lines = [...generatePeople({ seed: 7, people: PEOPLE, companies: 200, jobs: 0 })].flatMap((record, index) =>
    index % BAD_ROW_EVERY === 0 ? ['{"about": "no name"}', JSON.stringify(record)] : [JSON.stringify(record)],
  );
  writeFileSync(people, gzipSync(`${lines.join('\n')}\n`, { level: 1 }));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Place {
  readonly catalog: string;
  readonly report: string;
}

const place = (name: string): Place => ({ catalog: join(folder, `${name}.db`), report: join(folder, `${name}.jsonl`) });

/** Imports the people to the end; returns the report and the contents of the catalog. */
async function importHere({ catalog, report }: Place) {
  const writer = openCatalogWriter({ file: catalog, merge: MERGE_RULES });
  try {
    const result = await runImport({
      kind: 'people',
      files: [people],
      source: 'test',
      mapOptions: [],
      dryRun: false,
      reportFile: report,
      isAlone: () => true,
      writer,
      clock: systemClock,
      onMessage: () => {},
      onProgress: () => {},
    });
    return { result, people: [...writer.personRecords()], rejected: readFileSync(report, 'utf8') };
  } finally {
    writer.close();
  }
}

async function importUntilKilled({ catalog, report }: Place, batch: number, when: 'during' | 'after'): Promise<void> {
  const child = spawn(process.execPath, [KILLED_IMPORT, catalog, people, report, String(batch), when], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}

const countsOf = ({ read, created, unchanged, rejected, resumedRows }: ImportReport) => ({
  read,
  created,
  unchanged,
  rejected,
  resumedRows,
});

describe('an import', () => {
  it('that is killed repeatedly continues each time and ends like an uninterrupted one', async () => {
    const read = PEOPLE + BAD_ROWS;
    const whole = await importHere(place('whole'));
    expect(countsOf(whole.result)).toEqual({ read, created: PEOPLE, unchanged: 0, rejected: BAD_ROWS, resumedRows: 0 });

    const killed = place('killed');
    await importUntilKilled(killed, 1, 'during');
    await importUntilKilled(killed, 2, 'during');
    await importUntilKilled(killed, 1, 'after');
    const last = await importHere(killed);
    expect(countsOf(last.result)).toEqual({ ...countsOf(whole.result), resumedRows: 2000 });
    expect(last.people).toEqual(whole.people);
    expect(last.rejected).toBe(whole.rejected);

    const again = await importHere(killed);
    expect(countsOf(again.result)).toEqual({ ...countsOf(whole.result), created: 0, unchanged: PEOPLE });
    expect(again.people).toEqual(whole.people);
  });

  it('of a truncated file reports the line, keeps the rows before it, and completes after the repair', async () => {
    const data = join(folder, 'broken');
    const packed = readFileSync(people);
    const file = join(folder, 'broken.jsonl.gz');
    const command = ['import', 'people', file, '--data', data, '--no-index', '--json'];
    writeFileSync(file, packed.subarray(0, Math.floor(packed.length / 2)));
    const broken = await run(...command);
    expect(broken.code).toBe(1);
    expect(broken.stderr).toMatch(
      /broken\.jsonl\.gz, line \d+: the compressed data ends too early\. Fetch or compress the whole file again/,
    );
    writeFileSync(file, packed);
    const mended = JSON.parse(await succeed(...command)) as ImportReport;
    expect(mended.unchanged).toBeGreaterThanOrEqual(1000);
    expect(mended.created + mended.unchanged).toBe(PEOPLE);
  });

  it('states that a table of a header alone has no rows', async () => {
    const file = join(folder, 'header-only.csv');
    writeFileSync(file, 'Name;Website\n');
    const done = await run('import', 'companies', file, '--data', join(folder, 'empty'), '--no-index');
    expect(done).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('The input has no rows: nothing was imported.'),
    });
  });

  it('with a wrong column is rejected with the existing columns, before anything is written', async () => {
    const file = join(folder, 'c.csv');
    writeFileSync(file, 'Firm;Web\nAcme;acme.test\n');
    const data = join(folder, 'columns');
    const wrong = await run('import', 'companies', file, '--map', 'name=Company', '--data', data, '--no-index');
    expect(wrong.code).not.toBe(0);
    expect(wrong.stderr).toContain('The columns are: "Firm", "Web".');
    const right = await succeed(
      'import',
      'companies',
      file,
      '--map',
      'name=Firm',
      '--data',
      data,
      '--no-index',
      '--json',
    );
    expect(JSON.parse(right)).toMatchObject({ created: 1 });
  });
});

describe('--rejects', () => {
  it('names the file with the rejected rows, or states that none was rejected', async () => {
    const input = join(folder, 'rows.csv');
    const args = ['import', 'people', input, '--rejects', join(folder, 'rejected.csv'), '--data', join(folder, 'data')];
    writeFileSync(input, 'Full Name,Email\nAnn Lee,ann@acme.example\n,bob@acme.example\n');
    expect((await run(...args)).stderr).toMatch(/All rejected rows are in .*rejected\.csv\./);
    writeFileSync(input, 'Full Name,Email\nAnn Lee,ann@acme.example\n');
    expect((await run(...args)).stderr).toMatch(/No row was rejected: .*rejected\.csv is empty\./);
    expect(readFileSync(join(folder, 'rejected.csv'), 'utf8')).toBe('');
  });
});

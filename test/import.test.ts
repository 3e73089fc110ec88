// Imports through the command line, killed in the middle and taken up again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateCompanies, generatePeople } from '../src/generate/generate.ts';
import { run, succeed } from './support/program.ts';

const BIN = fileURLToPath(new URL('../bin/cardfile', import.meta.url));
const SIZES = { seed: 7, people: 6000, companies: 200, jobs: 0 };
/** Every so many rows one cannot be imported, so that the report grows with every batch. */
const BAD_ROW_EVERY = 500;

let folder: string;
let companies: string;
let people: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-import-'));
  companies = join(folder, 'companies.jsonl');
  people = join(folder, 'people.jsonl.gz');
  writeFileSync(companies, linesOf(generateCompanies(SIZES)));
  writeFileSync(people, gzipSync(linesOf(generatePeople(SIZES)), { level: 1 }));
});
afterAll(() => rmSync(folder, { recursive: true }));

function linesOf(records: Iterable<object>): string {
  const lines: string[] = [];
  for (const record of records) {
    if (lines.length % BAD_ROW_EVERY === 0) lines.push('{"about": "nobody"}');
    lines.push(JSON.stringify(record));
  }
  return `${lines.join('\n')}\n`;
}

interface Report {
  readonly read: number;
  readonly created: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly resumedRows: number;
}

const reportFile = (data: string) => `${data}-report.jsonl`;

function importArguments(kind: string, file: string, data: string): string[] {
  return ['import', kind, file, '--data', data, '--report', reportFile(data), '--no-index', '--json'];
}

async function importHere(kind: string, file: string, data: string): Promise<Report> {
  return JSON.parse(await succeed(...importArguments(kind, file, data))) as Report;
}

/** What the catalog holds, as text. */
async function exported(data: string): Promise<Record<string, string>> {
  const target = join(folder, `${data.split('/').at(-1)}-export-${Date.now()}`);
  await succeed('export', target, '--data', data);
  return Object.fromEntries(
    ['companies', 'people'].map((kind) => [kind, readFileSync(join(target, `${kind}.jsonl`), 'utf8')]),
  );
}

/** Starts an import and kills it as soon as `batches` batches with refused rows are in its report. */
async function importUntilKilled(data: string, batches: number): Promise<void> {
  const child = spawn(process.execPath, [BIN, ...importArguments('people', people, data)], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const size = () => (existsSync(reportFile(data)) ? statSync(reportFile(data)).size : 0);
  let seen = 0;
  let last = size();
  while (seen < batches && child.exitCode === null) {
    await sleep(1);
    if (size() !== last) seen += 1;
    last = size();
  }
  child.kill('SIGKILL');
  await ended;
}

describe('an import', { timeout: 120_000 }, () => {
  it('killed again and again carries on each time and ends as if it had never been killed', async () => {
    const whole = join(folder, 'whole');
    await importHere('companies', companies, whole);
    const first = await importHere('people', people, whole);
    expect(first).toMatchObject({ read: 6012, created: 6000, rejected: 12, resumedRows: 0 });

    const killed = join(folder, 'killed');
    await importHere('companies', companies, killed);
    for (const batches of [2, 2]) await importUntilKilled(killed, batches);
    const last = await importHere('people', people, killed);
    expect(last.resumedRows).toBeGreaterThan(0);
    expect({ ...last, resumedRows: 0 }).toMatchObject({ read: 6012, created: 6000, rejected: 12 });

    expect(readFileSync(reportFile(killed), 'utf8')).toBe(readFileSync(reportFile(whole), 'utf8'));

    const again = await importHere('people', people, killed);
    expect(again).toMatchObject({ read: 6012, created: 0, unchanged: 6000, rejected: 12, resumedRows: 0 });
    expect(await exported(killed)).toEqual(await exported(whole));
  });

  it('a file that breaks off is told with its line, keeps what came before, and goes through once it is mended', async () => {
    const data = join(folder, 'broken');
    const packed = readFileSync(people);
    const file = join(folder, 'broken.jsonl.gz');
    writeFileSync(file, packed.subarray(0, Math.floor(packed.length / 2)));
    const broken = await run(...importArguments('people', file, data));
    expect(broken.code).toBe(1);
    expect(broken.stderr).toMatch(
      /broken\.jsonl\.gz, line \d+: the gzip data ends too early\. Fetch or pack the whole file again/,
    );
    writeFileSync(file, packed);
    const mended = await importHere('people', file, data);
    expect(mended.unchanged).toBeGreaterThan(1000);
    expect(mended.created + mended.unchanged).toBe(6000);
  });

  it('a wrong column is refused with the ones there are, before anything is written', async () => {
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

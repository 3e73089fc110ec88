// node bench/imports.ts [--people N] [--kills K] [--data FOLDER]
// Imports of generated people: first import, repeated import, import with every tenth row changed, and an import that
// is killed (SIGKILL) K times at random moments, whose export must equal that of the others byte for byte. Prints
// Markdown.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { readConfig } from '../src/app/config.ts';
import { writeGenerated } from '../src/generate/write-generated.ts';
import type { ImportReport } from '../src/import/run-import.ts';
import { exportRecords } from '../src/tasks/backup/export-records.ts';
import { readFlags } from './support/flags.ts';

/** The used part of `import --json`. */
type PrintedReport = Pick<ImportReport, 'read' | 'created' | 'merged' | 'unchanged' | 'seconds'> &
  Readonly<Record<'rows_per_second' | 'resumed_rows', number>>;

const values = readFlags({
  people: { type: 'string', default: '1000000' },
  kills: { type: 'string', default: '20' },
  data: { type: 'string' },
});
const people = Number(values.people);
const kills = Number(values.kills);
const folder = values.data ?? mkdtempSync(join(tmpdir(), 'cardfile-imports-'));
const cli = new URL('../src/cli/main.ts', import.meta.url).pathname;

function start(data: string, file: string) {
  const args = [
    cli,
    'import',
    'people',
    file,
    '--source',
    'bench',
    '--no-index',
    '--json',
    '--data',
    join(folder, data),
  ];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
}

async function importWhole(data: string, file: string): Promise<PrintedReport> {
  const child = start(data, file);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as PrintedReport;
}

interface Killed {
  /** Completed imports, each after some kills. */
  readonly imports: number;
  /** Rows that these imports continued from the killed ones. */
  readonly resumedRows: number;
  readonly isSame: boolean;
}

/**
 * Kills imports at random moments of `ms`, the duration of an import. Compares the export of each import that
 * completes.
 */
async function importKilled(data: string, file: string, whole: { ms: number; hash: string }): Promise<Killed> {
  let killed: Killed = { imports: 0, resumedRows: 0, isSame: true };
  for (let hits = 0; hits < kills || killed.imports === 0; ) {
    const child = start(data, file);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const timer = hits < kills ? setTimeout(() => child.kill('SIGKILL'), (0.3 + 0.7 * Math.random()) * whole.ms) : null;
    const [, signal] = await once(child, 'close');
    if (timer) clearTimeout(timer);
    if (signal !== null) {
      hits += 1;
      continue;
    }
    const { resumed_rows: resumedRows } = JSON.parse(Buffer.concat(chunks).toString()) as PrintedReport;
    const isSame = killed.isSame && (await exportHash(data)) === whole.hash;
    killed = { imports: killed.imports + 1, resumedRows: killed.resumedRows + resumedRows, isSame };
    if (hits < kills) rmSync(join(folder, data), { recursive: true });
  }
  return killed;
}

async function exportHash(data: string): Promise<string> {
  const out = join(folder, `${data}-export`);
  await exportRecords(readConfig({ data: join(folder, data) }, {}).config, out, true);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(join(out, 'people.jsonl'))) hash.update(chunk as Buffer);
  rmSync(out, { recursive: true });
  return hash.digest('hex');
}

/** Writes the file with another headline in every tenth row. */
async function changeTenth(file: string, changed: string): Promise<void> {
  const out = createWriteStream(changed);
  let row = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    row += 1;
    const text =
      row % 10 === 0 ? line.replace(/"headline":(?:null|"(?:[^"\\]|\\.)*")/, `"headline":"Changed ${row}"`) : line;
    if (!out.write(`${text}\n`)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
}

const generated = join(folder, 'generated');
const file = join(generated, 'people.jsonl');
const changed = join(folder, 'changed.jsonl');
if (!existsSync(file)) await writeGenerated({ people, companies: undefined, jobs: 0, seed: '1' }, generated);
if (!existsSync(changed)) await changeTenth(file, changed);

const startedMs = performance.now();
const first = await importWhole('whole', file);
const wholeMs = performance.now() - startedMs;
const before = await exportHash('whole');
const again = await importWhole('whole', file);
const isSame = (await exportHash('whole')) === before;
const tenth = await importWhole('whole', changed);
const killed = await importKilled('killed', file, { ms: wholeMs, hash: before });

const row = (what: string, { read, created, merged, unchanged, seconds, rows_per_second }: PrintedReport) =>
  `| ${[what, read, created, merged, unchanged, seconds.toFixed(1), rows_per_second].join(' | ')} |`;
console.log(
  [
    '| import of people | rows | created | merged | unchanged | seconds | rows/s |',
    '|---|---:|---:|---:|---:|---:|---:|',
    row('into an empty catalog', first),
    row('again', again),
    row('with every tenth changed', tenth),
    '',
    `Export after the second import ${isSame ? 'equals' : 'DIFFERS FROM'} that after the first.`,
    `Killed ${kills} times, ${killed.imports} imports completed and continued after ${killed.resumedRows} rows: the exports ${killed.isSame ? 'are equal byte for byte' : 'DIFFER'}.`,
  ].join('\n'),
);
if (values.data === undefined) rmSync(folder, { recursive: true });

// node bench/one-employer.ts [--people N,N,...]
// Imports lists of people without address, number or profile URL: N people of one employer, who are all compared by
// name, and N people of N employers. Prints the milliseconds per row of both, and their ratio, as Markdown.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordsOf } from '../src/generate/generate.ts';
import { createWorld } from '../src/generate/world.ts';
import { readFlags } from './support/flags.ts';

const values = readFlags({ people: { type: 'string', default: '2500,5000,10000,20000' } });
const folder = mkdtempSync(join(tmpdir(), 'cardfile-one-employer-'));
const cli = new URL('../src/cli/main.ts', import.meta.url).pathname;

type EmployerOf = (index: number) => string;

/** The names, titles and cities of generated people, as CSV. */
function listOf(people: number, employerOf: EmployerOf): string {
  const generated = [...recordsOf(createWorld({ people }), 'people', { start: 0, end: people })];
  const rows = generated.map(({ full_name, experiences: [position], location }, index) =>
    [full_name, position?.job_title, location?.city, employerOf(index)].map((text) => `"${text ?? ''}"`).join(','),
  );
  return `Full Name,Job Title,City,Company\n${rows.join('\n')}\n`;
}

/** Milliseconds per row. */
async function timeOf(people: number, employerOf: EmployerOf): Promise<number> {
  const data = mkdtempSync(join(folder, 'data-'));
  const file = join(data, 'people.csv');
  writeFileSync(file, listOf(people, employerOf));
  const args = [cli, 'import', 'people', file, '--no-index', '--json', '--data', data];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const printed: Buffer[] = [];
  for await (const chunk of child.stdout) printed.push(chunk as Buffer);
  const { read, seconds } = JSON.parse(Buffer.concat(printed).toString()) as { read: number; seconds: number };
  return (seconds * 1000) / read;
}

try {
  console.log('| people | ms a row, one employer | ms a row, each their own | ratio |');
  console.log('|--:|--:|--:|--:|');
  for (const people of String(values.people).split(',').map(Number)) {
    const one = await timeOf(people, () => 'Acme Retail Group');
    const own = await timeOf(people, (index) => `Employer ${index}`);
    console.log(`| ${people} | ${one.toFixed(2)} | ${own.toFixed(2)} | ${(one / own).toFixed(1)} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

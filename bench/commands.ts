// node bench/commands.ts [--runs N]
// Processor time, user and system, of commands with little work, compared with the start of Node alone. The limit of
// each is 0.2 s. The first run, which compiles the code for later runs, is reported separately. Needs bash, whose
// `time` measures child processes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFlags } from './support/flags.ts';

const LIMIT_MS = 200;
const values = readFlags({ runs: { type: 'string', default: '15' } });
const runs = Number(values.runs);
const bin = fileURLToPath(new URL('../bin/cardfile', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cardfile-commands-'));
// The default data folder.
mkdirSync(join(folder, 'data'));

/** Milliseconds of processor time, user and system. */
function costMs(args: readonly string[]): number {
  const script = 'TIMEFORMAT="%3U %3S"; { time "$@" >/dev/null 2>&1; }';
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...args], {
    encoding: 'utf8',
    cwd: folder,
  });
  const [user = Number.NaN, system = Number.NaN] = stderr.trim().split(' ').map(Number);
  return (user + system) * 1000;
}

const command = (line: string) => [bin, ...line.split(' ')];
const MEASURED: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['node -e 0', ['-e', '0']],
  ...['--version', '--help', 'config', 'frobnicate', 'keys revoke', 'completion bash'].map(
    (line) => [line, command(line)] as const,
  ),
  ...['keys list', 'accounts list', 'members list', 'keys list --json'].map((line) => [line, command(line)] as const),
];

const first = costMs(command('--version'));
// Alternately, so that other work of the machine affects all alike.
const costs = new Map(MEASURED.map(([name]) => [name, [] as number[]]));
for (let run = 0; run < runs; run += 1) {
  for (const [name, args] of MEASURED) costs.get(name)?.push(costMs(args));
}
rmSync(folder, { recursive: true });

const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
const medians = new Map([...costs].map(([name, all]) => [name, median(all.toSorted((a, b) => a - b))]));
const alone = medians.get('node -e 0') ?? Number.NaN;
console.log(
  `Median of ${runs} runs, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; --version once before: ${first.toFixed(0)} ms\n`,
);
console.log('| command | ms of processor | of `node -e 0` | worst ms | within 200 ms |\n|---|--:|--:|--:|---|');
for (const [name, ms] of medians) {
  const worst = Math.max(...(costs.get(name) ?? []));
  console.log(
    `| \`${name}\` | ${ms.toFixed(0)} | ${(ms / alone).toFixed(1)} | ${worst.toFixed(0)} | ${ms <= LIMIT_MS ? 'yes' : 'NO'} |`,
  );
}

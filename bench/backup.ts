// node bench/backup.ts [--people 400000] [--runs 3] [--connections 32] [--workers 2] [--data FOLDER]
// Duration of a backup under full load (paid calls over many connections), compared with `cp` and a flush of the same
// bytes under the same load, alternately. Prints a Markdown table, and the latency of the calls meanwhile.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../src/app/version.ts';
import { benchKeys, emailShots } from './support/bench-shots.ts';
import { readFlags } from './support/flags.ts';
import { percentileOf } from './support/percentiles.ts';
import { press } from './support/pressure.ts';

const values = readFlags({
  people: { type: 'string', default: '400000' },
  runs: { type: 'string', default: '3' },
  connections: { type: 'string', default: '32' },
  workers: { type: 'string', default: '2' },
  data: { type: 'string' },
});
const BIN = fileURLToPath(new URL('../bin/cardfile', import.meta.url));
const STORES = ['catalog.db', 'members.db', 'accounts.db'];
const PEOPLE_REQUESTED = 500;

const folder = mkdtempSync(join(tmpdir(), 'cardfile-backup-bench-'));
const data = values.data ?? join(folder, 'data');

async function cardfile(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [BIN, ...args, '--data', data], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`cardfile ${args.join(' ')} ended with ${code}: ${output.stderr}`);
  return output.stdout;
}

async function fill(): Promise<void> {
  await cardfile('generate', '--people', values.people, '--out', folder);
  for (const kind of ['companies', 'people', 'jobs'])
    await cardfile('import', kind, join(folder, `${kind}.jsonl`), '--no-index');
  await cardfile('index');
}

async function startServer(port: number): Promise<ChildProcess> {
  const args = [BIN, 'serve', '--data', data, '--port', String(port), '--workers', values.workers];
  const env = { ...process.env, CARDFILE_LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, args, { stdio: 'ignore', env });
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (ready?.ok) return child;
    await sleep(100);
  }
  throw new Error('the server did not become ready');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

interface Copied {
  readonly seconds: number;
  readonly bytes: number;
}

/** The duration that `backup` reports: without the start of the process. */
async function backUp(to: string): Promise<Copied> {
  const { seconds, bytes } = JSON.parse(await cardfile('backup', to, '--json')) as Copied;
  return { seconds, bytes };
}

async function plainCopy(from: string, to: string): Promise<Copied> {
  mkdirSync(to);
  const startedMs = performance.now();
  for (const file of STORES.filter((name) => existsSync(join(from, name)))) {
    const child = spawn('cp', [join(from, file), join(to, file)]);
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`cp of ${file} ended with ${code}`);
    const copy = openSync(join(to, file), 'r');
    fsyncSync(copy);
    closeSync(copy);
  }
  return { seconds: (performance.now() - startedMs) / 1000, bytes: 0 };
}

async function measure(port: number, keys: readonly string[]): Promise<void> {
  const shots = await emailShots({ port, keys }, PEOPLE_REQUESTED);
  let isOver = false;
  const took = { during: [] as number[], alone: [] as number[] };
  let isCopying = false;
  const load = press({
    ...{ port, keys, shots, connections: Number(values.connections), seconds: 0, isOver: () => isOver },
    onAnswer: ({ tookMs }) => void (isCopying ? took.during : took.alone).push(tookMs),
  });
  await sleep(3000);
  console.log('| run | MB | backup s | cp and flush s | ratio | WAL of accounts MB |');
  console.log('|--:|--:|--:|--:|--:|--:|');
  for (let run = 1; run <= Number(values.runs); run += 1) {
    const to = join(folder, `backup-${run}`);
    isCopying = true;
    const own = await backUp(to);
    isCopying = false;
    const log = Number(execFileSync('stat', ['-c', '%s', join(data, 'accounts.db-wal')]));
    const plain = await plainCopy(to, join(folder, `copy-${run}`));
    const cells = [run, (own.bytes / 1e6).toFixed(0), own.seconds.toFixed(2), plain.seconds.toFixed(2)];
    console.log(`| ${[...cells, (own.seconds / plain.seconds).toFixed(2), (log / 1e6).toFixed(0)].join(' | ')} |`);
    for (const name of ['backup', 'copy']) rmSync(join(folder, `${name}-${run}`), { recursive: true });
    await sleep(1000);
  }
  isOver = true;
  const felt = await load;
  const shown = (times: number[]) =>
    [0.5, 0.99].map((share) => `${percentileOf(times, share).toFixed(1)} ms`).join(', ');
  console.log(
    `\n${Math.round(felt.perSecond)} paid calls/s, ${felt.failed} failed. p50, p99 during a backup: ${shown(took.during)}; otherwise: ${shown(took.alone)}`,
  );
}

console.log(
  `Cardfile ${VERSION}, Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'} x ${cpus().length}\n`,
);
try {
  if (values.data === undefined) await fill();
  const keys = await benchKeys(data);
  const port = await freePort();
  const server = await startServer(port);
  try {
    await measure(port, keys);
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// node bench/soak.ts [--minutes M] [--rate N] [--workers N] [--people N] [--accounts N] [--switch-minutes M] [--data D]
// Memory over time: the server as a user starts it, mixed calls of all endpoints at a constant rate from several
// accounts, and every minute a small import and a new edition. Prints a line every ten seconds, then the ratio of the
// second half to earlier means. Reads /proc, so it needs Linux.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { benchKeys } from './support/bench-shots.ts';
import { readFlags } from './support/flags.ts';
import { SoakCalls } from './support/soak-calls.ts';
import type { ThreadMemory } from './support/soak-probe.ts';

const values = readFlags({
  minutes: { type: 'string', default: '60' },
  rate: { type: 'string', default: '500' },
  workers: { type: 'string', default: '1' },
  people: { type: 'string', default: '50000' },
  accounts: { type: 'string', default: '8' },
  'switch-minutes': { type: 'string', default: '1' },
  data: { type: 'string' },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
const switchMs = Number(values['switch-minutes']) * 60_000;

const BIN = fileURLToPath(new URL('../bin/cardfile', import.meta.url));
const PROBE = new URL('./support/soak-probe.ts', import.meta.url).href;
const SAMPLE_MS = 10_000;
const TICK_MS = 20;
const CONNECTIONS = 32;
const CHANGED_PEOPLE = 200;
/** The kernel reports processor time in these ticks. */
const TICKS_PER_SECOND = 100;

interface Sample {
  readonly atS: number;
  readonly rss: number;
  /** Parts of the resident memory: anonymous (allocated), and mapped from files or shared. */
  readonly anonymous: number;
  readonly mapped: number;
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly external: number;
  readonly arrayBuffers: number;
}

/** The answers to the callers. */
const seen = { answered: 0, failed: 0, switches: 0, statuses: new Map<number, number>() };

async function command(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [BIN, ...args, '--data', data], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`cardfile ${args.join(' ')} ended with ${code}: ${said}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function startServer(port: number, probeFile: string): Promise<ChildProcess> {
  const args = ['--import', PROBE, BIN, 'serve', '--data', data, '--port', String(port), '--workers', values.workers];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SOAK_PROBE: probeFile, CARDFILE_LOG_LEVEL: 'warn' },
  });
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (ready?.ok) return child;
    await sleep(100);
  }
  throw new Error('the server did not become ready');
}

/** One call; never rejects. */
function send(port: number, key: string, { method, path, body, idempotencyKey }: ReturnType<SoakCalls['call']>): void {
  const headers = {
    'x-api-key': key,
    ...(method === 'POST' ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  };
  const sending = request({ host: '127.0.0.1', port, method, path, headers, agent });
  sending.on('error', () => (seen.failed += 1));
  sending.on('response', (answer) => {
    answer.resume();
    answer.on('end', () => {
      const status = answer.statusCode ?? 0;
      seen.answered += 1;
      if (status >= 500) seen.failed += 1;
      seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
    });
  });
  sending.end(body);
}

/** Anonymous and mapped bytes of the process, as reported by the kernel. */
function resident(pid: number): Pick<Sample, 'rss' | 'anonymous' | 'mapped'> {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => 1024 * Number(text.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1] ?? 0);
  return { rss: bytes('VmRSS'), anonymous: bytes('RssAnon'), mapped: bytes('RssFile') + bytes('RssShmem') };
}

/** Seconds of processor time that the process has used. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The sums over the latest line of each live thread. */
function heaps(probeFile: string): Omit<Sample, 'atS' | 'rss' | 'anonymous' | 'mapped'> {
  const sum = { heapUsed: 0, heapTotal: 0, external: 0, arrayBuffers: 0 };
  if (!existsSync(probeFile)) return sum;
  const newest = new Map<number, ThreadMemory>();
  for (const line of readFileSync(probeFile, 'utf8').split('\n')) {
    if (line === '') continue;
    const memory = JSON.parse(line) as ThreadMemory;
    newest.set(memory.thread, memory);
  }
  writeFileSync(probeFile, '');
  for (const memory of newest.values()) {
    sum.heapUsed += memory.heapUsed;
    sum.heapTotal += memory.heapTotal;
    // Each thread counts memory that threads share, such as the edition, in full.
    sum.external += memory.external;
    sum.arrayBuffers += memory.arrayBuffers;
  }
  return sum;
}

/** Changes some people and imports them, which builds a new edition. Every other time it only builds a new edition. */
async function switchEdition(turn: number, people: readonly string[]): Promise<void> {
  if (turn % 2 === 1) return command('index');
  const from = (turn * CHANGED_PEOPLE) % people.length;
  const changed = people.slice(from, from + CHANGED_PEOPLE).map((line) => {
    const person = JSON.parse(line) as Record<string, unknown>;
    return JSON.stringify({ ...person, headline: `Changed in turn ${turn}`, updated_at: new Date().toISOString() });
  });
  const file = join(folder, 'changed.jsonl');
  writeFileSync(file, `${changed.join('\n')}\n`);
  await command('import', 'people', file, '--source', 'soak');
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const mb = (bytes: number) => (bytes / 1e6).toFixed(0);

function report(samples: readonly Sample[]): void {
  const rssBetween = (from: number, to: number) =>
    samples.filter(({ atS }) => atS > from * minutes * 60 && atS <= to * minutes * 60).map(({ rss }) => rss);
  const quarters = [0, 0.25, 0.5, 0.75].map((from) => mean(rssBetween(from, from + 0.25)));
  const lastHalf = rssBetween(0.5, 1);
  console.log(`\nMean resident MB by quarter: ${quarters.map(mb).join(', ')}`);
  console.log(`Second half: last quarter / third quarter = ${(quarters[3]! / quarters[2]!).toFixed(3)}`);
  console.log(`Second half / second quarter = ${(mean(lastHalf) / quarters[1]!).toFixed(3)}`);
  console.log(`Second half: ${mb(Math.min(...lastHalf))} to ${mb(Math.max(...lastHalf))} MB`);
  const statuses = [...seen.statuses].sort(([a], [b]) => a - b).map(([status, calls]) => `${status}: ${calls}`);
  console.log(
    `${seen.answered} calls answered (${statuses.join(', ')}), ${seen.failed} failed, ${seen.switches} switches`,
  );
}

const folder = mkdtempSync(join(tmpdir(), 'cardfile-soak-'));
const data = values.data ?? join(folder, 'data');
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
mkdirSync(data, { recursive: true });
const generated = join(folder, 'generated');
await command('generate', '--people', values.people, '--out', generated);
for (const [kind, file] of [
  ['companies', 'companies'],
  ['people', 'people'],
  ['jobs', 'jobs'],
] as const)
  await command('import', kind, join(generated, `${file}.jsonl`), '--no-index');
await command('index');
const keys = (await benchKeys(data)).slice(0, Number(values.accounts));
const port = await freePort();
const probeFile = join(folder, 'probe.jsonl');
const server = await startServer(port, probeFile);
try {
  const calls = new SoakCalls(generated);
  const people = readFileSync(join(generated, 'people.jsonl'), 'utf8').split('\n').filter(Boolean);
  const samples: Sample[] = [];
  const startedMs = performance.now();
  const elapsedMs = () => performance.now() - startedMs;
  let sent = 0;
  const sending = setInterval(() => {
    for (const due = Math.floor((elapsedMs() * rate) / 1000); sent < due; sent += 1)
      send(port, keys[sent % keys.length] ?? '', calls.call(sent));
  }, TICK_MS);
  let switching: Promise<void> = Promise.resolve();
  const switches = setInterval(() => {
    switching = switching.then(async () => {
      await switchEdition(seen.switches, people);
      seen.switches += 1;
    });
    switching.catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  }, switchMs);
  console.log('| s | resident MB | anonymous | mapped | heaps used | heaps | external | array buffers |');
  console.log('|--:|--:|--:|--:|--:|--:|--:|--:|');
  while (elapsedMs() < minutes * 60_000) {
    await sleep(SAMPLE_MS);
    const sample = { atS: Math.round(elapsedMs() / 1000), ...resident(server.pid ?? 0), ...heaps(probeFile) };
    samples.push(sample);
    const { rss, anonymous, mapped, heapUsed, heapTotal, external, arrayBuffers } = sample;
    const cells = [rss, anonymous, mapped, heapUsed, heapTotal, external, arrayBuffers].map(mb);
    console.log(`| ${[sample.atS, ...cells].join(' | ')} |`);
  }
  clearInterval(sending);
  clearInterval(switches);
  await switching;
  report(samples);
  const usPerCall = (processorSeconds(server.pid ?? 0) * 1e6) / seen.answered;
  console.log(`${usPerCall.toFixed(0)} µs of processor time a call, including all other work of the server`);
} finally {
  server.kill('SIGTERM');
  await once(server, 'exit');
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}

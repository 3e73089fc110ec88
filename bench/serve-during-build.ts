// node bench/serve-during-build.ts --data FOLDER [--rate CALLS] [--seconds S] [--builds N]
// Latency of calls during a build of an edition: a server on a filled data folder answers e-mail look-ups and
// uncached searches at a constant rate, while an edition of all records is built. Prints
// Markdown. Writes into the folder: use a copy.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchTarget, benchKeys, emailShots, PEOPLE_SEARCH, shot } from './support/bench-shots.ts';
import { readFlags } from './support/flags.ts';
import { percentileOf } from './support/percentiles.ts';
import { type Answered, press, type Shot } from './support/pressure.ts';
import { mixedBody } from './support/search-bodies.ts';

const values = readFlags(
  {
    data: { type: 'string' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '5' },
    builds: { type: 'string', default: '2' },
  },
  ['data'],
);
const folder = values.data;
const seconds = Number(values.seconds);

const PROGRAM = new URL('../src/cli/main.ts', import.meta.url).pathname;
const CONNECTIONS = 64;
const MIXED = 2000;
const READY_EVERY_MS = 20;

/** A phase of the run, by `performance.now()`. */
interface Phase {
  readonly what: string;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Milliseconds that the load generator was late, p99 of its ticks. */
  readonly lateMs: number;
}

/** Runs a command of the product on the folder; it ends with this process. */
function cardfile(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, ...args, '--data', folder], { stdio: 'ignore' });
  process.once('exit', () => child.kill());
  return child;
}

async function run(...args: readonly string[]): Promise<void> {
  const [status] = await once(cardfile(...args), 'exit');
  if (status !== 0) throw new Error(`cardfile ${args[0]} ended with ${status}`);
}

/** The base of the serving edition, or null. */
async function servingEdition(port: number): Promise<string | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  return answer?.ok ? (((await answer.json()) as { edition: string }).edition.split('+')[0] ?? null) : null;
}

async function started(): Promise<{ server: ChildProcess; target: BenchTarget }> {
  const port = 30_000 + (process.pid % 10_000);
  const keys = await benchKeys(folder);
  const server = cardfile('serve', '--port', String(port), '--log-level', 'error');
  while ((await servingEdition(port)) === null) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    await sleep(READY_EVERY_MS);
  }
  return { server, target: { port, keys } };
}

/** E-mail look-ups and searches alternately. There are more searches than the run sends, so no answer is cached. */
async function mixedShots(target: BenchTarget): Promise<Shot[]> {
  const emails = await emailShots(target, MIXED);
  const searches = Math.max(emails.length, Number(values.rate) * 600);
  return Array.from({ length: searches }, (_, index) => [
    emails[index % emails.length] as Shot,
    shot(PEOPLE_SEARCH, mixedBody(MIXED + index)),
  ]).flat();
}

/** The phases of consecutive editions. */
async function* phases({ port }: BenchTarget): AsyncGenerator<Phase> {
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  const phase = async (what: string, until: Promise<unknown>): Promise<Phase> => {
    lag.reset();
    const fromMs = performance.now();
    await until;
    return { what, fromMs, untilMs: performance.now(), lateMs: lag.percentile(99) / 1e6 };
  };
  const imported = mkdtempSync(join(tmpdir(), 'cardfile-during-build-'));
  for (let build = 1; build <= Number(values.builds); build += 1) {
    yield await phase(`${build}: nothing else`, sleep(seconds * 1000));
    const slug = `bench-${Date.now()}`;
    const file = join(imported, 'companies.jsonl');
    writeFileSync(file, JSON.stringify({ network_url: `https://www.network.example/company/${slug}`, name: slug }));
    const before = await servingEdition(port);
    // The changed company makes the new edition differ from the serving one.
    await run('import', 'companies', file);
    yield await phase(`${build}: build`, run('index'));
    const isServing = async () => {
      while ((await servingEdition(port)) === before) await sleep(READY_EVERY_MS);
    };
    yield await phase(`${build}: until the new one serves`, isServing());
    yield await phase(`${build}: the next second`, sleep(1000));
  }
  rmSync(imported, { recursive: true });
}

/** Two lines, because e-mail look-ups and searches alternate. */
function rows(phase: Phase, answered: readonly Answered[]): string[] {
  return ['e-mails', 'searches'].map((kind, index) => {
    const { fromMs, untilMs } = phase;
    const within = answered.filter(({ shot, dueMs }) => shot % 2 === index && dueMs >= fromMs && dueMs < untilMs);
    const took = within.map(({ tookMs }) => tookMs);
    const at = (share: number) => percentileOf(took, share).toFixed(2);
    const failed = within.filter(({ isOk }) => !isOk).length;
    const figures = [((untilMs - fromMs) / 1000).toFixed(1), took.length, at(0.5), at(0.99), at(0.999), at(1)];
    return `| ${[phase.what, kind, ...figures, phase.lateMs.toFixed(1), failed].join(' | ')} |`;
  });
}

const { server, target } = await started();
const shots = await mixedShots(target);
const answered: Answered[] = [];
const known: Phase[] = [];
let isOver = false;
const pressing = press({
  ...{ ...target, shots, connections: CONNECTIONS, seconds: 0, perSecond: Number(values.rate) },
  isOver: () => isOver,
  onAnswer: (one) => answered.push(one),
});
for await (const phase of phases(target)) known.push(phase);
isOver = true;
await pressing;
console.log(`${values.rate} calls a second, half e-mails, half uncached searches.\n`);
console.log('| during | calls of | seconds | calls | p50 ms | p99 | p99.9 | max | generator late p99 | failed |');
console.log('|---|---|--:|--:|--:|--:|--:|--:|--:|--:|');
for (const phase of known) console.log(rows(phase, answered).join('\n'));
server.kill('SIGTERM');
await once(server, 'exit');

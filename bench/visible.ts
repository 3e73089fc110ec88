// node bench/visible.ts --data FOLDER --people N [--rate CALLS] [--sizes 1x60,1000x5,100000x1,1x60] [--build]
// The time until changed records are found: a server on a data folder of `cardfile generate --people N` answers e-mail
// look-ups and uncached searches at a constant rate from another process, while random people are pushed in rounds
// (`1000x5` is five rounds of 1,000), each phase over the delta of those before. With --build also the build of a
// whole edition, for comparison. Prints Markdown. Writes into the folder: use a copy.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openAccounts } from '../src/app/account-stores.ts';
import { readConfig } from '../src/app/config.ts';
import { VERSION } from '../src/app/version.ts';
import type { GeneratedPerson } from '../src/generate/generated-records.ts';
import { type BenchTarget, benchKeys } from './support/bench-shots.ts';
import { readFlags } from './support/flags.ts';
import { randomPeople, readFolderPeople } from './support/generated-people.ts';
import { percentileOf } from './support/percentiles.ts';
import { type ServedProcess, serve } from './support/served-process.ts';
import type { Call } from './support/steady-caller.ts';

const values = readFlags(
  {
    data: { type: 'string' },
    people: { type: 'string' },
    rate: { type: 'string', default: '200' },
    sizes: { type: 'string', default: '1x60,1000x5,10000x1,100000x1,1x60,1000x5' },
    build: { type: 'boolean', default: false },
  },
  ['data', 'people'],
);
const folder = values.data;
const people = readFolderPeople(values.people);
const sizes = values.sizes.split(',').map((each) => each.split('x').map(Number) as [size: number, rounds: number]);

const PROGRAM = fileURLToPath(new URL('../bin/cardfile', import.meta.url));
const QUIET_MS = 10_000;
const LINES_MAX = 10_000;
const POLL_MS = 5;
/** A change that is not visible after this time is an error. */
const VISIBLE_WITHIN_MS = 600_000;

async function ingestKey(): Promise<string> {
  const { accounts, admin } = await openAccounts(readConfig({ data: folder, logLevel: 'error' }, {}).config);
  const { key } = await admin.createIngestKey({ name: 'bench', expiresAt: null });
  await accounts.close();
  return key;
}

const changing = randomPeople(people);

/** Rows of people that no earlier round changed, each with a new, unique headline. */
function changedRows(size: number, marker: string): string[] {
  return Array.from({ length: size }, () => {
    const { network_url, full_name }: GeneratedPerson = changing.next().value;
    return JSON.stringify({ network_url, full_name, headline: `Visible ${marker}` });
  });
}

interface Round {
  /** Milliseconds of the calls that pushed the rows. */
  readonly pushMs: number;
  /** From the answer of the last of these calls until a search counts all rows. */
  readonly visibleMs: number;
}

async function round(
  { port, keys }: BenchTarget,
  key: string,
  lines: readonly string[],
  marker: string,
): Promise<Round> {
  const startedMs = performance.now();
  for (let start = 0; start < lines.length; start += LINES_MAX) {
    const body = lines.slice(start, start + LINES_MAX).join('\n');
    const headers = { 'x-api-key': key, 'content-type': 'application/jsonl' };
    const reply = await fetch(`http://127.0.0.1:${port}/ingest/v1/people`, { method: 'POST', headers, body });
    if (reply.status !== 200) throw new Error(`the push was answered ${reply.status}: ${await reply.text()}`);
    await reply.arrayBuffer();
  }
  const pushedMs = performance.now();
  const query = { people: { job_title: { include: [marker], include_headline: true } } };
  for (;;) {
    const headers = { 'x-api-key': keys[0] ?? '', 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${port}/v2/search/people/count`;
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(query) });
    const { total_results: total } = (await reply.json()) as { total_results: number };
    const nowMs = performance.now();
    if (total === lines.length) return { pushMs: pushedMs - startedMs, visibleMs: nowMs - pushedMs };
    if (nowMs - pushedMs > VISIBLE_WITHIN_MS) throw new Error(`${total} of ${lines.length} rows are visible`);
    await sleep(POLL_MS);
  }
}

interface Phase {
  readonly what: string;
  readonly rounds: readonly Round[];
  readonly calls: readonly Call[];
  /** Seconds of processor time of the server. */
  readonly cpuSeconds: number;
}

interface Fixture {
  readonly served: ServedProcess;
  readonly caller: ChildProcess;
}

async function callsSoFar({ caller }: Fixture): Promise<readonly Call[]> {
  caller.send('take');
  return ((await once(caller, 'message')) as [readonly Call[]])[0];
}

async function phase(what: string, fixture: Fixture, work: () => Promise<readonly Round[]>): Promise<Phase> {
  await callsSoFar(fixture);
  const cpuMs = fixture.served.cpuMs();
  const rounds = await work();
  const cpuSeconds = (fixture.served.cpuMs() - cpuMs) / 1000;
  return { what, rounds, calls: await callsSoFar(fixture), cpuSeconds };
}

async function built(): Promise<Round> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [PROGRAM, 'index', '--data', folder], { stdio: 'ignore' });
  process.once('exit', () => child.kill());
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`the build ended with ${status}`);
  return { pushMs: 0, visibleMs: performance.now() - startedMs };
}

async function* phases(target: BenchTarget, fixture: Fixture): AsyncGenerator<Phase> {
  const key = await ingestKey();
  yield await phase('nothing', fixture, async () => {
    await sleep(QUIET_MS);
    return [];
  });
  for (const [index, [size, count]] of sizes.entries()) {
    yield await phase(`pushing ${size.toLocaleString('en')}`, fixture, async () => {
      const rounds: Round[] = [];
      for (let number = 0; number < count; number += 1) {
        const marker = `mark${process.pid}n${index}n${number}`;
        rounds.push(await round(target, key, changedRows(size, marker), marker));
      }
      return rounds;
    });
  }
  if (values.build) yield await phase('building a whole edition', fixture, async () => [await built()]);
}

function row({ what, rounds, calls, cpuSeconds }: Phase): string {
  const took = calls.map(({ tookMs }) => tookMs);
  const failed = calls.filter(({ isOk }) => !isOk).length;
  const at = (numbers: readonly number[], share: number, digits = 0) =>
    numbers.length === 0 ? '-' : percentileOf(numbers, share).toFixed(digits);
  const visible = rounds.map(({ visibleMs }) => visibleMs);
  const pushed = rounds.map(({ pushMs }) => pushMs);
  const figures = [rounds.length, at(pushed, 0.5), at(visible, 0.5), at(visible, 0.99), took.length];
  const load = loadavg()[0]?.toFixed(1);
  return `| ${[what, ...figures, at(took, 0.5, 2), at(took, 0.99, 2), failed, cpuSeconds.toFixed(1), load].join(' | ')} |`;
}

const keys = await benchKeys(folder);
const { served } = await serve(folder, { log: join(tmpdir(), `cardfile-visible-${process.pid}.log`) });
const target: BenchTarget = { port: served.port, keys };
const caller = fork(new URL('./support/steady-caller.ts', import.meta.url), [
  String(served.port),
  values.rate,
  values.people,
]);
await once(caller, 'message');
caller.send(keys);
await sleep(QUIET_MS);
console.log(
  `Cardfile ${VERSION}, Node ${process.version}, ${cpus()[0]?.model} x ${cpus().length}, ${new Date().toISOString().slice(0, 16)}Z; ` +
    `${people.imported.toLocaleString('en')} people; ${values.rate} calls a second, half e-mails, half uncached searches\n`,
);
console.log(
  '| during | rounds | push p50 ms | visible p50 ms | p99 | calls | p50 ms | p99 | not 200 | processor s | load |',
);
console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
for await (const one of phases(target, { served, caller })) console.log(row(one));
caller.disconnect();
await served.stop();

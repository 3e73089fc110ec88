// node bench/server.ts --data FOLDER [--seconds S] [--runs R] [--connections C] [--workers 1,2] [--only TEXT]
// The calls of a filled data folder compared with empty routes of the same server, which authenticate the key and
// answer as many bytes. Prints a Markdown table with medians, and the latency at half of the maximum rate. `npm run
// bench -- --data FOLDER` fills a folder.
import { type ChildProcess, fork } from 'node:child_process';
import { cpus } from 'node:os';
import { VERSION } from '../src/app/version.ts';
import { type BenchTarget, benchKeys, call, emailShots, PEOPLE_SEARCH, shot } from './support/bench-shots.ts';
import type { Used } from './support/benched-server.ts';
import { readFlags } from './support/flags.ts';
import { type Felt, press, type Shot } from './support/pressure.ts';
import { mixedBody, typicalBody } from './support/search-bodies.ts';

const values = readFlags(
  {
    data: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    runs: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    workers: { type: 'string', default: '1,2' },
    only: { type: 'string', default: '' },
  },
  ['data'],
);
const folder = values.data;
const seconds = Number(values.seconds);
const connections = Number(values.connections);

const TYPICAL = 200;
const MIXED = 2000;
/**
 * How many times longer a given rate is measured than the maximum rate: one stall of the machine within a second
 * affects more than one in a hundred calls.
 */
const STEADY = 3;
/** More bodies than a serving thread caches pages for, so that each page is computed. */
const NEVER_TWICE = 60_000;
const COMPILED_AFTER = 12_000;

interface Target {
  readonly what: string;
  readonly shots: readonly Shot[];
}

interface Server extends BenchTarget {
  readonly child: ChildProcess;
}

async function startServer(keys: readonly string[], workers: string): Promise<Server> {
  // Several workers need a fixed port.
  const fixed = workers === '1' ? 0 : 30_000 + (process.pid % 10_000);
  const execArgv = process.execArgv.filter((argument) => argument.startsWith('--cpu-prof'));
  const child = fork(new URL('./support/benched-server.ts', import.meta.url), [folder, workers, String(fixed)], {
    execArgv,
  });
  const { port } = await new Promise<{ port: number }>((resolve) =>
    child.once('message', (message) => resolve(message as { port: number })),
  );
  return { child, port, keys };
}

function used({ child }: Server): Promise<Used> {
  const answer = new Promise<Used>((resolve) => child.once('message', (message) => resolve(message as Used)));
  child.send('used');
  return answer;
}

/** The first of the typical searches that have a full page. */
async function typicalShots(server: Server): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (let index = 0; shots.length < TYPICAL; index += 1) {
    const candidate = shot(PEOPLE_SEARCH, typicalBody(index));
    if ((await call(server, candidate)).answer.results_length === 10) shots.push(candidate);
  }
  return shots;
}

/** Mixed searches; for a third of them the page after the first hundred rows, if there is one. */
async function mixedShots(server: Server): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (let index = 0; index < MIXED; index += 1) {
    const body = mixedBody(index);
    const { cursor } =
      index % 3 === 0
        ? (await call(server, shot(PEOPLE_SEARCH, { ...body, max_results: 100 }))).answer
        : { cursor: null };
    shots.push(shot(PEOPLE_SEARCH, cursor === null ? body : { ...body, cursor }));
  }
  return shots;
}

async function distributionShots(server: Server, by: string): Promise<Shot[]> {
  const largest = shot('/v2/search/companies', { company: { employee_range: { min: 1 } }, max_results: 1 });
  const url = (await call(server, largest)).answer.results[0]?.network_url;
  return [shot(`/v2/enrichment/company-distribution-by-${by}`, { company_network_url: url })];
}

async function targetsOf(server: Server): Promise<Target[]> {
  const targets = [
    { what: 'people search, typical', shots: await typicalShots(server) },
    { what: 'people search, mixed', shots: await mixedShots(server) },
    {
      what: 'people search, mixed, no query twice',
      shots: Array.from({ length: NEVER_TWICE }, (_, index) => shot(PEOPLE_SEARCH, mixedBody(MIXED + index))),
    },
    { what: 'departments of the largest employer', shots: await distributionShots(server, 'department') },
    { what: 'countries of the largest employer', shots: await distributionShots(server, 'country') },
    { what: 'e-mail enrichment', shots: await emailShots(server, MIXED) },
  ];
  return targets.filter(({ what }) => what.includes(values.only));
}

async function meanBytes(server: Server, { shots }: Target): Promise<number> {
  let sum = 0;
  const sample = shots.filter((_, index) => index % Math.ceil(shots.length / 200) === 0);
  for (const one of sample) sum += (await call(server, one)).bytes;
  return Math.round(sum / sample.length);
}

interface Measured extends Felt {
  /** Microseconds of processor time of the whole server for one call. */
  readonly cpuUs: number;
}

async function measure(server: Server, target: Target, perSecond?: number): Promise<Measured> {
  const { port, keys } = server;
  // Starts at a random body, so that a long list is not restarted at its beginning in each run.
  const from = Math.floor(Math.random() * target.shots.length);
  const shots = [...target.shots.slice(from), ...target.shots.slice(0, from)];
  const before = await used(server);
  const load =
    perSecond === undefined ? { connections, seconds } : { connections: 128, seconds: STEADY * seconds, perSecond };
  const felt = await press({ port, keys, shots, ...load });
  const after = await used(server);
  return { ...felt, cpuUs: ((after.cpuMs - before.cpuMs) * 1000) / (felt.perSecond * load.seconds) };
}

/**
 * For a repeated list, until usually every thread has answered each call twice. For any other list, until its code is
 * compiled: the first thousands of calls take up to twice as long.
 */
async function warmUp(server: Server, target: Target): Promise<void> {
  const wanted = target.shots.length > MIXED ? COMPILED_AFTER : target.shots.length * 8;
  let sent = 0;
  for (let run = 0; run < 10 && sent <= wanted; run += 1) {
    sent += (await measure(server, target)).perSecond * seconds;
  }
}

const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const medianOf = (runs: readonly Measured[], figure: keyof Measured) => median(runs.map((run) => run[figure]));

/** The lines of a target, and of its empty route if it has not been printed yet. */
async function row(server: Server, target: Target): Promise<string> {
  const bytes = await meanBytes(server, target);
  const empty: Target = {
    what: `empty, ${bytes} bytes`,
    shots: target.shots.slice(0, MIXED).map((one) => ({ ...one, path: `/bench/empty/${bytes}` })),
  };
  const own: Measured[] = [];
  const ofEmpty: Measured[] = [];
  await warmUp(server, target);
  await measure(server, empty);
  for (let run = 0; run < Number(values.runs); run += 1) {
    own.push(await measure(server, target));
    ofEmpty.push(await measure(server, empty));
  }
  const perSecond = medianOf(own, 'perSecond');
  const half: Measured[] = [];
  const emptyAtHalf: Measured[] = [];
  for (let run = 0; run < 3; run += 1) {
    half.push(await measure(server, target, perSecond / 2));
    emptyAtHalf.push(await measure(server, empty, perSecond / 2));
  }
  const failed = [...own, ...half].reduce((sum, run) => sum + run.failed, 0);
  const share = (100 * perSecond) / medianOf(ofEmpty, 'perSecond');
  const cpuShare = (100 * medianOf(ofEmpty, 'cpuUs')) / medianOf(own, 'cpuUs');
  const cells = [
    target.what,
    bytes,
    Math.round(perSecond),
    Math.round(medianOf(ofEmpty, 'perSecond')),
    `${share.toFixed(0)}%`,
    medianOf(own, 'cpuUs').toFixed(0),
    `${cpuShare.toFixed(0)}%`,
    medianOf(own, 'p50').toFixed(2),
    medianOf(own, 'p99').toFixed(1),
    medianOf(half, 'p50').toFixed(2),
    medianOf(half, 'p99').toFixed(1),
    medianOf(emptyAtHalf, 'p99').toFixed(1),
    medianOf(half, 'late').toFixed(1),
    failed,
  ];
  return `| ${cells.join(' | ')} |`;
}

const keys = await benchKeys(folder);
console.log(
  `Cardfile ${VERSION}, Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'} x ${cpus().length}, ${new Date().toISOString().slice(0, 16)}Z; ` +
    `${connections} connections; medians of ${values.runs} runs of ${seconds} s\n`,
);
for (const workers of values.workers.split(',')) {
  const server = await startServer(keys, workers);
  console.log(`Workers: ${workers}\n`);
  console.log(
    '| call | bytes | calls/s | empty/s | share | µs of processor | of empty | p50 ms | p99 ms | p50 at half | p99 at half | empty then | sent late | failed |',
  );
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
  for (const target of await targetsOf(server)) console.log(await row(server, target));
  console.log(`\n${Math.round((await used(server)).rss / 1e6)} MB resident.\n`);
  server.child.disconnect();
  await new Promise((resolve) => server.child.once('exit', resolve));
}

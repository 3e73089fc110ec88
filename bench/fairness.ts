// node bench/fairness.ts --data FOLDER [--seconds S] [--runs R] [--workers 1,2] [--only KIND]
// Latency of an account's ordinary calls while another account sends the most expensive bodies (expensive-bodies.ts) at
// the rate of its plan, compared with the same calls on a quiet server. Both alternate in one run, after the same flood
// has been sent once, so that its code is compiled; prints Markdown tables.
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { constants, cpus, setPriority } from 'node:os';
import { SERVER_FLAGS, SERVER_MALLOC } from '../bin/server-flags.js';
import { openAccounts } from '../src/app/account-stores.ts';
import { readConfig } from '../src/app/config.ts';
import { VERSION } from '../src/app/version.ts';
import { Random } from '../src/generate/random.ts';
import { splitWords } from '../src/words/words.ts';
import { call, emailShots, PEOPLE_SEARCH, shot } from './support/bench-shots.ts';
import type { Calls } from './support/caller.ts';
import { Draws, EXPENSIVE, type Subjects } from './support/expensive-bodies.ts';
import { readFlags } from './support/flags.ts';
import type { Felt, Shot } from './support/pressure.ts';
import { mixedBody } from './support/search-bodies.ts';

const values = readFlags(
  {
    data: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    runs: { type: 'string', default: '3' },
    workers: { type: 'string', default: '1,2' },
    only: { type: 'string', default: '' },
  },
  ['data'],
);
const folder = values.data;
const seconds = Number(values.seconds);

/** Ordinary calls a second, well below the capacity of a server. */
const CALLS_PER_SECOND = 100;
const CONNECTIONS = 32;
/** Requests a second of the plan of both accounts. */
const PLAN_RATE = 1000;
const BODIES_PER_KIND = 40;
const STREAM = 78;
const LIMIT = 2;
const BEYOND_PLAN = 'calls far beyond the plan';

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

async function keyOf(accountName: string, requestsPerSecond: number): Promise<string> {
  const { accounts, admin } = await openAccounts(readConfig({ data: folder, logLevel: 'error' }, {}).config);
  const plan = `fair ${requestsPerSecond}`;
  await admin.setPlan({ name: plan, creditsPerMonth: null, requestsPerSecond });
  if (!(await admin.accounts()).some(({ name }) => name === accountName)) await admin.createAccount(accountName, plan);
  const { key } = await admin.createKey({ accountName, name: 'fair', allowedPaths: [], expiresAt: null });
  await accounts.close();
  return key;
}

async function startServer(workers: string): Promise<Server> {
  const fixed = workers === '1' ? 0 : 20_000 + (process.pid % 10_000);
  const child = fork(new URL('./support/benched-server.ts', import.meta.url), [folder, workers, String(fixed)], {
    execArgv: [...SERVER_FLAGS],
    env: { ...process.env, ...SERVER_MALLOC },
  });
  const { port } = await new Promise<{ port: number }>((resolve) =>
    child.once('message', (message) => resolve(message as { port: number })),
  );
  return { child, port };
}

async function subjectsOf(port: number, key: string): Promise<Subjects> {
  const server = { port, keys: [key] };
  const companies = await call(
    server,
    shot('/v2/search/companies', { company: { employee_range: { min: 1 } }, max_results: 20 }),
  );
  const people = await call(server, shot(PEOPLE_SEARCH, { people: { min_connections_count: 1 }, max_results: 100 }));
  const titled = people.answer.results as unknown as { job_title: string | null }[];
  return {
    companyUrls: companies.answer.results.map(({ network_url }) => network_url),
    titles: titled.flatMap(({ job_title }) => job_title ?? []),
    words: [...new Set(splitWords(JSON.stringify([companies, people])))].filter((word) => word.length < 6),
    cursor: people.answer.cursor,
  };
}

function floodShots(kind: string, subjects: Subjects): Shot[] {
  const make = EXPENSIVE[kind] as (typeof EXPENSIVE)[string];
  return Array.from({ length: BODIES_PER_KIND }, (_, index) => {
    const random = new Random(20261122).seek(STREAM, index);
    return make(new Draws(Array.from({ length: 400 }, () => random.below(1_000_000) / 1_000_000)), subjects);
  });
}

/**
 * Binds all threads of a process to one processor, because the callers would run on other machines. Needs `taskset`;
 * without it processes share the processors, and the figures are upper bounds.
 */
function bindTo(processor: number, pid: number | undefined): void {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(processor), String(pid)]);
}

/** The process of an account. */
class Caller {
  readonly #child = fork(new URL('./support/caller.ts', import.meta.url));

  bindTo(processor: number): void {
    bindTo(processor, this.#child.pid);
  }

  /** Leaves the processors to the server, like a caller on another machine. */
  lowerPriority(): void {
    setPriority(this.#child.pid ?? 0, constants.priority.PRIORITY_LOW);
  }

  async send(calls: Calls): Promise<Felt> {
    const felt = new Promise<Felt>((resolve) => this.#child.once('message', (message) => resolve(message as Felt)));
    this.#child.send(calls);
    return felt;
  }

  end(): void {
    this.#child.disconnect();
  }
}

async function ordinaryShots(port: number, key: string): Promise<Shot[]> {
  const emails = await emailShots({ port, keys: [key] }, 200);
  return emails.flatMap((email, index) => [email, shot(PEOPLE_SEARCH, mixedBody(index)), email]);
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const [ordinaryKey, floodKey] = [await keyOf('fair ordinary', PLAN_RATE), await keyOf('fair flood', PLAN_RATE)];
const benchKey = await keyOf('fair bench', 10_000);

for (const workers of values.workers.split(',')) {
  const { child, port } = await startServer(workers);
  const shots = await ordinaryShots(port, benchKey);
  const subjects = await subjectsOf(port, benchKey);
  const [caller, flooder] = [new Caller(), new Caller()];
  flooder.lowerPriority();
  if (workers === '1') {
    bindTo(0, child.pid);
    for (const one of [caller, flooder]) one.bindTo(1);
  }
  const ordinary = () =>
    caller.send({ port, key: ordinaryKey, shots, connections: 16, seconds, perSecond: CALLS_PER_SECOND });
  await ordinary();
  const all = Object.keys(EXPENSIVE).flatMap((kind) => floodShots(kind, subjects).slice(0, 10));
  const kinds: [string, Shot[]][] = [
    ...Object.keys(EXPENSIVE).map((kind) => [kind, floodShots(kind, subjects)] as [string, Shot[]]),
    ['all of these', all],
    [BEYOND_PLAN, [shot('/v2/utils/current-date', { region: 'UTC' })]],
  ];
  console.log(
    `\n${VERSION}, Node ${process.version}, ${cpus()[0]?.model} x ${cpus().length}, ${workers} worker(s): ${CALLS_PER_SECOND} ordinary calls a second during calls on ${CONNECTIONS} connections of another account\n`,
  );
  console.log(
    `| other account sends | answered a second | quiet p50 ms | p99 ms | loaded p50 ms | p99 ms | p99 ratio (limit ${LIMIT}) |\n|---|--:|--:|--:|--:|--:|--:|`,
  );
  for (const [kind, sent] of kinds.filter(([name]) => name.includes(values.only))) {
    const runs: { quiet: Felt; loaded: Felt; rate: number }[] = [];
    const rate = kind === BEYOND_PLAN ? {} : { perSecond: PLAN_RATE };
    const flood = { port, key: floodKey, shots: sent, connections: CONNECTIONS, seconds: seconds + 1, ...rate };
    await flooder.send(flood);
    for (let run = 0; run < Number(values.runs); run++) {
      const quiet = await ordinary();
      const flooded = flooder.send(flood);
      await new Promise((resolve) => setTimeout(resolve, 500));
      const loaded = await ordinary();
      runs.push({ quiet, loaded, rate: (await flooded).perSecond });
    }
    const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick));
    const figures = [
      of(({ quiet }) => quiet.p50),
      of(({ quiet }) => quiet.p99),
      of(({ loaded }) => loaded.p50),
      of(({ loaded }) => loaded.p99),
      of(({ quiet, loaded }) => loaded.p99 / quiet.p99),
    ].map((figure) => figure.toFixed(2));
    console.log(`| ${kind} | ${Math.round(of(({ rate }) => rate))} | ${figures.join(' | ')} |`);
  }
  for (const ended of [caller, flooder]) ended.end();
  child.disconnect();
}

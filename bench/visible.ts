// node bench/visible.ts --data FOLDER --people N [--rate CALLS] [--rounds R]
// The time until changed records are found: a server on a data folder of `cardfile generate --people N` answers e-mail
// look-ups and uncached searches at a constant rate, while people are pushed in rounds of 1, 1,000, 10,000 and
// 100,000, then of 1 and 1,000 over the delta of these. For comparison the build of a whole edition. Prints Markdown. Writes into the folder: use a copy.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openAccounts } from '../src/app/account-stores.ts';
import { readConfig } from '../src/app/config.ts';
import { generatePeople } from '../src/generate/generate.ts';
import { type Asked, benchKeys, emailShots, PEOPLE_SEARCH, shot } from './bench-shots.ts';
import { percentileOf } from './percentiles.ts';
import { type Answered, press, type Shot } from './pressure.ts';
import { mixedBody } from './search-bodies.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    people: { type: 'string' },
    rate: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '60' },
  },
});
if (values.data === undefined || values.people === undefined)
  throw new Error('set the data folder and the number of its people: --data FOLDER --people N');
const folder = values.data;
const people = Number(values.people);

const PROGRAM = new URL('../src/cli/main.ts', import.meta.url).pathname;
const CONNECTIONS = 64;
const QUIET_MS = 10_000;
const LINES_MAX = 10_000;
const POLL_MS = 5;
/** A change that is not visible by then is an error. */
const VISIBLE_WITHIN_MS = 600_000;

/** Runs a command of the product on the folder; it ends with this process. */
function cardfile(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, ...args, '--data', folder], { stdio: 'ignore' });
  process.once('exit', () => child.kill());
  return child;
}

async function ingestKey(): Promise<string> {
  const { accounts, admin } = await openAccounts(readConfig({ data: folder, logLevel: 'error' }, {}).config);
  const { key } = await admin.createIngestKey({ name: 'bench', expiresAt: null });
  await accounts.close();
  return key;
}

async function started(): Promise<{ server: ChildProcess; asked: Asked }> {
  const port = 30_000 + (process.pid % 10_000);
  const keys = await benchKeys(folder);
  const server = cardfile('serve', '--port', String(port), '--log-level', 'error');
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    await sleep(POLL_MS);
  }
  return { server, asked: { port, keys } };
}

/** Rows of the generated people, each with a headline that no one had. */
function* changedRows(marker: string): Generator<string> {
  const options = { people, companies: Math.round(people / 25), jobs: Math.round(people / 20), seed: 1 };
  for (const { network_url, full_name } of generatePeople(options))
    yield JSON.stringify({ network_url, full_name, headline: `Visible ${marker}` });
}

interface Round {
  /** Of the calls that pushed the rows. */
  readonly pushMs: number;
  /** From the reply of the last of them until a search counts all rows. */
  readonly visibleMs: number;
}

async function round({ port, keys }: Asked, key: string, lines: readonly string[], marker: string): Promise<Round> {
  const startedMs = performance.now();
  for (let start = 0; start < lines.length; start += LINES_MAX) {
    const body = lines.slice(start, start + LINES_MAX).join('\n');
    const headers = { 'x-api-key': key, 'content-type': 'application/jsonl' };
    const reply = await fetch(`http://127.0.0.1:${port}/ingest/v1/people`, { method: 'POST', headers, body });
    if (reply.status !== 200) throw new Error(`the push was answered ${reply.status}: ${await reply.text()}`);
    await reply.arrayBuffer();
  }
  const pushedMs = performance.now();
  const asked = { people: { job_title: { include: [marker], include_headline: true } } };
  for (;;) {
    const headers = { 'x-api-key': keys[0] ?? '', 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${port}/v2/search/people/count`;
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(asked) });
    const { total_results: total } = (await reply.json()) as { total_results: number };
    const nowMs = performance.now();
    if (total === lines.length) return { pushMs: pushedMs - startedMs, visibleMs: nowMs - pushedMs };
    if (nowMs - pushedMs > VISIBLE_WITHIN_MS) throw new Error(`${total} of ${lines.length} rows are visible`);
    await sleep(POLL_MS);
  }
}

interface Phase {
  readonly what: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly rounds: readonly Round[];
}

async function phase(what: string, work: () => Promise<readonly Round[]>): Promise<Phase> {
  const fromMs = performance.now();
  const rounds = await work();
  return { what, fromMs, untilMs: performance.now(), rounds };
}

async function* phases(asked: Asked): AsyncGenerator<Phase> {
  const key = await ingestKey();
  yield await phase('nothing', async () => {
    await sleep(QUIET_MS);
    return [];
  });
  for (const [size, count, over] of [
    [1, Number(values.rounds), ''],
    [1000, 5, ''],
    [10_000, 1, ''],
    [100_000, 1, ''],
    [1, Number(values.rounds), ' over these'],
    [1000, 5, ' over these'],
  ] as const) {
    yield await phase(`pushing ${size.toLocaleString('en')}${over}`, async () => {
      const rounds: Round[] = [];
      for (let number = 0; number < count; number += 1) {
        const marker = `mark${process.pid}n${size}n${number}n${over.length}`;
        const rows = changedRows(marker)
          .drop(number * size)
          .take(size)
          .toArray();
        rounds.push(await round(asked, key, rows, marker));
      }
      return rounds;
    });
  }
  yield await phase('building a whole edition', async () => {
    const startedMs = performance.now();
    const [status] = await once(cardfile('index'), 'exit');
    if (status !== 0) throw new Error(`the build ended with ${status}`);
    return [{ pushMs: 0, visibleMs: performance.now() - startedMs }];
  });
}

function row({ what, fromMs, untilMs, rounds }: Phase, answered: readonly Answered[]): string {
  const within = answered.filter(({ dueMs }) => dueMs >= fromMs && dueMs < untilMs);
  const took = within.map(({ tookMs }) => tookMs);
  const failed = within.filter(({ isOk }) => !isOk).length;
  const at = (numbers: readonly number[], share: number, digits = 0) =>
    numbers.length === 0 ? '-' : percentileOf(numbers, share).toFixed(digits);
  const visible = rounds.map(({ visibleMs }) => visibleMs);
  const pushed = rounds.map(({ pushMs }) => pushMs);
  const figures = [rounds.length, at(pushed, 0.5), at(visible, 0.5), at(visible, 0.99), took.length];
  return `| ${[what, ...figures, at(took, 0.5, 2), at(took, 0.99, 2), failed].join(' | ')} |`;
}

const { server, asked } = await started();
const emails = await emailShots(asked, 2000);
const shots = Array.from({ length: Math.max(emails.length, Number(values.rate) * 600) }, (_, index): Shot[] => [
  emails[index % emails.length] as Shot,
  shot(PEOPLE_SEARCH, mixedBody(2000 + index)),
]).flat();
const answered: Answered[] = [];
const known: Phase[] = [];
let isOver = false;
const pressing = press({
  ...{ ...asked, shots, connections: CONNECTIONS, seconds: 0, perSecond: Number(values.rate) },
  isOver: () => isOver,
  onAnswer: (one) => answered.push(one),
});
for await (const one of phases(asked)) known.push(one);
isOver = true;
await pressing;
console.log(
  `${people.toLocaleString('en')} people; ${values.rate} calls a second, half e-mails, half uncached searches.\n`,
);
console.log('| during | rounds | push p50 ms | visible p50 ms | p99 | calls | p50 ms | p99 | failed |');
console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|');
for (const one of known) console.log(row(one, answered));
server.kill('SIGTERM');
await once(server, 'exit');

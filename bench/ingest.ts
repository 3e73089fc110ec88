// node bench/ingest.ts [--people N] [--calls N]
// Rows a second that are pushed, compared with `cardfile import` of the same rows in the same order, each into an empty
// catalog; and the duration of calls with one row. The server runs in its own process and builds editions meanwhile.
// Prints Markdown.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccounts } from '../src/app/account-stores.ts';
import { readConfig } from '../src/app/config.ts';
import { generatePeople } from '../src/generate/generate.ts';
import { readFlags } from './support/flags.ts';
import { percentileOf } from './support/percentiles.ts';

const values = readFlags({ people: { type: 'string', default: '200000' }, calls: { type: 'string', default: '2000' } });
const people = Number(values.people);
const calls = Number(values.calls);
/** Some 10 MB. */
const CALL_ROWS = 5000;
const SMALL_ROWS = 100;
const CALLERS = 16;
const cli = new URL('../src/cli/main.ts', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'cardfile-bench-ingest-'));

const rowsOf = (count: number, seed: number) =>
  [...generatePeople({ people: count, companies: Math.ceil(count / 25), jobs: 0, seed })].map(
    (person) => `${JSON.stringify(person)}\n`,
  );

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return String(typeof address === 'object' && address !== null ? address.port : 0);
}

/** The running servers. */
const servers = new Set<ChildProcess>();

interface Served {
  readonly base: string;
  readonly key: string;
  end(): Promise<void>;
}

async function serve(name: string): Promise<Served> {
  const data = join(folder, name);
  const port = await freePort();
  const { accounts, admin } = await openAccounts(readConfig({ data }, {}).config);
  const { key } = await admin.createIngestKey({ name: 'bench', expiresAt: null });
  await accounts.close();
  const args = [cli, 'serve', '--data', data, '--port', port, '--log-level', 'silent'];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  servers.add(child);
  const base = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    const ready = await fetch(`${base}/readyz`).catch(() => null);
    if (ready?.ok) break;
    if (attempt > 600) throw new Error('the server does not start');
    await sleep(50);
  }
  return {
    base,
    key,
    end: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      servers.delete(child);
    },
  };
}

/** Milliseconds of one call; throws unless all rows are created. */
async function push({ base, key }: Served, rows: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  const headers = { 'x-api-key': key, 'content-type': 'application/jsonl' };
  const answer = await fetch(`${base}/ingest/v1/people?source=bench`, { method: 'POST', headers, body: rows.join('') });
  const body = (await answer.json()) as { created?: number; merged?: number };
  if ((body.created ?? 0) + (body.merged ?? 0) === 0) throw new Error(JSON.stringify(body).slice(0, 500));
  return performance.now() - startedMs;
}

/** Rows per second of calls with this many rows, sent by several callers at once. */
async function pushAll(served: Served, rows: readonly string[], shape: { callRows: number; callers: number }) {
  const startedMs = performance.now();
  let next = 0;
  const caller = async () => {
    for (let at = next; at < rows.length; at = next) {
      next = at + shape.callRows;
      await push(served, rows.slice(at, next));
    }
  };
  await Promise.all(Array.from({ length: shape.callers }, caller));
  return (1000 * rows.length) / (performance.now() - startedMs);
}

async function imported(data: string, file: string): Promise<number> {
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
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return (JSON.parse(Buffer.concat(chunks).toString()) as { rows_per_second: number }).rows_per_second;
}

async function oneRowCalls(served: Served, callers: number): Promise<number[]> {
  const rows = rowsOf(calls, 100 + callers);
  const durations: number[] = [];
  let next = 0;
  const caller = async () => {
    for (let at = next; at < rows.length; at = next) {
      next = at + 1;
      durations.push(await push(served, [rows[at] as string]));
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return durations;
}

try {
  const rows = rowsOf(people, 1);
  const file = join(folder, 'people.jsonl');
  writeFileSync(file, rows.join(''));
  const alone = await imported('alone', file);

  const besides = await serve('served');
  const whileServed = await imported('served', file);
  await besides.end();

  const large = await serve('large');
  const pushedLarge = await pushAll(large, rows, { callRows: CALL_ROWS, callers: 2 });
  const durations = { one: await oneRowCalls(large, 1), many: await oneRowCalls(large, CALLERS) };
  await large.end();

  const small = await serve('small');
  const pushedSmall = await pushAll(small, rows.slice(0, people / 4), { callRows: SMALL_ROWS, callers: CALLERS });
  await small.end();

  const line = (name: string, rate: number) =>
    process.stdout.write(`| ${name} | ${Math.round(rate)} | ${(rate / whileServed).toFixed(2)} |\n`);
  process.stdout.write(
    `| ${people} people into an empty catalog | rows/s | of the import while a server runs |\n|---|--:|--:|\n`,
  );
  line('`cardfile import`, no server', alone);
  line('`cardfile import` while a server runs', whileServed);
  line(`pushed, calls of ${CALL_ROWS} rows, 2 callers`, pushedLarge);
  line(`pushed, calls of ${SMALL_ROWS} rows, ${CALLERS} callers`, pushedSmall);
  process.stdout.write(`\n| calls of one row, into ${people} people | p50 ms | p99 ms |\n|---|--:|--:|\n`);
  for (const [name, all] of [
    ['1 caller', durations.one],
    [`${CALLERS} callers`, durations.many],
  ] as const) {
    process.stdout.write(
      `| ${name} | ${percentileOf(all, 0.5).toFixed(1)} | ${percentileOf(all, 0.99).toFixed(1)} |\n`,
    );
  }
} finally {
  for (const child of servers) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

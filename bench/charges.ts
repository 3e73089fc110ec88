// node bench/charges.ts [--seconds S] [--runs R] [--charges-only] [--cluster URL]
// Cost of durable charging: charges per second of the real store by calls in flight, threads or nodes, and accounts; in
// files, in PostgreSQL and, with the address of a coordinator, on a Citus cluster of this machine. Then the throughput
// of e-mail enrichment over HTTP with charging on and off. Prints Markdown tables.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import pg from 'pg';
import { hashKey } from '../src/accounts/key-format.ts';
import { openAccounts } from '../src/app/account-stores.ts';
import { type Config, readConfig } from '../src/app/config.ts';
import { distributeDatabase, migrateDatabase } from '../src/app/database.ts';
import { startLedger } from '../src/app/ledgers.ts';
import { VERSION } from '../src/app/version.ts';
import { importFiles } from '../src/tasks/import-files.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import type { Used } from './support/benched-server.ts';
import type { Charged, Charging } from './support/charge-worker.ts';
import { readFlags } from './support/flags.ts';

const values = readFlags({
  seconds: { type: 'string', default: '2' },
  runs: { type: 'string', default: '3' },
  'charges-only': { type: 'boolean', default: false },
  cluster: { type: 'string' },
});
const seconds = Number(values.seconds);
const folder = mkdtempSync(join(tmpdir(), 'cardfile-bench-charges-'));
const { config } = readConfig({ data: folder, logLevel: 'error' }, {});
const PERSON = 'https://www.network.example/in/jane';
const IN_FLIGHT = [1, 16, 64, 256];
const CONNECTIONS = [16, 64, 256];
const ACCOUNTS = 1000;

async function makeKeys(config: Config): Promise<string[]> {
  const { accounts, admin } = await openAccounts(config);
  await admin.setPlan({ name: 'bench', creditsPerMonth: 1_000_000_000, requestsPerSecond: 10_000 });
  const keys: string[] = [];
  for (let each = 0; each < ACCOUNTS; each += 1) {
    const accountName = `bench-${each}`;
    await admin.createAccount(accountName, 'bench');
    keys.push((await admin.createKey({ accountName, name: '', allowedPaths: [], expiresAt: null })).key);
  }
  await accounts.close();
  return keys;
}

interface Step {
  readonly config: Config;
  /** The main processes of the database, if the accounts are in a database. */
  readonly serverPids: readonly number[];
  readonly inFlight: number;
  /** Serving threads. */
  readonly workers: number;
  /** Whether each thread has its own ledger, as on several nodes. */
  readonly areNodes: boolean;
  readonly keyHashes: readonly string[];
}

/** The threads share the number of calls in flight. */
async function chargeStep({ config, serverPids, inFlight, workers, areNodes, keyHashes }: Step): Promise<string> {
  const usedMs = () => processorMs(serverPids);
  const start = () => startLedger(config, { onUpkeepFailure: console.error, onLost: console.error });
  const ledgers = await Promise.all(Array.from({ length: areNodes ? workers : 1 }, start));
  const threads = Array.from({ length: workers }, (_, index) => {
    const port = (ledgers[index % ledgers.length] as (typeof ledgers)[number]).connect();
    const { database } = config;
    const each = Math.ceil(inFlight / workers);
    const workerData: Charging = { folder, database, keyHashes, inFlight: each, seconds, ledger: port };
    return new Worker(new URL('./support/charge-worker.ts', import.meta.url), { workerData, transferList: [port] });
  });
  const said = () => Promise.all(threads.map((thread) => once(thread, 'message')));
  await said();
  const before = usedMs();
  const ended = said();
  for (const thread of threads) thread.postMessage('go');
  const charged = (await ended).map(([message]) => message as Charged);
  const used = usedMs() - before;
  for (const ledger of ledgers) await ledger.end();
  const tookMs = Float64Array.from(charged.flatMap((one) => [...one.tookMs])).sort();
  const at = (share: number) => (tookMs[Math.floor(tookMs.length * share)] ?? 0).toFixed(1);
  const accounts = keyHashes.length === 1 ? 'one' : keyHashes.length;
  const usPerCharge = Math.round((used * 1000) / tookMs.length);
  const cells = [inFlight, workers, accounts, Math.round(tookMs.length / seconds), at(0.5), at(0.99), usPerCharge];
  return `| ${cells.join(' | ')} |`;
}

/** Milliseconds of processor time of this process and, for the database, of all processes of its servers. */
function processorMs(serverPids: readonly number[]): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1000;
  if (serverPids.length === 0) return own;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.reduce((sum, pid) => sum + ofServer(Number(pid), serverPids), own);
}

/** The fields of /proc/PID/stat after the name; field 1 is the parent. */
const statOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

/** Fields 11 to 14 are times of the process and its children. */
function ofServer(pid: number, serverPids: readonly number[]): number {
  try {
    const fields = statOf(pid);
    if (!serverPids.includes(Number(fields[1])) && !serverPids.includes(pid)) return 0;
    // Fields 11 to 14 are in hundredths of a second.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
  } catch {
    return 0;
  }
}

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

async function startServer(charging: 'on' | 'off', workers: number): Promise<Server> {
  const wanted = workers === 1 ? 0 : await freePort();
  const args = [folder, String(workers), String(wanted), charging];
  const child = fork(new URL('./support/benched-server.ts', import.meta.url), args);
  const [message] = await once(child, 'message');
  return { child, port: (message as { port: number }).port };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Processor time of all threads of the server, in microseconds. */
async function processorUs({ child }: Server): Promise<number> {
  child.send('used');
  const [{ cpuMs }] = (await once(child, 'message')) as [Used];
  return cpuMs * 1000;
}

interface Press {
  readonly server: Server;
  readonly connections: number;
  readonly keys: readonly string[];
}

interface Pressed {
  readonly perSecond: number;
  /** Microseconds of processor time of the server per answer. */
  readonly usPerAnswer: number;
}

/** Throws unless each answer is a 200. */
async function press({ server, connections, keys }: Press): Promise<Pressed> {
  const usedUs = await processorUs(server);
  const requests = keys.map((key) => ({
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ person_network_url: PERSON }),
  }));
  const { requests: sent, non2xx } = await autocannon({
    url: `http://127.0.0.1:${server.port}/v2/enrichment/email`,
    method: 'POST',
    connections,
    duration: seconds,
    requests,
  });
  if (non2xx > 0) throw new Error(`${non2xx} calls were rejected`);
  return { perSecond: sent.average, usPerAnswer: ((await processorUs(server)) - usedUs) / sent.total };
}

type Store = Pick<Step, 'config' | 'serverPids' | 'areNodes'>;

async function chargeSteps(store: Store, hashes: readonly string[]): Promise<void> {
  const unit = store.areNodes ? 'nodes' : 'threads';
  console.log(`| in flight | ${unit} | accounts | charges/s | p50 ms | p99 ms | µs of processor |`);
  console.log('|---:|---:|---:|---:|---:|---:|---:|');
  for (const workers of store.areNodes ? [1, 3] : [1, 2]) {
    for (const keyHashes of [hashes.slice(0, 1), hashes]) {
      for (const inFlight of IN_FLIGHT.filter((calls) => calls >= workers)) {
        console.log(await chargeStep({ ...store, inFlight, workers, keyHashes }));
      }
    }
  }
}

/** Charges in the tables of a database, which it creates. */
async function chargesOn(name: string, url: string, serverPids: readonly number[]): Promise<void> {
  console.log(`\n${name} on the same machine (fsync and synchronous_commit on), its processor time included\n`);
  const { config } = readConfig({ data: folder, logLevel: 'error' }, { CARDFILE_DATABASE: url });
  await migrateDatabase(config);
  await distributeDatabase(config);
  await chargeSteps({ config, serverPids, areNodes: true }, (await makeKeys(config)).map(hashKey));
}

/** Charges in a separate schema of a cluster whose nodes all run on this machine. */
async function chargesOnCluster(url: string): Promise<void> {
  const schema = 'bench_charges';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const main = "SELECT split_part(pg_read_file(''postmaster.pid''), E''\\n'', 1)";
    const { rows: here } = await client.query<{ pid: string }>(`${main.replaceAll("''", "'")} AS pid`);
    const { rows } = await client.query<{ pid: string }>(`SELECT result AS pid FROM run_command_on_workers('${main}')`);
    const serverPids = [...here, ...rows].map(({ pid }) => Number(pid));
    await client.query(`CREATE SCHEMA ${schema}`);
    const address = new URL(url);
    address.searchParams.set('options', `-c search_path=${schema}`);
    await chargesOn(`Citus, ${rows.length} workers`, address.href, serverPids);
  } finally {
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await client.end();
  }
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

interface Pair {
  readonly on: Server;
  readonly off: Server;
  readonly workers: number;
}

async function ratioRow(pair: Pair, connections: number, keys: readonly string[]): Promise<string> {
  const pressed = { on: [] as Pressed[], off: [] as Pressed[] };
  for (let run = 0; run <= Number(values.runs); run += 1) {
    for (const charging of ['on', 'off'] as const) {
      const one = await press({ server: pair[charging], connections, keys });
      // The first run warms up and does not count.
      if (run > 0) pressed[charging].push(one);
    }
  }
  const [on, off] = [pressed.on, pressed.off].map((runs) => median(runs.map(({ perSecond }) => perSecond)));
  const [onUs, offUs] = [pressed.on, pressed.off].map((runs) => median(runs.map(({ usPerAnswer }) => usPerAnswer)));
  // Ratio of consecutive runs, which other work of the machine affects alike.
  const ratio = median(pressed.on.map(({ perSecond }, run) => perSecond / (pressed.off[run]?.perSecond ?? Number.NaN)));
  const cells = [pair.workers, connections, Math.round(on ?? 0), Math.round(off ?? 0), ratio.toFixed(2)];
  return `| ${[...cells, Math.round(onUs ?? 0), Math.round(offUs ?? 0)].join(' | ')} |`;
}

async function chargeOverHttp(keys: readonly string[]): Promise<void> {
  console.log(
    '\n| workers | connections | charging on: answers/s | off: answers/s | on / off | on: µs of processor | off: µs |',
  );
  console.log('|---:|---:|---:|---:|---:|---:|---:|');
  for (const workers of [1, 2]) {
    const pair = { workers, on: await startServer('on', workers), off: await startServer('off', workers) };
    for (const connections of CONNECTIONS) console.log(await ratioRow(pair, connections, keys));
    pair.on.child.disconnect();
    pair.off.child.disconnect();
  }
}

try {
  const file = join(folder, 'people.jsonl');
  const jane = { network_url: PERSON, full_name: 'Jane Doe', emails: [{ email: 'jane@acme.example' }] };
  writeFileSync(file, `${JSON.stringify(jane)}\n`);
  await importFiles(config, { kind: 'people', files: [file], source: 'bench', index: false });
  const keys = await makeKeys(config);
  const hashes = keys.map(hashKey);
  const processor = `${cpus()[0]?.model ?? 'unknown processor'} x ${cpus().length}`;
  console.log(`Cardfile ${VERSION}, Node ${process.version}, ${processor}, ${new Date().toISOString().slice(0, 10)}`);
  console.log(`steps of ${seconds} s; a charge counts when it is durable (synchronous = FULL)\n`);
  await chargeSteps({ config, serverPids: [], areNodes: false }, hashes);
  const postgres = await startPostgres({ isDurable: true });
  if (postgres === null) console.log('\nno PostgreSQL is installed\n');
  else {
    try {
      await chargesOn('PostgreSQL', postgres.url, [postgres.pid()]);
    } finally {
      await postgres.remove();
    }
  }
  if (values.cluster !== undefined) await chargesOnCluster(values.cluster);
  if (values['charges-only'] !== true) await chargeOverHttp(keys.slice(0, 50));
} finally {
  rmSync(folder, { recursive: true });
}

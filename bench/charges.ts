// npm run bench:charges -- [--seconds S] [--runs R]
// Cost of durable charging: charges per second of the real store by calls in flight, threads and accounts, and the
// throughput of e-mail enrichment over HTTP with charging on and off. Prints Markdown tables.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import { hashKey } from '../src/accounts/key-format.ts';
import { openAccounts } from '../src/app/account-stores.ts';
import { readConfig } from '../src/app/config.ts';
import { startLedger } from '../src/app/stores.ts';
import { VERSION } from '../src/app/version.ts';
import { importFiles } from '../src/tasks/import-files.ts';
import type { Used } from './benched-server.ts';
import type { Charged, Charging } from './charge-worker.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    runs: { type: 'string', default: '3' },
  },
});
const seconds = Number(values.seconds);
const folder = mkdtempSync(join(tmpdir(), 'cardfile-bench-charges-'));
const { config } = readConfig({ data: folder, logLevel: 'error' }, {});
const PERSON = 'https://www.network.example/in/jane';
const IN_FLIGHT = [1, 16, 64, 256];
const CONNECTIONS = [16, 64, 256];
const ACCOUNTS = 1000;

async function makeKeys(): Promise<string[]> {
  const { accounts, admin } = openAccounts(config);
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
  readonly inFlight: number;
  readonly workers: number;
  readonly keyHashes: readonly string[];
}

/** The threads share the calls in flight. */
async function chargeStep({ inFlight, workers, keyHashes }: Step): Promise<string> {
  const ledger = await startLedger(config, { onUpkeepFailure: console.error, onLost: console.error });
  const messages = Array.from({ length: workers }, () => {
    const port = ledger.connect();
    const workerData: Charging = { folder, keyHashes, inFlight: Math.ceil(inFlight / workers), seconds, ledger: port };
    return once(
      new Worker(new URL('./charge-worker.ts', import.meta.url), { workerData, transferList: [port] }),
      'message',
    );
  });
  const charged = (await Promise.all(messages)).map(([message]) => message as Charged);
  await ledger.end();
  const tookMs = Float64Array.from(charged.flatMap((one) => [...one.tookMs])).sort();
  const at = (share: number) => (tookMs[Math.floor(tookMs.length * share)] ?? 0).toFixed(1);
  const accounts = keyHashes.length === 1 ? 'one' : keyHashes.length;
  return `| ${[inFlight, workers, accounts, Math.round(tookMs.length / seconds), at(0.5), at(0.99)].join(' | ')} |`;
}

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

async function startServer(charging: 'on' | 'off', workers: number): Promise<Server> {
  const wanted = workers === 1 ? 0 : await freePort();
  const args = [folder, String(workers), String(wanted), charging];
  const child = fork(new URL('./benched-server.ts', import.meta.url), args);
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

/** Microseconds of processor time, of all threads of the server. */
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
  /** Processor time of the server. */
  readonly usPerAnswer: number;
}

/** Each answer is a 200. */
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

try {
  const file = join(folder, 'people.jsonl');
  const jane = { network_url: PERSON, full_name: 'Jane Doe', emails: [{ email: 'jane@acme.example' }] };
  writeFileSync(file, `${JSON.stringify(jane)}\n`);
  await importFiles(config, { kind: 'people', files: [file], source: 'bench', index: false });
  const keys = await makeKeys();
  const hashes = keys.map(hashKey);
  const processor = `${cpus()[0]?.model ?? 'unknown processor'} x ${cpus().length}`;
  console.log(`Cardfile ${VERSION}, Node ${process.version}, ${processor}, ${new Date().toISOString().slice(0, 10)}`);
  console.log(`steps of ${seconds} s; a charge counts when it is durable (synchronous = FULL)\n`);
  console.log('| in flight | threads | accounts | charges/s | p50 ms | p99 ms |\n|---:|---:|---:|---:|---:|---:|');
  for (const workers of [1, 2]) {
    for (const keyHashes of [hashes.slice(0, 1), hashes]) {
      for (const inFlight of IN_FLIGHT.filter((calls) => calls >= workers)) {
        console.log(await chargeStep({ inFlight, workers, keyHashes }));
      }
    }
  }
  console.log(
    '\n| workers | connections | charging on: answers/s | off: answers/s | on / off | on: µs of processor | off: µs |',
  );
  console.log('|---:|---:|---:|---:|---:|---:|---:|');
  for (const workers of [1, 2]) {
    const pair = { workers, on: await startServer('on', workers), off: await startServer('off', workers) };
    for (const connections of CONNECTIONS) console.log(await ratioRow(pair, connections, keys.slice(0, 50)));
    pair.on.child.disconnect();
    pair.off.child.disconnect();
  }
} finally {
  rmSync(folder, { recursive: true });
}

// node bench/calls.ts --data FOLDER --people N [--seconds S] [--runs R] [--connections C] [--only TEXT]
// Calls of a server as users start it, compared with a bare server of node:http that answers as many bytes, both asked
// by wrk (Debian has it as the package wrk). FOLDER is filled by `cardfile generate --people N` and imports. No body is
// asked twice unless its row says so; people and employers are random. Prints Markdown: medians of alternating runs.
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { VERSION } from '../src/app/version.ts';
import { benchKeys } from './support/bench-shots.ts';
import { type CallKind, callKinds } from './support/call-kinds.ts';
import { readFlags } from './support/flags.ts';
import { readFolderPeople } from './support/generated-people.ts';
import type { Shot } from './support/pressure.ts';
import { ServedProcess, serve } from './support/served-process.ts';

const values = readFlags(
  {
    data: { type: 'string' },
    people: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    runs: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    only: { type: 'string', default: '' },
  },
  ['data', 'people'],
);
const folder = values.data;
const SCRIPT = fileURLToPath(new URL('./support/wrk-shots.lua', import.meta.url));
/** Runs of a call before those that count, until the processor time of a call falls by less than a twentieth. */
const WARM_UPS_MIN = 3;
const WARM_UPS_MAX = 8;
const work = mkdtempSync(join(tmpdir(), 'cardfile-calls-'));

/** As wrk-shots.lua prints it: microseconds, bytes with heads. */
interface Seen {
  readonly requests: number;
  readonly micros: number;
  readonly bytes: number;
  /** Answers with a status of 400 or more, and calls without an answer. */
  readonly rejected: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
}

interface Run extends Seen {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

function wire({ path, body }: Shot, key: string): string {
  const method = body === '' ? 'GET' : 'POST';
  const head = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', `x-api-key: ${key}`];
  if (body !== '') head.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  return `${head.join('\r\n')}\r\n\r\n${body}\0`;
}

async function pressed(server: ServedProcess, file: string, first: number): Promise<Run> {
  const cpuBefore = server.cpuMs();
  const args = ['-t1', `-c${values.connections}`, `-d${values.seconds}s`, '-s', SCRIPT];
  const { stdout } = await promisify(execFile)('wrk', [
    ...args,
    `http://127.0.0.1:${server.port}`,
    '--',
    file,
    String(first),
  ]);
  const seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Seen;
  const cpuMicros = ((server.cpuMs() - cpuBefore) * 1000) / seen.requests;
  return { ...seen, perSecond: (seen.requests * 1e6) / seen.micros, cpuMicros };
}

const median = (runs: readonly Run[], figure: keyof Run) =>
  runs.map((run) => run[figure]).toSorted((a, b) => a - b)[runs.length >> 1] ?? Number.NaN;

interface Sides {
  readonly own: ServedProcess;
  readonly bare: ServedProcess;
  readonly keys: readonly string[];
}

async function row({ what, shots, goal, isRepeated }: CallKind, { own, bare, keys }: Sides): Promise<string> {
  const file = join(work, 'shots');
  writeFileSync(file, shots.map((shot, index) => wire(shot, keys[index % keys.length] ?? '')).join(''));
  let sent = 0;
  const next = async () => {
    const run = await pressed(own, file, sent);
    sent += run.requests + Number(values.connections);
    return run;
  };
  const warmUps = [await next()];
  const isWarm = () => (warmUps.at(-1) as Run).cpuMicros > 0.95 * (warmUps.at(-2) as Run).cpuMicros;
  while (warmUps.length < WARM_UPS_MIN || (warmUps.length < WARM_UPS_MAX && !isWarm())) warmUps.push(await next());
  const warm = warmUps.at(-1) as Run;
  bare.child.send(Math.round(warm.bytes / warm.requests));
  await once(bare.child, 'message');
  await pressed(bare, file, 0);
  const [ofOwn, ofBare]: [Run[], Run[]] = [[], []];
  for (let run = 0; run < Number(values.runs); run += 1) {
    ofOwn.push(await next());
    ofBare.push(await pressed(bare, file, 0));
  }
  if (!isRepeated && sent > shots.length) console.error(`${what}: ${sent} calls, ${shots.length} bodies`);
  const share = (100 * median(ofOwn, 'perSecond')) / median(ofBare, 'perSecond');
  const rejected = ofOwn.reduce((sum, run) => sum + run.rejected + run.failed, 0);
  const cells = [
    what,
    Math.round(warm.bytes / warm.requests),
    Math.round(median(ofOwn, 'perSecond')),
    Math.round(median(ofBare, 'perSecond')),
    `${share.toFixed(0)}%`,
    `${goal}%`,
    median(ofOwn, 'cpuMicros').toFixed(0),
    median(ofBare, 'cpuMicros').toFixed(0),
    ...(['p50', 'p99'] as const).map((figure) => (median(ofOwn, figure) / 1000).toFixed(2)),
    rejected,
    loadavg()[0]?.toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

// Random rows of an edition that was read long ago would measure the disk.
for (const file of readdirSync(join(folder, 'editions')))
  await once(createReadStream(join(folder, 'editions', file)).resume(), 'end');

const people = readFolderPeople(values.people);
const kinds = callKinds(people).filter(({ what }) => what.includes(values.only));
const keys = await benchKeys(folder);
const { served: own, readyMs } = await serve(folder, { log: join(work, 'log') });
const barePort = own.port + 1;
const bareChild = fork(new URL('./support/bare-server.ts', import.meta.url), [String(barePort)]);
await once(bareChild, 'message');
const bare = new ServedProcess(bareChild, barePort);
const wrk = await promisify(execFile)('wrk', ['-v']).catch(({ stdout }: { stdout: string }) => ({ stdout }));
console.log(
  `Cardfile ${VERSION}, Node ${process.version}, ${wrk.stdout.split(' Copyright')[0]}, ${cpus()[0]?.model} x ${cpus().length}, ` +
    `${new Date().toISOString().slice(0, 16)}Z; ${values.connections} connections, medians of ${values.runs} runs of ${values.seconds} s; ` +
    `${people.imported.toLocaleString('en')} people, ready after ${(readyMs / 1000).toFixed(1)} s\n`,
);
console.log(
  '| call | bytes | calls/s | node:http/s | share | goal | µs of processor | of node:http | p50 ms | p99 ms | not 200 | load |',
);
console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
for (const kind of kinds) console.log(await row(kind, { own, bare, keys }));
const { resident, own: anonymous, most } = own.memory();
console.log(`\n${resident} MB resident, ${anonymous} of them not of files; most ${most} MB.`);
const lines = readFileSync(join(work, 'log'), 'utf8').split('\n').length;
console.log(`The log has ${lines} lines.`);
bareChild.disconnect();
await own.stop();
rmSync(work, { recursive: true });

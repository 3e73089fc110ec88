// node bench/routes.ts [--people N] [--seconds S] [--runs R] [--connections C] [--data FOLDER]
// Generates people, imports them, builds an edition, and sends load to the server from this process: people search
// and e-mail enrichment, compared with empty routes of the same server that answer as many bytes. Prints a Markdown
// table with medians and ratios.
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { openAccounts } from '../src/app/account-stores.ts';
import { readConfig } from '../src/app/config.ts';
import { VERSION } from '../src/app/version.ts';
import { generatePeople } from '../src/generate/generate.ts';
import { writeGenerated } from '../src/generate/write-generated.ts';
import { buildHere } from '../src/tasks/build-edition.ts';
import { importFiles } from '../src/tasks/import-files.ts';
import type { Used } from './support/benched-server.ts';
import { readFlags } from './support/flags.ts';

const values = readFlags({
  people: { type: 'string', default: '1000000' },
  seconds: { type: 'string', default: '5' },
  runs: { type: 'string', default: '5' },
  connections: { type: 'string', default: '16' },
  data: { type: 'string' },
});
const people = Number(values.people);
const folder = values.data ?? mkdtempSync(join(tmpdir(), 'cardfile-bench-'));
const { config } = readConfig({ data: folder, logLevel: 'error' }, {});

interface Step {
  readonly what: string;
  readonly rows: number;
  readonly seconds: number;
}

async function timed(what: string, rows: number, work: () => Promise<unknown>): Promise<Step> {
  const startedMs = performance.now();
  await work();
  return { what, rows, seconds: (performance.now() - startedMs) / 1000 };
}

async function load(): Promise<Step[]> {
  if (existsSync(join(folder, 'catalog.db'))) return [];
  const companies = Math.round(people / 25);
  const jobs = Math.round(people / 20);
  const options = { people, companies, jobs, seed: 1 };
  const out = join(folder, 'generated');
  const steps = [await timed('generate', people, () => writeGenerated(options, out))];
  for (const [kind, rows] of [
    ['companies', companies],
    ['people', people],
    ['jobs', jobs],
  ] as const) {
    const files = [join(out, `${kind}.jsonl`)];
    steps.push(
      await timed(`import ${kind}`, rows, () => importFiles(config, { kind, files, source: 'bench', index: false })),
    );
  }
  steps.push(await timed('build edition', people, () => buildHere(config)));
  return steps;
}

async function benchKey(): Promise<string> {
  const { accounts, admin } = await openAccounts(config);
  await admin.setPlan({ name: 'bench', creditsPerMonth: null, requestsPerSecond: 10_000 });
  const exists = (await admin.accounts()).some((account) => account.name === 'bench');
  if (!exists) await admin.createAccount('bench', 'bench');
  const { key } = await admin.createKey({ accountName: 'bench', name: 'bench', allowedPaths: [], expiresAt: null });
  await accounts.close();
  return key;
}

type Body = Readonly<Record<string, unknown>>;

const SEARCHES: readonly Body[] = [
  { company: { industry: ['Software Development'], country_code: ['US'] }, people: { job_level: ['C-Team', 'VP'] } },
  {
    company: { employee_range: { min: 51, max: 500 }, continent: ['Europe'] },
    people: { job_title: { include: ['Sales'] } },
  },
  {
    company: { country_code: ['DE', 'FR', 'GB'] },
    people: { job_function: ['Engineering'], job_level: ['Manager', 'Director'] },
  },
  { people: { job_title: { include: ['CTO', 'VP Engineering'] }, country_code: ['US'] } },
  { company: { employee_range: { min: 1000 } }, people: { job_function: ['Human Resources'], sales_region: ['EMEA'] } },
];

interface Target {
  readonly what: string;
  readonly path: string;
  readonly bodies: readonly Body[];
}

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

async function press(port: number, key: string, target: Target): Promise<Measured> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: Number(values.connections),
    duration: Number(values.seconds),
    requests: target.bodies.map((body) => ({
      method: 'POST',
      path: target.path,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })),
  });
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

async function answerBytes(port: number, key: string, target: Target): Promise<number> {
  const sizes = await Promise.all(
    target.bodies.slice(0, 50).map(async (body) => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const answer = await fetch(`http://127.0.0.1:${port}${target.path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (answer.status !== 200) throw new Error(`${target.path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.arrayBuffer()).byteLength;
    }),
  );
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
}

function emailBodies(): Body[] {
  const bodies: Body[] = [];
  for (const person of generatePeople({
    people,
    companies: Math.round(people / 25),
    jobs: Math.round(people / 20),
    seed: 1,
  })) {
    if (person.emails.some((email) => email.status === 'valid'))
      bodies.push({ person_network_url: person.network_url });
    if (bodies.length === 2000) break;
  }
  return bodies;
}

const steps = await load();
const key = await benchKey();
const child = fork(new URL('./support/benched-server.ts', import.meta.url), [folder]);
const port = await new Promise<number>((resolve) =>
  child.once('message', (message) => resolve((message as { port: number }).port)),
);

const targets: Target[] = [
  { what: 'people search, 10 records', path: '/v2/search/people', bodies: SEARCHES },
  { what: 'e-mail enrichment', path: '/v2/enrichment/email', bodies: emailBodies() },
];
const pairs = [];
for (const target of targets) {
  const bytes = await answerBytes(port, key, target);
  pairs.push({
    target,
    bytes,
    empty: { what: `empty route, ${bytes} bytes`, path: `/bench/empty/${bytes}`, bodies: target.bodies },
  });
}
const results = new Map<string, Measured[]>();
for (let run = 0; run <= Number(values.runs); run += 1) {
  for (const { target, empty } of pairs) {
    for (const one of [target, empty]) {
      const measured = await press(port, key, one);
      // The first run warms up and does not count.
      if (run > 0) results.set(one.what, [...(results.get(one.what) ?? []), measured]);
    }
  }
}
const used = new Promise<Used>((resolve) => child.once('message', (message) => resolve(message as Used)));
child.send('used');
const { rss } = await used;
child.disconnect();

const lines = [
  `Cardfile ${VERSION}, Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'} x ${cpus().length}, ${new Date().toISOString().slice(0, 10)}`,
  `${people.toLocaleString('en')} people; ${values.connections} connections; medians of ${values.runs} runs of ${values.seconds} s`,
  '',
  '| route | requests/s | p50 ms | p99 ms | share of the empty route | failed |',
  '|---|---:|---:|---:|---:|---:|',
  ...pairs.flatMap(({ target, empty }) => {
    const ofEmpty = median((results.get(empty.what) ?? []).map((one) => one.perSecond));
    return [target, empty].map((one) => {
      const runs = results.get(one.what) ?? [];
      const perSecond = median(runs.map((run) => run.perSecond));
      const share = one === target ? `${Math.round((100 * perSecond) / ofEmpty)}%` : '';
      const failed = runs.reduce((sum, run) => sum + run.failed, 0);
      return `| ${one.what} | ${Math.round(perSecond)} | ${median(runs.map((run) => run.p50))} | ${median(runs.map((run) => run.p99))} | ${share} | ${failed} |`;
    });
  }),
  '',
  '| step | rows | seconds | rows/s |',
  '|---|---:|---:|---:|',
  ...steps.map(
    (step) => `| ${step.what} | ${step.rows} | ${step.seconds.toFixed(1)} | ${Math.round(step.rows / step.seconds)} |`,
  ),
  '',
  `Server: ${Math.round(rss / 1e6)} MB resident.`,
];
console.log(lines.join('\n'));

// node bench/longest-segments.ts --data FOLDER [--steps N] [--climbs N] [--only TEXT]
// Searches for the calls that block the event loop longest: hill climbing for each kind of expensive body, changing
// one draw at a time. Prints the longest segment of the worst call of each kind, the best of three takes, next to the
// limit, and the total cost of the call.
import { cpus } from 'node:os';
import { AddressLimiter } from '../src/accounts/address-limiter.ts';
import { RateLimiter, rateLimiterMemory } from '../src/accounts/rate-limiter.ts';
import { CurrentLookups } from '../src/api/current-lookups.ts';
import { ServingEdition } from '../src/api/serving-edition.ts';
import { openAccounts } from '../src/app/account-stores.ts';
import { openCatalog } from '../src/app/catalogs.ts';
import { readConfig } from '../src/app/config.ts';
import { openEditions } from '../src/app/editions.ts';
import { VERSION } from '../src/app/version.ts';
import { Random } from '../src/generate/random.ts';
import { createServer } from '../src/http/server.ts';
import { systemClock } from '../src/ops/clock.ts';
import { openLog } from '../src/ops/monitoring/log.ts';
import { Metrics } from '../src/ops/monitoring/metrics.ts';
import { threadScheduler } from '../src/ops/scheduling/fair-scheduler.ts';
import { eventLoop } from '../src/ops/scheduling/schedule.ts';
import type { Turn } from '../src/ops/scheduling/turn.ts';
import { splitWords } from '../src/words/words.ts';
import { benchKeys, PEOPLE_SEARCH } from './support/bench-shots.ts';
import { Draws, EXPENSIVE, type Subjects } from './support/expensive-bodies.ts';
import { readFlags } from './support/flags.ts';
import type { Shot } from './support/pressure.ts';

const values = readFlags(
  {
    data: { type: 'string' },
    steps: { type: 'string', default: '60' },
    climbs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
  ['data'],
);

/** Milliseconds for which no call may block the event loop. */
const LIMIT_MS = 10;
const DRAWS = 400;
const STREAM = 77;
const TAKES = 3;

const { config } = readConfig({ data: values.data, logLevel: 'error' }, {});
const [key = ''] = await benchKeys(values.data);
const { accounts } = await openAccounts(config);
const catalog = openCatalog(config, eventLoop);
const serving = new ServingEdition(catalog, (error) => {
  throw error;
});
const edition = await openEditions(config).read();
if (!edition) throw new Error('the data folder has no edition: cardfile index');
serving.replace(edition);
let turn: Turn | null = null;
const metrics = new Metrics();
const app = createServer({
  services: {
    api: {
      ...{ catalog, accounts, clock: systemClock },
      searchable: () => serving.current(),
      lookups: new CurrentLookups({ catalog, serving, networkHost: config.networkHost }),
      cursorSecret: () => catalog.cursorSecret(),
      phoneCountries: config.phoneCountries,
      emailStatusDays: config.emailStatusDays,
      networkHost: config.networkHost,
    },
    accounts,
    limiter: new RateLimiter(rateLimiterMemory()),
    addresses: new AddressLimiter(),
    scheduler: {
      open: (account) => {
        turn = threadScheduler.open(account);
        return turn;
      },
    },
    monotonicMs: () => performance.now(),
  },
  log: openLog('error'),
  metrics,
  metricsText: () => metrics.registry.metrics(),
  metricsToken: null,
  slowMs: config.slowMs,
  version: VERSION,
});
await app.ready();

interface Cost {
  readonly longestMs: number;
  readonly allMs: number;
  readonly status: number;
}

async function send({ path, body }: Shot): Promise<Cost & { readonly text: string }> {
  const startedMs = performance.now();
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const reply = await app.inject({ method: 'POST', url: path, headers, payload: body });
  const allMs = performance.now() - startedMs;
  // The segment of the answer ends only after the answer itself.
  await new Promise((resolve) => setImmediate(resolve));
  return { longestMs: turn?.longestMs ?? 0, allMs, status: reply.statusCode, text: reply.body };
}

async function costOf(request: Shot): Promise<Cost> {
  const costs: Cost[] = [];
  for (let take = 0; take < TAKES; take++) costs.push(await send(request));
  return costs.reduce((best, cost) => (cost.longestMs < best.longestMs ? cost : best));
}

async function subjectsOf(): Promise<Subjects> {
  const rows = async (path: string, body: object) =>
    JSON.parse((await send({ path, body: JSON.stringify(body) })).text);
  const companies = await rows('/v2/search/companies', { company: { employee_range: { min: 1 } }, max_results: 20 });
  const people = await rows(PEOPLE_SEARCH, { people: { min_connections_count: 1 }, max_results: 100 });
  const named = companies.results as { network_url: string }[];
  const titled = people.results as { job_title: string | null }[];
  return {
    companyUrls: named.map(({ network_url }) => network_url),
    words: [...new Set(splitWords(JSON.stringify([companies, people])))].filter((word) => word.length < 6),
    titles: titled.flatMap(({ job_title }) => job_title ?? []),
    cursor: people.cursor,
  };
}

interface Found extends Cost {
  readonly kind: string;
  readonly request: Shot;
}

async function climb(kind: string, number: number, subjects: Subjects): Promise<Found> {
  const random = new Random(20261122).seek(STREAM, number);
  const unit = () => random.below(1_000_000) / 1_000_000;
  const make = EXPENSIVE[kind] as (typeof EXPENSIVE)[string];
  let draws = Array.from({ length: DRAWS }, unit);
  let request = make(new Draws(draws), subjects);
  let cost = await costOf(request);
  for (let step = 0; step < Number(values.steps); step++) {
    const changed = step % 4 === 0 ? draws.map(unit) : draws.map((draw) => (random.chance(0.1) ? unit() : draw));
    const next = make(new Draws(changed), subjects);
    const nextCost = await costOf(next);
    if (nextCost.longestMs > cost.longestMs) [draws, request, cost] = [changed, next, nextCost];
  }
  return { kind, request, ...cost };
}

const subjects = await subjectsOf();
// The first calls are slow because their code is not compiled yet.
for (const kind of Object.keys(EXPENSIVE)) await climb(kind, 99, subjects);
const people = edition.counts.people.toLocaleString('en');
console.log(`\n${VERSION}, Node ${process.version}, ${cpus()[0]?.model} x ${cpus().length}, ${people} people\n`);
console.log(
  '| kind of body | longest segment ms | of the limit | status | whole call ms | body |\n|---|--:|--:|--:|--:|---|',
);
for (const kind of Object.keys(EXPENSIVE).filter((name) => name.includes(values.only))) {
  const found: Found[] = [];
  for (let number = 0; number < Number(values.climbs); number++) found.push(await climb(kind, number, subjects));
  const worst = found.reduce((one, other) => (other.longestMs > one.longestMs ? other : one));
  const share = `${Math.round((worst.longestMs / LIMIT_MS) * 100)}%`;
  const body = `${worst.request.path} ${worst.request.body.slice(0, 80).replaceAll('|', ' ')}`;
  const figures = [worst.longestMs.toFixed(1), share, worst.status, worst.allMs.toFixed(1)].join(' | ');
  console.log(`| ${kind} | ${figures} | \`${body}\` |`);
}
await app.close();
await accounts.close();
catalog.close();

// node bench/waits.ts --data FOLDER [--seconds S] [--callers N]
// Each call of the service on an existing catalog, employers by size first: its cost the first time and repeated, and
// the latency of a small call, e-mail enrichment, while others send expensive calls. Prints Markdown tables. Creates
// a separate account in the folder.
import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { openAccounts } from '../src/app/account-stores.ts';
import { readConfig } from '../src/app/config.ts';
import { FACETS } from '../src/contract/facets.ts';
import { INDUSTRIES, JOB_FUNCTIONS } from '../src/contract/vocabularies/vocabularies.ts';
import type { Used } from './support/benched-server.ts';
import { readFlags } from './support/flags.ts';
import { type Body, mixedBody } from './support/search-bodies.ts';

const values = readFlags({
  data: { type: 'string' },
  seconds: { type: 'string', default: '5' },
  callers: { type: 'string', default: '4' },
});
const { config } = readConfig({ data: values.data ?? './data', logLevel: 'error' }, {});

/** Number of different bodies for each kind of call. */
const TIMES = 20;

interface Call {
  readonly what: string;
  readonly path: string;
  /** A body for each number; bodies of different numbers differ. */
  readonly body: (index: number) => Body;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

async function benchKey(): Promise<string> {
  const { accounts, admin } = await openAccounts(config);
  await admin.setPlan({ name: 'bench', creditsPerMonth: null, requestsPerSecond: 10_000 });
  if (!(await admin.accounts()).some(({ name }) => name === 'bench')) await admin.createAccount('bench', 'bench');
  const { key } = await admin.createKey({ accountName: 'bench', name: 'bench', allowedPaths: [], expiresAt: null });
  await accounts.close();
  return key;
}

/** Calls the server on a separate connection. */
class Caller {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly port: number;
  private readonly key: string;

  constructor(port: number, key: string) {
    this.port = port;
    this.key = key;
  }

  request(path: string, body: Body): Promise<Answer> {
    const startedMs = performance.now();
    const headers = { 'x-api-key': this.key, 'content-type': 'application/json' };
    const options = { port: this.port, path, agent: this.agent, headers };
    return new Promise((resolve, reject) => {
      const outgoing = request({ ...options, method: path.endsWith('key-info') ? 'GET' : 'POST' }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve({ status: answer.statusCode ?? 0, text, ms: performance.now() - startedMs });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(path.endsWith('key-info') ? undefined : JSON.stringify(body));
    });
  }

  /** The rows of a search. */
  async rows(path: string, body: Body): Promise<{ readonly network_url: string; readonly domain?: string | null }[]> {
    const { text, status } = await this.request(path, body);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return (JSON.parse(text) as { results: { network_url: string }[] }).results;
  }

  close(): void {
    this.agent.destroy();
  }
}

/** The records to query: the largest employers, and people at random with their known contacts. */
async function subjectsOf(caller: Caller) {
  const all = { company: { employee_range: { min: 1 } }, max_results: 100 };
  const companies = await caller.rows('/v2/search/companies', all);
  const urls: string[] = [];
  for (let index = 0; urls.length < 400; index++) {
    const found = await caller.rows('/v2/search/people', { ...mixedBody(index), max_results: 100 });
    urls.push(...found.map((person) => person.network_url));
  }
  const known = async (path: string, field: string) => {
    const found: string[] = [];
    for (const url of urls) {
      const { status, text } = await caller.request(path, { person_network_url: url });
      if (status === 200) found.push(String((JSON.parse(text) as Record<string, unknown>)[field]));
      if (found.length === TIMES * 3) break;
    }
    return found;
  };
  const emails = await known('/v2/enrichment/email', 'email');
  return { companies, urls, emails, phones: await known('/v2/enrichment/phone', 'phone') };
}

type Subjects = Awaited<ReturnType<typeof subjectsOf>>;

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** One call of each kind. */
function lookups({ companies, urls, emails, phones }: Subjects): Call[] {
  const company = (index: number) => pick(companies, index).network_url;
  const ofCompany = (index: number) => ({ company_network_url: company(index) });
  const domain = (index: number) => pick(companies.map((one) => one.domain).filter(Boolean), index);
  const cascade = [{ include_title: ['Chief of nothing'] }, { include_title: ['VP Sales'] }, { location: ['WORLD'] }];
  return [
    { what: 'key-info', path: '/v2/account/key-info', body: () => ({}) },
    { what: 'e-mail', path: '/v2/enrichment/email', body: (index) => ({ person_network_url: pick(urls, index) }) },
    { what: 'phone', path: '/v2/enrichment/phone', body: (index) => ({ person_network_url: pick(urls, index) }) },
    {
      what: 'e-mail to person',
      path: '/v2/enrichment/email-to-person',
      body: (index) => ({ email: pick(emails, index) }),
    },
    {
      what: 'phone to person',
      path: '/v2/enrichment/phone-to-person',
      body: (index) => ({ phone: pick(phones, index) }),
    },
    { what: 'company', path: '/v2/enrichment/company', body: ofCompany },
    {
      what: 'domain to network',
      path: '/v2/enrichment/domain-to-network',
      body: (index) => ({ domain: domain(index) }),
    },
    { what: 'network to domain', path: '/v2/enrichment/network-to-domain', body: ofCompany },
    { what: 'departments', path: '/v2/enrichment/company-distribution-by-department', body: ofCompany },
    { what: 'countries', path: '/v2/enrichment/company-distribution-by-country', body: ofCompany },
    { what: 'employee finder', path: '/v2/search/employee-finder', body: ofCompany },
    {
      what: 'employee finder, page 3,000 of the largest',
      path: '/v2/search/employee-finder',
      body: (index) => ({ company_network_url: company(0), page: 3000 + index }),
    },
    {
      what: 'waterfall, 100 rows',
      path: '/v2/search/waterfall-icp-keyword',
      body: (index) => ({ ...ofCompany(index), cascade, max_results: 100 }),
    },
    { what: 'jobs of a company', path: '/v2/jobs/company', body: ofCompany },
    {
      what: 'job search',
      path: '/v2/jobs/search',
      body: (index) => ({ job: { title: { include: [pick(JOB_FUNCTIONS, index)] } } }),
    },
    {
      what: 'company search',
      path: '/v2/search/companies',
      body: (index) => ({ company: { industry: [pick(INDUSTRIES, index)] } }),
    },
    { what: 'people search, mixed', path: '/v2/search/people', body: mixedBody },
    { what: 'current-date', path: '/v2/utils/current-date', body: () => ({ region: 'Europe/Berlin' }) },
    ...heavy(),
  ];
}

/** Calls that scan all people, or all values of a field. */
function heavy(): Call[] {
  const people = (index: number) => ({ min_connections_count: 1 + (index % 480) });
  const facets = FACETS['people-search'].map(({ name }) => name);
  const search = '/v2/search/people';
  const letters = (index: number) => `${'etaoins'[index % 7]}${'aeiourl'[Math.floor(index / 7) % 7]}`;
  const suggestions = ['people.job_title', 'company.name', 'people.location.city', 'company.hq.city', 'job.title'];
  return [
    { what: 'exact count', path: search, body: (index) => ({ people: people(index), include_total: true }) },
    { what: 'count of mixed filters', path: search, body: (index) => ({ ...mixedBody(index), include_total: true }) },
    { what: 'one facet', path: search, body: (index) => ({ people: people(index), facets: ['people.job_function'] }) },
    { what: 'all facets', path: search, body: (index) => ({ people: people(index), facets }) },
    {
      what: 'no match',
      path: search,
      body: (index) => ({
        people: { ...people(index), job_title: { include: ['Astronaut Sommelier'], exclude: ['x'] } },
      }),
    },
    ...suggestions.map((field) => ({
      what: `suggestions, ${field}`,
      path: '/v2/utils/autocomplete',
      body: (index: number) => ({ field, prefix: letters(index) }),
    })),
  ];
}

interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

function timesOf(taken: readonly number[]): Times {
  const ascending = taken.toSorted((left, right) => left - right);
  const at = (share: number) => ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: ascending.at(-1) ?? 0 };
}

const shown = (...numbers: number[]) => numbers.map((number) => number.toFixed(number < 10 ? 2 : 0)).join(' | ');

const key = await benchKey();
const child = fork(new URL('./support/benched-server.ts', import.meta.url), [config.data]);
const nextMessage = <T>() => new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)));
const { port } = await nextMessage<{ port: number }>();

async function used(): Promise<Used> {
  const answer = nextMessage<Used>();
  child.send('used');
  return answer;
}

/** Sends each of the bodies once, sequentially. */
async function requestAll(caller: Caller, { path, body }: Call) {
  const before = await used();
  const taken: number[] = [];
  const statuses = new Set<number>();
  for (let index = 0; index < TIMES; index++) {
    const { ms, status } = await caller.request(path, body(index));
    taken.push(ms);
    statuses.add(status);
  }
  const { cpuMs } = await used();
  return { ...timesOf(taken), processorMs: (cpuMs - before.cpuMs) / TIMES, statuses };
}

/** Sends small calls one after the other while several callers repeat the expensive call. */
async function besides(heavyCall: Call | null, urls: readonly string[]): Promise<Times & { readonly sent: number }> {
  let isOver = false;
  let sent = 0;
  const callers = Array.from({ length: heavyCall ? Number(values.callers) : 0 }, async () => {
    const caller = new Caller(port, key);
    while (heavyCall && !isOver) await caller.request(heavyCall.path, heavyCall.body(1000 + sent++));
    caller.close();
  });
  const small = new Caller(port, key);
  const taken: number[] = [];
  for (const endMs = performance.now() + Number(values.seconds) * 1000; performance.now() < endMs; ) {
    taken.push((await small.request('/v2/enrichment/email', { person_network_url: pick(urls, taken.length) })).ms);
  }
  isOver = true;
  await Promise.all(callers);
  small.close();
  return { ...timesOf(taken), sent };
}

const caller = new Caller(port, key);
const subjects = await subjectsOf(caller);
console.log(`${(await used()).rss / 1e6} MB resident at first.\n`);
console.log(
  '| call | status | first time: p50 | max ms | processor ms | again: p50 | max ms | processor ms |\n|---|--:|--:|--:|--:|--:|--:|--:|',
);
for (const call of lookups(subjects)) {
  const first = await requestAll(caller, call);
  const again = await requestAll(caller, call);
  const statuses = [...first.statuses].join(', ');
  const figures = shown(first.p50, first.max, first.processorMs, again.p50, again.max, again.processorMs);
  console.log(`| ${call.what} | ${statuses} | ${figures} |`);
}
console.log('\n| e-mail enrichment during | calls | p50 | p99 | max ms |\n|---|--:|--:|--:|--:|');
for (const call of [null, ...heavy()]) {
  const { sent, p50, p99, max } = await besides(call, subjects.urls);
  console.log(`| ${call?.what ?? 'nothing'} | ${sent} | ${shown(p50, p99, max)} |`);
}
console.log(`\n${(await used()).rss / 1e6} MB resident after all.`);
caller.close();
child.disconnect();

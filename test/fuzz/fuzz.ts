// A run of generated requests against a whole service: most by injection, some as corrupted bytes on real
// connections. It fails at the first undocumented answer, if credits differ from 200s, if the log contains private
// data, if a request blocks the event loop too long, and if memory grows.
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import type { Turn } from '../../src/ops/scheduling/turn.ts';
import { FIXTURE } from '../support/fixture.ts';
import { privacyFaults } from '../support/log-privacy.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { checkReply } from './check-reply.ts';
import { fixtureDictionary } from './dictionary.ts';
import { type FuzzKeys, type FuzzRequest, fuzzRequests } from './requests.ts';
import { fuzzSockets, type SocketReport } from './socket-fuzz.ts';

/** Requests in flight. */
const BATCH = 100;
/** The clock of the service advances by this time with each batch. */
const BATCH_MS = 100;
const ANSWERED_WITHIN_MS = 60_000;
/** Number of injected requests per connection. */
const REQUESTS_PER_CONNECTION = 50;
/**
 * Limit of resident memory at the end, relative to the middle of the run: until then the allocator's arenas and
 * SQLite's pages fill.
 */
const MEMORY_GROWTH_MAX = 1.1;
const MEMORY_CALLS_MIN = 200_000;
/**
 * Maximum time for which a request may block the event loop, whatever its contents and whether or not it is charged.
 */
const SEGMENT_MS_MAX = 10;
/** Number of repetitions of a slower request alone: other work of the machine cannot slow all of them. */
const SEGMENT_TAKES = 20;
/** Number of repetitions of a group with a slower request, before the group is split into halves. */
const BATCH_TAKES = 2;

export interface FuzzOptions {
  readonly calls: number;
  readonly seed: number;
  /** Called after each tenth of the run. */
  readonly say: (line: string) => void;
}

export interface FuzzReport {
  readonly seconds: number;
  /** Answers by endpoint (or another label) and status. */
  readonly seen: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly paid: number;
  readonly sockets: SocketReport;
}

/** Runs `calls` requests; the same seed makes the same ones. Rejects at the first error with seed and request. */
export async function fuzz({ calls, seed, say }: FuzzOptions): Promise<FuzzReport> {
  const service = await startTestService(FIXTURE);
  try {
    return await fuzzService(service, { calls, seed, say });
  } finally {
    await service.close();
  }
}

async function fuzzService(service: TestService, { calls, seed, say }: FuzzOptions): Promise<FuzzReport> {
  const dictionary = await fixtureDictionary(service);
  const requests = fuzzRequests(await keysOf(service), dictionary);
  const socketKey = await service.makeAccount({ name: 'sockets', creditsPerMonth: null, requestsPerSecond: 10_000 });
  const socketRequests = fuzzRequests({ ample: socketKey, others: [socketKey] }, dictionary);
  const run = new Run(service);
  const usedBefore = await usedBy(service, (name) => name !== 'sockets');
  const startedMs = performance.now();
  const memory: number[] = [];
  const sockets: SocketReport[] = [];
  const rounds = Math.max(1, Math.ceil(calls / BATCH));
  for (let round = 1; round <= rounds; round += 1) {
    await run.batch(
      fc.sample(requests, { numRuns: Math.min(BATCH, calls - (round - 1) * BATCH), seed: seed + round }),
      seed,
    );
    if (Math.floor((round * 10) / rounds) === Math.floor(((round - 1) * 10) / rounds)) continue;
    const count = Math.ceil(calls / 10 / REQUESTS_PER_CONNECTION);
    sockets.push(await fuzzSockets(service, socketRequests, { count, seed: seed + round }));
    assert.deepEqual(service.log.splice(0).flatMap(privacyFaults), [], 'violations of the log rules');
    memory.push(residentBytes());
    say(progressLine({ done: Math.min(calls, round * BATCH), startedMs }));
  }
  const seconds = (performance.now() - startedMs) / 1000;
  assert.equal(
    (await usedBy(service, (name) => name !== 'sockets')) - usedBefore,
    run.paid,
    'credits and charged answers',
  );
  const total = sumOf(sockets);
  // An answer can be charged although its connection has closed.
  const usedOnSockets = await usedBy(service, (name) => name === 'sockets');
  assert(
    usedOnSockets >= total.charged,
    `${usedOnSockets} credits for ${total.charged} charged answers on connections`,
  );
  if (calls >= MEMORY_CALLS_MIN) assertFlat(memory);
  return { seconds, seen: run.seen, paid: run.paid, sockets: total };
}

/** Keys of every kind: one without limits, others without credits, with a low rate, limited to paths, or revoked. */
async function keysOf(service: TestService): Promise<FuzzKeys> {
  const revoked = await service.makeKey({ name: 'revoked' });
  const { body } = await service.call('key-info', undefined, { key: revoked });
  await service.admin.revokeKey(body.id);
  return {
    ample: await service.makeAccount({ name: 'ample', creditsPerMonth: null, requestsPerSecond: 10_000 }),
    others: [
      await service.makeAccount({ name: 'poor', creditsPerMonth: 2, requestsPerSecond: 10_000 }),
      await service.makeAccount({ name: 'slow', creditsPerMonth: null, requestsPerSecond: 1 }),
      await service.makeKey({ allowedPaths: ['/v2/utils/current-date'] }),
      revoked,
    ],
  };
}

async function usedBy(service: TestService, isCounted: (name: string) => boolean): Promise<number> {
  const accounts = await service.admin.accounts();
  return accounts.filter(({ name }) => isCounted(name)).reduce((sum, { used }) => sum + used, 0);
}

/** Results of the requests so far. */
class Run {
  readonly seen = new Map<string, Map<number, number>>();
  paid = 0;
  readonly #service: TestService;

  constructor(service: TestService) {
    this.#service = service;
  }

  async batch(requests: readonly FuzzRequest[], seed: number): Promise<void> {
    const { promise: overdue, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`seed ${seed}: a request got no answer`)), ANSWERED_WITHIN_MS);
    await Promise.race([Promise.all(requests.map((request) => this.#send(request, seed))), overdue]);
    clearTimeout(timer);
    this.#service.clock.ms += BATCH_MS;
    if (longestOf(this.#service.turns.splice(0)) > SEGMENT_MS_MAX) await this.#findLongest(requests, seed);
  }

  /**
   * Fails if a request blocks the event loop too long each time it runs alone. If one of several requests still does so
   * when they are repeated, each half is examined separately.
   */
  async #findLongest(requests: readonly FuzzRequest[], seed: number): Promise<void> {
    const [request] = requests;
    if (request === undefined) return;
    const isAlone = requests.length === 1;
    let shortest = Number.POSITIVE_INFINITY;
    for (let take = 0; take < (isAlone ? SEGMENT_TAKES : BATCH_TAKES); take += 1) {
      shortest = Math.min(shortest, await this.#longestAgain(requests, seed));
      if (shortest <= SEGMENT_MS_MAX) return;
    }
    const requestText = () => `${request.method} ${request.url} ${request.payload.toString('latin1').slice(0, 10_000)}`;
    assert(!isAlone, `seed ${seed}: ${requestText()} blocks the event loop for ${shortest} ms`);
    const half = requests.length / 2;
    await this.#findLongest(requests.slice(0, half), seed);
    await this.#findLongest(requests.slice(half), seed);
  }

  /** Milliseconds of the longest segment of repeated requests. */
  async #longestAgain(requests: readonly FuzzRequest[], seed: number): Promise<number> {
    const before = process.threadCpuUsage();
    await Promise.all(requests.map((request) => this.#send(request, seed)));
    const { user, system } = process.threadCpuUsage(before);
    this.#service.clock.ms += BATCH_MS;
    await new Promise((resolve) => setImmediate(resolve));
    // A segment takes no longer than the processor time of the whole, unless other work of the machine interrupts it.
    return Math.min(longestOf(this.#service.turns.splice(0)), (user + system) / 1000);
  }

  async #send(request: FuzzRequest, seed: number): Promise<void> {
    const reply = await this.#service.request({ ...request, method: request.method as 'POST' });
    try {
      const reached = checkReply(request, reply);
      const statuses = this.seen.get(reached) ?? new Map<number, number>();
      this.seen.set(reached, statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1));
    } catch (error) {
      const { payload, ...rest } = request;
      const requestText = JSON.stringify({ ...rest, payload: payload.toString('latin1').slice(0, 10_000) });
      throw new Error(`seed ${seed}: ${requestText} was answered ${reply.status} ${JSON.stringify(reply.body)}`, {
        cause: error,
      });
    }
    this.paid += Number(reply.headers['x-credits-used'] ?? 0);
  }
}

/** Milliseconds of the longest segment of some calls. */
function longestOf(turns: readonly Turn[]): number {
  return turns.reduce((longest, { longestMs }) => Math.max(longest, longestMs), 0);
}

function sumOf(reports: readonly SocketReport[]): SocketReport {
  const statuses = new Map<number, number>();
  for (const report of reports) {
    for (const [status, count] of report.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
  }
  return {
    connections: reports.reduce((sum, report) => sum + report.connections, 0),
    statuses,
    charged: reports.reduce((sum, report) => sum + report.charged, 0),
  };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (options: {
  type: 'major';
  execution: 'sync';
  flavor: 'last-resort';
}) => void;

function residentBytes(): number {
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  return process.memoryUsage.rss();
}

function progressLine({ done, startedMs }: { done: number; startedMs: number }): string {
  const rate = Math.round(done / ((performance.now() - startedMs) / 1000));
  const { rss, heapUsed } = process.memoryUsage();
  return `${done} requests, ${rate} a second; resident ${megabytes(rss)}, heap ${megabytes(heapUsed)}`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

/** Memory at the end is close to memory at half of the run. */
function assertFlat(memory: readonly number[]): void {
  const halfWay = memory[Math.floor((memory.length - 1) / 2)] ?? 0;
  const last = memory.at(-1) ?? 0;
  assert(last <= halfWay * MEMORY_GROWTH_MAX, `memory grew: ${memory.map(megabytes).join(', ')}`);
}

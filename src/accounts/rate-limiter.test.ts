import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monotonicNowMs } from '../ops/clock.ts';
import { type Admission, RateLimiter, rateLimiterMemory } from './rate-limiter.ts';
import { LOCK_CELLS, SpinLock } from './spin-lock.ts';

const WINDOW_MS = 1000;

function admitMany(
  limiter: RateLimiter,
  count: number,
  call: { limit: number; nowMs: number; account?: string },
): number {
  let admitted = 0;
  for (let attempt = 0; attempt < count; attempt++) {
    if (limiter.admit(call.account ?? 'acc_1', call.limit, call.nowMs).admitted) admitted += 1;
  }
  return admitted;
}

describe('the limiter', () => {
  test('admits up to the limit, reports the remainder and the time to retry', () => {
    const limiter = new RateLimiter(rateLimiterMemory());
    const admit = (nowMs: number): Admission => limiter.admit('acc_1', 2, nowMs);
    expect(admit(5000)).toEqual({ admitted: true, remaining: 1 });
    expect(admit(5400)).toEqual({ admitted: true, remaining: 0 });
    expect(admit(5999.5)).toEqual({ admitted: false, retryAfterMs: 1, idleAfterMs: 401 });
    expect(admit(5700)).toEqual({ admitted: false, retryAfterMs: 1, idleAfterMs: 401 });
    expect(admit(6000)).toEqual({ admitted: true, remaining: 0 });
    expect(admit(6100)).toEqual({ admitted: false, retryAfterMs: 300, idleAfterMs: 900 });
    expect(admit(9000)).toEqual({ admitted: true, remaining: 1 });
  });

  test('supports limits from 1 to 10,000, and separates accounts', () => {
    const limiter = new RateLimiter(rateLimiterMemory());
    for (const limit of [1, 10, 999, 10_000]) {
      const account = `acc_${limit}`;
      expect(admitMany(limiter, limit + 50, { limit, nowMs: 100, account })).toBe(limit);
    }
    for (const limit of [1, 10, 999, 10_000]) {
      expect(admitMany(limiter, 1, { limit, nowMs: 1099.999, account: `acc_${limit}` })).toBe(0);
    }
    expect(admitMany(limiter, 10_050, { limit: 10_000, nowMs: 1100, account: 'acc_10000' })).toBe(10_000);
    expect(() => limiter.admit('acc_1', 0, 1)).toThrow('limit');
  });

  test('follows a limit that changes between two requests', () => {
    const limiter = new RateLimiter(rateLimiterMemory());
    expect(admitMany(limiter, 9, { limit: 3, nowMs: 0 })).toBe(3);
    expect(admitMany(limiter, 9, { limit: 5, nowMs: 10 })).toBe(2);
    expect(admitMany(limiter, 9, { limit: 2, nowMs: 1000 })).toBe(0);
    expect(admitMany(limiter, 9, { limit: 2, nowMs: 1010 })).toBe(2);
    expect(admitMany(limiter, 9, { limit: 4, nowMs: 1020 })).toBe(2);
  });

  test('rejects requests if more accounts are active within a second than its memory holds, and recovers', () => {
    const limiter = new RateLimiter(rateLimiterMemory({ accounts: 4, admissions: 6 }));
    for (const account of ['a', 'b', 'c']) expect(admitMany(limiter, 3, { limit: 2, nowMs: 0, account })).toBe(2);
    expect(limiter.admit('d', 2, 500)).toEqual({ admitted: false, retryAfterMs: 1000 });
    expect(admitMany(limiter, 3, { limit: 2, nowMs: 1000, account: 'd' })).toBe(2);
  });

  test('loses no state of an active account when idle ones are evicted', () => {
    const limiter = new RateLimiter(rateLimiterMemory({ accounts: 8, admissions: 8 }));
    admitMany(limiter, 3, { limit: 3, nowMs: 0, account: 'idle' });
    admitMany(limiter, 2, { limit: 3, nowMs: 900, account: 'busy' });
    expect(admitMany(limiter, 9, { limit: 5, nowMs: 1100, account: 'new' })).toBe(5);
    expect(admitMany(limiter, 9, { limit: 3, nowMs: 1100, account: 'busy' })).toBe(1);
  });

  test('pauses for a second if a thread died inside it, rather than admit too many', async () => {
    const memory = rateLimiterMemory();
    const limiter = new RateLimiter(memory);
    expect(admitMany(limiter, 3, { limit: 3, nowMs: 0 })).toBe(3);
    const source = `
      const { parentPort, workerData } = require('node:worker_threads');
      import(${JSON.stringify(new URL('./spin-lock.ts', import.meta.url).href)}).then(({ SpinLock }) => {
        parentPort.postMessage('ready');
        new SpinLock(workerData).run(() => { for (;;) ; });
      });`;
    const cells = new Int32Array(memory, 0, LOCK_CELLS);
    const worker = new Worker(source, { eval: true, workerData: cells });
    await expect.poll(() => Atomics.load(cells, 0)).not.toBe(0);
    await worker.terminate();
    expect(limiter.admit('acc_1', 3, 900)).toEqual({ admitted: false, retryAfterMs: 1000 });
    expect(limiter.admit('acc_1', 3, 1899)).toEqual({ admitted: false, retryAfterMs: 1 });
    expect(admitMany(limiter, 9, { limit: 3, nowMs: 1900 })).toBe(3);
    expect(new SpinLock(cells).run((previousDied) => previousDied)).toBe(false);
  });
});

describe('more requests of one call', () => {
  const call = (limiter: RateLimiter, count: number, at: { limit: number; nowMs: number }) => {
    const first = limiter.admit('acc_1', at.limit, at.nowMs);
    return first.admitted && count > 1 ? limiter.admitMore('acc_1', { ...at, count: count - 1 }) : first;
  };

  test('are admitted together while the second has room for all of them, else rejected together', () => {
    const limiter = new RateLimiter(rateLimiterMemory());
    expect(call(limiter, 6, { limit: 10, nowMs: 0 })).toEqual({ admitted: true, remaining: 4 });
    expect(call(limiter, 5, { limit: 10, nowMs: 100 })).toEqual({ admitted: false, retryAfterMs: 900 });
    // The rejected call has used up one place itself.
    expect(call(limiter, 4, { limit: 10, nowMs: 200 })).toEqual({ admitted: false, retryAfterMs: 800 });
    expect(call(limiter, 2, { limit: 10, nowMs: 300 })).toEqual({ admitted: true, remaining: 0 });
    expect(call(limiter, 6, { limit: 10, nowMs: 1000 })).toEqual({ admitted: true, remaining: 0 });
  });

  test('beyond the limit use up the following seconds, and need a second without other requests', () => {
    const limiter = new RateLimiter(rateLimiterMemory());
    expect(call(limiter, 25, { limit: 10, nowMs: 0 })).toEqual({ admitted: true, remaining: 0 });
    expect(limiter.admit('acc_1', 10, 1999)).toEqual({ admitted: false, retryAfterMs: 1, idleAfterMs: 1001 });
    // Five of the third second are used up.
    expect(admitMany(limiter, 20, { limit: 10, nowMs: 2000 })).toBe(5);
    expect(call(limiter, 100, { limit: 10, nowMs: 3000 })).toEqual({ admitted: true, remaining: 0 });
    expect(limiter.admit('acc_1', 10, 12_999).admitted).toBe(false);
    expect(limiter.admit('acc_1', 10, 13_000)).toEqual({ admitted: true, remaining: 9 });
    expect(call(limiter, 100, { limit: 10, nowMs: 13_500 })).toEqual({ admitted: false, retryAfterMs: 1000 });
    expect(call(limiter, 100, { limit: 10, nowMs: 14_500 })).toEqual({ admitted: true, remaining: 0 });
  });

  test('are possible at one request in a second', () => {
    const limiter = new RateLimiter(rateLimiterMemory());
    expect(call(limiter, 3, { limit: 1, nowMs: 0 })).toEqual({ admitted: true, remaining: 0 });
    expect(limiter.admit('acc_1', 1, 2999).admitted).toBe(false);
    expect(limiter.admit('acc_1', 1, 3000).admitted).toBe(true);
  });
});

const arrival = fc.record({
  account: fc.constantFrom('a', 'b', 'c'),
  limit: fc.integer({ min: 1, max: 6 }),
  /** Mostly forwards, sometimes backwards: clocks of threads differ. */
  elapsedMs: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 400 }) },
    fc.integer({ min: -3000, max: 3000 }),
  ),
});

interface LimitedRequest {
  readonly account: string;
  readonly limit: number;
  /** Time as the limiter must read it: monotonic. */
  readonly atMs: number;
  readonly admission: Admission;
}

function admitAll(
  limiter: RateLimiter,
  arrivals: readonly { account: string; limit: number; elapsedMs: number }[],
): LimitedRequest[] {
  let clockMs = 10_000;
  let latestMs = 0;
  return arrivals.map(({ account, limit, elapsedMs }) => {
    clockMs += elapsedMs;
    latestMs = Math.max(latestMs, clockMs);
    return { account, limit, atMs: latestMs, admission: limiter.admit(account, limit, clockMs) };
  });
}

/** Admissions of an account in the window that ends with the request at `index`, without that request. */
function admittedBefore(requests: readonly LimitedRequest[], index: number): number {
  const request = requests[index];
  return requests
    .slice(0, index)
    .filter((other) => other.admission.admitted && other.account === request?.account)
    .filter((other) => request && other.atMs > request.atMs - WINDOW_MS).length;
}

describe('law', () => {
  test('admits a request exactly when fewer than the limit were admitted in the second before', () => {
    const property = fc.property(fc.array(arrival, { maxLength: 80 }), (arrivals) => {
      const requests = admitAll(new RateLimiter(rateLimiterMemory({ accounts: 3, admissions: 200 })), arrivals);
      requests.forEach(({ limit, admission }, index) => {
        const before = admittedBefore(requests, index);
        expect(admission.admitted).toBe(before < limit);
        if (admission.admitted) expect(admission.remaining).toBe(limit - before - 1);
      });
    });
    fc.assert(property, { numRuns: 300 });
  });

  test('never admits more than the limit in any rolling second, also with too little memory', () => {
    const size = fc.record({ accounts: fc.integer({ min: 1, max: 3 }), admissions: fc.integer({ min: 6, max: 14 }) });
    const property = fc.property(size, fc.array(arrival, { maxLength: 120 }), (memory, arrivals) => {
      const requests = admitAll(new RateLimiter(rateLimiterMemory(memory)), arrivals);
      requests.forEach(({ limit, admission }, index) => {
        if (admission.admitted) expect(admittedBefore(requests, index)).toBeLessThan(limit);
      });
    });
    fc.assert(property, { numRuns: 300 });
  });

  test('admits a rejected request after the reported time, and not a millisecond sooner', () => {
    const property = fc.property(fc.array(arrival, { maxLength: 60 }), (arrivals) => {
      const memory = rateLimiterMemory({ accounts: 3, admissions: 200 });
      const requests = admitAll(new RateLimiter(memory), arrivals);
      const last = requests.at(-1);
      if (!last || last.admission.admitted) return;
      const limiter = new RateLimiter(memory);
      const at = last.atMs + last.admission.retryAfterMs;
      expect(limiter.admit(last.account, last.limit, at - 1).admitted).toBe(false);
      expect(limiter.admit(last.account, last.limit, at).admitted).toBe(true);
    });
    fc.assert(property, { numRuns: 300 });
  });
});

describe('law of calls that count as several requests', () => {
  const bulk = fc.record({ count: fc.integer({ min: 1, max: 25 }), elapsedMs: fc.integer({ min: 0, max: 1500 }) });

  test('no second has more than the limit of the requests that belong to it', () => {
    const property = fc.property(fc.integer({ min: 1, max: 8 }), fc.array(bulk, { maxLength: 60 }), (limit, calls) => {
      const limiter = new RateLimiter(rateLimiterMemory());
      /** One time for each admitted request: those beyond the limit belong to the following seconds. */
      const times: number[] = [];
      let nowMs = 10_000;
      for (const { count, elapsedMs } of calls) {
        nowMs += elapsedMs;
        const recent = times.filter((time) => time > nowMs - WINDOW_MS).length;
        const first = limiter.admit('a', limit, nowMs);
        expect(first.admitted).toBe(recent < limit);
        if (!first.admitted) continue;
        times.push(nowMs);
        if (count === 1) continue;
        const more = limiter.admitMore('a', { limit, count: count - 1, nowMs });
        expect(more.admitted).toBe(recent + Math.min(count, limit) <= limit);
        if (!more.admitted) continue;
        for (let index = 1; index < count; index++) times.push(nowMs + Math.floor(index / limit) * WINDOW_MS);
      }
      for (const time of times)
        expect(times.filter((other) => other > time - WINDOW_MS && other <= time).length).toBeLessThanOrEqual(limit);
    });
    fc.assert(property, { numRuns: 300 });
  });

  test('admits the other requests of a call after the reported time, and not a millisecond sooner', () => {
    const property = fc.property(
      fc.integer({ min: 2, max: 8 }),
      fc.array(bulk, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 0, max: 1 }),
      (limit, calls, tooSoonMs) => {
        const limiter = new RateLimiter(rateLimiterMemory());
        let nowMs = 10_000;
        for (const { count, elapsedMs } of calls) {
          nowMs += elapsedMs;
          const more = () => limiter.admitMore('a', { limit, count: count - 1, nowMs });
          if (!limiter.admit('a', limit, nowMs).admitted || count === 1) continue;
          const rejected = more();
          if (rejected.admitted) continue;
          nowMs += rejected.retryAfterMs - tooSoonMs;
          const isAdmitted = limiter.admit('a', limit, nowMs).admitted && more().admitted;
          expect(isAdmitted).toBe(tooSoonMs === 0);
          return;
        }
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});

describe('two threads on one memory', () => {
  test('are together admitted the limit, no more and no less, second by second', async () => {
    const memory = rateLimiterMemory();
    const limit = 10_000;
    const source = `
      const { parentPort, workerData } = require('node:worker_threads');
      import(${JSON.stringify(new URL('./rate-limiter.ts', import.meta.url).href)}).then(({ RateLimiter }) => {
        const limiter = new RateLimiter(workerData);
        parentPort.on('message', (nowMs) => {
          let admitted = 0;
          for (let i = 0; i < 30000; i++) if (limiter.admit('acc_1', ${limit}, nowMs).admitted) admitted += 1;
          parentPort.postMessage(admitted);
        });
        parentPort.postMessage('ready');
      });`;
    const worker = new Worker(source, { eval: true, workerData: memory });
    await once(worker, 'message');
    const limiter = new RateLimiter(memory);
    const totals: number[] = [];
    for (const nowMs of [100, 1099, 1100, 1600, 2100]) {
      const theirs = once(worker, 'message');
      worker.postMessage(nowMs);
      const ours = admitMany(limiter, 30_000, { limit, nowMs });
      totals.push(ours + Number((await theirs)[0]));
    }
    expect(totals).toEqual([limit, 0, limit, 0, limit]);
    await worker.terminate();
  });

  test('read the same monotonic clock', async () => {
    const source = `
      const { parentPort } = require('node:worker_threads');
      import(${JSON.stringify(new URL('../ops/clock.ts', import.meta.url).href)}).then(({ monotonicNowMs }) => {
        parentPort.postMessage(monotonicNowMs());
      });`;
    const before = monotonicNowMs();
    const worker = new Worker(source, { eval: true });
    const [theirs] = await once(worker, 'message');
    expect(theirs).toBeGreaterThan(before);
    expect(theirs).toBeLessThan(monotonicNowMs());
    await worker.terminate();
  });
});

// Rate limits over several servers with a real store: all servers together never admit more than the limit in a second,
// even while the store is killed, frozen and restarted. Without failures they use the whole limit.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JointLimiter } from '../../src/accounts/joint/joint-limiter.ts';
import { RedisLimitStore } from '../../src/accounts/joint/redis-limit-store.ts';
import { RateLimiter, rateLimiterMemory } from '../../src/accounts/rate-limiter.ts';
import { ShareLimiter } from '../../src/accounts/share-limiter.ts';
import { monotonicNowMs } from '../../src/ops/clock.ts';
import { eventLoop } from '../../src/ops/scheduling/schedule.ts';
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.ts';

const NODES = 3;
const MEMORY = { accounts: 16, admissions: 4096 };

/** An admission at some moment between these times. */
interface Admitted {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The maximum number of admissions that are certainly within one second. Sorted by their ends; windows begin at a
 * `fromMs`.
 */
function fullestSecond(admitted: readonly Admitted[]): number {
  return Math.max(
    0,
    ...admitted.map(
      ({ fromMs }) => admitted.filter((other) => other.fromMs >= fromMs && other.toMs < fromMs + 1000).length,
    ),
  );
}

describe.skipIf(!hasRedis)('limits over servers with a store', () => {
  let store: RedisServer;
  let nodes: JointLimiter[] = [];
  const states: (string | null)[] = [];

  const open = (number: number) => {
    const node = { number, of: NODES };
    return new JointLimiter({
      store: new RedisLimitStore(store.url, node),
      share: new ShareLimiter(new RateLimiter(rateLimiterMemory(MEMORY)), node),
      ...{ schedule: eventLoop, nowMs: monotonicNowMs },
      onState: (failure) => void states.push(failure?.message ?? null),
    });
  };
  const allReady = async () => {
    while (nodes.some((node) => !node.isReady)) await sleep(20);
  };
  /** Sends requests to each node continuously until `untilMs`; returns the times of the admissions. */
  const load = async (account: string, limit: number, untilMs: number) => {
    const admitted: Admitted[] = [];
    const request = async (node: JointLimiter) => {
      while (performance.now() < untilMs) {
        const fromMs = performance.now();
        const admission = await node.admit(account, limit);
        if (admission.admitted) admitted.push({ fromMs, toMs: performance.now() });
        else await sleep(Math.min(5, admission.retryAfterMs));
      }
    };
    await Promise.all(nodes.flatMap((node) => [request(node), request(node)]));
    return admitted;
  };

  beforeAll(async () => {
    store = await startRedis();
    nodes = [1, 2, 3].map(open);
    await allReady();
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await store.remove();
  });

  test('all nodes together admit the whole limit, on any of them', async () => {
    const limit = 50;
    const admitted = await load('busy', limit, performance.now() + 2200);
    expect(fullestSecond(admitted)).toBeLessThanOrEqual(limit);
    expect(admitted.length).toBeGreaterThanOrEqual(2 * limit);
    const [first] = nodes;
    const alone = await Promise.all(Array.from({ length: limit + 5 }, () => first?.admit('alone', limit)));
    expect(alone.map((each) => each?.admitted)).toEqual([...Array(limit).fill(true), ...Array(5).fill(false)]);
    expect(alone[0]).toMatchObject({ remaining: limit - 1 });
    expect(alone.at(-1)).toMatchObject({ retryAfterMs: expect.any(Number) });
  });

  test('items of a bulk call count, and more items than a second admits use up the next seconds', async () => {
    const [first, second] = nodes;
    expect(await first?.admit('bulk', 10)).toMatchObject({ admitted: true, remaining: 9 });
    expect(await first?.admitMore('bulk', { limit: 10, count: 24 })).toMatchObject({ admitted: true, remaining: 0 });
    const rejected = await second?.admit('bulk', 10);
    expect(rejected?.admitted).toBe(false);
    expect(rejected && 'retryAfterMs' in rejected ? rejected.retryAfterMs : 0).toBeGreaterThan(1000);
    expect(await first?.admit('pair', 10)).toMatchObject({ admitted: true });
    expect(await second?.admit('pair', 10)).toMatchObject({ admitted: true });
    expect(await second?.admitMore('pair', { limit: 10, count: 9 })).toMatchObject({ admitted: false });
    expect(await second?.admitMore('pair', { limit: 10, count: 8 })).toMatchObject({ admitted: true });
  });

  test('an answer that arrives during a pause of the thread counts', async () => {
    const session = await new RedisLimitStore(store.url, { number: 1, of: NODES }).connect(() => undefined);
    const answered = session.beat();
    // The client writes at the end of this turn of the event loop, and the pause follows at once.
    setImmediate(() => {
      const endMs = performance.now() + 260;
      while (performance.now() < endMs);
    });
    await expect(answered).resolves.toBeUndefined();
    session.close();
  });

  test('the limit is never exceeded while the store is killed, frozen and restarted', async () => {
    const limit = 30;
    const running = load('hot', limit, performance.now() + 11_000);
    await sleep(500);
    await store.kill();
    await sleep(3200);
    expect(nodes.map(({ mode }) => mode)).toEqual(['share', 'share', 'share']);
    await store.start();
    await sleep(2600);
    expect(nodes.map(({ mode }) => mode)).toEqual(['store', 'store', 'store']);
    store.freeze(true);
    await sleep(700);
    store.freeze(false);
    const admitted = await running;
    expect(fullestSecond(admitted)).toBeLessThanOrEqual(limit);
    expect(admitted.length).toBeGreaterThan(3 * limit);
    expect(states).toContain(null);
    expect(states.some((state) => state !== null)).toBe(true);
  });

  test('a node that stops leaves its share to the others, a lost node does not', async () => {
    await allReady();
    const admittedBy = async (account: string) => {
      const requests = Array.from({ length: 40 }, () => nodes[0]?.admit(account, 30));
      return (await Promise.all(requests)).filter((each) => each?.admitted).length;
    };
    while ((await admittedBy(`whole ${Math.random()}`)) < 30) await sleep(100);
    await nodes[2]?.stop();
    expect(await admittedBy('left')).toBe(30);
    nodes[2] = open(3);
    await sleep(300);
    expect(await admittedBy('joining')).toBe(20);
    while ((await admittedBy(`again ${Math.random()}`)) < 30) await sleep(100);
  });
});

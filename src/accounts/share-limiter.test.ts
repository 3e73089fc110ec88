import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateLimiter, rateLimiterMemory } from './rate-limiter.ts';
import { ShareLimiter, shareOf } from './share-limiter.ts';

const numbers = (of: number) => Array.from({ length: of }, (_, index) => ({ number: index + 1, of }));

test('law: the shares of all servers add up to the limit and differ by one at most', () => {
  const property = fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 64 }), (limit, of) => {
    const shares = numbers(of).map((node) => shareOf(limit, node));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(limit);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  });
  fc.assert(property);
});

const attempts = fc.array(
  fc.record({ server: fc.nat(2), afterMs: fc.nat(120), count: fc.integer({ min: 1, max: 3 }) }),
  {
    minLength: 20,
    maxLength: 120,
  },
);

test('law: servers together never admit more than the limit in any rolling second', () => {
  const property = fc.property(fc.integer({ min: 1, max: 12 }), attempts, (limit, given) => {
    const servers = numbers(3).map((node) => {
      const memory = rateLimiterMemory({ accounts: 4, admissions: 256 });
      return new ShareLimiter(new RateLimiter(memory), node);
    });
    const admitted: number[] = [];
    let now = 10_000;
    for (const { server, afterMs, count } of given) {
      now += afterMs;
      for (let turn = 0; turn < count; turn += 1) {
        if (servers[server]?.admit('acme', limit, now).admitted) admitted.push(now);
      }
    }
    for (const from of admitted) {
      expect(admitted.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(limit);
    }
    if (limit >= 3) expect(admitted.length).toBeGreaterThan(0);
  });
  fc.assert(property);
});

test('a server without a share admits nothing, and a single server admits like its limiter', () => {
  const limiter = () => new RateLimiter(rateLimiterMemory({ accounts: 4, admissions: 64 }));
  const without = new ShareLimiter(limiter(), { number: 2, of: 2 });
  expect(without.admit('acme', 1, 10_000)).toEqual({ admitted: false, retryAfterMs: 1000 });
  expect(without.admitMore('acme', { limit: 1, count: 2, nowMs: 10_000 }).admitted).toBe(false);
  const alone = new ShareLimiter(limiter(), { number: 1, of: 1 });
  expect(alone.admit('acme', 5, 10_000)).toEqual(limiter().admit('acme', 5, 10_000));
});

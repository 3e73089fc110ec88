import { describe, expect, it } from 'vitest';
import { LIMITS } from '../contract/limits.ts';
import { AddressLimiter } from './address-limiter.ts';
import { withLateRejections } from './late-rejections.ts';
import { RateLimiter, rateLimiterMemory } from './rate-limiter.ts';

const NOW_MS = 5000;
const LIMIT = 2;
const PROMPT = LIMITS.promptRejections;

function limits() {
  return withLateRejections({
    limiter: new RateLimiter(rateLimiterMemory({ accounts: 8, admissions: 64 })),
    addresses: new AddressLimiter(),
  });
}

/** Which of `count` admissions come at once and which late, in order. */
function kindsOf(count: number, admit: () => unknown): string[] {
  return Array.from({ length: count }, () => (admit() instanceof Promise ? 'late' : 'prompt'));
}

describe('rejections of an account', () => {
  it('are delayed from the 21st in a second on, with the same body', async () => {
    const { limiter } = limits();
    const call = () => limiter.admit('flood', LIMIT, NOW_MS);
    expect(kindsOf(LIMIT + PROMPT, call)).not.toContain('late');
    const late = call();
    expect(late).toBeInstanceOf(Promise);
    expect(await late).toEqual({ admitted: false, retryAfterMs: 1000 });
  });

  it('are not delayed for other accounts, nor in the next second', () => {
    const { limiter } = limits();
    const call = () => limiter.admit('flood', LIMIT, NOW_MS);
    kindsOf(LIMIT + PROMPT, call);
    expect(kindsOf(LIMIT + 1, () => limiter.admit('other', LIMIT, NOW_MS))).not.toContain('late');
    expect(kindsOf(LIMIT + 1, () => limiter.admit('flood', LIMIT, NOW_MS + 1000))).not.toContain('late');
  });

  it('include rejected items of bulk calls, and rejections by a shared store', async () => {
    const own = new RateLimiter(rateLimiterMemory({ accounts: 8, admissions: 64 }));
    const { limiter } = withLateRejections({
      limiter: {
        admit: (...call) => Promise.resolve(own.admit(...call)),
        admitMore: (...call) => own.admitMore(...call),
      },
      addresses: new AddressLimiter(),
    });
    for (let call = 0; call < LIMIT + PROMPT; call += 1) await limiter.admit('flood', LIMIT, NOW_MS);
    expect(limiter.admitMore('flood', { limit: LIMIT, count: 1, nowMs: NOW_MS })).toBeInstanceOf(Promise);
  });
});

it('rejections of an address without a valid key are delayed, too, for its whole network', () => {
  const { addresses } = limits();
  let host = 0;
  const attempt = () => addresses.admit(`2001:db8::${(host++).toString(16)}`, NOW_MS);
  const prompt = LIMITS.unauthorizedPerSecond + PROMPT;
  expect(kindsOf(prompt, attempt)).not.toContain('late');
  expect(kindsOf(1, attempt)).toEqual(['late']);
  expect(kindsOf(1, () => addresses.admit('2001:db8:1::1', NOW_MS))).toEqual(['prompt']);
});

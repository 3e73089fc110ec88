// Conformance: each charged call takes its credits, never more than there are, and the ledger agrees. Prices:
// prices.ts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthOf } from '../period.ts';
import type { Call, ChargeResult } from '../port.ts';
import { callBy, type Fixture, type FreshStore, MONTH, openFixture } from './fixture.ts';

function charge(fixture: Fixture, count: number): Promise<ChargeResult[]> {
  return Promise.all(Array.from({ length: count }, () => fixture.accounts.charge(callBy(fixture.caller))));
}

/** Used credits according to the account, the ledger and the usage. */
async function usedBy(fixture: Fixture, month = MONTH): Promise<number[]> {
  const [account] = await fixture.admin.accounts();
  const rows = await fixture.admin.usage({ accountName: 'Acme' });
  const inMonth = rows.filter((row) => row.hour.startsWith(month));
  const credits = inMonth.reduce((sum, row) => sum + row.credits, 0);
  return [account?.used ?? Number.NaN, (await fixture.store.ledger('Acme', month)).charged, credits];
}

/** Registers the tests of single charges. */
export function chargeTests(fresh: FreshStore): void {
  describe('a charge', () => {
    test('succeeds for exactly 100 of 1,000 concurrent calls on 100 credits, each with another remainder', async () => {
      const fixture = await openFixture(fresh, 100);
      const results = await charge(fixture, 1000);
      const remainders = results.flatMap((result) => (result.charged ? [result.remaining] : []));
      expect(remainders).toEqual(Array.from({ length: 100 }, (_, index) => 99 - index));
      expect(await fixture.accounts.remaining(fixture.caller)).toBe(0);
      expect(await usedBy(fixture)).toEqual([100, 100, 100]);
    });

    test('gives the last credit to one of two stores on one file', async () => {
      const fixture = await openFixture(fresh, 1);
      const { accounts } = fixture.openAnother();
      const results = await Promise.all([
        fixture.accounts.charge(callBy(fixture.caller)),
        accounts.charge(callBy(fixture.caller)),
      ]);
      expect(results.filter((result) => result.charged)).toEqual([{ charged: true, remaining: 0 }]);
      expect(await accounts.remaining(fixture.caller)).toBe(0);
      expect(await usedBy(fixture)).toEqual([1, 1, 1]);
    });

    test('is predicted: `hasCredits` is true until the last credit is used', async () => {
      const fixture = await openFixture(fresh, 30);
      for (let left = 30; left > 0; left -= 1) {
        expect(await fixture.accounts.hasCredits(fixture.caller, 1), `with ${left} left`).toBe(true);
        await charge(fixture, 1);
      }
      expect(await fixture.accounts.hasCredits(fixture.caller, 1)).toBe(false);
    });

    test('is predicted to fail a second after another store has used up all credits', async () => {
      const fixture = await openFixture(fresh, 100);
      expect(await fixture.accounts.hasCredits(fixture.caller, 1)).toBe(true);
      const another = fixture.openAnother();
      await Promise.all(Array.from({ length: 100 }, () => another.accounts.charge(callBy(fixture.caller))));
      fixture.clock.advance(1000);
      expect(await fixture.accounts.hasCredits(fixture.caller, 1)).toBe(false);
    });

    test('counts on an unlimited plan and returns null', async () => {
      const fixture = await openFixture(fresh, null);
      expect(await charge(fixture, 3)).toEqual(Array(3).fill({ charged: true, remaining: null }));
      expect(await fixture.accounts.remaining(fixture.caller)).toBeNull();
      expect(await usedBy(fixture)).toEqual([3, 3, 3]);
    });

    test('always fails on a plan of no credits', async () => {
      const fixture = await openFixture(fresh, 0);
      expect(await charge(fixture, 2)).toEqual([{ charged: false }, { charged: false }]);
      expect(await usedBy(fixture)).toEqual([0, 0, 0]);
    });

    test('rejects alone if its request was charged before, whatever is charged with it', async () => {
      const fixture = await openFixture(fresh, 10);
      const call = callBy(fixture.caller);
      await fixture.accounts.charge(call);
      const [other, repeated, last] = await Promise.allSettled([
        fixture.accounts.charge(callBy(fixture.caller)),
        fixture.accounts.charge(call),
        fixture.accounts.charge(callBy(fixture.caller)),
      ]);
      expect([other, last].map((one) => one?.status)).toEqual(['fulfilled', 'fulfilled']);
      expect(repeated?.status).toBe('rejected');
      expect(await usedBy(fixture)).toEqual([3, 3, 3]);
    });

    test('succeeds once for a request id: only the second one rejects', async () => {
      const fixture = await openFixture(fresh, 10);
      const call = callBy(fixture.caller);
      const [first, second, other] = await Promise.allSettled([
        fixture.accounts.charge(call),
        fixture.accounts.charge(call),
        fixture.accounts.charge(callBy(fixture.caller)),
      ]);
      expect(first).toMatchObject({ status: 'fulfilled', value: { charged: true, remaining: 9 } });
      expect(second).toMatchObject({ status: 'rejected' });
      expect(other).toMatchObject({ status: 'fulfilled', value: { charged: true, remaining: 8 } });
      expect(await usedBy(fixture)).toEqual([2, 2, 2]);
    });

    test('rejects for an account that does not exist and takes nothing', async () => {
      const fixture = await openFixture(fresh, 10);
      const stranger: Call = callBy({ ...fixture.caller, accountId: 'acc_none' });
      await expect(fixture.accounts.charge(stranger)).rejects.toThrow('acc_none');
      expect(await usedBy(fixture)).toEqual([0, 0, 0]);
    });

    test('is durable when it resolves: another store sees it at once', async () => {
      const fixture = await openFixture(fresh, 10);
      const { accounts } = fixture.openAnother();
      await charge(fixture, 4);
      expect(await accounts.remaining(fixture.caller)).toBe(6);
    });

    test('still succeeds if it waits when the store is closed', async () => {
      const fixture = await openFixture(fresh, 10);
      const waiting = fixture.accounts.charge(callBy(fixture.caller));
      await fixture.accounts.close();
      expect(await waiting).toEqual({ charged: true, remaining: 9 });
      await expect(fixture.accounts.charge(callBy(fixture.caller))).rejects.toThrow();
      expect((await fixture.store.ledger('Acme', MONTH)).charged).toBe(1);
    });
  });
}

/** Registers the tests of the credits of a month. */
export function creditTests(fresh: FreshStore): void {
  describe('the credits of a month', () => {
    test('start again with the month of the clock, without a scheduled job', async () => {
      const fixture = await openFixture(fresh, 2);
      fixture.clock.set('2026-11-30T23:59:59.999Z');
      await charge(fixture, 3);
      expect(await fixture.accounts.remaining(fixture.caller)).toBe(0);
      fixture.clock.advance(1);
      expect(await fixture.accounts.remaining(fixture.caller)).toBe(2);
      expect(await charge(fixture, 1)).toEqual([{ charged: true, remaining: 1 }]);
      expect(await usedBy(fixture, '2026-12')).toEqual([1, 1, 1]);
      expect(await fixture.store.ledger('Acme', MONTH)).toEqual({ charged: 2, granted: 0 });
    });

    test('grow by grants, which end with the month', async () => {
      const fixture = await openFixture(fresh, 1);
      await charge(fixture, 1);
      const account = await fixture.admin.grant('Acme', 2);
      expect(account).toMatchObject({ used: 1, granted: 2, remaining: 2 });
      expect((await charge(fixture, 3)).map((result) => result.charged)).toEqual([true, true, false]);
      expect(await fixture.store.ledger('Acme', MONTH)).toEqual({ charged: 3, granted: 2 });
      fixture.clock.set('2026-12-01T00:00:00.000Z');
      expect(await fixture.accounts.remaining(fixture.caller)).toBe(1);
    });

    test('follow a change of the plan at once, in both directions, and are never below 0', async () => {
      const fixture = await openFixture(fresh, 2);
      await charge(fixture, 2);
      await fixture.admin.setPlan({ name: 'pro', creditsPerMonth: 5, requestsPerSecond: 5 });
      expect(await charge(fixture, 1)).toEqual([{ charged: true, remaining: 2 }]);
      await fixture.admin.setPlan({ name: 'pro', creditsPerMonth: 1, requestsPerSecond: 5 });
      expect(await fixture.accounts.remaining(fixture.caller)).toBe(0);
      expect(await charge(fixture, 1)).toEqual([{ charged: false }]);
      await fixture.admin.setPlan({ name: 'pro', creditsPerMonth: null, requestsPerSecond: 5 });
      expect(await charge(fixture, 1)).toEqual([{ charged: true, remaining: null }]);
      expect(await usedBy(fixture)).toEqual([4, 4, 4]);
    });

    test('are shared by the keys of an account only', async () => {
      const fixture = await openFixture(fresh, 3);
      await fixture.admin.createAccount('Other', 'pro');
      await charge(fixture, 3);
      const accounts = await fixture.admin.accounts();
      expect(accounts.map(({ name, remaining }) => [name, remaining])).toEqual([
        ['Acme', 0],
        ['Other', 3],
      ]);
    });
  });
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('charge'), amount: fc.integer({ min: 1, max: 6 }) }) },
  fc.record({ kind: fc.constant('grant'), amount: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('plan'), amount: fc.option(fc.integer({ min: 0, max: 8 })) }),
  fc.record({ kind: fc.constant('pass'), amount: fc.integer({ min: 1, max: 20 }) }),
);

/** Registers the law that ties answers, account and ledger together. */
export function creditLaws(fresh: FreshStore): void {
  test('law: charged answers = used credits = the sum of the ledger, bounded by the plan with its grants', async () => {
    const run = async (steps: readonly { kind: string; amount: number | null }[]): Promise<void> => {
      const fixture = await openFixture(fresh, 4);
      let allowance: number | null = 4;
      const used = new Map<string, number>();
      const granted = new Map<string, number>();
      for (const { kind, amount } of steps) {
        const month = monthOf(fixture.clock.now());
        if (kind === 'plan') {
          allowance = amount;
          await fixture.admin.setPlan({ name: 'pro', creditsPerMonth: amount, requestsPerSecond: 5 });
        } else if (kind === 'pass') {
          fixture.clock.advance((amount ?? 0) * 24 * 3_600_000);
        } else if (kind === 'grant') {
          await fixture.admin.grant('Acme', amount ?? 0);
          granted.set(month, (granted.get(month) ?? 0) + (amount ?? 0));
        } else {
          const before = used.get(month) ?? 0;
          const left = allowance === null ? Infinity : Math.max(0, allowance + (granted.get(month) ?? 0) - before);
          const charged = (await charge(fixture, amount ?? 0)).filter((result) => result.charged).length;
          expect(charged).toBe(Math.min(amount ?? 0, left));
          used.set(month, before + charged);
        }
      }
      for (const month of new Set([...used.keys(), ...granted.keys()])) {
        const sums = { charged: used.get(month) ?? 0, granted: granted.get(month) ?? 0 };
        expect(await fixture.store.ledger('Acme', month)).toEqual(sums);
      }
      const now = monthOf(fixture.clock.now());
      expect((await fixture.admin.accounts())[0]).toMatchObject({
        used: used.get(now) ?? 0,
        granted: granted.get(now) ?? 0,
      });
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), run), { numRuns: 25 });
  });
}

// Conformance: a call takes its whole price or nothing, whatever concurrent calls cost.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChargeResult } from '../port.ts';
import { callBy, type Fixture, type FreshStore, identityOf, MONTH, openFixture } from './fixture.ts';

const REJECTED: ChargeResult = { charged: false };
const leaves = (remaining: number | null): ChargeResult => ({ charged: true, remaining });

/** Charges calls of these prices concurrently. */
function chargeAtOnce(fixture: Fixture, prices: readonly number[]): Promise<ChargeResult[]> {
  return Promise.all(prices.map((credits) => fixture.accounts.charge(callBy(fixture.caller, credits))));
}

/** Used credits in the account, the ledger and the usage. */
async function sums(fixture: Fixture): Promise<number[]> {
  const [account] = await fixture.admin.accounts();
  const usage = await fixture.admin.usage({ accountName: 'Acme' });
  const counted = usage.reduce((sum, { credits }) => sum + credits, 0);
  return [account?.used ?? Number.NaN, (await fixture.store.ledger('Acme', MONTH)).charged, counted];
}

/** Registers the tests of prices. */
export function priceTests(fresh: FreshStore): void {
  describe('a price', () => {
    test('is charged whole or not at all, in the order of the calls of a group', async () => {
      const fixture = await openFixture(fresh, 12);
      const results = await chargeAtOnce(fixture, [7, 2, 1, 0, 7, 2, 1, 0]);
      expect(results).toEqual([leaves(5), leaves(3), leaves(2), leaves(2), REJECTED, leaves(0), REJECTED, leaves(0)]);
      expect(await fixture.accounts.remaining(fixture.caller)).toBe(0);
      expect(await sums(fixture)).toEqual([12, 12, 12]);
    });

    test('adds up in the usage of several calls of one kind', async () => {
      const fixture = await openFixture(fresh, null);
      expect(await chargeAtOnce(fixture, [7, 0, 2])).toEqual([leaves(null), leaves(null), leaves(null)]);
      expect(await fixture.admin.usage({})).toMatchObject([{ status: 200, calls: 3, credits: 9 }]);
      expect(await sums(fixture)).toEqual([9, 9, 9]);
    });

    test('of 0 is charged without a remaining credit', async () => {
      const fixture = await openFixture(fresh, 0);
      expect(await chargeAtOnce(fixture, [0, 1])).toEqual([leaves(0), REJECTED]);
      expect(await fixture.accounts.hasCredits(fixture.caller, 0)).toBe(true);
      expect(await sums(fixture)).toEqual([0, 0, 0]);
    });

    test('above the remaining credits is predicted to fail, a lower one is not rejected', async () => {
      const fixture = await openFixture(fresh, 8);
      await chargeAtOnce(fixture, [2]);
      const foreseen = [1, 2, 6, 7].map((credits) => fixture.accounts.hasCredits(fixture.caller, credits));
      expect(await Promise.all(foreseen)).toEqual([true, true, true, false]);
    });

    test('is predicted to fit up to the last credit that covers it', async () => {
      const fixture = await openFixture(fresh, 101);
      for (let left = 101; left >= 2; left -= 2) {
        expect(await fixture.accounts.hasCredits(fixture.caller, 2), `with ${left} left`).toBe(true);
        await chargeAtOnce(fixture, [2]);
      }
      expect(await fixture.accounts.hasCredits(fixture.caller, 2)).toBe(false);
      expect(await fixture.accounts.hasCredits(fixture.caller, 1)).toBe(true);
    });

    test('is charged by one of two stores if the credits cover one call', async () => {
      const fixture = await openFixture(fresh, 3);
      const { accounts } = fixture.openAnother();
      const results = await Promise.all(
        [fixture.accounts, accounts].map((each) => each.charge(callBy(fixture.caller, 2))),
      );
      expect(results).toContainEqual(leaves(1));
      expect(results).toContainEqual(REJECTED);
      expect(await sums(fixture)).toEqual([2, 2, 2]);
    });

    test('is rejected for a request that was charged before, whatever it is', async () => {
      const fixture = await openFixture(fresh, 10);
      const call = callBy(fixture.caller, 2);
      await fixture.accounts.charge(call);
      await expect(fixture.accounts.charge({ ...call, credits: 7 })).rejects.toThrow();
      expect(await sums(fixture)).toEqual([2, 2, 2]);
    });

    test('of an idempotent request is charged once; one above the remaining credits stores no answer', async () => {
      const fixture = await openFixture(fresh, 10);
      const attempt = async (): Promise<ChargeResult | 'stored'> => {
        const state = await fixture.accounts.beginIdempotent(identityOf(fixture.caller));
        if (state.state !== 'begun') return 'stored';
        const { token } = state;
        const result = await fixture.accounts.charge({
          ...callBy(fixture.caller, 7),
          idempotency: { token, body: '{}' },
        });
        if (!result.charged) await fixture.accounts.abandonIdempotent(token);
        return result;
      };
      await chargeAtOnce(fixture, [7]);
      expect(await attempt()).toEqual(REJECTED);
      await fixture.admin.grant('Acme', 4);
      expect([await attempt(), await attempt()]).toEqual([leaves(0), 'stored']);
      expect(await sums(fixture)).toEqual([14, 14, 14]);
    });
  });

  test('law: groups of calls at prices of 0, 1, 2 and 7 take the credits of the charged ones', async () => {
    const groups = fc.array(fc.array(fc.constantFrom(0, 1, 2, 7), { minLength: 1, maxLength: 8 }), { maxLength: 6 });
    const run = async (given: readonly (readonly number[])[], allowance: number): Promise<void> => {
      const fixture = await openFixture(fresh, allowance);
      let left = allowance;
      for (const prices of given) {
        const expected = prices.map((credits) => {
          if (credits > left) return REJECTED;
          left -= credits;
          return leaves(left);
        });
        expect(await chargeAtOnce(fixture, prices)).toEqual(expected);
      }
      const used = allowance - left;
      expect(await sums(fixture)).toEqual([used, used, used]);
    };
    await fc.assert(fc.asyncProperty(groups, fc.nat(40), run), { numRuns: 25 });
  });
}

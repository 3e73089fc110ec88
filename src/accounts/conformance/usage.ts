// Conformance: every call is counted once, in its hour, and charged calls agree with the ledger.
import { describe, expect, test } from 'vitest';
import type { UsageRow } from '../port.ts';
import { callBy, type Fixture, type FreshStore, openFixture, PATH } from './fixture.ts';

const HOUR = '2026-11-21T10:00:00.000Z';

function row(fixture: Fixture, changes: Partial<UsageRow>): UsageRow {
  return {
    hour: HOUR,
    accountName: 'Acme',
    keyId: fixture.caller.keyId,
    path: PATH,
    status: 200,
    calls: 1,
    credits: 0,
    ...changes,
  };
}

function countCalls(fixture: Fixture, status: number, calls: number): void {
  for (let call = 0; call < calls; call++) fixture.accounts.count({ ...callBy(fixture.caller), status });
}

async function chargeCalls(fixture: Fixture, calls: number): Promise<void> {
  await Promise.all(Array.from({ length: calls }, () => fixture.accounts.charge(callBy(fixture.caller))));
}

/** Registers the tests of usage. */
export function usageTests(fresh: FreshStore): void {
  describe('usage', () => {
    test('counts charged and uncharged calls by hour, path and status', async () => {
      const fixture = await openFixture(fresh, 10);
      await chargeCalls(fixture, 3);
      countCalls(fixture, 404, 2);
      countCalls(fixture, 200, 1);
      fixture.clock.advance(3_600_000);
      await chargeCalls(fixture, 1);
      expect(await fixture.admin.usage({})).toEqual([
        row(fixture, { calls: 4, credits: 3 }),
        row(fixture, { status: 404, calls: 2 }),
        row(fixture, { hour: '2026-11-21T11:00:00.000Z', credits: 1 }),
      ]);
    });

    test('is the same when it is read again', async () => {
      const fixture = await openFixture(fresh, 10);
      countCalls(fixture, 404, 2);
      const once = [row(fixture, { status: 404, calls: 2 })];
      expect(await fixture.admin.usage({})).toEqual(once);
      countCalls(fixture, 422, 1);
      expect(await fixture.admin.usage({})).toEqual([...once, row(fixture, { status: 422 })]);
    });

    test('does not count a call whose charge was not taken', async () => {
      const fixture = await openFixture(fresh, 2);
      await chargeCalls(fixture, 5);
      expect(await fixture.admin.usage({})).toEqual([row(fixture, { calls: 2, credits: 2 })]);
    });

    test('adds up the counts of several stores', async () => {
      const fixture = await openFixture(fresh, 10);
      const other = fixture.openAnother();
      countCalls(fixture, 422, 2);
      countCalls({ ...fixture, accounts: other.accounts }, 422, 3);
      await other.accounts.close();
      expect(await fixture.admin.usage({})).toEqual([row(fixture, { status: 422, calls: 5 })]);
    });

    test('is written automatically after a short delay', async () => {
      const fixture = await openFixture(fresh, 10);
      const { admin } = fixture.openAnother();
      countCalls(fixture, 429, 1);
      await expect.poll(() => admin.usage({}), { timeout: 5000 }).toEqual([row(fixture, { status: 429 })]);
    });

    test('is reported by account and by time', async () => {
      const fixture = await openFixture(fresh, 10);
      await fixture.admin.createAccount('Quiet', 'pro');
      await chargeCalls(fixture, 1);
      fixture.clock.advance(3_600_000);
      await chargeCalls(fixture, 1);
      const { admin } = fixture;
      const next = '2026-11-21T11:00:00.000Z';
      expect(await admin.usage({ accountName: 'Quiet' })).toEqual([]);
      expect(await admin.usage({ accountName: 'Acme', to: next })).toEqual([row(fixture, { credits: 1 })]);
      expect(await admin.usage({ from: next })).toEqual([row(fixture, { hour: next, credits: 1 })]);
      await expect(admin.usage({ accountName: 'Unknown' })).rejects.toThrow('Unknown');
      await expect(admin.usage({ from: 'yesterday' })).rejects.toThrow('yesterday');
    });

    test('is kept for 13 months', async () => {
      const fixture = await openFixture(fresh, 10);
      await chargeCalls(fixture, 1);
      fixture.clock.set('2027-12-31T23:00:00.000Z');
      await chargeCalls(fixture, 1);
      expect(await fixture.admin.usage({})).toHaveLength(2);
      fixture.clock.set('2028-01-01T00:00:00.000Z');
      await chargeCalls(fixture, 1);
      const hours = (await fixture.admin.usage({})).map(({ hour }) => hour);
      expect(hours).toEqual(['2027-12-31T23:00:00.000Z', '2028-01-01T00:00:00.000Z']);
    });
  });
}

// Conformance: every call is counted once, in its hour, and charged calls agree with the ledger.
import { describe, expect, test } from 'vitest';
import type { UsageRow } from '../port.ts';
import { callBy, type FreshStore, PATH, type Scene, setScene } from './scene.ts';

const HOUR = '2026-11-21T10:00:00.000Z';

function row(scene: Scene, changes: Partial<UsageRow>): UsageRow {
  return {
    hour: HOUR,
    accountName: 'Acme',
    keyId: scene.caller.keyId,
    path: PATH,
    status: 200,
    calls: 1,
    credits: 0,
    ...changes,
  };
}

function countCalls(scene: Scene, status: number, calls: number): void {
  for (let call = 0; call < calls; call++) scene.accounts.count({ ...callBy(scene.caller), status });
}

async function chargeCalls(scene: Scene, calls: number): Promise<void> {
  await Promise.all(Array.from({ length: calls }, () => scene.accounts.charge(callBy(scene.caller))));
}

/** Registers the tests of usage. */
export function usageTests(fresh: FreshStore): void {
  describe('usage', () => {
    test('counts charged and uncharged calls by hour, path and status', async () => {
      const scene = await setScene(fresh, 10);
      await chargeCalls(scene, 3);
      countCalls(scene, 404, 2);
      countCalls(scene, 200, 1);
      scene.clock.advance(3_600_000);
      await chargeCalls(scene, 1);
      expect(await scene.admin.usage({})).toEqual([
        row(scene, { calls: 4, credits: 3 }),
        row(scene, { status: 404, calls: 2 }),
        row(scene, { hour: '2026-11-21T11:00:00.000Z', credits: 1 }),
      ]);
    });

    test('is the same when it is read again', async () => {
      const scene = await setScene(fresh, 10);
      countCalls(scene, 404, 2);
      const once = [row(scene, { status: 404, calls: 2 })];
      expect(await scene.admin.usage({})).toEqual(once);
      countCalls(scene, 422, 1);
      expect(await scene.admin.usage({})).toEqual([...once, row(scene, { status: 422 })]);
    });

    test('does not count a call whose charge was not taken', async () => {
      const scene = await setScene(fresh, 2);
      await chargeCalls(scene, 5);
      expect(await scene.admin.usage({})).toEqual([row(scene, { calls: 2, credits: 2 })]);
    });

    test('adds up the counts of several stores', async () => {
      const scene = await setScene(fresh, 10);
      const other = scene.openAnother();
      countCalls(scene, 422, 2);
      countCalls({ ...scene, accounts: other.accounts }, 422, 3);
      await other.accounts.close();
      expect(await scene.admin.usage({})).toEqual([row(scene, { status: 422, calls: 5 })]);
    });

    test('is written automatically after a short delay', async () => {
      const scene = await setScene(fresh, 10);
      const { admin } = scene.openAnother();
      countCalls(scene, 429, 1);
      await expect.poll(() => admin.usage({}), { timeout: 5000 }).toEqual([row(scene, { status: 429 })]);
    });

    test('is reported by account and by time', async () => {
      const scene = await setScene(fresh, 10);
      await scene.admin.createAccount('Quiet', 'pro');
      await chargeCalls(scene, 1);
      scene.clock.advance(3_600_000);
      await chargeCalls(scene, 1);
      const { admin } = scene;
      const next = '2026-11-21T11:00:00.000Z';
      expect(await admin.usage({ accountName: 'Quiet' })).toEqual([]);
      expect(await admin.usage({ accountName: 'Acme', to: next })).toEqual([row(scene, { credits: 1 })]);
      expect(await admin.usage({ from: next })).toEqual([row(scene, { hour: next, credits: 1 })]);
      await expect(admin.usage({ accountName: 'Unknown' })).rejects.toThrow('Unknown');
      await expect(admin.usage({ from: 'yesterday' })).rejects.toThrow('yesterday');
    });

    test('is kept for 13 months', async () => {
      const scene = await setScene(fresh, 10);
      await chargeCalls(scene, 1);
      scene.clock.set('2027-12-31T23:00:00.000Z');
      await chargeCalls(scene, 1);
      expect(await scene.admin.usage({})).toHaveLength(2);
      scene.clock.set('2028-01-01T00:00:00.000Z');
      await chargeCalls(scene, 1);
      const hours = (await scene.admin.usage({})).map(({ hour }) => hour);
      expect(hours).toEqual(['2027-12-31T23:00:00.000Z', '2028-01-01T00:00:00.000Z']);
    });
  });
}

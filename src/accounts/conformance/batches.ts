// Conformance: a batch stores progress and charge in one transaction; concurrent writers store or charge no row twice.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Batch, BatchStep, NewBatch } from '../batch-port.ts';
import { callBy, type Fixture, type FreshStore, MONTH, openFixture } from './fixture.ts';

const ROWS = 100;

function newBatch({ caller }: Fixture, changes: Partial<NewBatch> = {}): NewBatch {
  return {
    ...{ id: 'bat_1', accountId: caller.accountId, keyId: caller.keyId, operation: 'email', rows: ROWS },
    ...{ maxCredits: null, inputHash: 'a', idempotencyKey: null, options: '{}' },
    ...changes,
  };
}

/** A step of `rows` rows behind `from`, of which `found` cost a credit each. */
function stepOf(from: number, rows: number, found: number, batchId = 'bat_1'): BatchStep {
  const done = from + rows;
  return {
    ...{ batchId, from, done, found, missed: rows - found, invalid: 0, credits: found },
    ...{ inputBytes: done * 10, resultBytes: done * 20, busyMs: 1 },
  };
}

const charged = async (fixture: Fixture) => (await fixture.store.ledger('Acme', MONTH)).charged;

/** Registers the tests of batches. */
export function batchTests(fresh: FreshStore): void {
  describe('a batch', () => {
    test('has the counts and the charges of its steps, also after a restart', async () => {
      const fixture = await openFixture(fresh, 100);
      const { batches } = fixture.accounts;
      expect(await batches.create(newBatch(fixture))).toEqual({ outcome: 'created', batchId: 'bat_1' });
      expect(await batches.find('bat_1')).toMatchObject({ state: 'queued', done: 0, creditsUsed: 0 });
      expect(await batches.step(stepOf(0, 40, 30))).toBe('done');
      expect(await fixture.accounts.remaining(fixture.caller)).toBe(70);
      const other = fixture.openAnother().accounts.batches;
      expect(await other.step(stepOf(40, 60, 10))).toBe('done');
      expect(await other.find('bat_1')).toMatchObject({
        ...{ state: 'completed', done: 100, found: 40, missed: 60, creditsUsed: 40 },
        ...{ inputBytes: 1000, resultBytes: 2000, busyMs: 2 },
      });
      expect(await charged(fixture)).toBe(40);
    });

    test('is listed for its account only, the newest first', async () => {
      const fixture = await openFixture(fresh, 100);
      const { batches } = fixture.accounts;
      for (const id of ['bat_1', 'bat_2']) {
        await batches.create(newBatch(fixture, { id, inputHash: id }));
        fixture.clock.advance(1);
      }
      expect((await batches.ofAccount(fixture.caller.accountId)).map(({ id }) => id)).toEqual(['bat_2', 'bat_1']);
      expect(await batches.ofAccount('acc_none')).toEqual([]);
    });

    test('is outdated after some time, and at once if its account is removed', async () => {
      const fixture = await openFixture(fresh, 100);
      const { batches } = fixture.accounts;
      await batches.create(newBatch(fixture));
      const at = fixture.clock.now();
      expect([await batches.outdated(at), await batches.outdated(at + 1)]).toEqual([[], ['bat_1']]);
      await fixture.admin.removeAccount('Acme');
      expect(await batches.outdated(at)).toEqual(['bat_1']);
    });

    test('does not accept a step twice, out of order, or after its end', async () => {
      const fixture = await openFixture(fresh, 100);
      const { batches } = fixture.accounts;
      await batches.create(newBatch(fixture));
      expect(await batches.step(stepOf(1, 10, 10))).toBe('stopped');
      expect(await batches.step(stepOf(0, 10, 10))).toBe('done');
      expect(await batches.step(stepOf(0, 10, 10))).toBe('stopped');
      expect(await batches.step(stepOf(0, 20, 10))).toBe('stopped');
      expect(await batches.step(stepOf(10, 90, 0))).toBe('done');
      expect(await batches.step(stepOf(100, 0, 0))).toBe('stopped');
      expect(await batches.step(stepOf(0, 10, 1, 'bat_2'))).toBe('stopped');
      expect(await charged(fixture)).toBe(10);
    });

    test('writes nothing if fewer credits are left than its step costs', async () => {
      const fixture = await openFixture(fresh, 5);
      const { batches } = fixture.accounts;
      await batches.create(newBatch(fixture));
      expect(await batches.step(stepOf(0, 10, 6))).toBe('no_credits');
      expect(await batches.find('bat_1')).toMatchObject({ state: 'queued', done: 0 });
      expect(await batches.step(stepOf(0, 10, 5))).toBe('done');
      expect(await batches.step(stepOf(10, 10, 0))).toBe('done');
      expect(await charged(fixture)).toBe(5);
    });

    test('accepts no step beyond its maximum, which may have been lowered since the step was computed', async () => {
      const fixture = await openFixture(fresh, 100);
      const { batches } = fixture.accounts;
      await batches.create(newBatch(fixture, { maxCredits: 50 }));
      expect(await batches.step(stepOf(0, 10, 8))).toBe('done');
      const pause = { batchId: 'bat_1', from: ['running'], to: 'paused_no_credits', reason: 'x' } as const;
      await batches.change(pause);
      const resume = { batchId: 'bat_1', from: ['paused_no_credits'], to: 'queued', reason: null } as const;
      await batches.change({ ...resume, maxCredits: 10 });
      expect(await batches.step(stepOf(10, 10, 3))).toBe('stopped');
      expect(await batches.step(stepOf(10, 10, 2))).toBe('done');
      expect(await batches.find('bat_1')).toMatchObject({ done: 20, creditsUsed: 10 });
      expect(await charged(fixture)).toBe(10);
    });

    test('accepts no step while its account is suspended or its state is another', async () => {
      const fixture = await openFixture(fresh, 100);
      const { batches } = fixture.accounts;
      await batches.create(newBatch(fixture));
      await fixture.admin.suspendAccount('Acme');
      expect([await batches.runnable(), await batches.step(stepOf(0, 1, 1))]).toEqual([[], 'stopped']);
      await fixture.admin.resumeAccount('Acme');
      const pause = { batchId: 'bat_1', from: ['queued', 'running'], to: 'paused_no_credits', reason: 'x' } as const;
      expect(await batches.change(pause)).toMatchObject({ state: 'paused_no_credits', reason: 'x' });
      expect(await batches.change(pause)).toBeNull();
      expect([await batches.runnable(), await batches.step(stepOf(0, 1, 1))]).toEqual([[], 'stopped']);
      await batches.change({
        batchId: 'bat_1',
        from: ['paused_no_credits'],
        to: 'queued',
        reason: null,
        maxCredits: 7,
      });
      expect(await batches.runnable()).toMatchObject([{ id: 'bat_1', maxCredits: 7 }]);
      await batches.remove('bat_1', true);
      expect([await batches.find('bat_1'), await batches.step(stepOf(0, 1, 1))]).toEqual([null, 'stopped']);
      expect(await charged(fixture)).toBe(0);
    });

    test('is made once of an input, and once with an Idempotency-Key', async () => {
      const fixture = await openFixture(fresh, 100);
      const { batches } = fixture.accounts;
      const keyed = newBatch(fixture, { idempotencyKey: 'k' });
      await batches.create(keyed);
      expect(await batches.create({ ...keyed, id: 'bat_2' })).toEqual({ outcome: 'replayed', batchId: 'bat_1' });
      expect(await batches.create({ ...keyed, id: 'bat_2', inputHash: 'b' })).toEqual({ outcome: 'other_input' });
      expect(await batches.create(newBatch(fixture, { id: 'bat_2' }))).toEqual({
        ...{ outcome: 'same_input', batchId: 'bat_1' },
      });
      await batches.change({ batchId: 'bat_1', from: ['queued'], to: 'cancelled', reason: null });
      expect(await batches.create(newBatch(fixture, { id: 'bat_2' }))).toMatchObject({ outcome: 'created' });
      await batches.remove('bat_1', true);
      const others = fixture.openAnother().accounts.batches;
      expect(await others.create({ ...keyed, id: 'bat_3' })).toEqual({ outcome: 'removed' });
      expect(await others.create({ ...keyed, id: 'bat_3', inputHash: 'b' })).toEqual({ outcome: 'other_input' });
      fixture.clock.advance(24 * 3_600_000);
      await batches.remove('bat_2', false);
      expect(await others.create({ ...keyed, id: 'bat_3' })).toMatchObject({ outcome: 'created' });
    });

    test('that is removed while its call is repeated is not made again', async () => {
      const fixture = await openFixture(fresh, 100);
      const { batches } = fixture.accounts;
      const others = fixture.openAnother().accounts.batches;
      for (let at = 0; at < 10; at += 1) {
        const keyed = newBatch(fixture, { id: `bat_${at}`, inputHash: `${at}`, idempotencyKey: `k${at}` });
        await batches.create(keyed);
        const again = others.create({ ...keyed, id: `bat_again_${at}` });
        await Promise.all([batches.remove(keyed.id, true), again]);
        expect(['replayed', 'removed']).toContain((await again).outcome);
        expect(await batches.create(keyed)).toEqual({ outcome: 'removed' });
      }
    });
  });

  batchLaws(fresh);
}

const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constant('step' as const), rows: fc.nat(15), found: fc.nat(15), back: fc.nat(2) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('call' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('pause' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('resume' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('restart' as const) }) },
);

function batchLaws(fresh: FreshStore): void {
  test('law: rows done, credits of the batch, ledger and balance agree after any steps, stale or not', async () => {
    const property = fc.asyncProperty(fc.nat(60), fc.array(act, { maxLength: 25 }), async (credits, acts) => {
      const fixture = await openFixture(fresh, credits);
      let { accounts } = fixture;
      await accounts.batches.create(newBatch(fixture));
      const model = { done: 0, used: 0, calls: 0, isRunning: true };
      for (const each of acts) {
        if (each.act === 'restart') accounts = fixture.openAnother().accounts;
        else if (each.act === 'call') model.calls += (await accounts.charge(callBy(fixture.caller))).charged ? 1 : 0;
        else if (each.act === 'step') {
          const rows = Math.min(each.rows, ROWS - model.done);
          const found = Math.min(each.found, rows);
          const from = Math.max(0, model.done - each.back);
          const outcome = await accounts.batches.step(stepOf(from, rows, found));
          const isNext = model.isRunning && from === model.done && model.done < ROWS;
          const isPaid = model.used + model.calls + found <= credits;
          expect(outcome).toBe(isPaid || found === 0 ? (isNext ? 'done' : 'stopped') : 'no_credits');
          if (outcome !== 'done') continue;
          model.done += rows;
          model.used += found;
        } else {
          const isPause = each.act === 'pause';
          const change = isPause
            ? ({ from: ['queued', 'running'], to: 'paused_no_credits' } as const)
            : ({ from: ['paused_no_credits'], to: 'queued' } as const);
          const changed = await accounts.batches.change({ batchId: 'bat_1', reason: null, ...change });
          if (changed !== null) model.isRunning = !isPause;
        }
      }
      const batch = (await accounts.batches.find('bat_1')) as Batch;
      expect([batch.done, batch.found, batch.creditsUsed]).toEqual([model.done, model.used, model.used]);
      expect(batch.found + batch.missed + batch.invalid).toBe(batch.done);
      expect(await charged(fixture)).toBe(model.used + model.calls);
      expect(await accounts.remaining(fixture.caller)).toBe(credits - model.used - model.calls);
    });
    await fc.assert(property, { numRuns: 40 });
  });
}

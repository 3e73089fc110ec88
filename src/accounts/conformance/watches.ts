// Conformance: changes of a watch, their event and their charge are written together, once, and in order.
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import type { NewWatch, NewWatchChange, WatchStep } from '../watch-port.ts';
import { type Fixture, type FreshStore, identityOf, MONTH, openFixture } from './fixture.ts';

const newWatch = ({ caller }: Fixture, id = 'wat_1'): NewWatch => ({
  ...{ id, accountId: caller.accountId, keyId: caller.keyId, kind: 'search', query: '{}' },
});

const changesOf = (...records: string[]): NewWatchChange[] =>
  records.map((record) => ({ record, state: null, fields: [] }));

const stepOf = (from: number, ...records: string[]): WatchStep => ({
  ...{ watchId: 'wat_1', from, changes: changesOf(...records), credits: records.length },
});

/** An active watch without members. */
async function activeWatch(fresh: FreshStore, credits: number): Promise<Fixture> {
  const fixture = await openFixture(fresh, credits);
  await fixture.accounts.watches.createWatch(newWatch(fixture), []);
  await fixture.accounts.watches.changeWatch({
    ...{ watchId: 'wat_1', from: ['preparing'], to: 'active', reason: null, generation: 7 },
  });
  return fixture;
}

const charged = async (fixture: Fixture) => (await fixture.store.ledger('Acme', MONTH)).charged;

/** Registers the tests of watches. */
export function watchTests(fresh: FreshStore): void {
  describe('a watch', () => {
    test('is made once for an Idempotency-Key, even if the answer is never stored', async () => {
      const fixture = await openFixture(fresh, 10);
      const { accounts, caller, clock } = fixture;
      const begun = await accounts.beginIdempotent(identityOf(caller));
      const attempt = begun.state === 'begun' ? begun.token : '';
      await accounts.watches.createWatch({ ...newWatch(fixture), attempt }, []);
      await accounts.abandonIdempotent(attempt);
      clock.advance(10_000);
      const again = await fixture.openAnother().accounts.beginIdempotent(identityOf(caller));
      expect(again).toEqual({ state: 'charged', credits: 0 });
      // An attempt that another one has replaced makes nothing.
      const late = accounts.watches.createWatch({ ...newWatch(fixture, 'wat_2'), attempt }, []);
      await expect(late).rejects.toThrow('lost its idempotency lease');
      expect(await accounts.watches.watchesOf(caller.accountId)).toHaveLength(1);
    });

    test('enters each step once, with its charge and its event', async () => {
      const fixture = await activeWatch(fresh, 10);
      const { watches, webhooks } = fixture.accounts;
      const eventTypes = ['watch.matched', 'watch.paused'];
      const endpoint = { id: 'whk_1', url: 'https://hooks.example/', secret: 'whsec_a', eventTypes };
      await webhooks.createWebhook({ ...endpoint, accountId: fixture.caller.accountId });
      const other = fixture.openAnother().accounts.watches;
      const outcomes = await Promise.all([watches.watchStep(stepOf(0, 'p1', 'p2')), other.watchStep(stepOf(0, 'p1'))]);
      expect(outcomes.toSorted()).toEqual(['done', 'stopped']);
      const { changes } = (await watches.findWatch('wat_1')) ?? {};
      expect([await charged(fixture), await watches.countMembers('wat_1')]).toEqual([changes, changes]);
      expect(await watches.watchStep(stepOf(0, 'p9'))).toBe('stopped');
      expect(await watches.watchStep(stepOf(changes ?? 0, 'p3'))).toBe('done');
      const entered = await watches.watchChanges('wat_1', 0, 10);
      expect(entered.map(({ number }) => number)).toEqual(entered.map((_, index) => index + 1));
      expect(await watches.watchChanges('wat_1', 1, 1)).toEqual(entered.slice(1, 2));
      const sent = await webhooks.deliveries({ webhookId: 'whk_1', before: null, limit: 9 });
      expect(sent.map(({ eventType }) => eventType)).toEqual(['watch.matched', 'watch.matched']);
      const data = sent.map(({ payload }) => JSON.parse(payload).data);
      expect(data).toContainEqual({ watch_id: 'wat_1', changes: 1, cursor: String(changes) });
    });

    test('enters an event when it pauses without credits, and when it fails', async () => {
      const { accounts, caller } = await activeWatch(fresh, 2);
      const { watches, webhooks } = accounts;
      const endpoint = { id: 'whk_1', url: 'https://hooks.example/', secret: 'whsec_a', accountId: caller.accountId };
      await webhooks.createWebhook({ ...endpoint, eventTypes: ['watch.paused', 'watch.failed'] });
      const change = { watchId: 'wat_1', reason: null } as const;
      await watches.changeWatch({ ...change, from: ['active'], to: 'paused_no_credits' });
      await watches.changeWatch({ ...change, from: ['paused_no_credits'], to: 'active' });
      await watches.changeWatch({ ...change, from: ['active'], to: 'failed' });
      const sent = await webhooks.deliveries({ webhookId: 'whk_1', before: null, limit: 9 });
      expect(sent.map(({ eventType }) => eventType).toSorted()).toEqual(['watch.failed', 'watch.paused']);
      expect(sent.map(({ payload }) => JSON.parse(payload).data)).toEqual(sent.map(() => ({ watch_id: 'wat_1' })));
    });

    test('writes nothing without credits, and nothing while it or its account rests', async () => {
      const fixture = await activeWatch(fresh, 2);
      const { watches } = fixture.accounts;
      expect(await watches.watchStep(stepOf(0, 'p1', 'p2', 'p3'))).toBe('no_credits');
      expect([await watches.countMembers('wat_1'), await charged(fixture)]).toEqual([0, 0]);
      const pause = { watchId: 'wat_1', from: ['active'], to: 'paused_no_credits', reason: 'x' } as const;
      expect(await watches.changeWatch(pause)).toMatchObject({
        state: 'paused_no_credits',
        reason: 'x',
        generation: 7,
      });
      expect([await watches.changeWatch(pause), await watches.runnableWatches()]).toEqual([null, []]);
      expect(await watches.watchStep(stepOf(0, 'p1'))).toBe('stopped');
      await watches.changeWatch({ watchId: 'wat_1', from: ['paused_no_credits'], to: 'active', reason: null });
      await fixture.admin.suspendAccount('Acme');
      expect([await watches.runnableWatches(), await watches.watchStep(stepOf(0, 'p1'))]).toEqual([[], 'stopped']);
      await fixture.admin.resumeAccount('Acme');
      expect(await watches.watchStep(stepOf(0, 'p1'))).toBe('done');
    });

    test('is the only one of its list or saved search: of concurrent calls, one creates it', async () => {
      const fixture = await openFixture(fresh, 5);
      const stores = [fixture.accounts.watches, fixture.openAnother().accounts.watches];
      const watchOf = (id: string, origin: string) => ({
        ...newWatch(fixture, id),
        query: JSON.stringify({ origin }),
      });
      const made = stores.map((watches, index) => watches.createWatch(watchOf(`wat_${index}`, 'lst_1'), []));
      expect((await Promise.all(made)).toSorted()).toEqual(['admitted', 'watched']);
      expect(await stores[0]?.createWatch(watchOf('wat_2', 'lst_2'), [])).toBe('admitted');
      expect(await stores[0]?.createWatch(newWatch(fixture, 'wat_3'), [])).toBe('admitted');
    });

    test('knows its members with their states, and goes with all of them', async () => {
      const fixture = await openFixture(fresh, 5);
      const { watches } = fixture.accounts;
      const members = ['p1', 'p2', 'c1'].map((record) => ({ record, state: null }));
      expect(await watches.createWatch(newWatch(fixture), members)).toBe('admitted');
      await watches.putMembers('wat_1', [{ record: 'p1', state: 'a' }]);
      expect(await watches.membersAmong('wat_1', ['p1', 'p9', 'c1'])).toEqual([
        { record: 'c1', state: null },
        { record: 'p1', state: 'a' },
      ]);
      expect(await watches.unreadMembers('wat_1', 9)).toHaveLength(2);
      expect(await watches.listedRecords('wat_1')).toEqual(['c1', 'p1', 'p2']);
      await watches.noteWatched(['wat_1'], 9);
      await watches.noteWatched(['wat_1'], 8);
      expect(await fixture.openAnother().accounts.watches.findWatch('wat_1')).toMatchObject({
        generation: 9,
        changes: 0,
      });
      await watches.removeWatch('wat_1');
      await watches.putMembers('wat_1', [{ record: 'p1', state: 'a' }]);
      expect([await watches.findWatch('wat_1'), await watches.countMembers('wat_1')]).toEqual([null, 0]);
    });

    test('is one of a few of its account, and ends with it; its changes end after some days', async () => {
      const fixture = await activeWatch(fresh, 5);
      const { watches } = fixture.accounts;
      await watches.watchStep(stepOf(0, 'p1'));
      for (let made = 1; made < LIMITS.watchesMax; made += 1)
        expect(await watches.createWatch(newWatch(fixture, `wat_${made + 1}`), [])).toBe('admitted');
      expect(await watches.createWatch(newWatch(fixture, 'wat_0'), [])).toBe('too_many');
      fixture.clock.advance(LIMITS.watchChangeDays * 86_400_000 + 1);
      await watches.tidyWatches();
      expect(await watches.watchChanges('wat_1', 0, 9)).toEqual([]);
      expect(await watches.watchesOf(fixture.caller.accountId)).toHaveLength(LIMITS.watchesMax);
      await fixture.admin.removeAccount('Acme');
      await watches.tidyWatches();
      expect(await watches.watchesOf(fixture.caller.accountId)).toEqual([]);
    });
  });
}

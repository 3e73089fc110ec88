// Conformance: an event is written with its change, for each endpoint that subscribes to it, and stays pending until an
// attempt succeeds or its schedule ends.
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import type { Attempt, Delivery, NewWebhook } from '../webhook-port.ts';
import { type Fixture, type FreshStore, identityOf, openFixture } from './fixture.ts';

function newWebhook(fixture: Fixture, changes: Partial<NewWebhook> = {}): NewWebhook {
  return {
    ...{ id: 'whk_1', accountId: fixture.caller.accountId, url: 'https://hooks.example/a', secret: 'whsec_a' },
    ...{ eventTypes: ['batch.completed', 'batch.paused'], ...changes },
  };
}

function attemptOf({ id, attempts }: Delivery, changes: Partial<Attempt> = {}): Attempt {
  return {
    ...{ deliveryId: id, attempts, state: 'delivered', status: 200, error: null, at: 1000, nextAt: null },
    ...{ url: 'https://hooks.example/a', disable: null, ...changes },
  };
}

async function makeBatch({ accounts, caller }: Fixture, id: string): Promise<void> {
  const { accountId, keyId } = caller;
  await accounts.batches.create({
    ...{ id, accountId, keyId, operation: 'email', rows: 2, maxCredits: null },
    ...{ inputHash: id, idempotencyKey: null, options: '{}' },
  });
}

const step = (batchId: string, from: number, found: number) => ({
  ...{ batchId, from, done: from + 1, found, missed: 1 - found, invalid: 0, credits: found },
  ...{ inputBytes: 10, resultBytes: 10, busyMs: 1 },
});

const typesOf = async ({ accounts }: Fixture, webhookId: string) =>
  (await accounts.webhooks.deliveries({ webhookId, before: null, limit: 100 })).map(({ eventType }) => eventType);

/** Registers the tests of webhooks. */
export function webhookTests(fresh: FreshStore): void {
  describe('a webhook', () => {
    test('receives the events of its types and of its account, once per endpoint', async () => {
      const fixture = await openFixture(fresh, 100);
      const { webhooks, batches } = fixture.accounts;
      await webhooks.createWebhook(newWebhook(fixture));
      await webhooks.createWebhook(newWebhook(fixture, { id: 'whk_2', eventTypes: ['batch.cancelled'] }));
      await webhooks.createWebhook(newWebhook(fixture, { id: 'whk_3', accountId: null }));
      await makeBatch(fixture, 'bat_1');
      await batches.step(step('bat_1', 0, 1));
      expect(await typesOf(fixture, 'whk_1')).toEqual([]);
      await batches.step(step('bat_1', 1, 1));
      await batches.step(step('bat_1', 1, 1));
      await makeBatch(fixture, 'bat_2');
      await batches.change({ batchId: 'bat_2', from: ['queued'], to: 'paused_no_credits', reason: 'x' });
      const cancelling = { batchId: 'bat_2', to: 'cancelled', reason: null } as const;
      await batches.change({ ...cancelling, from: ['paused_no_credits'] });
      expect(await batches.change({ ...cancelling, from: ['cancelled'] })).toMatchObject({ state: 'cancelled' });
      expect((await typesOf(fixture, 'whk_1')).toSorted()).toEqual(['batch.completed', 'batch.paused']);
      expect(await typesOf(fixture, 'whk_2')).toEqual(['batch.cancelled']);
      expect(await typesOf(fixture, 'whk_3')).toEqual([]);
      const due = await fixture.openAnother().accounts.webhooks.dueDeliveries();
      const completed = due.find(({ delivery }) => delivery.eventType === 'batch.completed')?.delivery;
      expect(JSON.parse(completed?.payload ?? '')).toEqual({
        type: 'batch.completed',
        timestamp: new Date(fixture.clock.now()).toISOString(),
        data: { batch_id: 'bat_1', state: 'completed' },
      });
    });

    test('gets no event of a step that is not written', async () => {
      const fixture = await openFixture(fresh, 1);
      await fixture.accounts.webhooks.createWebhook(newWebhook(fixture));
      await makeBatch(fixture, 'bat_1');
      await fixture.accounts.batches.step(step('bat_1', 0, 1));
      expect(await fixture.accounts.batches.step(step('bat_1', 1, 1))).toBe('no_credits');
      expect(await typesOf(fixture, 'whk_1')).toEqual([]);
    });

    test('is made, and rotates its secret, once for an Idempotency-Key, even if the answer is never stored', async () => {
      const fixture = await openFixture(fresh, 1);
      const { accounts, caller, clock, openAnother } = fixture;
      const rotation = { secret: 'whsec_b', previousUntil: 5 };
      for (const [path, execute] of [
        ['/v2/webhooks', (attempt: string) => accounts.webhooks.createWebhook({ ...newWebhook(fixture), attempt })],
        ['/v2/webhooks/x', (attempt: string) => accounts.webhooks.changeWebhook('whk_1', { rotation, attempt })],
      ] as const) {
        const identity = identityOf(caller, { path });
        const begun = await accounts.beginIdempotent(identity);
        const token = begun.state === 'begun' ? begun.token : '';
        await execute(token);
        // The caller, or the connection, may be gone: the outcome of the execution is then unknown.
        const others = openAnother().accounts;
        expect(await others.beginIdempotent(identity)).toEqual({ state: 'in_flight' });
        await accounts.abandonIdempotent(token);
        clock.advance(10_000);
        expect(await others.beginIdempotent(identity)).toEqual({ state: 'charged', credits: 0 });
      }
    });

    test('is one of at most a few of its account', async () => {
      const fixture = await openFixture(fresh, 1);
      const { webhooks } = fixture.accounts;
      const ids = Array.from({ length: LIMITS.webhooksMax + 1 }, (_, index) => `whk_${index}`);
      const made = await Promise.all(ids.map((id) => webhooks.createWebhook(newWebhook(fixture, { id }))));
      expect(made.filter((isMade) => !isMade)).toHaveLength(1);
      expect(await webhooks.webhooksOf(fixture.caller.accountId)).toHaveLength(LIMITS.webhooksMax);
      expect(await webhooks.webhooksOf(null)).toEqual([]);
    });

    test('changes, rotates its secret, and is removed with its deliveries', async () => {
      const fixture = await openFixture(fresh, 1);
      const { webhooks } = fixture.accounts;
      await webhooks.createWebhook(newWebhook(fixture));
      await webhooks.changeWebhook('whk_1', { rotation: { secret: 'whsec_b', previousUntil: 5 } });
      const changed = await webhooks.changeWebhook('whk_1', { url: 'https://hooks.example/b', eventTypes: ['x'] });
      expect(changed).toEqual({
        ...newWebhook(fixture, { url: 'https://hooks.example/b', eventTypes: ['x'], secret: 'whsec_b' }),
        ...{ previousSecret: 'whsec_a', previousUntil: 5, isEnabled: true, reason: null, failingSince: null },
        createdAt: fixture.clock.now(),
      });
      expect(await fixture.openAnother().accounts.webhooks.findWebhook('whk_1')).toEqual(changed);
      await webhooks.sendTo('whk_1', { type: 'webhook.test', data: {} });
      await webhooks.removeWebhook('whk_1');
      expect([await webhooks.findWebhook('whk_1'), await typesOf(fixture, 'whk_1')]).toEqual([null, []]);
      expect(await webhooks.changeWebhook('whk_1', { url: 'x' })).toBeNull();
      expect(await webhooks.sendTo('whk_1', { type: 'webhook.test', data: {} })).toBeNull();
    });

    test('loses its pending deliveries and gets no new ones while it is disabled', async () => {
      const fixture = await openFixture(fresh, 1);
      const { webhooks } = fixture.accounts;
      await webhooks.createWebhook(newWebhook(fixture));
      const sent = (await webhooks.sendTo('whk_1', { type: 'webhook.test', data: {} })) as Delivery;
      await webhooks.changeWebhook('whk_1', { isEnabled: false });
      expect(await webhooks.dueDeliveries()).toEqual([]);
      expect(await webhooks.sendTo('whk_1', { type: 'webhook.test', data: {} })).toBeNull();
      expect(await webhooks.replay('whk_1', sent.id)).toBeNull();
      await webhooks.changeWebhook('whk_1', { isEnabled: true });
      const [lost] = await webhooks.deliveries({ webhookId: 'whk_1', before: null, limit: 9 });
      expect(lost).toMatchObject({ id: sent.id, state: 'failed', nextAt: null });
      expect(await webhooks.replay('whk_1', sent.id)).toMatchObject({ state: 'pending', attempts: 0 });
      expect(await webhooks.replay('whk_2', sent.id)).toBeNull();
      expect(await webhooks.dueDeliveries()).toHaveLength(1);
    });
  });

  deliveryTests(fresh);
  publicationTests(fresh);
}

/** An endpoint with a delivery that is due. */
async function withDue(fresh: FreshStore) {
  const fixture = await openFixture(fresh, 1);
  const { webhooks } = fixture.accounts;
  await webhooks.createWebhook(newWebhook(fixture));
  await webhooks.sendTo('whk_1', { type: 'webhook.test', data: {} });
  const [first] = await webhooks.dueDeliveries();
  if (!first) throw new Error('nothing is due');
  return { fixture, webhooks, first };
}

function deliveryTests(fresh: FreshStore): void {
  describe('a delivery', () => {
    test('is due until an attempt succeeds; a failure is due again at its time', async () => {
      const { fixture, webhooks, first } = await withDue(fresh);
      const at = fixture.clock.now();
      const failed = { state: 'pending', status: 500, error: 'e', at, nextAt: at + 5000 } as const;
      await webhooks.settleDelivery(attemptOf(first.delivery, failed));
      expect(await webhooks.dueDeliveries()).toEqual([]);
      expect(await webhooks.findWebhook('whk_1')).toMatchObject({ failingSince: at, isEnabled: true });
      fixture.clock.advance(5000);
      const [second] = await webhooks.dueDeliveries();
      expect(second?.delivery).toMatchObject({ attempts: 1, lastStatus: 500, lastError: 'e', lastAt: at });
      expect(second?.delivery.eventId).toBe(first.delivery.eventId);
      // An attempt that was begun before the last one ended changes nothing.
      await webhooks.settleDelivery(attemptOf(first.delivery));
      expect(await webhooks.dueDeliveries()).toHaveLength(1);
      if (second) await webhooks.settleDelivery(attemptOf(second.delivery));
      expect(await webhooks.dueDeliveries()).toEqual([]);
      expect(await webhooks.findWebhook('whk_1')).toMatchObject({ failingSince: null });
    });

    test('does not wait longer because the clock was set back', async () => {
      const { fixture, webhooks, first } = await withDue(fresh);
      const at = fixture.clock.now();
      const nextAt = at + 300_000;
      const failed = { state: 'pending', status: 500, error: 'e', at, nextAt } as const;
      await webhooks.settleDelivery(attemptOf(first.delivery, failed));
      await webhooks.sendTo('whk_1', { type: 'webhook.test', data: {} });
      await webhooks.tidyWebhooks();
      expect(await webhooks.dueDeliveries()).toHaveLength(1);
      fixture.clock.advance(-3_600_000);
      expect(await webhooks.dueDeliveries()).toEqual([]);
      await webhooks.tidyWebhooks();
      expect(await webhooks.dueDeliveries()).toHaveLength(2);
    });

    test('disables its endpoint, with a reason, where the attempt says so', async () => {
      const fixture = await openFixture(fresh, 1);
      const { webhooks } = fixture.accounts;
      await webhooks.createWebhook(newWebhook(fixture));
      await webhooks.sendTo('whk_1', { type: 'webhook.test', data: {} });
      await webhooks.sendTo('whk_1', { type: 'webhook.test', data: {} });
      const [due] = await webhooks.dueDeliveries();
      if (due) await webhooks.settleDelivery(attemptOf(due.delivery, { state: 'failed', disable: 'gone' }));
      expect(await webhooks.findWebhook('whk_1')).toMatchObject({
        isEnabled: false,
        reason: 'gone',
        failingSince: 1000,
      });
      expect(await webhooks.dueDeliveries()).toEqual([]);
      expect(await webhooks.changeWebhook('whk_1', { isEnabled: true })).toMatchObject({ reason: null });
    });

    test('says nothing about an endpoint that was changed, or disabled and enabled, during the attempt', async () => {
      const fixture = await openFixture(fresh, 1);
      const { webhooks } = fixture.accounts;
      await webhooks.createWebhook(newWebhook(fixture));
      const sent = async () => {
        await webhooks.sendTo('whk_1', { type: 'webhook.test', data: {} });
        return (await webhooks.dueDeliveries())[0]?.delivery as Delivery;
      };
      const gone = { state: 'failed', status: 410, error: 'e', disable: 'gone' } as const;
      const first = await sent();
      await webhooks.changeWebhook('whk_1', { isEnabled: false });
      await webhooks.changeWebhook('whk_1', { isEnabled: true });
      await webhooks.settleDelivery(attemptOf(first, gone));
      expect(await webhooks.findWebhook('whk_1')).toMatchObject({ isEnabled: true, failingSince: null });
      const second = await sent();
      await webhooks.changeWebhook('whk_1', { url: 'https://hooks.example/b' });
      await webhooks.settleDelivery(attemptOf(second, gone));
      expect(await webhooks.findWebhook('whk_1')).toMatchObject({ isEnabled: true, failingSince: null });
      expect(await webhooks.dueDeliveries()).toMatchObject([{ delivery: second }]);
    });

    test('waits while its account is suspended, and ends with its removal', async () => {
      const fixture = await openFixture(fresh, 1);
      const { webhooks } = fixture.accounts;
      await webhooks.createWebhook(newWebhook(fixture));
      await webhooks.sendTo('whk_1', { type: 'webhook.test', data: {} });
      await fixture.admin.suspendAccount('Acme');
      expect(await webhooks.dueDeliveries()).toEqual([]);
      await fixture.admin.resumeAccount('Acme');
      expect(await webhooks.dueDeliveries()).toHaveLength(1);
      await fixture.admin.removeAccount('Acme');
      await webhooks.tidyWebhooks();
      expect(await webhooks.findWebhook('whk_1')).toBeNull();
    });

    test('does not wait for the many of another endpoint, and is listed in pages', async () => {
      const fixture = await openFixture(fresh, 1);
      const { webhooks } = fixture.accounts;
      await webhooks.createWebhook(newWebhook(fixture));
      await webhooks.createWebhook(newWebhook(fixture, { id: 'whk_2' }));
      for (let sent = 0; sent < 12; sent += 1) {
        fixture.clock.advance(sent % 2);
        await webhooks.sendTo('whk_1', { type: 'webhook.test', data: {} });
      }
      await webhooks.sendTo('whk_2', { type: 'webhook.test', data: {} });
      const due = await webhooks.dueDeliveries();
      expect(due.map(({ webhook }) => webhook.id).toSorted()).toEqual(['whk_1', 'whk_1', 'whk_1', 'whk_1', 'whk_2']);
      const all = await webhooks.deliveries({ webhookId: 'whk_1', before: null, limit: 100 });
      const chained: Delivery[] = [];
      for (let before: Delivery | null = null; ; before = chained.at(-1) ?? null) {
        const page = await webhooks.deliveries({ webhookId: 'whk_1', before, limit: 5 });
        if (page.length === 0) break;
        chained.push(...page);
      }
      expect(chained).toEqual(all);
      expect(all.map(({ createdAt }) => createdAt)).toEqual(
        all
          .map(({ createdAt }) => createdAt)
          .toSorted()
          .reverse(),
      );
      for (const { delivery } of due) await webhooks.settleDelivery(attemptOf(delivery));
      fixture.clock.advance(LIMITS.deliveryDays * 86_400_000 + 1);
      await webhooks.tidyWebhooks();
      expect(await webhooks.deliveries({ webhookId: 'whk_1', before: null, limit: 100 })).toHaveLength(8);
    });
  });
}

function publicationTests(fresh: FreshStore): void {
  describe('an event of another source', () => {
    const event = { accountId: null, type: 'edition.published', data: { edition_id: 'e' } };

    test('is published once for each step of its mark, to all accounts', async () => {
      const fixture = await openFixture(fresh, 1);
      const { webhooks } = fixture.accounts;
      const eventTypes = [event.type];
      await webhooks.createWebhook(newWebhook(fixture, { eventTypes }));
      await webhooks.createWebhook(newWebhook(fixture, { id: 'whk_2', accountId: null, eventTypes }));
      const other = fixture.openAnother().accounts.webhooks;
      const mark = { name: 'edition', from: null, to: 'a' };
      const published = await Promise.all([webhooks.publish([event], mark), other.publish([event], mark)]);
      expect(published.toSorted()).toEqual([false, true]);
      expect(await webhooks.mark('edition')).toBe('a');
      expect(await webhooks.publish([event], { name: 'edition', from: 'a', to: 'b' })).toBe(true);
      expect([await typesOf(fixture, 'whk_1'), await typesOf(fixture, 'whk_2')]).toEqual([
        [event.type, event.type],
        [event.type, event.type],
      ]);
    });

    test('knows the credits of the accounts that subscribe to theirs', async () => {
      const fixture = await openFixture(fresh, 10);
      const { webhooks } = fixture.accounts;
      await webhooks.createWebhook(newWebhook(fixture));
      expect(await webhooks.creditsOfSubscribers('credits.')).toEqual([]);
      await webhooks.createWebhook(newWebhook(fixture, { id: 'whk_2', eventTypes: ['credits.low'] }));
      await fixture.admin.grant('Acme', 5);
      await makeBatch(fixture, 'bat_1');
      await fixture.accounts.batches.step(step('bat_1', 0, 1));
      const { accountId } = fixture.caller;
      expect(await webhooks.creditsOfSubscribers('credits.')).toEqual([{ accountId, total: 15, remaining: 14 }]);
    });
  });
}

// Conformance: a request with an Idempotency-Key is executed once and charged once, even if its store fails.
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import { hashKey } from '../key-format.ts';
import type { Call } from '../port.ts';
import { callBy, type Fixture, type FreshStore, identityOf, MONTH, openFixture } from './fixture.ts';

const HOUR_MS = 3_600_000;
const BODY = '{"results":[]}';

async function begin(fixture: Fixture): Promise<string> {
  const state = await fixture.accounts.beginIdempotent(identityOf(fixture.caller));
  expect(state.state).toBe('begun');
  return state.state === 'begun' ? state.token : '';
}

function callWith(fixture: Fixture, token: string): Call {
  return { ...callBy(fixture.caller), idempotency: { token, body: BODY } };
}

async function charged(fixture: Fixture): Promise<number> {
  return (await fixture.store.ledger('Acme', MONTH)).charged;
}

/** Registers the tests of stored answers. */
export function idempotencyTests(fresh: FreshStore): void {
  describe('an idempotent request', () => {
    test('is answered again from the store, also after a restart, and charged once', async () => {
      const fixture = await openFixture(fresh, 10);
      await fixture.accounts.charge(callWith(fixture, await begin(fixture)));
      const stored = { state: 'stored', answer: { status: 200, body: BODY }, credits: 1 };
      expect(await fixture.accounts.beginIdempotent(identityOf(fixture.caller))).toEqual(stored);
      await fixture.accounts.close();
      expect(await fixture.openAnother().accounts.beginIdempotent(identityOf(fixture.caller))).toEqual(stored);
      expect(await charged(fixture)).toBe(1);
    });

    test('stores a 404 without a charge', async () => {
      const fixture = await openFixture(fresh, 10);
      const answer = { status: 404, body: '{"success":false}' };
      await fixture.accounts.settleIdempotent(await begin(fixture), answer);
      expect(await fixture.accounts.beginIdempotent(identityOf(fixture.caller))).toEqual({
        state: 'stored',
        answer,
        credits: 0,
      });
      expect(await charged(fixture)).toBe(0);
    });

    test('can be tried again after it was abandoned', async () => {
      const fixture = await openFixture(fresh, 10);
      await fixture.accounts.abandonIdempotent(await begin(fixture));
      await begin(fixture);
    });

    test('stores nothing if no credit was left, and can be tried again', async () => {
      const fixture = await openFixture(fresh, 0);
      const token = await begin(fixture);
      expect(await fixture.accounts.charge(callWith(fixture, token))).toEqual({ charged: false });
      await fixture.accounts.abandonIdempotent(token);
      await begin(fixture);
    });

    test('adds its credits once, even if its answer is never stored', async () => {
      const fixture = await openFixture(fresh, 10);
      const { accounts, admin, caller, store } = fixture;
      const token = await begin(fixture);
      expect(await admin.grant('Acme', 5, token)).toMatchObject({ granted: 5 });
      await accounts.abandonIdempotent(token);
      fixture.clock.advance(HOUR_MS);
      const executed = { state: 'charged', credits: 0 };
      expect(await accounts.beginIdempotent(identityOf(caller))).toEqual(executed);
      expect(await store.ledger('Acme', MONTH)).toEqual({ charged: 0, granted: 5 });
      await accounts.settleIdempotent(token, { status: 200, body: BODY });
      const stored = { state: 'stored', answer: { status: 200, body: BODY }, credits: 0 };
      expect(await accounts.beginIdempotent(identityOf(caller))).toEqual(stored);
    });

    test('adds no credits after another attempt has taken it over', async () => {
      const fixture = await openFixture(fresh, 10);
      const { accounts, admin, store } = fixture;
      const lost = await begin(fixture);
      await accounts.abandonIdempotent(lost);
      const token = await begin(fixture);
      await expect(admin.grant('Acme', 5, lost)).rejects.toThrow('lease');
      expect(await store.ledger('Acme', MONTH)).toEqual({ charged: 0, granted: 0 });
      await admin.grant('Acme', 5, token);
      await expect(admin.grant('Acme', 5, token)).rejects.toThrow('lease');
      expect(await store.ledger('Acme', MONTH)).toEqual({ charged: 0, granted: 5 });
    });

    test('is rejected with another body, in flight and when stored', async () => {
      const fixture = await openFixture(fresh, 10);
      const token = await begin(fixture);
      const otherBody = identityOf(fixture.caller, { bodyHash: 'b'.repeat(64) });
      expect(await fixture.accounts.beginIdempotent(otherBody)).toEqual({ state: 'other_body' });
      await fixture.accounts.charge(callWith(fixture, token));
      expect(await fixture.accounts.beginIdempotent(otherBody)).toEqual({ state: 'other_body' });
    });

    test('is identified by its key, method, path and Idempotency-Key', async () => {
      const fixture = await openFixture(fresh, 10);
      await begin(fixture);
      const others = [
        { keyId: 'key_2' },
        { method: 'PUT' },
        { path: '/v2/jobs/search' },
        { idempotencyKey: 'order-2' },
      ];
      for (const other of others) {
        const state = await fixture.accounts.beginIdempotent(identityOf(fixture.caller, other));
        expect(state.state).toBe('begun');
      }
    });

    test('is removed after 24 hours', async () => {
      const fixture = await openFixture(fresh, 10);
      await fixture.accounts.charge(callWith(fixture, await begin(fixture)));
      fixture.clock.advance(24 * HOUR_MS - 1);
      expect(await fixture.accounts.beginIdempotent(identityOf(fixture.caller))).toMatchObject({ state: 'stored' });
      fixture.clock.advance(1);
      await begin(fixture);
    });
  });
}

/** Base64 of random bytes: nothing to compress. */
const LARGE_BYTES = 1024 * 1024;
const largeBody = () => randomBytes(LARGE_BYTES).toString('base64');

/** Registers the tests of the storage limit. */
export function idempotencyRoomTests(fresh: FreshStore): void {
  describe('the answers of an account', () => {
    test('use bounded storage: the oldest are evicted, and their requests are not charged again', async () => {
      const fixture = await openFixture(fresh, 1000);
      const { accounts, caller } = fixture;
      const begin = (idempotencyKey: string) => accounts.beginIdempotent(identityOf(caller, { idempotencyKey }));
      const answers = Math.ceil(LIMITS.idempotencyAnswerBytesMax / LARGE_BYTES) + 4;
      for (let index = 0; index < answers; index += 1) {
        const begun = await begin(`order-${index}`);
        const token = begun.state === 'begun' ? begun.token : '';
        if (index === 1) await accounts.settleIdempotent(token, { status: 404, body: largeBody() });
        else await accounts.charge({ ...callBy(caller), idempotency: { token, body: largeBody() } });
        fixture.clock.advance(1);
      }
      expect(await begin('order-0')).toEqual({ state: 'charged', credits: 1 });
      expect((await begin(`order-${answers - 1}`)).state).toBe('stored');
      // A free request needs no record.
      expect((await begin('order-1')).state).toBe('begun');
      const otherBody = identityOf(caller, { idempotencyKey: 'order-0', bodyHash: 'b'.repeat(64) });
      expect(await accounts.beginIdempotent(otherBody)).toEqual({ state: 'other_body' });
      expect(await charged(fixture)).toBe(answers - 1);
      fixture.clock.advance(24 * HOUR_MS);
      expect((await begin('order-0')).state).toBe('begun');
    });

    test('are removed by a text in them, or where the call was charged: free ones hold no record', async () => {
      const { accounts, admin, caller } = await openFixture(fresh, 1000);
      const begin = (idempotencyKey: string) => accounts.beginIdempotent(identityOf(caller, { idempotencyKey }));
      const settle = async (idempotencyKey: string, body: string, status: number) => {
        const begun = await begin(idempotencyKey);
        const token = begun.state === 'begun' ? begun.token : '';
        if (status === 200) await accounts.charge({ ...callBy(caller), idempotency: { token, body } });
        else await accounts.settleIdempotent(token, { status, body });
      };
      await settle('person', '{"email":"ann@acme.example"}', 200);
      await settle('watch', '{"id":"wat_1"}', 201);
      await settle('none', '{"error":{}}', 404);
      expect(await admin.removeAnswers('charged')).toBe(1);
      expect(await begin('person')).toEqual({ state: 'charged', credits: 1 });
      expect([(await begin('watch')).state, (await begin('none')).state]).toEqual(['stored', 'stored']);
      expect(await admin.removeAnswers(['wat_1'])).toBe(1);
      expect((await begin('none')).state).toBe('stored');
    });

    test('do not evict those of another account', async () => {
      const fixture = await openFixture(fresh, 1000);
      const { accounts, admin, caller } = fixture;
      await accounts.charge(callWith(fixture, await begin(fixture)));
      await admin.createAccount('Globex', 'pro');
      const { key } = await admin.createKey({ accountName: 'Globex', name: '', allowedPaths: [], expiresAt: null });
      const other = await accounts.authenticate(hashKey(key));
      if (!other) throw new Error('the key is new');
      for (let index = 0; index < LIMITS.idempotencyAnswerBytesMax / LARGE_BYTES + 2; index += 1) {
        const begun = await accounts.beginIdempotent(identityOf(other, { idempotencyKey: `order-${index}` }));
        const idempotency = { token: begun.state === 'begun' ? begun.token : '', body: largeBody() };
        expect(await accounts.charge({ ...callBy(other), idempotency })).toMatchObject({ charged: true });
      }
      expect((await accounts.beginIdempotent(identityOf(caller))).state).toBe('stored');
    });
  });
}

/** Registers the tests of concurrent attempts at one request. */
export function idempotencyRaceTests(fresh: FreshStore): void {
  describe('concurrent attempts at one idempotent request', () => {
    test('begin only one, over all stores', async () => {
      const fixture = await openFixture(fresh, 10);
      const other = fixture.openAnother().accounts;
      const attempts = Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? fixture.accounts : other).beginIdempotent(identityOf(fixture.caller)),
      );
      const states = (await Promise.all(attempts)).map((attempt) => attempt.state).sort();
      expect(states).toEqual(['begun', ...Array(49).fill('in_flight')]);
    });

    test('take over one whose store died after a minute; it charges nothing if it resumes', async () => {
      const fixture = await openFixture(fresh, 10);
      const lost = await begin(fixture);
      const other = fixture.openAnother().accounts;
      expect(await other.beginIdempotent(identityOf(fixture.caller))).toEqual({ state: 'in_flight' });
      fixture.clock.advance(60_000);
      const state = await other.beginIdempotent(identityOf(fixture.caller));
      expect(state).toMatchObject({ state: 'begun' });
      await expect(fixture.accounts.charge(callWith(fixture, lost))).rejects.toThrow('lease');
      await fixture.accounts.settleIdempotent(lost, { status: 404, body: 'late' });
      await fixture.accounts.abandonIdempotent(lost);
      expect(await charged(fixture)).toBe(0);
      const token = state.state === 'begun' ? state.token : '';
      expect(await other.charge(callWith(fixture, token))).toEqual({ charged: true, remaining: 9 });
      expect(await fixture.accounts.beginIdempotent(identityOf(fixture.caller))).toMatchObject({
        answer: { body: BODY },
      });
      expect(await charged(fixture)).toBe(1);
    });

    test('take over one whose store died before the clock was set back by an hour', async () => {
      const fixture = await openFixture(fresh, 10);
      const lost = await begin(fixture);
      const other = fixture.openAnother().accounts;
      fixture.clock.advance(-HOUR_MS);
      expect(await other.beginIdempotent(identityOf(fixture.caller))).toMatchObject({ state: 'begun' });
      await expect(fixture.accounts.charge(callWith(fixture, lost))).rejects.toThrow('lease');
      expect(await charged(fixture)).toBe(0);
    });

    test('charge once if one of them is charged twice', async () => {
      const fixture = await openFixture(fresh, 10);
      const token = await begin(fixture);
      const results = await Promise.allSettled([
        fixture.accounts.charge(callWith(fixture, token)),
        fixture.accounts.charge(callWith(fixture, token)),
      ]);
      expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected']);
      expect(await charged(fixture)).toBe(1);
    });

    test('begin at once if a closed store had left one behind', async () => {
      const fixture = await openFixture(fresh, 10);
      await begin(fixture);
      await fixture.accounts.close();
      const state = await fixture.openAnother().accounts.beginIdempotent(identityOf(fixture.caller));
      expect(state.state).toBe('begun');
    });
  });
}

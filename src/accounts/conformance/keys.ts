// Conformance: which account a key authenticates, from when and until when.
import { describe, expect, test } from 'vitest';
import { hashKey, isKey, kindOfKey } from '../key-format.ts';
import { callBy, type FreshStore, openFixture, PATH } from './fixture.ts';

const HOUR_MS = 3_600_000;

/** Registers the tests of checking a key. */
export function keyTests(fresh: FreshStore): void {
  describe('a key', () => {
    test('authenticates its account, with its plan and paths', async () => {
      const { accounts, admin, caller } = await openFixture(fresh, 7);
      const allowedPaths = [PATH, '/v2/search/companies'];
      const made = await admin.createKey({ accountName: 'Acme', name: ' crm ', allowedPaths, expiresAt: null });
      expect(isKey(made.key)).toBe(true);
      expect(await accounts.authenticate(hashKey(made.key))).toEqual({
        keyId: made.id,
        accountId: caller.accountId,
        accountName: 'Acme',
        planName: 'pro',
        requestsPerSecond: 5,
        creditsPerMonth: 7,
        allowedPaths,
      });
      expect(made).toMatchObject({ name: 'crm', accountName: 'Acme', revokedAt: null, lastUsedAt: null });
    });

    test('authenticates no caller if it was never created', async () => {
      const { accounts } = await openFixture(fresh, 1);
      expect(await accounts.authenticate(hashKey('cf_live_unknown'))).toBeNull();
    });

    test('is listed without its text', async () => {
      const { admin, key } = await openFixture(fresh, 1);
      const listed = await admin.keys('Acme');
      expect(listed).toHaveLength(1);
      expect(JSON.stringify(listed)).not.toContain(key.slice(0, 13));
      expect(listed[0]?.masked).toBe(`${key.slice(0, 12)}…${key.slice(-4)}`);
    });

    test('ends at its expiry by the clock', async () => {
      const { accounts, admin, clock } = await openFixture(fresh, 1);
      const expiresAt = '2026-11-21T11:00:00.000Z';
      const { key } = await admin.createKey({ accountName: 'Acme', name: '', allowedPaths: [], expiresAt });
      clock.set('2026-11-21T10:59:59.999Z');
      expect(await accounts.authenticate(hashKey(key))).not.toBeNull();
      clock.set(expiresAt);
      expect(await accounts.authenticate(hashKey(key))).toBeNull();
    });

    test('shows when it was last used, by charged calls and by others', async () => {
      const { accounts, caller, clock, openAnother } = await openFixture(fresh, 1);
      await accounts.charge(callBy(caller));
      clock.advance(5000);
      accounts.count({ ...callBy(caller), status: 404 });
      const lastUsedAt = new Date(clock.now()).toISOString();
      await accounts.close();
      expect((await openAnother().admin.keys())[0]).toMatchObject({ id: caller.keyId, lastUsedAt });
    });

    test('follows a change of its plan: at once here, within a second in another store', async () => {
      const { accounts, admin, clock, key, openAnother } = await openFixture(fresh, 1);
      const other = openAnother().accounts;
      expect(await other.authenticate(hashKey(key))).toMatchObject({ requestsPerSecond: 5 });
      await admin.setPlan({ name: 'pro', creditsPerMonth: 9, requestsPerSecond: 50 });
      const changed = { requestsPerSecond: 50, creditsPerMonth: 9 };
      expect(await accounts.authenticate(hashKey(key))).toMatchObject(changed);
      clock.advance(1000);
      expect(await other.authenticate(hashKey(key))).toMatchObject(changed);
    });
  });
}

/** Registers the tests of ending a key. */
export function keyEndTests(fresh: FreshStore): void {
  describe('revoking a key', () => {
    test('rejects it at once here and within a second in another store', async () => {
      const { accounts, admin, caller, clock, key, openAnother } = await openFixture(fresh, 1);
      const other = openAnother().accounts;
      expect(await other.authenticate(hashKey(key))).not.toBeNull();
      const revokedAt = new Date(clock.now()).toISOString();
      expect(await admin.revokeKey(caller.keyId)).toMatchObject({ id: caller.keyId, revokedAt });
      expect(await accounts.authenticate(hashKey(key))).toBeNull();
      clock.advance(1000);
      expect(await other.authenticate(hashKey(key))).toBeNull();
      expect(await admin.revokeKey(caller.keyId)).toMatchObject({ revokedAt });
    });
  });

  describe('rotating a key', () => {
    test('accepts old and new key until the grace period is over', async () => {
      const { accounts, admin, caller, clock, key } = await openFixture(fresh, 1);
      const made = await admin.rotateKey(caller.keyId, 2);
      expect(made.key).not.toBe(key);
      clock.advance(2 * HOUR_MS - 1);
      expect(await accounts.authenticate(hashKey(key))).toMatchObject({ keyId: caller.keyId });
      expect(await accounts.authenticate(hashKey(made.key))).toMatchObject({ keyId: made.id });
      clock.advance(1);
      expect(await accounts.authenticate(hashKey(key))).toBeNull();
      expect(await accounts.authenticate(hashKey(made.key))).toMatchObject({ keyId: made.id });
    });

    test('ends the old key at once without grace', async () => {
      const { accounts, admin, caller, clock, key } = await openFixture(fresh, 1);
      const made = await admin.rotateKey(caller.keyId, 0);
      expect(await accounts.authenticate(hashKey(key))).toBeNull();
      expect(await accounts.authenticate(hashKey(made.key))).toMatchObject({ accountId: caller.accountId });
      const [old] = await admin.keys();
      expect(old?.revokedAt).toBe(new Date(clock.now()).toISOString());
    });

    test('copies name, paths and expiry, and a grace period never prolongs a key', async () => {
      const { accounts, admin, clock } = await openFixture(fresh, 1);
      const expiresAt = '2026-11-21T11:20:30.000Z';
      const draft = { accountName: 'Acme', name: 'crm', allowedPaths: [PATH], expiresAt };
      const old = await admin.createKey(draft);
      const made = await admin.rotateKey(old.id, 48);
      expect(made).toMatchObject(draft);
      clock.set(expiresAt);
      expect(await accounts.authenticate(hashKey(old.key))).toBeNull();
      expect(await accounts.authenticate(hashKey(made.key))).toBeNull();
    });

    test('is rejected for a key that has a successor or has ended', async () => {
      const { admin, caller, clock } = await openFixture(fresh, 1);
      const made = await admin.rotateKey(caller.keyId, 1);
      await expect(admin.rotateKey(caller.keyId, 1)).rejects.toThrow(made.id);
      await admin.revokeKey(made.id);
      await expect(admin.rotateKey(made.id, 1)).rejects.toThrow('cardfile keys create');
      const expiresAt = new Date(clock.now() + 1000).toISOString();
      const brief = await admin.createKey({ accountName: 'Acme', name: '', allowedPaths: [], expiresAt });
      clock.advance(1000);
      await expect(admin.rotateKey(brief.id, 1)).rejects.toThrow('cardfile keys create');
    });
  });
}

/** Registers the tests of the dashboard as a caller. */
export function dashboardKeyTests(fresh: FreshStore): void {
  describe('the dashboard', () => {
    test('calls as an account without a key, on its plan and its credits', async () => {
      const { accounts, admin, caller, openAnother } = await openFixture(fresh, 2);
      const hash = await admin.dashboardKeyHash('Acme');
      expect(await openAnother().admin.dashboardKeyHash(' Acme ')).toBe(hash);
      const dashboard = await accounts.authenticate(hash);
      expect(dashboard).toEqual({ ...caller, keyId: dashboard?.keyId });
      if (dashboard) expect(await accounts.charge(callBy(dashboard))).toEqual({ charged: true, remaining: 1 });
      expect(await accounts.remaining(caller)).toBe(1);
      expect(await admin.usage({ accountName: 'Acme' })).toMatchObject([{ keyId: dashboard?.keyId, credits: 1 }]);
    });

    test('is not a key: it is not listed, revoked or rotated, and known by account only', async () => {
      const { accounts, admin, caller } = await openFixture(fresh, 2);
      await admin.createAccount('Bolt', 'pro');
      const hash = await admin.dashboardKeyHash('Acme');
      const keyId = (await accounts.authenticate(hash))?.keyId ?? '';
      expect((await admin.keys()).map(({ id }) => id)).toEqual([caller.keyId]);
      await expect(admin.revokeKey(keyId)).rejects.toThrow(keyId);
      await expect(admin.rotateKey(keyId, 1)).rejects.toThrow(keyId);
      await expect(admin.dashboardKeyHash('Acne')).rejects.toThrow('Acne');
      expect(await admin.dashboardKeyHash('Bolt')).not.toBe(hash);
      expect(await accounts.authenticate(hashKey(hash))).toBeNull();
    });
  });

  describe('an ingest key', () => {
    test('is known as such only, until it is revoked or expires', async () => {
      const { accounts, admin, clock } = await openFixture(fresh, 1);
      const { ingestKeys } = accounts;
      const made = await admin.createIngestKey({ name: ' crm ', expiresAt: null });
      expect(kindOfKey(made.key)).toBe('ingest');
      expect(made).toMatchObject({ name: 'crm', expiresAt: null, revokedAt: null, lastUsedAt: null });
      expect(await ingestKeys.authenticate(hashKey(made.key))).toEqual({ keyId: made.id });
      expect(await accounts.authenticate(hashKey(made.key))).toBeNull();
      expect(await admin.keys()).toHaveLength(1);
      await admin.revokeIngestKey(made.id);
      expect(await ingestKeys.authenticate(hashKey(made.key))).toBeNull();
      const short = await admin.createIngestKey({ name: '', expiresAt: '2026-11-21T11:00:00.000Z' });
      expect(await ingestKeys.authenticate(hashKey(short.key))).toEqual({ keyId: short.id });
      clock.set('2026-11-21T11:00:00.000Z');
      expect(await ingestKeys.authenticate(hashKey(short.key))).toBeNull();
      await expect(admin.revokeIngestKey('ikey_none')).rejects.toThrow(/no ingest key with id 'ikey_none'/);
    });

    test('does not authenticate by the hash of an API key, is listed without its text, and shows its last use', async () => {
      const { accounts, admin, key, clock, openAnother } = await openFixture(fresh, 1);
      expect(await accounts.ingestKeys.authenticate(hashKey(key))).toBeNull();
      const made = await admin.createIngestKey({ name: '', expiresAt: null });
      accounts.ingestKeys.noteUse(made.id);
      const lastUsedAt = new Date(clock.now()).toISOString();
      await accounts.close();
      const listed = await openAnother().admin.ingestKeys();
      expect(listed).toMatchObject([{ id: made.id, lastUsedAt }]);
      expect(JSON.stringify(listed)).not.toContain(made.key.slice(0, 15));
    });
  });
}

// Conformance: plans and accounts are renamed, moved, suspended and removed; past usage stays reported.
import { describe, expect, test } from 'vitest';
import { hashKey } from '../key-format.ts';
import { AccountsError } from '../port.ts';
import { callBy, type FreshStore, MONTH, openFixture, START } from './fixture.ts';

const expectRejection = (work: Promise<unknown>, text: string) =>
  expect(work).rejects.toThrow(
    expect.toSatisfy((error) => error instanceof AccountsError && error.message.includes(text)),
  );

/** Registers the tests of the life cycle of plans. */
export function planLifeTests(fresh: FreshStore): void {
  describe('a plan', () => {
    test('is renamed with the accounts on it, whose keys stay valid', async () => {
      const { accounts, admin, key } = await openFixture(fresh, 5);
      expect(await admin.renamePlan('pro', ' expert ')).toMatchObject({ name: 'expert', creditsPerMonth: 5 });
      expect((await admin.plans()).map(({ name }) => name)).toEqual(['expert']);
      expect(await admin.accounts()).toMatchObject([{ name: 'Acme', planName: 'expert' }]);
      expect(await accounts.authenticate(hashKey(key))).toMatchObject({ planName: 'expert' });
    });

    test('rejects the name of another plan, and may keep its own', async () => {
      const { admin } = await openFixture(fresh, 5);
      await admin.setPlan({ name: 'basic', creditsPerMonth: 1, requestsPerSecond: 1 });
      await expectRejection(admin.renamePlan('pro', 'basic'), "'basic' exists already");
      await expectRejection(admin.renamePlan('none', 'other'), "no plan named 'none': choose one of: ");
      await expectRejection(admin.renamePlan('pro', ' '), 'name of the plan is empty');
      expect(await admin.renamePlan('pro', 'pro')).toMatchObject({ name: 'pro' });
    });

    test('is not removed while in use: the error names the accounts', async () => {
      const { admin } = await openFixture(fresh, 5);
      await admin.createAccount('Bolt', 'pro');
      await expectRejection(admin.removePlan('pro'), 'Acme, Bolt');
      await expectRejection(admin.removePlan('none'), "no plan named 'none'");
      expect(await admin.plans()).toHaveLength(1);
    });

    test('is removed if no account is on it, and can be created again', async () => {
      const { admin } = await openFixture(fresh, 5);
      await admin.removeAccount('Acme');
      await admin.removePlan('pro');
      expect(await admin.plans()).toEqual([]);
      await expectRejection(admin.createAccount('Bolt', 'pro'), "no plan named 'pro'");
      await admin.setPlan({ name: 'basic', creditsPerMonth: 3, requestsPerSecond: 2 });
      await admin.renamePlan('basic', 'pro');
      expect(await admin.createAccount('Bolt', 'pro')).toMatchObject({ remaining: 3 });
    });
  });
}

/** Registers the tests of the life cycle of accounts. */
export function accountLifeTests(fresh: FreshStore): void {
  describe('an account', () => {
    test('is renamed with its keys, its credits and its usage', async () => {
      const { accounts, admin, caller, key } = await openFixture(fresh, 5);
      await accounts.charge(callBy(caller));
      expect(await admin.renameAccount('Acme', ' Acme Europe ')).toMatchObject({ id: caller.accountId, used: 1 });
      expect(await accounts.authenticate(hashKey(key))).toEqual({ ...caller, accountName: 'Acme Europe' });
      expect(await admin.usage({ accountName: 'Acme Europe' })).toMatchObject([{ credits: 1 }]);
      await expectRejection(admin.keys('Acme'), "no account named 'Acme'");
      await admin.createAccount('Acme', 'pro');
      await expectRejection(admin.renameAccount('Acme', 'Acme Europe'), 'exists already');
      expect(await admin.usage({ accountName: 'Acme' })).toEqual([]);
    });

    test('moves to another plan at once here, within a second elsewhere, and keeps its used credits', async () => {
      const { accounts, admin, caller, clock, key, openAnother } = await openFixture(fresh, 5);
      await admin.setPlan({ name: 'small', creditsPerMonth: 2, requestsPerSecond: 1 });
      const other = openAnother().accounts;
      await other.authenticate(hashKey(key));
      await accounts.charge(callBy(caller));
      expect(await admin.moveAccount('Acme', 'small')).toMatchObject({ planName: 'small', used: 1, remaining: 1 });
      const moved = { planName: 'small', requestsPerSecond: 1, creditsPerMonth: 2 };
      expect(await accounts.authenticate(hashKey(key))).toMatchObject(moved);
      clock.advance(1000);
      expect(await other.authenticate(hashKey(key))).toMatchObject(moved);
      expect(await accounts.charge(callBy(caller))).toEqual({ charged: true, remaining: 0 });
      expect(await accounts.charge(callBy(caller))).toEqual({ charged: false });
      await expectRejection(admin.moveAccount('Acme', 'none'), "no plan named 'none'");
    });

    test('rejects its keys while suspended, at once here and within a second in another store', async () => {
      const { accounts, admin, clock, key, openAnother } = await openFixture(fresh, 5);
      const hashes = [hashKey(key), await admin.dashboardKeyHash('Acme')];
      const other = openAnother().accounts;
      for (const hash of hashes) expect(await other.authenticate(hash)).not.toBeNull();
      expect(await admin.suspendAccount('Acme')).toMatchObject({ suspendedAt: START });
      for (const hash of hashes) expect(await accounts.authenticate(hash)).toBeNull();
      clock.advance(1000);
      for (const hash of hashes) expect(await other.authenticate(hash)).toBeNull();
      expect(await admin.suspendAccount('Acme')).toMatchObject({ suspendedAt: START });
      expect(await admin.resumeAccount('Acme')).toMatchObject({ suspendedAt: null });
      for (const hash of hashes) expect(await accounts.authenticate(hash)).not.toBeNull();
      clock.advance(1000);
      for (const hash of hashes) expect(await other.authenticate(hash)).not.toBeNull();
    });

    test('reports its suspension only to an otherwise valid key', async () => {
      const { accounts, admin, clock, key } = await openFixture(fresh, 5);
      const expiresAt = new Date(clock.now() + 1000).toISOString();
      const draft = { accountName: 'Acme', name: '', allowedPaths: [] };
      const brief = await admin.createKey({ ...draft, expiresAt });
      const revoked = await admin.createKey({ ...draft, expiresAt: null });
      await admin.revokeKey(revoked.id);
      expect(await accounts.isSuspended(hashKey(key))).toBe(false);
      await admin.suspendAccount('Acme');
      clock.advance(1000);
      expect(await accounts.isSuspended(hashKey(key))).toBe(true);
      for (const other of [brief.key, revoked.key, 'cf_live_unknown'])
        expect(await accounts.isSuspended(hashKey(other))).toBe(false);
      await admin.removeAccount('Acme');
      expect(await accounts.isSuspended(hashKey(key))).toBe(false);
    });

    test('rejects its keys permanently once removed, and keeps ledger and usage', async () => {
      const { accounts, admin, caller, clock, key, openAnother, store } = await openFixture(fresh, 5);
      const other = openAnother().accounts;
      await other.authenticate(hashKey(key));
      await accounts.charge(callBy(caller));
      await admin.grant('Acme', 7);
      const removed = await admin.removeAccount('Acme');
      expect(removed).toMatchObject({ id: caller.accountId, removedAt: START, used: 1, granted: 7 });
      expect(await accounts.authenticate(hashKey(key))).toBeNull();
      clock.advance(1000);
      expect(await other.authenticate(hashKey(key))).toBeNull();
      expect(await admin.accounts()).toEqual([]);
      expect(await admin.accounts('removed')).toEqual([removed]);
      expect(await store.ledger(removed.name, MONTH)).toEqual({ charged: 1, granted: 7 });
      expect(await admin.usage({ accountName: removed.name })).toMatchObject([{ credits: 1 }]);
      expect(await admin.keys()).toMatchObject([{ id: caller.keyId, revokedAt: START }]);
      await expectRejection(admin.grant(removed.name, 1), 'no account named');
      await expectRejection(admin.rotateKey(caller.keyId, 1), 'has ended');
    });

    test('can be created again under the name of a removed one, with none of its data', async () => {
      const { accounts, admin, caller, key } = await openFixture(fresh, 5);
      await accounts.charge(callBy(caller));
      for (let time = 0; time < 2; time += 1) {
        await admin.removeAccount('Acme');
        expect(await admin.createAccount('Acme', 'pro')).toMatchObject({ used: 0, granted: 0, remaining: 5 });
      }
      expect(await admin.keys('Acme')).toEqual([]);
      expect(await accounts.authenticate(hashKey(key))).toBeNull();
      expect(await admin.accounts('removed')).toHaveLength(2);
    });

    test('is not named like one that is kept for audit', async () => {
      const { admin } = await openFixture(fresh, 5);
      const { name } = await admin.removeAccount('Acme');
      await expectRejection(admin.createAccount(name, 'pro'), 'exists already');
      await admin.createAccount('Bolt', 'pro');
      await expectRejection(admin.renameAccount('Bolt', name), 'exists already');
    });

    test('is reported as unknown by each operation if it does not exist', async () => {
      const { admin } = await openFixture(fresh, 5);
      const works = [
        () => admin.renameAccount('Bolt', 'Other'),
        () => admin.moveAccount('Bolt', 'pro'),
        () => admin.suspendAccount('Bolt'),
        () => admin.resumeAccount('Bolt'),
        () => admin.removeAccount('Bolt'),
      ];
      for (const work of works) await expectRejection(work(), "no account named 'Bolt': choose one of: Acme");
    });
  });
}

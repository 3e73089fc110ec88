// Conformance: valid operator input, and the messages that reject invalid input.
import { describe, expect, test } from 'vitest';
import { AccountsError } from '../port.ts';
import { type FreshStore, openFixture, PATH, START } from './fixture.ts';

const PLAN = { name: 'basic', creditsPerMonth: 10, requestsPerSecond: 1 };
const KEY = { accountName: 'Acme', name: 'crm', allowedPaths: [], expiresAt: null };

async function rejectionOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AccountsError);
  return error instanceof AccountsError ? error.message : '';
}

/** Registers the tests of the operator's interface. */
export function operatorTests(fresh: FreshStore): void {
  describe('the operator', () => {
    test('creates, changes and lists plans and accounts', async () => {
      const { admin, caller } = await openFixture(fresh, 5);
      await admin.setPlan({ ...PLAN, name: ' basic ' });
      await admin.setPlan({ name: 'pro', creditsPerMonth: null, requestsPerSecond: 10_000 });
      expect(await admin.plans()).toEqual([PLAN, { name: 'pro', creditsPerMonth: null, requestsPerSecond: 10_000 }]);
      const made = await admin.createAccount('Bolt', 'basic');
      const unused = { used: 0, granted: 0, createdAt: START, suspendedAt: null, removedAt: null };
      expect(made).toEqual({ ...unused, id: made.id, name: 'Bolt', planName: 'basic', remaining: 10 });
      expect(made.id).toMatch(/^acc_[0-9A-Za-z]{16}$/);
      expect(caller.keyId).toMatch(/^key_[0-9A-Za-z]{16}$/);
      const acme = { ...unused, id: caller.accountId, name: 'Acme', planName: 'pro', remaining: null };
      expect(await admin.accounts()).toEqual([acme, made]);
    });

    test('receives a remedy for a name that is unknown or taken', async () => {
      const { admin } = await openFixture(fresh, 5);
      const unknownPlan = await rejectionOf(admin.createAccount('Bolt', 'basic'));
      expect(unknownPlan).toContain("no plan named 'basic': make it with cardfile plans set 'basic' --credits");
      expect(unknownPlan).toContain('choose one of: pro');
      expect(await rejectionOf(admin.createAccount('Acme', 'pro'))).toContain("'Acme' exists already");
      expect(await rejectionOf(admin.grant('Bolt', 5))).toBe("no account named 'Bolt': choose one of: Acme");
      expect(await rejectionOf(admin.createKey({ ...KEY, accountName: 'Bolt' }))).toBe(
        "no account named 'Bolt': make it with cardfile accounts create 'Bolt' --plan PLAN, or choose one of: Acme",
      );
      expect(await rejectionOf(admin.keys('Bolt'))).toContain('Bolt');
      expect(await rejectionOf(admin.revokeKey('key_none'))).toContain('cardfile keys list');
      expect(await rejectionOf(admin.rotateKey('key_none', 1))).toContain('key_none');
    });

    test('never sees a key that was passed as an id or a name', async () => {
      const { admin, key } = await openFixture(fresh, 5);
      const messages = [
        await rejectionOf(admin.revokeKey(key)),
        await rejectionOf(admin.grant(key, 1)),
        await rejectionOf(admin.createAccount(key, 'pro')),
        await rejectionOf(admin.createAccount('Bolt', key)),
        await rejectionOf(admin.createKey({ ...KEY, name: key })),
        await rejectionOf(admin.createKey({ ...KEY, allowedPaths: [key] })),
      ];
      for (const message of messages) expect(message).not.toContain(key);
    });

    test('receives an error for invalid names, numbers and times', async () => {
      const { admin } = await openFixture(fresh, 5);
      const names = ['', '  ', 'x'.repeat(101), 'a\nb', 'pay\u202Eemca'];
      for (const name of names) {
        await rejectionOf(admin.setPlan({ ...PLAN, name }));
        await rejectionOf(admin.createAccount(name, 'pro'));
      }
      for (const creditsPerMonth of [-1, 1.5, Number.NaN])
        await rejectionOf(admin.setPlan({ ...PLAN, creditsPerMonth }));
      for (const requestsPerSecond of [0, 10_001, 2.5])
        await rejectionOf(admin.setPlan({ ...PLAN, requestsPerSecond }));
      for (const credits of [-1, 0, 0.5, Infinity]) await rejectionOf(admin.grant('Acme', credits));
      for (const expiresAt of ['soon', START, '2027-02-30', 'soon 1'])
        await rejectionOf(admin.createKey({ ...KEY, expiresAt }));
      for (const path of ['v2/search', '', '/a b'])
        await rejectionOf(admin.createKey({ ...KEY, allowedPaths: [path] }));
      const [key] = await admin.keys();
      for (const hours of [-1, Number.NaN, 9000]) await rejectionOf(admin.rotateKey(key?.id ?? '', hours));
      expect(await admin.plans()).toHaveLength(1);
      expect(await admin.accounts()).toMatchObject([{ name: 'Acme', granted: 0 }]);
      expect(await admin.keys()).toEqual([key]);
    });

    test('may use names of 100 characters of any script, and lists each path once', async () => {
      const { admin } = await openFixture(fresh, 5);
      const name = '😀'.repeat(100);
      expect(await admin.createAccount(name, 'pro')).toMatchObject({ name });
      const made = await admin.createKey({ ...KEY, accountName: name, allowedPaths: [PATH, PATH] });
      expect(made).toMatchObject({ accountName: name, allowedPaths: [PATH] });
    });
  });
}

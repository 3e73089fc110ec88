// Conformance: each one-time password of a member can be used once, and sessions can await one.
import { describe, expect, test } from 'vitest';
import { hashToken } from '../secret-token.ts';
import { type FreshStore, faultOf, MINUTE_MS, openFixture, START } from './fixture.ts';

const CONFIRMED = { secret: 'ABCD', step: 100, recoveryCodeHashes: ['one', 'two', 'three'] };

async function fixtureWithTotp(fresh: FreshStore) {
  const fixture = await openFixture(fresh);
  const bob = await fixture.join('Bob');
  await fixture.totp.propose(bob.id, 'ABCD');
  await fixture.totp.switchOn(bob.id, CONFIRMED);
  return { ...fixture, bob };
}

/** Registers the tests of one-time passwords. */
export function totpTests(fresh: FreshStore): void {
  describe('one-time passwords', () => {
    test('are on once the secret is confirmed', async () => {
      const { totp, members, join, openAnother } = await openFixture(fresh);
      const bob = await join('Bob');
      expect(await totp.stateOf(bob.id)).toBeNull();
      await totp.propose(bob.id, 'FIRST');
      await totp.propose(bob.id, 'ABCD');
      expect(await totp.stateOf(bob.id)).toEqual({ secret: 'ABCD', onSince: null, recoveryCodesLeft: 0 });
      expect((await members.byEmail(bob.email))?.member.hasTotp).toBe(false);
      expect(await totp.useStep(bob.id, 101)).toBe(false);
      expect(await faultOf(totp.switchOn(bob.id, { ...CONFIRMED, secret: 'FIRST' }))).toBe('conflict');
      expect(await faultOf(totp.replaceRecoveryCodes(bob.id, ['x']))).toBe('conflict');
      await totp.switchOn(bob.id, CONFIRMED);
      const state = { secret: 'ABCD', onSince: START, recoveryCodesLeft: 3 };
      expect(await openAnother().totp.stateOf(bob.id)).toEqual(state);
      expect((await members.byEmail(bob.email))?.member).toEqual({ ...bob, hasTotp: true });
      expect(await faultOf(totp.propose(bob.id, 'OTHER'))).toBe('conflict');
      expect(await faultOf(totp.switchOn(bob.id, CONFIRMED))).toBe('conflict');
      expect(await totp.stateOf(bob.id)).toEqual(state);
      expect(await faultOf(totp.propose('mem_none', 'ABCD'))).toBe('unknown');
    });

    test('are used up with those of earlier steps, also by several at once', async () => {
      const { totp, bob, openAnother } = await fixtureWithTotp(fresh);
      expect(await totp.useStep(bob.id, 100)).toBe(false);
      const stores = [totp, openAnother().totp, openAnother().totp];
      const uses = await Promise.all([...stores, ...stores].map((store) => store.useStep(bob.id, 102)));
      expect(uses.filter(Boolean)).toHaveLength(1);
      expect([await totp.useStep(bob.id, 101), await totp.useStep(bob.id, 103)]).toEqual([false, true]);
    });

    test('have recovery codes, each usable once and by its member only', async () => {
      const { totp, bob, operator, openAnother } = await fixtureWithTotp(fresh);
      expect(await totp.useRecoveryCode(operator.id, 'one')).toBe(false);
      const stores = [totp, openAnother().totp, openAnother().totp];
      const uses = await Promise.all([...stores, ...stores].map((store) => store.useRecoveryCode(bob.id, 'one')));
      expect(uses.filter(Boolean)).toHaveLength(1);
      expect((await totp.stateOf(bob.id))?.recoveryCodesLeft).toBe(2);
      await totp.replaceRecoveryCodes(bob.id, ['four']);
      expect([await totp.useRecoveryCode(bob.id, 'two'), await totp.useRecoveryCode(bob.id, 'four')]).toEqual([
        false,
        true,
      ]);
    });

    test('are off with their recovery codes, once, and can be set up again', async () => {
      const { totp, members, bob } = await fixtureWithTotp(fresh);
      expect([await totp.switchOff(bob.id), await totp.switchOff(bob.id)]).toEqual([true, false]);
      expect(await totp.stateOf(bob.id)).toBeNull();
      expect((await members.byEmail(bob.email))?.member).toEqual(bob);
      expect([await totp.useStep(bob.id, 103), await totp.useRecoveryCode(bob.id, 'one')]).toEqual([false, false]);
      await totp.propose(bob.id, 'WXYZ');
      await totp.switchOn(bob.id, { ...CONFIRMED, secret: 'WXYZ' });
      expect(await totp.useRecoveryCode(bob.id, 'one')).toBe(true);
    });

    test('outlive a new password by an invitation, and go with the member', async () => {
      const { totp, members, bob, join } = await fixtureWithTotp(fresh);
      const again = await join('Bob');
      expect(again).toEqual({ ...bob, hasTotp: true });
      await members.remove(bob.id);
      expect([await totp.stateOf(bob.id), await totp.useRecoveryCode(bob.id, 'one')]).toEqual([null, false]);
    });
  });

  describe('a session that awaits a code', () => {
    test('is no session, and ends ten minutes after its start', async () => {
      const { sessions, bob, advance, openAnother } = await fixtureWithTotp(fresh);
      const token = hashToken('awaiting');
      await sessions.beginAwaiting(bob.id, token);
      expect(await sessions.find(token)).toBeNull();
      expect(await openAnother().sessions.findAwaiting(token)).toEqual({ ...bob, hasTotp: true });
      advance(10 * MINUTE_MS - 1);
      expect(await sessions.findAwaiting(token)).not.toBeNull();
      advance(1);
      expect(await sessions.findAwaiting(token)).toBeNull();
    });

    test('ends with the other sessions of the member; a session awaits none', async () => {
      const { sessions, bob } = await fixtureWithTotp(fresh);
      const [awaiting, complete] = [hashToken('awaiting'), hashToken('complete')];
      await sessions.beginAwaiting(bob.id, awaiting);
      await sessions.begin(bob.id, complete);
      expect(await sessions.findAwaiting(complete)).toBeNull();
      await sessions.endAllOf(bob.id);
      expect([await sessions.findAwaiting(awaiting), await sessions.find(complete)]).toEqual([null, null]);
    });
  });
}

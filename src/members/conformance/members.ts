// Conformance: members, their role and account, and the last operator.
import { describe, expect, test } from 'vitest';
import { hashToken } from '../secret-token.ts';
import { type FreshStore, faultOf, openFixture, START } from './fixture.ts';

/** Registers the tests of members. */
export function memberTests(fresh: FreshStore): void {
  describe('a member', () => {
    test('is found by the address in any letter case, with the hash of the password', async () => {
      const { members, join } = await openFixture(fresh);
      const bob = await join('Bob');
      expect(bob).toEqual({
        ...{ id: bob.id, email: 'bob@acme.example', name: 'Bob', role: 'member', accountName: 'Acme' },
        ...{ createdAt: START, lastSeenAt: null, hasPassword: true, hasTotp: false },
      });
      expect(bob.id).toMatch(/^mem_[0-9a-f]{18}$/);
      expect(await members.byEmail(' BOB@Acme.example ')).toEqual({
        member: bob,
        passwordHash: 'hash of Bob',
        subject: null,
      });
      expect(await members.byEmail('bo@acme.example')).toBeNull();
    });

    test('follows a new name of the account, with its sessions and invitations', async () => {
      const { members, sessions, join, openAnother } = await openFixture(fresh);
      const bob = await join('Bob');
      const eve = await join('Eve', { role: 'member', accountName: 'Bolt' });
      const session = hashToken('session');
      await sessions.begin(bob.id, session);
      const membership = { role: 'member', accountName: 'Acme' } as const;
      const draft = {
        ...membership,
        tokenHash: hashToken('t'),
        email: 'zoe@acme.example',
        lifeMs: 1000,
        invitedBy: 'ann',
      };
      await members.invite(draft);
      await members.followAccount('Acme', 'Acme Europe');
      expect((await openAnother().sessions.find(session))?.member).toMatchObject({ accountName: 'Acme Europe' });
      expect(await members.invitations()).toMatchObject([{ accountName: 'Acme Europe' }]);
      expect((await members.byEmail(eve.email))?.member).toEqual(eve);
    });

    test('is removed with the account, its sessions and invitations; operators remain without one', async () => {
      const { members, sessions, join, operator } = await openFixture(fresh);
      const bob = await join('Bob');
      const amy = await join('Amy', { role: 'read_only', accountName: 'Acme' });
      const kim = await join('Kim', { role: 'billing', accountName: 'Acme' });
      const eve = await join('Eve', { role: 'member', accountName: 'Bolt' });
      const zoe = await join('Zoe', { role: 'operator', accountName: 'Acme' });
      const session = hashToken('session');
      await sessions.begin(bob.id, session);
      const draft = { tokenHash: hashToken('t'), email: 'max@acme.example', lifeMs: 1000, invitedBy: 'ann' };
      await members.invite({ ...draft, role: 'member', accountName: 'Acme' });
      expect(await members.leaveAccount('Acme')).toSatisfy((gone: string[]) => {
        expect(gone.toSorted()).toEqual([amy.email, bob.email, kim.email]);
        return true;
      });
      expect(await members.members()).toEqual([operator, eve, { ...zoe, accountName: null }]);
      expect(await sessions.find(session)).toBeNull();
      expect(await members.invitations()).toEqual([]);
      expect(await members.leaveAccount('Acme')).toEqual([]);
    });

    test('is listed after older members', async () => {
      const { members, join, operator, advance } = await openFixture(fresh);
      advance(1);
      const bob = await join('Bob');
      const eve = await join('Eve');
      expect(await members.members()).toEqual([operator, bob, eve]);
    });

    test('gets another password, role and account, visible on all connections', async () => {
      const { members, join, openAnother } = await openFixture(fresh);
      const bob = await join('Bob');
      await members.setPassword(bob.id, 'another');
      const changed = await members.change(bob.id, { role: 'operator', accountName: null });
      expect(changed).toEqual({ ...bob, role: 'operator', accountName: null });
      expect(await openAnother().members.byEmail(bob.email)).toMatchObject({
        member: changed,
        passwordHash: 'another',
      });
    });

    test('without an account is an operator', async () => {
      const { members, join } = await openFixture(fresh);
      const bob = await join('Bob');
      for (const role of ['billing', 'read_only', 'member'] as const)
        expect(await faultOf(members.change(bob.id, { role, accountName: null }))).toBe('invalid');
      expect((await members.byEmail(bob.email))?.member).toEqual(bob);
    });

    test('is unknown once removed', async () => {
      const { members, join } = await openFixture(fresh);
      const bob = await join('Bob');
      await members.remove(bob.id);
      expect(await members.byEmail(bob.email)).toBeNull();
      expect(await faultOf(members.remove(bob.id))).toBe('unknown');
      expect(await faultOf(members.setPassword(bob.id, 'x'))).toBe('unknown');
      expect(await faultOf(members.linkSubject(bob.id, 'x'))).toBe('unknown');
      expect(await faultOf(members.change(bob.id, { role: 'operator', accountName: null }))).toBe('unknown');
    });

    test('is found by the subject of an OpenID provider once it is linked', async () => {
      const { members, join } = await openFixture(fresh);
      const bob = await join('Bob');
      expect(await members.bySubject('https://id.example 7')).toBeNull();
      await members.linkSubject(bob.id, 'https://id.example 7');
      expect(await members.bySubject('https://id.example 7')).toEqual(bob);
      expect((await members.byEmail(bob.email))?.subject).toBe('https://id.example 7');
    });
  });

  describe('the last operator', () => {
    test('can neither be removed nor demoted, nor by an invitation', async () => {
      const { members, operator, join } = await openFixture(fresh);
      await join('Bob');
      const demotion = { role: 'member', accountName: 'Acme' } as const;
      expect(await faultOf(members.remove(operator.id))).toBe('conflict');
      expect(await faultOf(members.change(operator.id, demotion))).toBe('conflict');
      const tokenHash = hashToken('demotion');
      const { email, name } = operator;
      await members.invite({ ...demotion, tokenHash, email, lifeMs: 1000, invitedBy: 'a test' });
      expect(await faultOf(members.accept({ tokenHash }, { email, name, passwordHash: 'x', subject: null }))).toBe(
        'conflict',
      );
      expect((await members.byEmail(email))?.passwordHash).toBe('hash of Ann');
      expect(await members.invitations()).toHaveLength(1);
    });

    test('can be removed once there is another', async () => {
      const { members, operator, join } = await openFixture(fresh);
      const bob = await join('Bob', { role: 'operator', accountName: null });
      await members.remove(operator.id);
      expect(await members.members()).toEqual([bob]);
    });
  });
}

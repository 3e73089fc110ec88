// Conformance: invitations and set-up links, each of which can be used once.
import { describe, expect, test } from 'vitest';
import { hashToken } from '../secret-token.ts';
import { type FreshStore, faultOf, HOUR_MS, openFixture, START } from './fixture.ts';

const TOKEN_HASH = hashToken('the token');
const BOB = { email: 'bob@acme.example', role: 'member', accountName: 'Acme' } as const;
const INVITATION = { ...BOB, tokenHash: TOKEN_HASH, lifeMs: HOUR_MS, invitedBy: 'ann@acme.example' } as const;
const ACCEPTANCE = { email: BOB.email, name: 'Bob', passwordHash: 'hash', subject: null };

/** Registers the tests of invitations. */
export function invitationTests(fresh: FreshStore): void {
  describe('an invitation', () => {
    test('shows its contents until it is accepted, once', async () => {
      const { members, openAnother } = await openFixture(fresh);
      const made = await members.invite(INVITATION);
      const expiresAt = '2026-11-21T11:20:30.000Z';
      expect(made).toEqual({ ...BOB, id: made.id, createdAt: START, expiresAt, invitedBy: 'ann@acme.example' });
      expect(await members.invitationOf(TOKEN_HASH)).toEqual(made);
      expect(await members.invitations()).toEqual([made]);
      expect(await openAnother().members.accept({ tokenHash: TOKEN_HASH }, ACCEPTANCE)).toMatchObject(BOB);
      expect(await members.invitationOf(TOKEN_HASH)).toBeNull();
      expect(await members.invitations()).toEqual([]);
      expect(await faultOf(members.accept({ tokenHash: TOKEN_HASH }, ACCEPTANCE))).toBe('unknown');
    });

    test('is void from the moment it expires', async () => {
      const { members, advance } = await openFixture(fresh);
      await members.invite(INVITATION);
      advance(HOUR_MS - 1);
      expect(await members.invitationOf(TOKEN_HASH)).not.toBeNull();
      advance(1);
      expect(await members.invitationOf(TOKEN_HASH)).toBeNull();
      expect(await members.invitations()).toEqual([]);
      expect(await faultOf(members.accept({ tokenHash: TOKEN_HASH }, ACCEPTANCE))).toBe('unknown');
      expect(await members.byEmail(BOB.email)).toBeNull();
    });

    test('is void once it is withdrawn or replaced by a newer one for the address', async () => {
      const { members } = await openFixture(fresh);
      const first = await members.invite(INVITATION);
      const second = await members.invite({
        ...INVITATION,
        email: ' Bob@ACME.example',
        tokenHash: hashToken('second'),
      });
      expect(second.email).toBe(BOB.email);
      expect(await members.invitationOf(TOKEN_HASH)).toBeNull();
      expect(await faultOf(members.withdraw(first.id))).toBe('unknown');
      await members.withdraw(second.id);
      expect(await members.invitationOf(hashToken('second'))).toBeNull();
    });

    test('is void once the member of its address has another role or account, or is removed', async () => {
      const { members } = await openFixture(fresh);
      await members.invite({ ...INVITATION, role: 'operator', accountName: null });
      const bob = await members.accept({ tokenHash: TOKEN_HASH }, ACCEPTANCE);
      await members.invite({ ...INVITATION, email: 'ann@acme.example', role: 'operator', accountName: null });
      await members.accept({ tokenHash: TOKEN_HASH }, { ...ACCEPTANCE, email: 'ann@acme.example' });
      const reset = { ...INVITATION, role: 'operator', accountName: null } as const;
      await members.invite(reset);
      await members.change(bob.id, { role: 'member', accountName: 'Acme' });
      expect(await members.invitationOf(TOKEN_HASH)).toBeNull();
      await members.invite(INVITATION);
      await members.remove(bob.id);
      expect(await members.invitationOf(TOKEN_HASH)).toBeNull();
    });

    test('applies to its address, whatever address the accepting request names', async () => {
      const { members } = await openFixture(fresh);
      await members.invite(INVITATION);
      const made = await members.accept({ tokenHash: TOKEN_HASH }, { ...ACCEPTANCE, email: 'mallory@acme.example' });
      expect(made.email).toBe(BOB.email);
      expect(await members.byEmail('mallory@acme.example')).toBeNull();
    });

    test('is accepted without its token only for the verified owner of its address', async () => {
      const { members, advance } = await openFixture(fresh);
      const acceptance = { ...ACCEPTANCE, passwordHash: null, subject: 'https://id.example 7' };
      await members.invite(INVITATION);
      expect(await faultOf(members.accept({ verifiedEmail: 'eve@acme.example' }, acceptance))).toBe('unknown');
      const made = await members.accept({ verifiedEmail: 'BOB@acme.example' }, acceptance);
      expect(made).toMatchObject({ ...BOB, hasPassword: false });
      expect(await members.bySubject('https://id.example 7')).toEqual(made);
      await members.invite(INVITATION);
      advance(HOUR_MS);
      expect(await faultOf(members.accept({ verifiedEmail: BOB.email }, acceptance))).toBe('unknown');
    });

    test('of an existing member replaces the password and ends the sessions', async () => {
      const { members, sessions, join } = await openFixture(fresh);
      const bob = await join('Bob');
      await members.linkSubject(bob.id, 'subject');
      await sessions.begin(bob.id, hashToken('session'));
      await members.invite({ ...INVITATION, accountName: 'Bolt' });
      const mended = await members.accept(
        { tokenHash: TOKEN_HASH },
        { ...ACCEPTANCE, name: 'Bobby', passwordHash: 'new' },
      );
      expect(mended).toMatchObject({ id: bob.id, name: 'Bobby', accountName: 'Bolt', createdAt: bob.createdAt });
      expect((await members.byEmail(BOB.email))?.passwordHash).toBe('new');
      expect(await members.bySubject('subject')).toEqual(mended);
      expect(await sessions.find(hashToken('session'))).toBeNull();
    });

    test('is rejected without a usable address, name or account', async () => {
      const { members } = await openFixture(fresh);
      for (const email of [
        '',
        'bob',
        'bob@acme',
        'a b@acme.example',
        'a@b@c.example',
        '<ann@acme.example>',
        'Ann <ann@acme.example>',
        'ann@acme.example;bob@acme.example',
        `${'a'.repeat(250)}@b.example`,
      ]) {
        expect(await faultOf(members.invite({ ...INVITATION, email })), email).toBe('invalid');
      }
      expect(await faultOf(members.invite({ ...INVITATION, accountName: null }))).toBe('invalid');
      await members.invite(INVITATION);
      for (const name of ['', ' ', 'x'.repeat(101), 'a\nb']) {
        expect(await faultOf(members.accept({ tokenHash: TOKEN_HASH }, { ...ACCEPTANCE, name }))).toBe('invalid');
      }
      expect(await members.invitationOf(TOKEN_HASH)).not.toBeNull();
    });
  });

  describe('a set-up link', () => {
    const LINK = { ...INVITATION, role: 'operator', accountName: null, email: null } as const;

    test('makes its holder an operator, once, and is not listed', async () => {
      const { members } = await openFixture(fresh);
      await members.invite(LINK);
      expect(await members.invitations()).toEqual([]);
      const made = await members.accept({ tokenHash: TOKEN_HASH }, { ...ACCEPTANCE, email: 'Zoe@acme.example' });
      expect(made).toMatchObject({ email: 'zoe@acme.example', role: 'operator', accountName: null });
      expect(await faultOf(members.accept({ tokenHash: TOKEN_HASH }, ACCEPTANCE))).toBe('unknown');
    });

    test('is valid at the same time as others', async () => {
      const { members } = await openFixture(fresh);
      await members.invite(LINK);
      await members.invite({ ...LINK, tokenHash: hashToken('newer') });
      await members.accept({ tokenHash: hashToken('newer') }, { ...ACCEPTANCE, email: 'zoe@acme.example' });
      expect(await members.invitationOf(TOKEN_HASH)).not.toBeNull();
      expect(await members.invitationOf(hashToken('newer'))).toBeNull();
    });
  });
}

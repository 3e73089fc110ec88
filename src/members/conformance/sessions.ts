// Conformance: sessions end by time, by inactivity, and with a change of their member.
import { describe, expect, test } from 'vitest';
import { hashToken } from '../secret-token.ts';
import { type FreshStore, HOUR_MS, LIFE, MINUTE_MS, openFixture } from './fixture.ts';

const TOKEN_HASH = hashToken('session');

/** Registers the tests of sessions. */
export function sessionTests(fresh: FreshStore): void {
  describe('a session', () => {
    test('is found on every connection by its token only, and records when its member was last seen', async () => {
      const { sessions, members, operator, openAnother } = await openFixture(fresh);
      const begun = await sessions.begin(operator.id, TOKEN_HASH);
      expect(begun.member).toEqual({ ...operator, lastSeenAt: begun.beganAt });
      expect(begun.idleEndsAt).toBe('2026-11-21T12:20:30.000Z');
      expect(begun.endsAt).toBe('2026-11-21T22:20:30.000Z');
      expect(await openAnother().sessions.find(TOKEN_HASH)).toEqual(begun);
      expect(await sessions.find(hashToken('other'))).toBeNull();
      expect((await members.members())[0]?.lastSeenAt).toBe(begun.beganAt);
    });

    test('ends two hours after its last use', async () => {
      const { sessions, operator, advance } = await openFixture(fresh);
      await sessions.begin(operator.id, TOKEN_HASH);
      advance(LIFE.idleMs - 1);
      expect((await sessions.find(TOKEN_HASH))?.idleEndsAt).toBe('2026-11-21T14:20:29.999Z');
      advance(LIFE.idleMs - 1);
      expect(await sessions.find(TOKEN_HASH)).not.toBeNull();
      advance(LIFE.idleMs);
      expect(await sessions.find(TOKEN_HASH)).toBeNull();
    });

    test('ends twelve hours after it began, regardless of use', async () => {
      const { sessions, operator, advance } = await openFixture(fresh);
      await sessions.begin(operator.id, TOKEN_HASH);
      for (let hour = 1; hour < 12; hour += 1) {
        advance(HOUR_MS);
        expect(await sessions.find(TOKEN_HASH), `hour ${hour}`).not.toBeNull();
      }
      advance(HOUR_MS - 1);
      expect((await sessions.find(TOKEN_HASH))?.idleEndsAt).toBe('2026-11-21T22:20:30.000Z');
      advance(1);
      expect(await sessions.find(TOKEN_HASH)).toBeNull();
    });

    test('returns the current state of its member', async () => {
      const { sessions, members, operator, join } = await openFixture(fresh);
      await join('Bob', { role: 'operator', accountName: null });
      await sessions.begin(operator.id, TOKEN_HASH);
      await members.linkSubject(operator.id, 'subject');
      await members.setPassword(operator.id, 'another');
      expect((await sessions.find(TOKEN_HASH))?.member.role).toBe('operator');
    });

    test('ends on request, or when the role, account or password of its member changes', async () => {
      const { sessions, members, operator, join, openAnother } = await openFixture(fresh);
      const bob = await join('Bob', { role: 'operator', accountName: 'Acme' });
      const [first, second, third] = ['1', '2', '3'].map(hashToken) as [string, string, string];
      await sessions.begin(bob.id, first);
      await sessions.begin(bob.id, second);
      await sessions.begin(operator.id, third);
      await openAnother().sessions.end(first);
      expect(await sessions.find(first)).toBeNull();
      await members.change(bob.id, { role: 'member', accountName: 'Acme' });
      expect(await sessions.find(second)).toBeNull();
      expect(await sessions.find(third)).not.toBeNull();
      await sessions.begin(bob.id, second);
      await sessions.endAllOf(bob.id);
      expect(await sessions.find(second)).toBeNull();
      await sessions.begin(bob.id, second);
      await members.remove(bob.id);
      expect(await sessions.find(second)).toBeNull();
    });

    test('is not written at each use', async () => {
      const { sessions, operator, advance } = await openFixture(fresh);
      const begun = await sessions.begin(operator.id, TOKEN_HASH);
      advance(MINUTE_MS - 1);
      expect((await sessions.find(TOKEN_HASH))?.idleEndsAt).toBe(begun.idleEndsAt);
      advance(1);
      expect((await sessions.find(TOKEN_HASH))?.idleEndsAt).toBe('2026-11-21T12:21:30.000Z');
    });
  });
}

// Conformance: sign-in attempts are limited in every window of fifteen minutes; audit entries are permanent.
import { describe, expect, test } from 'vitest';
import { type FreshStore, MINUTE_MS, openFixture, START } from './fixture.ts';

const ANN = { subject: 'ann', max: 3 };
const HERE = { subject: 'here', max: 5 };

/** Registers the tests of the limit of attempts. */
export function attemptTests(fresh: FreshStore): void {
  describe('attempts to sign in', () => {
    test('are admitted up to the number of each subject, on every thread', async () => {
      const { attempts, openAnother } = await openFixture(fresh);
      const other = openAnother().attempts;
      for (const store of [attempts, other, attempts]) expect((await store.admit([ANN, HERE])).admitted).toBe(true);
      expect(await other.admit([ANN, HERE])).toEqual({ admitted: false, retryAfterMs: 15 * MINUTE_MS });
      expect((await other.admit([{ ...ANN, subject: 'bob' }, HERE])).admitted).toBe(true);
      expect((await other.admit([{ ...ANN, subject: 'eve' }, HERE])).admitted).toBe(true);
      expect((await attempts.admit([{ ...ANN, subject: 'zoe' }, HERE])).admitted).toBe(false);
    });

    test('are admitted again when older ones are fifteen minutes old', async () => {
      const { attempts, advance } = await openFixture(fresh);
      for (let time = 0; time < 3; time += 1) {
        await attempts.admit([ANN]);
        advance(MINUTE_MS);
      }
      expect(await attempts.admit([ANN])).toEqual({ admitted: false, retryAfterMs: 12 * MINUTE_MS });
      advance(12 * MINUTE_MS);
      expect((await attempts.admit([ANN])).admitted).toBe(true);
      expect(await attempts.admit([ANN])).toEqual({ admitted: false, retryAfterMs: MINUTE_MS });
    });

    test('do not count if they succeed, while those before them still do', async () => {
      const { attempts } = await openFixture(fresh);
      await attempts.admit([ANN]);
      for (let time = 0; time < 20; time += 1) {
        const admission = await attempts.admit([ANN, HERE]);
        expect(admission.admitted).toBe(true);
        if (admission.admitted) await attempts.forgive(admission.ticket);
      }
      expect((await attempts.admit([ANN])).admitted).toBe(true);
      expect((await attempts.admit([ANN])).admitted).toBe(true);
      expect((await attempts.admit([ANN])).admitted).toBe(false);
    });

    test('do not count longer because the clock was set back', async () => {
      const { attempts, advance } = await openFixture(fresh);
      for (let time = 0; time < 3; time += 1) await attempts.admit([ANN]);
      advance(-60 * MINUTE_MS);
      expect((await attempts.admit([ANN])).admitted).toBe(true);
    });

    test('do not delay the next one if they are rejected', async () => {
      const { attempts, advance } = await openFixture(fresh);
      for (let time = 0; time < 30; time += 1) await attempts.admit([ANN]);
      advance(15 * MINUTE_MS);
      expect((await attempts.admit([ANN])).admitted).toBe(true);
    });
  });
}

/** Registers the tests of the audit log. */
export function auditTests(fresh: FreshStore): void {
  describe('the audit log', () => {
    const ENTRY = { who: 'ann@acme.example', action: 'keys.create', subject: 'key_1', address: '::1', result: 'ok' };

    test('returns the entries, newest first, page by page', async () => {
      const { audit, advance, openAnother } = await openFixture(fresh);
      await audit.append(ENTRY);
      advance(1000);
      await openAnother().audit.append({ ...ENTRY, result: 'CONFLICT' });
      await audit.append({ ...ENTRY, subject: 'key_2' });
      const newest = await audit.entries(null, 2);
      expect(newest.map(({ subject, result }) => `${subject} ${result}`)).toEqual(['key_2 ok', 'key_1 CONFLICT']);
      expect(newest[0]?.at).toBe('2026-11-21T10:20:31.000Z');
      const before = await audit.entries(newest[1]?.id ?? 0, 2);
      expect(before).toEqual([{ ...ENTRY, id: before[0]?.id, at: START }]);
    });
  });
}

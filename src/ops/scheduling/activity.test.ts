import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACTIVE_MS, Activity } from './activity.ts';

it('knows which accounts were active within the last second, for random calls of a few accounts', () => {
  const call = fc.record({
    account: fc.constantFrom('a', 'b', 'c'),
    pauseMs: fc.integer({ min: 0, max: 2 * ACTIVE_MS }),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 40 }), (calls) => {
      const activity = new Activity<string>();
      const untilMs = new Map<string, number>();
      let nowMs = 0;
      for (const { account, pauseMs } of calls) {
        nowMs += pauseMs;
        const active = ['a', 'b', 'c'].filter((each) => nowMs < (untilMs.get(each) ?? 0));
        expect(activity.hasAny(nowMs)).toBe(active.length > 0);
        expect(activity.hasSeveral(nowMs)).toBe(active.length > 1);
        for (const each of ['a', 'b', 'c']) {
          expect(activity.hasOther(each, nowMs)).toBe(active.some((other) => other !== each));
        }
        activity.note(account, nowMs);
        untilMs.set(account, nowMs + ACTIVE_MS);
      }
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentlyUsed } from './recently-used.ts';

const WEIGHT_MAX = 1000;
const use = fc.tuple(fc.constantFrom('get', 'set'), fc.nat(299), fc.integer({ min: 1, max: 10 }));

test('holds what was used last, and never more than its weight', () => {
  fc.assert(
    fc.property(fc.array(use, { minLength: 200, maxLength: 800, size: 'max' }), (uses) => {
      const memory = new RecentlyUsed<number, { weight: number }>(WEIGHT_MAX, ({ weight }) => weight);
      // The oldest first.
      let kept: { key: number; value: { weight: number } }[] = [];
      for (const [what, key, weight] of uses) {
        const known = kept.find((each) => each.key === key);
        expect(what === 'get' ? memory.get(key) : undefined).toBe(what === 'get' ? known?.value : undefined);
        if (what === 'get' && !known) continue;
        const value = what === 'get' && known ? known.value : { weight };
        if (what === 'set') memory.set(key, value);
        kept = [...kept.filter((each) => each !== known), { key, value }];
        while (kept.reduce((sum, each) => sum + each.value.weight, 0) > WEIGHT_MAX) kept.shift();
      }
      for (const { key, value } of kept) expect(memory.get(key)).toBe(value);
    }),
    { numRuns: 20 },
  );
});

test('forgets everything when told', () => {
  const memory = new RecentlyUsed<string, string>(WEIGHT_MAX, () => 10);
  memory.set('a', 'A');
  memory.clear();
  expect(memory.get('a')).toBeUndefined();
  for (let each = 0; each < 100; each += 1) memory.set(`${each}`, 'kept');
  expect(memory.get('0')).toBe('kept');
});

test('what weighs more than a hundredth of everything does not drive out the rest', () => {
  const memory = new RecentlyUsed<string, number>(WEIGHT_MAX, (weight) => weight);
  memory.set('light', 10);
  memory.set('heavy', 11);
  expect(memory.get('heavy')).toBeUndefined();
  expect(memory.get('light')).toBe(10);
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClockCache } from './clock-cache.ts';

const WEIGHT_MAX = 1000;
const use = fc.tuple(fc.constantFrom('get', 'set'), fc.nat(299), fc.integer({ min: 1, max: 10 }));
const weighing = () => new ClockCache<number, { weight: number }>(WEIGHT_MAX, ({ weight }) => weight);

test('returns the last value set, and never exceeds its maximum weight', () => {
  fc.assert(
    fc.property(fc.array(use, { minLength: 200, maxLength: 800, size: 'max' }), (uses) => {
      const memory = weighing();
      const set = new Map<number, { weight: number }>();
      for (const [what, key, weight] of uses) {
        if (what === 'set') set.set(key, { weight });
        if (what === 'set') memory.set(key, set.get(key)!);
        else expect([undefined, set.get(key)]).toContain(memory.get(key));
      }
      const held = [...set.values()].filter((value, index) => memory.get([...set.keys()][index]!) === value);
      expect(held.reduce((sum, value) => sum + value.weight, 0)).toBeLessThanOrEqual(WEIGHT_MAX);
    }),
    { numRuns: 20 },
  );
});

test('evicts the oldest entries first if none is read, and no more than necessary', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 200, maxLength: 800, size: 'max' }),
      (weights) => {
        const memory = weighing();
        for (const [key, weight] of weights.entries()) memory.set(key, { weight });
        let left = WEIGHT_MAX;
        for (let key = weights.length - 1; key >= 0; key -= 1) {
          left -= weights[key]!;
          expect(memory.get(key) !== undefined).toBe(left >= 0);
        }
      },
    ),
    { numRuns: 20 },
  );
});

test('keeps an entry that is read repeatedly, regardless of other entries', () => {
  const memory = weighing();
  const weight = 10;
  for (let key = 0; key < 100; key += 1) memory.set(key, { weight });
  for (let key = 100; key < 5000; key += 1) {
    expect(memory.get(7)).toEqual({ weight });
    memory.set(key, { weight });
  }
  expect(memory.get(8)).toBeUndefined();
});

test('clear removes all entries', () => {
  const memory = new ClockCache<string, string>(WEIGHT_MAX, () => 10);
  memory.set('a', 'A');
  memory.clear();
  expect(memory.get('a')).toBeUndefined();
  for (let each = 0; each < 100; each += 1) memory.set(`${each}`, 'kept');
  expect(memory.get('0')).toBe('kept');
});

test('clear releases the memory of all entries', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const memory = new ClockCache<number, object>(WEIGHT_MAX, () => 1);
  const cleared = Array.from({ length: 20 }, (_, round) => {
    for (let key = 0; key < 500; key += 1) memory.set(key, { round });
    const value = new WeakRef(memory.get(7) as object);
    memory.clear();
    return value;
  });
  // A reference that was read in this turn of the event loop holds its value until the next.
  await new Promise((resolve) => setTimeout(resolve));
  collectGarbage();
  expect(cleared.filter((value) => value.deref() !== undefined)).toEqual([]);
  expect(memory.get(7)).toBeUndefined();
});

test('does not store an entry heavier than a hundredth of the maximum, so that others are not evicted', () => {
  const memory = new ClockCache<string, number>(WEIGHT_MAX, (weight) => weight);
  memory.set('light', 10);
  memory.set('heavy', 11);
  expect(memory.get('heavy')).toBeUndefined();
  expect(memory.get('light')).toBe(10);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barsOf, firstUsed, niceTop, timeLabels } from './chart-scale.ts';

test('the top of the scale is at or above the largest value, and its lines are whole numbers', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (max) => {
      const top = niceTop(max, 4);
      expect(top).toBeGreaterThanOrEqual(max);
      expect(Number.isInteger(top / 4)).toBe(true);
      expect(top).toBeLessThanOrEqual(Math.max(8, max * 2.6));
    }),
  );
});

test('segments are stacked and add up to the sum', () => {
  const heights = (d: string) => [...d.matchAll(/v([\d.]+)/g)].map(([, height]) => Number(height));
  const y = (value: number) => 100 - value;
  const layers = [
    { colour: '--chart-1', values: [10, 0, 5] },
    { colour: '--chart-2', values: [20, 30, null] },
  ];
  const [first, second] = barsOf(layers, { left: 0, band: 10, y });
  expect(heights(first?.d ?? '')).toEqual([10, 5]);
  expect(heights(second?.d ?? '')).toEqual([20, 30]);
  expect(second?.d).toContain('M1.25 70.00');
});

test('labels do not overlap', () => {
  const hours = Array.from({ length: 168 }, (_, index) => Date.UTC(2026, 0, 1) + index * 3_600_000);
  for (const width of [300, 640, 1100]) {
    const places = timeLabels(hours, width).map(({ index }) => (index * width) / hours.length);
    expect(places.length).toBeGreaterThan(1);
    for (const [at, place] of places.entries())
      if (at > 0) expect(place - (places[at - 1] ?? 0)).toBeGreaterThanOrEqual(68);
  }
});

test('omits empty times before the first value, but keeps the minimum number of times', () => {
  expect(firstUsed([0, 0, 0, 0, 0, 0, 1, 2], 3)).toBe(5);
  expect(firstUsed([0, 0, 0, 0, 0, 0, 0, 2], 4)).toBe(4);
  expect(firstUsed([1, 0, 0], 2)).toBe(0);
  expect(firstUsed([0, 0, 0], 2)).toBe(0);
});

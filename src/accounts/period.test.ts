import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hourStartMs, monthOf, monthStartMs, nextResetAt } from './period.ts';

const instant = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2999, 11, 31) });

describe('a month', () => {
  test('begins and ends at midnight UTC', () => {
    expect(monthOf(Date.parse('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
    expect(monthOf(Date.parse('2026-12-01T00:00:00.000Z'))).toBe('2026-12');
    expect(nextResetAt(Date.parse('2026-11-01T00:00:00.000Z'))).toBe('2026-12-01T00:00:00.000Z');
  });

  test('continues over the end of a year and through a leap February', () => {
    expect(nextResetAt(Date.parse('2026-12-31T23:59:59.999Z'))).toBe('2027-01-01T00:00:00.000Z');
    expect(nextResetAt(Date.parse('2028-02-29T12:00:00Z'))).toBe('2028-03-01T00:00:00.000Z');
    expect(monthStartMs(Date.parse('2027-03-31T12:00:00Z'), -13)).toBe(Date.UTC(2026, 1, 1));
  });

  test('law: the reset is the first instant of another month', () => {
    const property = fc.property(instant, (ms) => {
      const reset = Date.parse(nextResetAt(ms));
      expect(reset).toBeGreaterThan(ms);
      expect(monthOf(reset - 1)).toBe(monthOf(ms));
      expect(monthOf(reset)).not.toBe(monthOf(ms));
    });
    fc.assert(property);
  });

  test('law: month steps add up', () => {
    const months = fc.integer({ min: -400, max: 400 });
    const property = fc.property(instant, months, months, (ms, one, other) => {
      expect(monthStartMs(monthStartMs(ms, one), other)).toBe(monthStartMs(ms, one + other));
    });
    fc.assert(property);
  });
});

test('law: an hour starts at a whole hour, less than one hour before', () => {
  const property = fc.property(instant, (ms) => {
    const start = hourStartMs(ms);
    expect(new Date(start).toISOString()).toMatch(/:00:00\.000Z$/);
    expect(ms - start).toBeGreaterThanOrEqual(0);
    expect(ms - start).toBeLessThan(3_600_000);
  });
  fc.assert(property);
});

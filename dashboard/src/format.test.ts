import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatAgo } from './format.ts';

const NOW = Date.parse('2026-05-15T12:00:00Z');
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  [59, 59, 'second'],
  [59.7, 1, 'minute'],
  [89, 1, 'minute'],
  [3569, 59, 'minute'],
  [3571, 1, 'hour'],
  [5399, 1, 'hour'],
  [23.4 * 3600, 23, 'hour'],
  [23.6 * 3600, 1, 'day'],
  [6.6 * 86_400, 1, 'week'],
] as const)('%d seconds ago is %d of the unit %s', (seconds, count, unit) => {
  const text = new Intl.RelativeTimeFormat(navigator.languages, { numeric: 'auto' }).format(-count, unit);
  expect(formatAgo(NOW - seconds * 1000)).toBe(text);
});

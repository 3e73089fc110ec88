// Calendar arithmetic of credits and usage: months and hours of UTC. Pure; the time is always passed in as milliseconds
// of the epoch.

const HOUR_MS = 3_600_000;

/** The month of the last call, memoized: the next call nearly always has the same one. */
let last = { from: 0, to: 0, month: '' };

/** The calendar month of an instant in UTC, such as `2026-11`. */
export function monthOf(ms: number): string {
  if (ms >= last.from && ms < last.to) return last.month;
  last = { from: monthStartMs(ms, 0), to: monthStartMs(ms, 1), month: new Date(ms).toISOString().slice(0, 7) };
  return last.month;
}

/**
 * The first instant, in milliseconds, of the month that is `months` after the month of `ms` (before it if negative).
 */
export function monthStartMs(ms: number, months: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

/** The time at which the credits of the month of `ms` are reset, such as `2026-12-01T00:00:00.000Z`. */
export function nextResetAt(ms: number): string {
  return new Date(monthStartMs(ms, 1)).toISOString();
}

/** The first instant of the hour of `ms`, in milliseconds. */
export function hourStartMs(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}

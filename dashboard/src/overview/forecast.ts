// Forecasts the day on which the credits run out, at the rate of the shown period.
import { MS_PER_DAY } from '../../../src/contract/days.ts';

/** With fewer hours of observation there is no forecast. */
const OBSERVED_MS_MIN = 6 * 3_600_000;

interface Used {
  /** ISO timestamp of the start of an hour or a day. */
  readonly at: string;
  readonly credits: number;
}

interface Forecasting {
  readonly rows: readonly Used[];
  /** Credits left; null: unlimited. */
  readonly remaining: number | null;
  /** ISO timestamp at which the credits reset. */
  readonly resetAt: string;
  readonly nowMs: number;
}

/** Epoch milliseconds; null if the credits last until the reset, or there is too little data. */
export function runsOutAt({ rows, remaining, resetAt, nowMs }: Forecasting): number | null {
  const charged = rows.filter(({ credits }) => credits > 0);
  if (remaining === null || charged.length === 0) return null;
  if (remaining === 0) return nowMs;
  const firstMs = Math.min(...charged.map(({ at }) => Date.parse(at)));
  const observedMs = Math.max(OBSERVED_MS_MIN, nowMs - firstMs);
  const perDay = (charged.reduce((sum, { credits }) => sum + credits, 0) * MS_PER_DAY) / observedMs;
  const atMs = nowMs + (remaining / perDay) * MS_PER_DAY;
  return atMs < Date.parse(resetAt) ? atMs : null;
}

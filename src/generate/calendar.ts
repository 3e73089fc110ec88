// The generator's calendar: the reference day of the data, and days as text. It never reads the clock: the day comes
// from the options or from the seed.
import { MS_PER_DAY } from '../contract/days.ts';
import { assert } from '../ops/assert.ts';
import { hash32 } from './random.ts';

const MS_PER_MINUTE = 60_000;
const FIRST_TODAY = Date.UTC(2025, 8, 1) / MS_PER_DAY;
/** Careers can begin decades earlier. */
const FIRST_AS_OF = Date.UTC(2000, 0, 1);
const LAST_DAY = FIRST_TODAY + 120;
/** Texts of days and of the minutes of a day, cached on first use. */
const DAY_TEXTS = new Array<string | undefined>(LAST_DAY);
const MINUTE_TEXTS = new Array<string | undefined>(24 * 60);

/**
 * The reference day (counted from 1970-01-01, UTC) on which the data was seen: `asOf` (YYYY-MM-DD), else one derived
 * from the seed, within 120 days from 2025-09-01.
 */
export function todayOf(seed: number, asOf: string | undefined): number {
  if (asOf !== undefined) return dayOf(asOf);
  return FIRST_TODAY + (hash32(`today ${seed}`) % 120);
}

function dayOf(date: string): number {
  const millis = Date.parse(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(`${date}T`);
  assert(isDay && millis >= FIRST_AS_OF, 'a day is YYYY-MM-DD, and not before 2000');
  return millis / MS_PER_DAY;
}

/** `YYYY-MM-DD` of a day counted from 1970-01-01. */
export function dateText(day: number): string {
  DAY_TEXTS[day] ??= new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
  return DAY_TEXTS[day];
}

/** An ISO timestamp in UTC with a precision of minutes; the minute is 0 to 1439. */
export function timestampText(day: number, minute: number): string {
  MINUTE_TEXTS[minute] ??= new Date(minute * MS_PER_MINUTE).toISOString().slice(10, 16);
  return `${dateText(day)}${MINUTE_TEXTS[minute]}:00Z`;
}

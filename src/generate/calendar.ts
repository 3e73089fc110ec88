// The generator's calendar: a fixed day that plays today, and days as text. The real date never enters the output.
import { hash32 } from './random.ts';

const MS_PER_DAY = 86_400_000;
const FIRST_TODAY = Date.UTC(2025, 8, 1) / MS_PER_DAY;
const TEXTS = new Map<number, string>();

/** The day (counted from 1970-01-01, UTC) on which the data of a seed was seen: one of 120 from 2025-09-01 on. */
export function todayOf(seed: number): number {
  return FIRST_TODAY + (hash32(`today ${seed}`) % 120);
}

/** `YYYY-MM-DD` of a day counted from 1970-01-01. */
export function dateText(day: number): string {
  let text = TEXTS.get(day);
  if (text === undefined) {
    text = new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
    TEXTS.set(day, text);
  }
  return text;
}

/** An ISO timestamp in UTC, to the minute. */
export function timestampText(day: number, minute: number): string {
  const hours = String(Math.floor(minute / 60)).padStart(2, '0');
  return `${dateText(day)}T${hours}:${String(minute % 60).padStart(2, '0')}:00Z`;
}

// The duration of a position, from dates of the form YYYY, YYYY-MM or YYYY-MM-DD. Pure.
import { RECORD_TEXTS } from '../texts/record-texts.ts';

const MONTHS = 12;

/** Months since year 0; a year without a month counts as its January. */
function monthOf(date: string): number | null {
  const [, year, month] = /^(\d{4})(?:-(\d{2}))?/.exec(date) ?? [];
  return year === undefined ? null : Number(year) * MONTHS + Number(month ?? 1) - 1;
}

/**
 * `2 y 3 mo`, `5 mo`, `4 y`; null if a date is missing or the end is before the start. The first and the last month
 * count fully.
 */
export function tenureText(start: string | null, end: string | null, nowMs: number = Date.now()): string | null {
  if (start === null) return null;
  const from = monthOf(start);
  const until = monthOf(end ?? new Date(nowMs).toISOString());
  if (from === null || until === null || until < from) return null;
  const isYearOnly = /^\d{4}$/.test(start) || (end !== null && /^\d{4}$/.test(end));
  const months = until - from + (isYearOnly ? 0 : 1);
  const [years, rest] = [Math.floor(months / MONTHS), months % MONTHS];
  const parts = [
    ...(years > 0 ? [RECORD_TEXTS.years(years)] : []),
    ...(rest > 0 && !isYearOnly ? [RECORD_TEXTS.months(rest)] : []),
  ];
  return parts.length === 0 ? null : parts.join(' ');
}

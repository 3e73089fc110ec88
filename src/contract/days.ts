// Converts dates: to day numbers, in which searchable dates are stored and compared, and from dates and times in
// requests to milliseconds.

export const MS_PER_DAY = 86_400_000;

/** Days from 1970-01-01 (UTC) to an ISO date or timestamp; 0 for an earlier day. */
export function dayOf(timestamp: string): number {
  return Math.max(0, Math.floor(Date.parse(timestamp) / MS_PER_DAY));
}

/** The date YYYY-MM-DD of a day number. */
export function dateOf(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Milliseconds since the epoch of an ISO date (its start in UTC) or timestamp; null for any other text, and for a day
 * that does not exist. `Date.parse` would read such a day as one of the next month.
 */
export function givenTimeMs(text: string): number | null {
  const [, day] = TIME.exec(text) ?? [];
  const [dayMs, ms] = [Date.parse(`${day}T00:00:00Z`), Date.parse(text)];
  if (day === undefined || Number.isNaN(dayMs) || Number.isNaN(ms)) return null;
  return new Date(dayMs).toISOString().startsWith(day) ? ms : null;
}

// Days as numbers: the form in which searchable dates are stored and compared; and the times that people give.

export const MS_PER_DAY = 86_400_000;

/** Days since 1970-01-01 in UTC of an ISO date or timestamp; an earlier day counts as 0. */
export function dayOf(timestamp: string): number {
  return Math.max(0, Math.floor(Date.parse(timestamp) / MS_PER_DAY));
}

/** The date YYYY-MM-DD of a day. */
export function dateOf(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Milliseconds of the epoch of a given ISO date (its begin in UTC) or timestamp; null for any other text, and for a day
 * that no month has. `Date.parse` takes such a day for one of the next month.
 */
export function givenTimeMs(text: string): number | null {
  const [, day] = TIME.exec(text) ?? [];
  const [dayMs, ms] = [Date.parse(`${day}T00:00:00Z`), Date.parse(text)];
  if (day === undefined || Number.isNaN(dayMs) || Number.isNaN(ms)) return null;
  return new Date(dayMs).toISOString().startsWith(day) ? ms : null;
}

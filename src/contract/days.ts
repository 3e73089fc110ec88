// Days as numbers: the form in which searchable dates are stored and compared.

export const MS_PER_DAY = 86_400_000;

/** Days since 1970-01-01 in UTC of an ISO date or timestamp; an earlier day counts as 0. */
export function dayOf(timestamp: string): number {
  return Math.max(0, Math.floor(Date.parse(timestamp) / MS_PER_DAY));
}

/** The date YYYY-MM-DD of a day. */
export function dateOf(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

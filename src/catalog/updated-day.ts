// The day of a timestamp as searches compare it.

const MS_PER_DAY = 86_400_000;

/** Days since 1970-01-01 in UTC of an ISO timestamp; an earlier day counts as 0. */
export function dayOf(timestamp: string): number {
  return Math.max(0, Math.floor(Date.parse(timestamp) / MS_PER_DAY));
}

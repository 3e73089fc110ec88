// The schedule for attempts after a failed delivery. Standard Webhooks suggests it: ten attempts over three days. Pure,
// except for the random part of the pause.

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/** Pause before each further attempt. */
const PAUSES_MS: readonly number[] = [
  ...[5 * SECOND_MS, 300 * SECOND_MS, 1800 * SECOND_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
/** Each pause is longer by a random part of up to this share, so that the attempts of many deliveries spread. */
const JITTER = 0.2;
/** Maximum pause that an endpoint may request by Retry-After. */
const RETRY_AFTER_MS_MAX = HOUR_MS;

/** An endpoint is disabled if it has failed for this long when a delivery reaches the end of its schedule. */
export const FAILING_MS = 72 * HOUR_MS;

/**
 * Time of the next attempt after `attempts` failed ones; null after the last. `retryAfter`: header of the answer, in
 * seconds or as a date.
 */
export function nextAttemptAt(nowMs: number, attempts: number, retryAfter: string | null): number | null {
  const pauseMs = PAUSES_MS[attempts - 1];
  if (pauseMs === undefined) return null;
  const requestedMs = retryAfter === null ? 0 : retryAfterMs(retryAfter, nowMs);
  return (
    nowMs + Math.max(Math.round(pauseMs * (1 + Math.random() * JITTER)), Math.min(requestedMs, RETRY_AFTER_MS_MAX))
  );
}

function retryAfterMs(retryAfter: string, nowMs: number): number {
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * SECOND_MS;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : at - nowMs;
}

// Latency percentiles from the histogram of the metrics. Pure.

/** Median and 99th percentile of the durations of calls, in milliseconds, and their number `calls`. */
export interface Latency {
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly calls: number;
}

const BUCKET = /^cardfile_request_seconds_bucket\{(.*)\} (\S+)$/;

/** Calls up to each bound, in seconds, of all paths together; the last bound is infinite. */
function bucketsOf(text: string): { readonly bound: number; readonly calls: number }[] {
  const sums = new Map<number, number>();
  for (const line of text.split('\n')) {
    const [, labels = '', value] = BUCKET.exec(line) ?? [];
    const bound = /le="([^"]+)"/.exec(labels)?.[1];
    if (bound === undefined) continue;
    const seconds = bound === '+Inf' ? Infinity : Number(bound);
    sums.set(seconds, (sums.get(seconds) ?? 0) + Number(value));
  }
  return [...sums].map(([bound, calls]) => ({ bound, calls })).sort((a, b) => a.bound - b.bound);
}

/**
 * Median and 99th percentile of metrics in the Prometheus format, interpolated inside a bucket; null if there were no
 * calls.
 */
export function latencyOf(text: string): Latency | null {
  const buckets = bucketsOf(text);
  const calls = buckets.at(-1)?.calls ?? 0;
  if (calls === 0) return null;
  const quantileMs = (quantile: number) => {
    const wanted = quantile * calls;
    const index = buckets.findIndex((bucket) => bucket.calls >= wanted);
    const [before, bucket] = [buckets[index - 1] ?? { bound: 0, calls: 0 }, buckets[index]];
    // Beyond the last bound the exact value is unknown.
    if (!bucket || bucket.bound === Infinity) return before.bound * 1000;
    const part = (wanted - before.calls) / (bucket.calls - before.calls);
    return Math.round((before.bound + part * (bucket.bound - before.bound)) * 100_000) / 100;
  };
  return { p50_ms: quantileMs(0.5), p99_ms: quantileMs(0.99), calls };
}

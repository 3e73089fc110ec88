import { expect, test } from 'vitest';
import { Metrics } from '../ops/monitoring/metrics.ts';
import { latencyOf } from './latency.ts';

async function textOf(seconds: Record<string, readonly number[]>): Promise<string> {
  const metrics = new Metrics();
  for (const [path, times] of Object.entries(seconds))
    for (const time of times) metrics.observeCall({ path, status: 200, seconds: time, credits: 0 });
  metrics.close();
  return metrics.registry.metrics();
}

test('returns median and 99th percentile of all paths together', async () => {
  const text = await textOf({ '/v2/a': Array(99).fill(0.0015), '/v2/b': [...Array(99).fill(0.007), 0.3, 0.3] });
  const latency = latencyOf(text);
  expect(latency?.calls).toBe(200);
  expect(latency?.p50_ms).toBeCloseTo(5, 0);
  expect(latency?.p99_ms).toBeCloseTo(10, 0);
});

test('interpolates inside a bucket', async () => {
  expect(latencyOf(await textOf({ '/v2/a': Array(100).fill(0.03) }))).toEqual({
    p50_ms: 37.5,
    p99_ms: 49.75,
    calls: 100,
  });
});

test('returns the last bound for values beyond it', async () => {
  expect(latencyOf(await textOf({ '/v2/a': [60] }))).toEqual({ p50_ms: 2500, p99_ms: 2500, calls: 1 });
});

test('returns null without a call', async () => {
  expect(latencyOf(await textOf({}))).toBeNull();
  expect(latencyOf('')).toBeNull();
});

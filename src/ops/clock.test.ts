import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { clockBehindMs, followClock, systemClock } from './clock.ts';

const DAY_MS = 86_400_000;

/** Another clock, which is this much ahead, was read within `answerMs`. */
const follow = (aheadMs: number, answerMs = 10) =>
  followClock(1_000_000 + answerMs / 2 + aheadMs, { fromMs: 1_000_000, toMs: 1_000_000 + answerMs });

afterEach(() => follow(0));

test('a clock with an error of at most two seconds is not corrected', () => {
  for (const aheadMs of [0, 1900, -1900]) {
    follow(aheadMs);
    expect(clockBehindMs()).toBe(0);
  }
});

test.each([300_000, -300_000, DAY_MS, -DAY_MS])(
  'corrects a clock with an error of %d ms by the other clock',
  (aheadMs) => {
    follow(aheadMs);
    expect(Math.abs(systemClock.now() - Date.now() - aheadMs)).toBeLessThan(50);
    // The next reading varies a little.
    follow(aheadMs + 200);
    expect(clockBehindMs()).toBe(aheadMs);
    follow(0);
    expect(clockBehindMs()).toBe(0);
  },
);

test('ignores a slow answer, and a clock that was set during the request', () => {
  follow(DAY_MS, 1500);
  follow(DAY_MS, -10);
  expect(clockBehindMs()).toBe(0);
});

test('all threads of a process share one clock', async () => {
  follow(DAY_MS);
  const source = `import(${JSON.stringify(new URL('./clock.ts', import.meta.url).href)}).then(({ clockBehindMs }) =>
    require('node:worker_threads').parentPort.postMessage(clockBehindMs()))`;
  const worker = new Worker(source, { eval: true });
  expect(await once(worker, 'message')).toEqual([DAY_MS]);
  await worker.terminate();
});

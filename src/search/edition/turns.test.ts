import { expect, test } from 'vitest';
import { atOnce, inTurns, type Work } from './turns.ts';

function* busy(steps: number, msPerStep: number): Work<number> {
  for (let step = 0; step < steps; step++) {
    const endMs = performance.now() + msPerStep;
    while (performance.now() < endMs);
    yield;
  }
  return steps;
}

test('work in turns lets timers run between its slices, work at once does not', async () => {
  let passed = 0;
  const timer = setInterval(() => passed++, 1);
  expect(atOnce(busy(20, 3))).toBe(20);
  expect(passed).toBe(0);
  expect(await inTurns(busy(20, 3))).toBe(20);
  expect(passed).toBeGreaterThan(2);
  clearInterval(timer);
});

test('short work is done before anything else', async () => {
  let done = false;
  const work = inTurns(busy(3, 0)).then(() => {
    done = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(done).toBe(true);
  await work;
});

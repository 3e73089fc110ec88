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

test('works that take long take turns: after their beginning one of them goes on in each round of the event loop', async () => {
  let round = 0;
  const steps: { readonly round: number; readonly name: string }[] = [];
  function* told(name: string): Work<undefined> {
    for (const step of [1, 2, 3, 4]) {
      yield* busy(1, 5);
      steps.push({ round, name: `${name}${step}` });
    }
    return undefined;
  }
  let isOver = false;
  const count = () => {
    round++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(['a', 'b', 'c'].map((name) => inTurns(told(name))));
  isOver = true;
  const later = Map.groupBy(
    steps.filter((step) => step.round > 0),
    (step) => step.round,
  );
  expect(later.size).toBeGreaterThan(5);
  for (const inRound of later.values()) expect(new Set(inRound.map(({ name }) => name[0])).size).toBe(1);
  expect(new Set(steps.map(({ name }) => name)).size).toBe(12);
});

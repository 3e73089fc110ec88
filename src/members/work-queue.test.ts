import { expect, test } from 'vitest';
import { QueueFullError, WorkQueue } from './work-queue.ts';

test('runs a few at once, queues others in order, and rejects the excess', async () => {
  const queue = new WorkQueue({ atOnce: 2, waiting: 3 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3, 4, 5].map((number) =>
    queue.run(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 1) throw new Error('this one fails');
      return number;
    }),
  );
  const settled = Promise.allSettled(all);
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1]);
  for (let round = 0; round < 5; round += 1) {
    ends[round]?.();
    await new Promise(setImmediate);
    expect(begun).toEqual([0, 1, 2, 3, 4].slice(0, round + 3));
  }
  const outcomes = await settled;
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  expect((outcomes[5] as PromiseRejectedResult).reason).toBeInstanceOf(QueueFullError);
  expect(await queue.run(async () => 'free again')).toBe('free again');
});

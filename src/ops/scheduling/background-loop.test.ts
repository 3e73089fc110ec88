// Rounds, pauses and the end of a background loop.
import { expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../store-unavailable.ts';
import { BackgroundLoop } from './background-loop.ts';

const NEVER_MS = 2 ** 30;

test('begins the next round at once while there is more work, and pauses otherwise', async () => {
  const round = vi.fn().mockResolvedValueOnce(true).mockResolvedValue(false);
  const loop = new BackgroundLoop({ round, pauseMs: NEVER_MS, onFailure: () => {} });
  loop.start();
  await expect.poll(() => round.mock.calls.length).toBe(2);
  loop.wake();
  await expect.poll(() => round.mock.calls.length).toBe(3);
  await loop.stop();
  expect(round).toHaveBeenCalledTimes(3);
});

test('resolves a stop after the running round', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended: string[] = [];
  const round = async () => {
    await promise;
    ended.push('round');
    return true;
  };
  const loop = new BackgroundLoop({ round, pauseMs: NEVER_MS, onFailure: () => {} });
  loop.start();
  const stopped = loop.stop().then(() => ended.push('stop'));
  expect(loop.isStopping).toBe(true);
  resolve();
  await stopped;
  expect(ended).toEqual(['round', 'stop']);
});

test('reports the error of a round, except for an unreachable store, and repeats the attempt after a pause', async () => {
  const fault = new Error('fault');
  const round = vi.fn().mockRejectedValueOnce(fault).mockRejectedValueOnce(new StoreUnavailable('away'));
  const failures: unknown[] = [];
  const loop = new BackgroundLoop({
    round: round.mockResolvedValue(false),
    pauseMs: 1,
    onFailure: (error) => failures.push(error),
  });
  loop.start();
  await expect.poll(() => round.mock.calls.length).toBeGreaterThan(2);
  await loop.stop();
  expect(failures).toEqual([fault]);
});

test('reports a failure that repeats once, and again after a round that succeeded', async () => {
  const round = vi.fn().mockResolvedValue(false);
  round.mockRejectedValueOnce(new Error('a')).mockRejectedValueOnce(new Error('a')).mockResolvedValueOnce(false);
  round
    .mockRejectedValueOnce(new Error('a'))
    .mockRejectedValueOnce(new Error('b'))
    .mockRejectedValueOnce(new Error('b'));
  const failures: string[] = [];
  const loop = new BackgroundLoop({ round, pauseMs: 1, onFailure: (error) => failures.push((error as Error).message) });
  loop.start();
  await expect.poll(() => round.mock.calls.length).toBeGreaterThan(6);
  await loop.stop();
  expect(failures).toEqual(['a', 'a', 'b']);
});

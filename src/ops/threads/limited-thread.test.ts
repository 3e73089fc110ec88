import { afterEach, expect, test, vi } from 'vitest';
import { LimitedThread } from './limited-thread.ts';

/** Longer than a thread takes to start on a busy machine. */
const WITHIN_MS = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

/** Answers with its order at once, or after the given time. */
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ name, afterMs }) => setTimeout(() => parentPort.postMessage(name), afterMs));
  `)}`,
);

function startThread(): LimitedThread<{ name: string; afterMs: number }, string> {
  return new LimitedThread(ENTRY, {
    limits: { withinMs: WITHIN_MS, heapMegabytes: 64, waitingMax: 1 },
    errors: {
      tooMany: () => new Error('too many'),
      tooSlow: () => new Error('too slow'),
      tooLarge: () => new Error('too large'),
      stopping: () => new Error('stopping'),
    },
  });
}

/** Blocks this thread. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('orders are answered in turn, and more than the queue holds are rejected', async () => {
  const thread = startThread();
  const orders = ['one', 'two', 'three'].map((name) => thread.request({ name, afterMs: 10 }));
  const results = await Promise.allSettled(orders);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))).toEqual([
    'one',
    'two',
    'too many',
  ]);
  await thread.stop();
});

test('an answer that arrives too late is not the answer of the next order', async () => {
  const thread = startThread();
  expect(await thread.request({ name: 'first', afterMs: 0 })).toBe('first');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const late = thread.request({ name: 'late', afterMs: 0 });
  const next = thread.request({ name: 'next', afterMs: 0 });
  late.catch(() => undefined);
  await new Promise(setImmediate);
  // The answer arrives and the time limit passes while this thread is blocked. Timers are handled before messages.
  block(500);
  vi.advanceTimersByTime(WITHIN_MS);
  await expect(late).rejects.toThrow('too slow');
  expect(await next).toBe('next');
  await thread.stop();
});

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { endThread } from './end-thread.ts';

const threadOf = (source: string) => new Worker(source, { eval: true });

test('a thread ends once the work that it has begun is done', async () => {
  const worker = threadOf(`
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', () => process.exit(7));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);`);
  const exit = once(worker, 'exit');
  await endThread(worker, 'end');
  expect(await exit).toEqual([7]);
});

test('a thread that does not end is terminated', async () => {
  const worker = threadOf("require('node:worker_threads').parentPort.on('message', () => undefined);");
  const exit = once(worker, 'exit');
  await endThread(worker, 'end');
  expect(await exit).toEqual([1]);
});

test('does not wait for a thread that has already ended', async () => {
  const worker = threadOf('process.exit();');
  await once(worker, 'exit');
  const startedMs = performance.now();
  await endThread(worker, 'end');
  expect(performance.now() - startedMs).toBeLessThan(1000);
});

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { LOCK_CELLS, SpinLock } from './spin-lock.ts';

const MODULE = new URL('./spin-lock.ts', import.meta.url).href;

/** A thread that runs `code` with the cells and a lock over them. */
async function lockingThread(cells: Int32Array, code: string): Promise<Worker> {
  const source = `
    const { parentPort, workerData: cells } = require('node:worker_threads');
    import(${JSON.stringify(MODULE)}).then(({ SpinLock }) => {
      const lock = new SpinLock(cells);
      parentPort.once('message', () => { ${code} });
      parentPort.postMessage('ready');
    });`;
  const worker = new Worker(source, { eval: true, workerData: cells });
  await once(worker, 'message');
  return worker;
}

test('loses no count of two threads under the lock', async () => {
  const cells = new Int32Array(new SharedArrayBuffer(64));
  const counter = LOCK_CELLS;
  const rounds = 200_000;
  const worker = await lockingThread(
    cells,
    `for (let round = 0; round < ${rounds}; round++) lock.run(() => { cells[${counter}] += 1; });
     parentPort.postMessage('done');`,
  );
  const done = once(worker, 'message');
  worker.postMessage('go');
  const lock = new SpinLock(cells);
  for (let round = 0; round < rounds; round++) {
    lock.run(() => {
      cells[counter] = (cells[counter] ?? 0) + 1;
    });
  }
  await done;
  expect(cells[counter]).toBe(2 * rounds);
  await worker.terminate();
});

test('releases the lock when a section throws', () => {
  const lock = new SpinLock(new Int32Array(new SharedArrayBuffer(64)));
  expect(() =>
    lock.run(() => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
  expect(lock.run((previousDied) => previousDied)).toBe(false);
});

test('takes over the lock of a thread that died inside its section, and reports it', async () => {
  const cells = new Int32Array(new SharedArrayBuffer(64));
  const worker = await lockingThread(cells, 'lock.run(() => { Atomics.store(cells, 8, 1); for (;;) ; });');
  worker.postMessage('go');
  await expect.poll(() => Atomics.load(cells, 8)).toBe(1);
  await worker.terminate();
  const lock = new SpinLock(cells);
  expect(lock.run((previousDied) => previousDied)).toBe(true);
  expect(lock.run((previousDied) => previousDied)).toBe(false);
});

import { constants, getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

test.runIf(process.platform === 'linux')('lowers the priority of its thread only', async () => {
  const before = getPriority();
  const url = new URL('./lower-priority.ts', import.meta.url).href;
  const code = `import { lowerPriority } from '${url}';
    import { getPriority } from 'node:os';
    import { parentPort } from 'node:worker_threads';
    lowerPriority();
    parentPort.postMessage(getPriority());`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const [after] = await new Promise<[number, number]>((resolve, reject) => {
    worker.once('message', (priority: number) => resolve([priority, getPriority()]));
    worker.once('error', reject);
  });
  expect(after).toBe(Math.max(before, constants.priority.PRIORITY_BELOW_NORMAL));
  expect(getPriority()).toBe(before);
});

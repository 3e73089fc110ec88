import { execFileSync } from 'node:child_process';
import { constants, getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

test.runIf(process.platform === 'linux')(
  'a thread that lowers its priority does not change that of the other threads',
  async () => {
    const before = getPriority();
    const url = new URL('./lower-priority.ts', import.meta.url).href;
    const code = `import { stepBack } from '${url}';
    import { getPriority } from 'node:os';
    import { parentPort } from 'node:worker_threads';
    stepBack();
    parentPort.postMessage(getPriority());`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
    const [after] = await new Promise<[number, number]>((resolve, reject) => {
      worker.once('message', (priority: number) => resolve([priority, getPriority()]));
      worker.once('error', reject);
    });
    expect(after).toBe(Math.max(before, constants.priority.PRIORITY_BELOW_NORMAL));
    expect(getPriority()).toBe(before);
  },
);

test.runIf(process.platform === 'linux')('the threads in which V8 compiles can be put behind the others', () => {
  const url = new URL('./lower-priority.ts', import.meta.url).href;
  const code = `import { putCompilersBehind } from '${url}';
    import { readdirSync, readFileSync } from 'node:fs';
    import { getPriority } from 'node:os';
    putCompilersBehind();
    const threads = readdirSync('/proc/self/task').map((id) => ({
      name: readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim(),
      priority: getPriority(Number(id)),
    }));
    console.log(JSON.stringify(threads));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
  const threads: { name: string; priority: number }[] = JSON.parse(output);
  const compilers = threads.filter(({ name }) => name === 'V8Worker');
  expect(compilers.length).toBeGreaterThan(0);
  expect(new Set(compilers.map(({ priority }) => priority))).toEqual(new Set([constants.priority.PRIORITY_LOW]));
  const others = threads.filter(({ name }) => name !== 'V8Worker');
  expect(new Set(others.map(({ priority }) => priority))).toEqual(new Set([getPriority()]));
});

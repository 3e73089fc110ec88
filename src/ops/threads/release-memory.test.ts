import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('frees shared memory of an idle thread that does not collect without it', async () => {
  const module = new URL('./release-memory.ts', import.meta.url).href;
  const script = `
    import { releaseSoon } from ${JSON.stringify(module)};
    let edition = { memory: new SharedArrayBuffer(50_000_000) };
    gc();
    gc();
    const held = process.memoryUsage().arrayBuffers;
    if (process.argv[1] === 'release') releaseSoon(edition);
    edition = null;
    setTimeout(() => console.log(JSON.stringify([held, process.memoryUsage().arrayBuffers])), 2500);`;
  const heldBy = async (...args: string[]) => {
    const flags = ['--expose-gc', '--input-type=module', '-e', script];
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, ...args]);
    return JSON.parse(stdout) as [number, number];
  };
  const [released, kept] = await Promise.all([heldBy('release'), heldBy()]);
  expect(released[0]).toBeGreaterThan(50_000_000);
  expect(released[1]).toBeLessThan(1_000_000);
  expect(kept[1]).toBeGreaterThan(50_000_000);
});

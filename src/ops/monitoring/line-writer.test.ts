import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LineWriter } from './line-writer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-lines-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process with the standard error `stderr` that writes lines to it by `code`. */
function writing(code: string, stderr: number | 'pipe') {
  const source = `
    import { LineWriter } from ${JSON.stringify(new URL('./line-writer.ts', import.meta.url).href)};
    const lines = new LineWriter(2);
    ${code}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'pipe', stderr] });
}

test('writes whole lines in order', async () => {
  const file = join(folder, 'log');
  const fd = openSync(file, 'w');
  const lines = new LineWriter(fd);
  const expected = Array.from({ length: 2000 }, (_, index) => `${index} ${'ü'.repeat(index % 50)}\n`);
  for (const line of expected) {
    lines.write(line);
    if (line.startsWith('7')) await new Promise(setImmediate);
  }
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(expected.join(''));
  closeSync(fd);
});

test('writes the waiting lines when the process exits', async () => {
  const file = join(folder, 'log');
  const child = writing(
    `for (let line = 0; line < 5; line += 1) lines.write(line + '\\n'); process.exit(3);`,
    openSync(file, 'w'),
  );
  expect(await once(child, 'exit')).toEqual([3, null]);
  // The write in progress may end before or after that of the exit, which repeats its line.
  expect(readFileSync(file, 'utf8')).toMatch(/^(0\n)?0\n1\n2\n3\n4\n(0\n)?$/);
});

const FULL = '/dev/full';
test.runIf(existsSync(FULL))('drops lines on a full disk, and neither blocks nor fails the process', async () => {
  const child = writing(
    `for (let turn = 0; turn < 5; turn += 1) {
      lines.write('lost\\n');
      await new Promise((resolve) => setTimeout(resolve, 10)); }
     lines.write('lost too\\n');
     console.log('still here');
     process.exit(0);`,
    openSync(FULL, 'w'),
  );
  const [said] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  expect(String(said)).toBe('still here\n');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('is not blocked by a pipe that is closed or never read', async () => {
  const child = writing(
    `for (let turn = 0; turn < 50; turn += 1) {
      lines.write('x'.repeat(50_000) + '\\n');
      await new Promise((resolve) => setTimeout(resolve, 1)); }
     console.log('unread');
     setTimeout(() => { lines.write('y\\n'); console.log('closed'); process.exit(0); }, 200);`,
    'pipe',
  );
  const [unread] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  expect(String(unread)).toBe('unread\n');
  child.stderr?.destroy();
  const [closed] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  expect(String(closed)).toBe('closed\n');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

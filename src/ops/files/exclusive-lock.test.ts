import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireLock } from './exclusive-lock.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-lock-'));
  file = join(folder, 'server.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('admits one holder until it releases the lock', () => {
  const lock = acquireLock(file);
  expect(lock).not.toBeNull();
  expect(acquireLock(file)).toBeNull();
  lock?.release();
  lock?.release();
  const next = acquireLock(file);
  expect(next).not.toBeNull();
  next?.release();
});

test('needs no space on the disk', () => {
  const lock = acquireLock(file);
  expect(readdirSync(folder)).toEqual(['server.lock']);
  expect(statSync(file).size).toBe(0);
  lock?.release();
});

test('undo removes the files that the lock created, and keeps an existing one', () => {
  acquireLock(file)?.undo();
  expect(existsSync(file)).toBe(false);
  acquireLock(file)?.release();
  acquireLock(file)?.undo();
  expect(existsSync(file)).toBe(true);
});

test('waits for the given time', () => {
  const lock = acquireLock(file);
  const start = performance.now();
  expect(acquireLock(file, { waitMs: 200 })).toBeNull();
  expect(performance.now() - start).toBeGreaterThan(150);
  lock?.release();
});

test('releases the lock of a process that is killed', async () => {
  const source = `
    import { acquireLock } from ${JSON.stringify(new URL('./exclusive-lock.ts', import.meta.url).href)};
    globalThis.lock = acquireLock(process.argv[1]);
    console.log(globalThis.lock ? 'held' : 'refused');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', source, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await once(holder.stdout, 'data');
  expect(String(output)).toBe('held\n');
  expect(acquireLock(file)).toBeNull();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = acquireLock(file, { waitMs: 1000 });
  expect(lock).not.toBeNull();
  lock?.release();
});

test('throws for a missing folder and does not report a held lock', () => {
  expect(() => acquireLock(join(folder, 'missing', 'server.lock'))).toThrow();
});

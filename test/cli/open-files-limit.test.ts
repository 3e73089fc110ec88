// A low limit of open files: a server warns of it at its start.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { lowOpenFilesLimit } from '../../src/ops/files/open-files.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/cardfile', import.meta.url));
const data = mkdtempSync(join(tmpdir(), 'cardfile-limit-'));

afterAll(() => rmSync(data, { recursive: true, force: true }));

/** The result of `lowOpenFilesLimit` in a process with this limit. */
function foundWith(limit: number): string {
  const module = new URL('../../src/ops/files/open-files.ts', import.meta.url);
  const print = `import('${module}').then((it) => console.log(it.${lowOpenFilesLimit.name}()))`;
  const command = `ulimit -n ${limit} && exec "$0" -e "$1"`;
  return execFileSync('sh', ['-c', command, process.execPath, print], { encoding: 'utf8' }).trim();
}

it('is found if it is below 1,024', () => {
  expect([512, 1023, 1024, 2048].map(foundWith)).toEqual(['512', '1023', 'null', 'null']);
});

it('causes a warning at the start that names the remedy', async () => {
  const command = 'ulimit -n 512 && exec "$0" "$1" serve --port 0 --host 127.0.0.1 --data "$2"';
  const server = spawn('sh', ['-c', command, process.execPath, LAUNCHER, data], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  let text = '';
  for await (const part of server.stderr) {
    text += String(part);
    if (/open files is low|Cardfile serves at/.test(text)) break;
  }
  server.kill('SIGTERM');
  await ended;
  expect(text).toMatch(/the limit of open files is low.*\(ulimit -n\)/);
});

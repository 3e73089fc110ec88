// A server with a low limit of open files warns at its start and names the remedy.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const LAUNCHER = fileURLToPath(new URL('../../bin/cardfile', import.meta.url));
const data = mkdtempSync(join(tmpdir(), 'cardfile-limit-'));
const WARNING = 'the limit of open files is low';

afterAll(() => rmSync(data, { recursive: true, force: true }));

/** The first log lines of a server with this limit, up to the warning or the address. */
async function linesWith(limit: number): Promise<string> {
  const command = `ulimit -n ${limit} && exec "$0" "$1" serve --port 0 --host 127.0.0.1 --data "$2"`;
  const server = spawn('sh', ['-c', command, process.execPath, LAUNCHER, data], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  let text = '';
  for await (const part of server.stderr) {
    text += String(part);
    if (text.includes(WARNING) || text.includes('Cardfile serves at')) break;
  }
  server.kill('SIGTERM');
  await ended;
  return text;
}

it('warns of a low limit of open files, and not of one that is enough', async () => {
  expect(await linesWith(512)).toMatch(/the limit of open files is low.*\(ulimit -n\)/);
  expect(await linesWith(2048)).not.toContain(WARNING);
});

// The address in links that the command line prints is the address of the server that runs on the data folder.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { endServers, run, serve, succeed } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-addresses-'));
const data = join(folder, 'data');
afterEach(endServers);
afterAll(() => rmSync(folder, { recursive: true }));

async function linkNow(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--data', data);
  expect(code).toBe(0);
  return { link: stdout.trim(), stderr };
}

async function open(base: string, link: string) {
  const token = link.replace(/^.*token=/, '');
  const body = JSON.stringify({ token, email: 'ann@acme.example', name: 'Ann', password: 'correct horse battery' });
  const headers = { 'content-type': 'application/json', origin: base };
  return (await fetch(`${base}/console/api/set-up`, { method: 'POST', headers, body })).status;
}

it('prints the address of the running server, and a link to it that works', async () => {
  const server = await serve('--data', data);
  await succeed('plans', 'set', 'pro', '--credits', '10', '--rps', '5', '--data', data);
  await succeed('accounts', 'create', 'acme', '--plan', 'pro', '--data', data);
  const printed = /http\S+set-up#token=\S+/.exec(server.said())?.[0] ?? '';
  const invited = await linkNow('members', 'invite', 'bob@acme.example', '--account', 'acme');
  expect(invited.link.startsWith(`${server.base}/invite#token=`)).toBe(true);
  const again = await linkNow('members', 'invite', 'bob@acme.example', '--account', 'acme', '--port', '7777');
  expect(again.link.startsWith(`${server.base}/`)).toBe(true);
  expect(again.stderr).toContain('earlier invitation for bob@acme.example is no longer valid');
  const { link } = await linkNow('dashboard', 'link');
  expect(link.startsWith(`${server.base}/set-up#token=`)).toBe(true);
  // A newer link does not invalidate the link of the start. The first operator invalidates all other links.
  expect(await open(server.base, printed)).toBe(200);
  expect(await open(server.base, link)).toBe(404);
  await server.end('SIGKILL');
});

it('ignores the file of a killed server, and reports that no server runs', async () => {
  expect(existsSync(join(data, 'serve.json'))).toBe(true);
  const after = await linkNow('dashboard', 'link');
  expect(after.link.startsWith('http://127.0.0.1:8080/')).toBe(true);
  expect(after.stderr).toContain('no server runs');
  const next = await serve('--data', data);
  expect((await linkNow('dashboard', 'link')).link.startsWith(`${next.base}/`)).toBe(true);
  expect(await next.end('SIGTERM')).toBe(0);
  expect(existsSync(join(data, 'serve.json'))).toBe(false);
});

// `cardfile health`: the health check for containers and services.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { runHere } from '../support/command.ts';
import { endServers, run, serve } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-health-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(endServers);

it('reports a server, whether it is ready, and its absence', async () => {
  const data = join(folder, 'data');
  const server = await serve('--data', data, '--log-level', 'silent');
  const { port } = new URL(server.base);
  const health = (...args: string[]) => runHere('health', '--port', port, ...args);
  const answer = { address: server.base, status: 'ok' };
  expect(await run('health', '--port', port, '--json')).toEqual({
    code: 0,
    stdout: `${JSON.stringify(answer)}\n`,
    stderr: '',
  });
  // The server listens on all addresses, as in a container; the check uses loopback.
  expect(await health('--host', '0.0.0.0')).toMatchObject({ code: 0 });
  expect(await health('--ready')).toMatchObject({ code: 0 });

  rmSync(join(data, 'catalog.db'));
  // A loaded machine may answer "the catalog does not respond" first.
  await expect
    .poll(async () => (await health('--ready')).stderr)
    .toMatch(/^error: http:\/\/127\.0\.0\.1:\d+\/readyz: .*catalog\.db/);
  expect(await health('--ready')).toMatchObject({ code: 1 });
  expect(await health()).toMatchObject({ code: 0 });

  expect(await server.end('SIGTERM')).toBe(0);
  const gone = await health();
  expect(gone).toMatchObject({ code: 1, stdout: '' });
  expect(gone.stderr).toContain('no Cardfile server answers there; start one with `cardfile serve`');
});

it('does not mistake another server for Cardfile', async () => {
  const other = createServer((_, response) => response.end('{"status": "fine"}')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await runHere('health', '--port', String(port));
  other.close();
  expect(code).toBe(1);
  expect(stderr).toContain('answers with status 200, so it is not Cardfile');
});

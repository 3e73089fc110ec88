// OWASP API4:2023, unrestricted resource consumption, by number: ten thousand idle connections cost the running
// program little memory, delay no caller, and do not delay its end.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, endServers, type RunningServer, serve, succeed } from '../support/program.ts';

const CONNECTIONS = 10_000;
/** More connections at once would overflow the accept queue of the listening socket. */
const AT_ONCE = 200;
/** Files that either process opens in addition to its connections. */
const OTHER_FILES = 500;
const KIB_EACH_MAX = 20;

const filesMax = (process.report.getReport() as { userLimits: { open_files: { soft: number | 'unlimited' } } })
  .userLimits.open_files.soft;
const isPossible = filesMax === 'unlimited' || filesMax >= CONNECTIONS + OTHER_FILES;
if (!isPossible)
  console.warn(`SKIPPED: ${CONNECTIONS} idle connections need ulimit -n ${CONNECTIONS + OTHER_FILES}, not ${filesMax}`);

const data = mkdtempSync(join(tmpdir(), 'cardfile-idle-'));
let server: RunningServer;
let key: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  if (!isPossible) return;
  await succeed('plans', 'set', 'p', '--credits', '1000', '--rps', '1000', '--data', data);
  await succeed('accounts', 'create', 'a', '--plan', 'p', '--data', data);
  key = (await succeed('keys', 'create', '--account', 'a', '--data', data)).trim();
  server = await serve('--data', data);
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  endServers();
  rmSync(data, { recursive: true });
});

const currentDate = () => call(server.base, key, '/v2/utils/current-date', { region: 'UTC' });

/** Opens a connection and completes its first call, so that it stays open idle. */
async function openIdle(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
}

/** Resident memory of the program. */
async function residentKib(): Promise<number> {
  const text = await (await fetch(`${server.base}/metrics`)).text();
  const [, bytes] = /^cardfile_resident_memory_bytes (\d+)$/m.exec(text) ?? [];
  return Number(bytes) / 1024;
}

describe.skipIf(!isPossible)(`${CONNECTIONS} idle connections`, () => {
  it('cost little memory each, and delay no caller', async () => {
    const port = Number(new URL(server.base).port);
    expect((await currentDate()).status).toBe(200);
    const before = await residentKib();
    for (let opened = 0; opened < CONNECTIONS; opened += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => openIdle(port)));
    expect(((await residentKib()) - before) / CONNECTIONS).toBeLessThan(KIB_EACH_MAX);
    const startedMs = performance.now();
    for (let turn = 0; turn < 20; turn += 1) expect((await currentDate()).status).toBe(200);
    expect(performance.now() - startedMs).toBeLessThan(15_000);
    expect(sockets.filter((socket) => socket.destroyed)).toHaveLength(0);
  });

  it('close with the program, which does not wait for them', async () => {
    const startedMs = performance.now();
    expect(await server.end('SIGTERM')).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });
});

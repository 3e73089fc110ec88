// The launcher on an older Node runs the server as a separate process. It forwards signals, and the server ends with
// the launcher, and with npm.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SERVER_FLAGS } from '../../bin/server-flags.js';
import { BIN } from '../support/command.ts';
import { olderNode } from '../support/older-node.ts';
import { call, endServers, freePort, runBy, serve, serveBy } from '../support/program.ts';
import { makeWorld, type World } from './world.ts';

const node = olderNode();
if (node === null) console.warn('SKIPPED: the launcher on an older Node: there is no older Node at /usr/bin/node');

let world: World;
beforeAll(async () => {
  world = await makeWorld(mkdtempSync(join(tmpdir(), 'cardfile-launcher-')));
});
afterAll(() => rmSync(world.folder, { recursive: true }));
afterEach(endServers);

/** Child processes of a process. */
function childrenOf(pid: number | undefined): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [Number(line)]));
}

/** The server process of a launcher. */
function serverOf(launcher: number | undefined): number {
  const [pid] = childrenOf(launcher);
  // A signal to process 0 would reach this process itself.
  if (!pid) throw new Error('the launcher has no server');
  return pid;
}

const isThere = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');

describe.skipIf(node === null)('a launcher on an older Node', () => {
  const launch = { node: node ?? '' };
  const start = (...args: string[]) => serveBy(launch, '--data', world.folder, '--log-level', 'silent', ...args);

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'forwards %s, and ends with 0 when the server has drained',
    async (signal) => {
      const server = await start();
      const pid = serverOf(server.child.pid);
      expect(isThere(pid)).toBe(true);
      expect(await server.end(signal)).toBe(0);
      expect(isThere(pid)).toBe(false);
    },
  );

  it('ends the server when it is killed, and releases the data folder', async () => {
    const server = await start();
    const pid = serverOf(server.child.pid);
    expect((await call(server.base, world.keys.plain, '/v2/account/key-info', null)).status).toBe(200);
    await server.end('SIGKILL');
    await expect.poll(() => isThere(pid)).toBe(false);
    const again = await serve('--data', world.folder, '--log-level', 'silent');
    expect(await again.end('SIGTERM')).toBe(0);
  });

  it.each([300, 900])('ends the server when it is killed %d ms into its start', async (afterMs) => {
    // The main thread is idle while the other threads start, but must still detect the end of the launcher.
    const starting = start('--workers', '2').catch(() => null);
    const launchers = () => childrenOf(process.pid).filter((pid) => commandOf(pid).startsWith(launch.node));
    const servers = () => launchers().flatMap(childrenOf);
    await expect.poll(() => servers().length).toBe(1);
    await sleep(afterMs);
    const started = servers();
    expect(started).toHaveLength(1);
    for (const pid of launchers()) process.kill(pid, 'SIGKILL');
    await starting;
    await expect.poll(() => started.some(isThere)).toBe(false);
  });

  it('ends by the same signal that killed the server', async () => {
    const server = await start();
    const pid = serverOf(server.child.pid);
    const exited = new Promise((resolve) => server.child.once('exit', (_code, signal) => resolve(signal)));
    process.kill(pid, 'SIGKILL');
    expect(await exited).toBe('SIGKILL');
  });

  it('ends with 1 when the server cannot start', async () => {
    const server = await start();
    const { code, stderr } = await runBy(launch, 'serve', '--data', world.folder, '--log-level', 'silent');
    expect(stderr).toContain('is in use by another server');
    expect(code).toBe(1);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('ends with the exit status of the command', async () => {
    expect((await runBy(launch, 'frobnicate')).code).toBe(2);
    expect((await runBy(launch, 'accounts', 'list', '--data', world.folder)).code).toBe(0);
  });
});

describe('a server that npm starts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-npm-'));
  let npm: ChildProcess | null = null;
  let server = 0;
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => {
    npm?.kill('SIGKILL');
    if (server !== 0 && isThere(server)) process.kill(server, 'SIGKILL');
  });

  /** Starts the server by a script, and resolves with its id when it is ready. */
  async function start(nodePath: string, { after = '', env = process.env } = {}): Promise<number> {
    const port = await freePort();
    const script = `"${nodePath}" "${BIN}" serve --port ${port} --data "${world.folder}" --log-level silent ${after}`;
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { serve: script } }));
    npm = spawn('npm', ['run', 'serve'], { cwd: folder, stdio: 'ignore', env });
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
    const listed = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    // The server is the last one: a launcher and a shell come before it.
    const line = listed.findLast((one) => one.includes(`serve --port ${port}`));
    return Number.parseInt(line ?? '', 10);
  }

  it.each([['SIGTERM', process.execPath] as const, ['SIGKILL', node ?? process.execPath] as const])(
    'ends with npm after %s, by %s',
    async (signal, nodePath) => {
      server = await start(nodePath);
      npm?.kill(signal);
      await expect.poll(() => isThere(server), { timeout: 15_000 }).toBe(false);
    },
  );

  it.skipIf(process.platform !== 'linux')('ends with npm where the command ps is missing', async () => {
    const programs = join(folder, 'bin');
    mkdirSync(programs);
    for (const name of ['npm', 'node', 'sh'])
      symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(programs, name));
    server = await start(process.execPath, { env: { ...process.env, PATH: programs } });
    npm?.kill('SIGKILL');
    await expect.poll(() => isThere(server), { timeout: 15_000 }).toBe(false);
  });

  it('in the background outlives npm', async () => {
    server = await start(process.execPath, { after: '& wait' });
    npm?.kill('SIGKILL');
    await sleep(1500);
    expect(isThere(server)).toBe(true);
  });
});

describe.skipIf(process.platform !== 'linux')('a server', () => {
  const memoryOf = (pid: number | undefined) => {
    const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
    return { flags: read('cmdline'), arenas: read('environ').find((one) => one.startsWith('MALLOC_ARENA_MAX=')) };
  };

  it('is the started process, with settings that keep its memory flat', async () => {
    const server = await serve('--data', world.folder, '--log-level', 'silent');
    expect(memoryOf(server.child.pid)).toEqual({
      flags: expect.arrayContaining([...SERVER_FLAGS]),
      arenas: 'MALLOC_ARENA_MAX=2',
    });
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it.skipIf(node === null)('of an older launcher has these settings, too', async () => {
    const server = await serveBy({ node: node ?? '' }, '--data', world.folder, '--log-level', 'silent');
    expect(memoryOf(serverOf(server.child.pid)).arenas).toBe('MALLOC_ARENA_MAX=2');
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

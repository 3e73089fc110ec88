// Starts the machine's Valkey or Redis for a test, in a temporary folder, on loopback, without files.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './program.ts';

const NAMES = ['valkey-server', 'redis-server'];
const STARTS_WITHIN_MS = 10_000;

export interface RedisServer {
  readonly url: string;
  /** Kills the process, as a power loss would: it loses all data. */
  kill(): Promise<void>;
  /** Starts it again, empty. */
  start(): Promise<void>;
  /** SIGSTOP and SIGCONT: a frozen server keeps its connections, but does not answer. */
  freeze(isFrozen: boolean): void;
  remove(): Promise<void>;
}

/** The path of the program; null if none is installed. */
function programPath(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/usr/local/bin'];
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  if (found !== undefined) return found;
  const missing = 'no valkey-server or redis-server is installed: the tests of shared rate limits are SKIPPED';
  if (process.env['CARDFILE_REDIS'] === 'required') throw new Error(missing);
  console.warn(`\n${missing}; install Debian's redis-server\n`);
  return null;
}

/** Whether a test can start a server; prints a warning otherwise. */
export const hasRedis = programPath() !== null;

export async function startRedis(): Promise<RedisServer> {
  const path = programPath();
  if (path === null) throw new Error('check hasRedis first');
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-redis-'));
  const port = await freePort();
  let child: ChildProcess;
  let exited: Promise<unknown>;
  const start = async () => {
    const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
    child = spawn(path, flags, { stdio: 'ignore' });
    exited = new Promise((resolve) => child.once('exit', resolve));
    await accepting(port);
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    ...{ url: `redis://127.0.0.1:${port}`, start, kill },
    freeze: (isFrozen) => void child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    remove: async () => {
      if (child.exitCode === null && child.signalCode === null) await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepting(port: number): Promise<void> {
  const until = performance.now() + STARTS_WITHIN_MS;
  for (;;) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isThere) return;
    if (performance.now() > until) throw new Error('the store of rate limits does not start');
    await sleep(20);
  }
}

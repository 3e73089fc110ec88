// Starts a PostgreSQL for the tests, once per run: Debian's package, in a temporary folder, on loopback.
// CARDFILE_TEST_DATABASE names a server that runs already. Without either, the tests that need one are skipped with a
// warning.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL whose user may create schemas; null if there is none. */
    readonly postgresUrl: string | null;
    /** Whether that is the coordinator of a Citus cluster. */
    readonly isCluster: boolean;
  }
}

const DEBIAN = '/usr/lib/postgresql';
const STARTS_WITHIN_MS = 20_000;

/** A server that a test may end and start again. */
export interface PostgresServer {
  readonly url: string;
  /** The process id of its main process. */
  readonly pid: () => number;
  /** Kills the process, as a power loss would. */
  kill(): Promise<void>;
  /** Starts it again with the same data. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** The folder of the newest installed binaries; null if there are none. */
function binaries(): string | null {
  if (!existsSync(DEBIAN)) return null;
  const majors = readdirSync(DEBIAN).filter((major) => existsSync(join(DEBIAN, major, 'bin', 'initdb')));
  const newest = majors.map(Number).sort((a, b) => b - a)[0];
  return newest === undefined ? null : join(DEBIAN, String(newest), 'bin');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL does not run as root. If this user is root, the user of the package is used. */
function serverUser(): User {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

interface PostgresOptions {
  /** Whether writes are as durable as in production, which is slower. */
  readonly isDurable?: boolean;
  /** The folder of the binaries; by default the newest installed ones. */
  readonly bin?: string | null;
  readonly settings?: Readonly<Record<string, string | number>>;
}

/** Starts a new server; null if none is installed. */
export async function startPostgres({
  isDurable = false,
  bin = binaries(),
  settings: given = {},
}: PostgresOptions = {}): Promise<PostgresServer | null> {
  if (bin === null) return null;
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { ...process.env, HOME: folder }, stdio: 'ignore' as const };
  const initial = ['-D', data, '-U', 'cardfile', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(bin, 'initdb'), initial, options);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...given,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = `postgres://cardfile@127.0.0.1:${port}/postgres`;
  let child: ChildProcess;
  let exited: Promise<unknown>;
  const start = async () => {
    child = spawn(join(bin, 'postgres'), ['-D', data, ...flags], options);
    exited = new Promise((resolve) => child.once('exit', resolve));
    await answering(url);
  };
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  await start();
  return {
    ...{ url, start },
    pid: () => child.pid ?? 0,
    kill: () => end('SIGKILL'),
    remove: async () => {
      if (child.exitCode === null && child.signalCode === null) await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(url: string): Promise<void> {
  const until = performance.now() + STARTS_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => {});
      if (performance.now() > until) throw error;
      await sleep(25);
    }
  }
}

async function hasCitus(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  await client.end();
  return rows.length > 0;
}

/** Vitest calls this function before the first test file, and the returned function after the last one. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['CARDFILE_TEST_DATABASE'];
  const server = given ? null : await startPostgres();
  if (!given && server === null) {
    const missing = 'no PostgreSQL is installed: the tests of accounts and members in PostgreSQL are SKIPPED';
    if (process.env['CARDFILE_POSTGRES'] === 'required') throw new Error(missing);
    console.warn(`\n${missing}; install Debian's postgresql, or set CARDFILE_TEST_DATABASE\n`);
  }
  const url = given || server?.url || null;
  project.provide('postgresUrl', url);
  project.provide('isCluster', url !== null && (await hasCitus(url)));
  return async () => server?.remove();
}

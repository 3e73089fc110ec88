// The built program as a user runs it: processes started by bin/cardfile, which tests use to import, call, kill and
// restart.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { BIN, runHere } from './command.ts';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Options for starting a process; by default with this Node, as this user, with pipes. */
export interface Launch {
  /** The Node that runs the launcher. */
  readonly node?: string;
  /** The launcher; by default the one of this clone. */
  readonly bin?: string;
  readonly uid?: number;
  /** File descriptor for standard error. */
  readonly stderr?: number;
  /** Both output pipes are closed, so that the output is not read. */
  readonly isUnread?: boolean;
  /** The process is killed after this time. */
  readonly limitMs?: number;
  /** Settings in addition to the environment of the test. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the command line. */
function start(
  { node = process.execPath, bin = BIN, stderr, uid, limitMs = 0, env = {} }: Launch,
  args: readonly string[],
): ChildProcess {
  const user = uid ? { uid, gid: uid } : {};
  const limit = { timeout: limitMs, killSignal: 'SIGKILL' as const };
  const options = { ...user, ...limit, env: { ...process.env, ...env } };
  return spawn(node, [bin, ...args], { stdio: ['pipe', 'pipe', stderr ?? 'pipe'], ...options });
}

/** Runs the command line to its end. */
export function run(...args: string[]): Promise<Finished> {
  return runBy({}, ...args);
}

/** Runs the command line to its end, started with these options. */
export async function runBy(launch: Launch, ...args: string[]): Promise<Finished> {
  const child = start(launch, args);
  child.stdin?.end();
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => (output.stdout += chunk));
  child.stderr?.on('data', (chunk) => (output.stderr += chunk));
  if (launch.isUnread) for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  const [code] = await once(child, 'close');
  return { code: code as number | null, ...output };
}

/**
 * Runs the command line and requires success. While a server runs, the command is a separate process, because the build
 * of an edition lowers the priority of its process.
 */
export async function succeed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await (running.size === 0 ? runHere : run)(...args);
  if (code !== 0) throw new Error(`cardfile ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

export interface RunningServer {
  readonly child: ChildProcess;
  readonly base: string;
  /** Standard error so far. */
  readonly said: () => string;
  /** Standard output so far. */
  readonly printed: () => string;
  /** Sends a signal, and resolves with the exit code; null for a signal that the process did not catch. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** A port that was just free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const running = new Set<ChildProcess>();

/** Ends the servers that a failed test left running. */
export function endServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts `serve` and waits until it serves. */
export function serve(...args: string[]): Promise<RunningServer> {
  return serveBy({}, ...args);
}

/** Starts `serve` with these options and waits until it serves. */
export async function serveBy(launch: Launch, ...args: string[]): Promise<RunningServer> {
  const port = await freePort();
  const child = start(launch, ['serve', '--port', String(port), ...args]);
  running.add(child);
  child.once('exit', () => running.delete(child));
  let said = '';
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  child.stderr?.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk: string) => {
      said += chunk;
      if (said.includes('Cardfile serves at')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${said}`)));
    if (!child.stderr) isReady(port).then(resolve, reject);
  });
  const end = async (signal: NodeJS.Signals) => {
    const closed = once(child, 'exit');
    child.kill(signal);
    const [code] = await closed;
    return code as number | null;
  };
  return { child, base: `http://127.0.0.1:${port}`, said: () => said, printed: () => printed, end };
}

async function isReady(port: number): Promise<void> {
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (ready?.ok) return;
    await sleep(50);
  }
}

/** One call of the API. */
export async function call(base: string, key: string, path: string, body: unknown) {
  const answer = await fetch(base + path, {
    method: body === null ? 'GET' : 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads an answer of any endpoint
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
}

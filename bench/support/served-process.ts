// A server of the product as users start it, in a separate process: default settings, default log level, the log in a
// file. Memory and processor time are the values that Linux reports for the process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../bin/cardfile', import.meta.url));
const POLL_MS = 5;
/** Linux counts processor time in ticks of a hundredth of a second. */
const TICK_MS = 10;

export interface Memory {
  /** Resident megabytes; the private part of them (not mapped from files); and the peak. */
  readonly resident: number;
  readonly own: number;
  readonly most: number;
}

export class ServedProcess {
  readonly port: number;
  readonly child: ChildProcess;
  readonly #kill = () => void this.child.kill();

  constructor(child: ChildProcess, port: number) {
    this.child = child;
    this.port = port;
    process.once('exit', this.#kill);
  }

  /** Milliseconds of processor time of all threads so far. */
  cpuMs(): number {
    const stat = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8');
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return (user + system) * TICK_MS;
  }

  memory(): Memory {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    const megabytes = (name: string) =>
      Math.round((Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024) / 1e6);
    return { resident: megabytes('VmRSS'), own: megabytes('RssAnon'), most: megabytes('VmHWM') };
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
    process.off('exit', this.#kill);
  }
}

interface ServeOptions {
  readonly log: string;
  readonly options?: readonly string[];
  /** The launcher; by default the launcher of this clone. */
  readonly program?: string;
}

/**
 * Starts a server on a data folder; `log` is the file of its log. Returns it with the milliseconds until it was ready.
 */
export async function serve(
  folder: string,
  { log, options = [], program = PROGRAM }: ServeOptions,
): Promise<{ readonly served: ServedProcess; readonly readyMs: number }> {
  const port = 30_000 + (process.pid % 10_000);
  const out = openSync(log, 'a');
  const startedMs = performance.now();
  const args = [program, 'serve', '--data', folder, '--port', String(port), ...options];
  const served = new ServedProcess(spawn(process.execPath, args, { stdio: ['ignore', out, out] }), port);
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (served.child.exitCode !== null) throw new Error(`the server ended with ${served.child.exitCode}: see ${log}`);
    await sleep(POLL_MS);
  }
  return { served, readyMs: performance.now() - startedMs };
}

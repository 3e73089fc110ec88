// Detects the end of the process that started this one: the launcher on an older Node, or npm. npm forwards a signal to
// its shell only, which ends without forwarding it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const CHECK_MS = 500;

/** Calls `act` once when a process that started this one has ended. Returns a function that ends the detection. */
export function onLauncherEnd(act: () => void): () => void {
  const starters = startersFrom(process.env['npm_lifecycle_script']);
  const timer = setInterval(() => starters.every(isRunning) || ended(), CHECK_MS).unref();
  const end = () => {
    clearInterval(timer);
    process.off('disconnect', ended);
  };
  const ended = () => {
    end();
    act();
  };
  process.on('disconnect', ended);
  // Without a launcher, `connected` is undefined.
  if (process.connected === false) ended();
  return end;
}

/**
 * The ids of npm and of its shell, if they started this process; none if the script of npm starts processes that may
 * outlive it.
 */
function startersFrom(script: string | undefined): readonly number[] {
  if (script === undefined || /(?<!&)&(?!&)/.test(script)) return [];
  try {
    // Between npm and this process is the launcher, if there is one.
    const starter = process.connected ? ofProcess(process.ppid).parent : process.ppid;
    const { parent, command } = ofProcess(starter);
    if (isNpm(command)) return [starter];
    return /^\S+ -c /.test(command) && isNpm(ofProcess(parent).command) ? [starter, parent] : [];
  } catch {
    // One of the processes has already ended.
    return [];
  }
}

const isNpm = (command: string) => command.startsWith('npm ');

function ofProcess(pid: number): { readonly parent: number; readonly command: string } {
  // Containers often have no `ps`.
  if (process.platform === 'linux') {
    // The name of the program is in parentheses, and may contain any character.
    const [, parent] = /\) \S (\d+) [^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') };
  }
  const line = execFileSync('ps', ['-o', 'ppid=', '-o', 'args=', '-p', String(pid)], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const [, parent, command = ''] = /^\s*(\d+)\s+(.*)/.exec(line) ?? [];
  return { parent: Number(parent), command };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

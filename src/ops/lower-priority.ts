// Lowers the priority of background threads below that of threads that answer calls, in this process and in others.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * Gives this thread, or on the main thread the whole process, a lower priority, permanently. Work takes as long as
 * before if a processor is free. Does nothing on other threads if the system has no priorities per thread.
 */
export function stepBack(): void {
  if (isMainThread || process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

/** The name of the threads in which V8 compiles. */
const COMPILER = 'V8Worker';
const TASKS = '/proc/self/task';

/**
 * Gives the threads in which V8 compiles the lowest priority: where processors are scarce, each of them would take one
 * for 4 ms at a time from threads that answer calls. Does nothing on systems that do not list the threads of a process.
 */
export function putCompilersBehind(): void {
  if (!existsSync(TASKS)) return;
  for (const id of readdirSync(TASKS)) {
    if (nameOf(id) === COMPILER) setPriority(Number(id), constants.priority.PRIORITY_LOW);
  }
}

/** Null if the thread has ended. */
function nameOf(id: string): string | null {
  try {
    return readFileSync(`${TASKS}/${id}/comm`, 'utf8').trim();
  } catch {
    return null;
  }
}

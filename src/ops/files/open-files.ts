// The limit of open files of this process: files, threads and connections count towards it.
import { readFileSync } from 'node:fs';

/** An idle server has about 100 files open; each connection is one more. */
const ENOUGH_OPEN_FILES = 1024;

/** The hard limit, to which Node raises the soft one, if it is too low for a server; else, or if unknown, null. */
export function lowOpenFilesLimit(): number | null {
  const [, text] = /^Max open files +\S+ +(\d+)/m.exec(processLimits()) ?? [];
  const limit = Number(text ?? Number.POSITIVE_INFINITY);
  return limit < ENOUGH_OPEN_FILES ? limit : null;
}

function processLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    // Only Linux has this file.
    return '';
  }
}

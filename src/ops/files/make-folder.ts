// Creates folders. Node's recursive mkdir loops forever on file systems, such as /proc, which report the parent of a
// new folder as missing although it exists.
import { existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its missing parents, and returns the created folders, outermost first. If it fails, it removes
 * those it created.
 */
export function makeFolder(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let each = resolve(folder); !existsSync(each); each = dirname(each)) missing.unshift(each);
  if (missing.length === 0) demandFolder(folder, 'ENOTDIR');
  const made: string[] = [];
  try {
    for (const each of missing) if (makeOne(each)) made.push(each);
  } catch (error) {
    removeMade(made);
    throw error;
  }
  return made;
}

/** Removes those of the folders that are empty. */
export function removeMade(made: readonly string[]): void {
  try {
    for (const each of made.toReversed()) rmdirSync(each);
  } catch {
    // The folder contains files of another process.
  }
}

/** Returns false if another process has created it in the meantime. */
function makeOne(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    demandFolder(folder, 'EEXIST');
    return false;
  }
}

function demandFolder(path: string, code: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw Object.assign(new Error(`${code}: not a folder, mkdir '${path}'`), { code, path, syscall: 'mkdir' });
}

// Creates folders. Node's recursive mkdir loops forever on file systems, such as /proc, which report the parent of a
// new folder as missing although it exists.
import { existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its missing parents, and returns the created folders, outermost first. If it fails, it removes
 * those it created.
 */
export function createFolder(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let each = resolve(folder); !existsSync(each); each = dirname(each)) missing.unshift(each);
  if (missing.length === 0) requireFolder(folder, 'ENOTDIR');
  const created: string[] = [];
  try {
    for (const each of missing) if (createOne(each)) created.push(each);
  } catch (error) {
    removeCreated(created);
    throw error;
  }
  return created;
}

/** Removes those of the folders that are empty. */
export function removeCreated(created: readonly string[]): void {
  try {
    for (const each of created.toReversed()) rmdirSync(each);
  } catch {
    // The folder contains files of another process.
  }
}

/** Returns false if another process has created it in the meantime. */
function createOne(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    requireFolder(folder, 'EEXIST');
    return false;
  }
}

function requireFolder(path: string, code: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw Object.assign(new Error(`${code}: not a folder, mkdir '${path}'`), { code, path, syscall: 'mkdir' });
}

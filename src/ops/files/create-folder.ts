// Creates folders. Node's recursive mkdir loops forever on file systems, such as /proc, which report the parent of a
// new folder as missing although it exists.
import { existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** For folders with contacts or secrets: other users cannot open them, whatever the umask. */
const PRIVATE = 0o700;

/**
 * Creates a folder and its missing parents, and returns the created folders, outermost first. If it fails, it removes
 * those it created.
 */
export function createFolder(folder: string): readonly string[] {
  return createWith(folder, {});
}

/** As createFolder, for this user only. Its parents have the permissions of the umask. */
export function createPrivateFolder(folder: string): readonly string[] {
  return createWith(folder, { mode: PRIVATE });
}

function createWith(folder: string, options: { readonly mode?: number }): readonly string[] {
  const missing: string[] = [];
  for (let each = resolve(folder); !existsSync(each); each = dirname(each)) missing.unshift(each);
  if (missing.length === 0) requireFolder(folder, 'ENOTDIR');
  const created: string[] = [];
  try {
    for (const [index, each] of missing.entries())
      if (createOne(each, index === missing.length - 1 ? options : {})) created.push(each);
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
function createOne(folder: string, options: { readonly mode?: number }): boolean {
  try {
    mkdirSync(folder, options);
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

// The lock of a folder that a command writes: two commands would remove each other's files.
import { rmSync } from 'node:fs';
import { OperatorError } from '../operator-error.ts';
import { removeCreated } from './create-folder.ts';
import { acquireLock, CONTENTION_MS, type ExclusiveLock } from './exclusive-lock.ts';

interface Target {
  readonly folder: string;
  /** The file of the lock (default: next to the folder), which the release removes. */
  readonly file?: string;
  /** Folders that were created for the target. They are removed if another process has the lock. */
  readonly made: readonly string[];
}

/** Locks a target and returns the release of the lock. Throws an OperatorError if another process has it. */
export function lockTarget({ folder, file = `${folder}.lock`, made }: Target): () => void {
  let lock: ExclusiveLock | null = null;
  try {
    lock = acquireLock(file, { waitMs: CONTENTION_MS });
    if (lock === null)
      throw new OperatorError(`another command writes ${folder}: wait until it is done, or choose another folder`);
  } catch (error) {
    removeCreated(made);
    throw error;
  }
  const { release } = lock;
  let isHeld = true;
  return () => {
    if (isHeld) rmSync(file, { force: true });
    isHeld = false;
    release();
  };
}

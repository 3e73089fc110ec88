// One rule for the target folder of backup, restore and export: a folder that is not empty is rejected. With --force,
// only files of the same kind are replaced. One backup or export at a time writes into a folder.
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { ConfigError } from '../../app/config.ts';
import { removeCreated } from '../../ops/files/create-folder.ts';
import { acquireLock, CONTENTION_MS, type ExclusiveLock } from '../../ops/files/exclusive-lock.ts';
import { OperatorError } from '../../ops/operator-error.ts';

/** Temporary content of a folder, which an interrupted attempt may leave behind. */
export const PARTIAL = '.partial';

interface TargetFolder {
  readonly folder: string;
  /** Replaces existing files. */
  readonly force: boolean;
  /** Names that --force may replace. */
  readonly mayReplace: (name: string) => boolean;
  /** Names that do not count as content of the folder. */
  readonly mayLie?: (name: string) => boolean;
  /** Advice without --force. */
  readonly remedy: string;
}

/** Throws a ConfigError if the folder must not be written to. Changes nothing. */
export function requireTargetFolder({ folder, force, mayReplace, mayLie = () => false, remedy }: TargetFolder): void {
  if (!existsSync(folder)) {
    // A dangling link is no folder, and no folder can be created at its path.
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return;
    throw new ConfigError(`${folder} is a broken link; choose another folder`);
  }
  const names = readdirSync(folder).filter((name) => !mayLie(name));
  if (names.length === 0) return;
  if (!force) throw new ConfigError(`${folder} is not empty; ${remedy}, or replace its contents with --force`);
  const stranger = names.find((name) => !mayReplace(name));
  if (stranger !== undefined) {
    throw new ConfigError(`${folder} contains ${stranger}, which --force does not replace; choose another folder`);
  }
}

/**
 * Locks the target: two commands that write into one folder would remove each other's files. Returns the release of the
 * lock. If another process has it, removes the folders `made`, and throws an OperatorError.
 */
export function lockTarget(folder: string, made: readonly string[]): () => void {
  const file = `${folder}.lock`;
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

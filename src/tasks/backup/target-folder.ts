// One rule for the target folder of backup, restore and export: a folder that is not empty is rejected. With --force,
// only files of the same kind are replaced.
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { ConfigError } from '../../app/config.ts';

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

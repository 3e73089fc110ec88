// One rule for the target of backup, restore and export: a folder that is not empty is rejected unless forced; and then
// only files of the same kind are replaced.
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { ConfigError } from '../../app/config.ts';

/** Temporary content of a folder, which an interrupted attempt may leave behind. */
export const PARTIAL = '.partial';

interface TargetFolder {
  readonly folder: string;
  /** Replaces what is there. */
  readonly force: boolean;
  /** Names that --force may replace. */
  readonly mayReplace: (name: string) => boolean;
  /** Names that do not count: the folder is empty with them. */
  readonly mayLie?: (name: string) => boolean;
  /** Advice without --force. */
  readonly remedy: string;
}

/** Throws a ConfigError, and has changed nothing, where the folder may not be written into. */
export function demandTarget({ folder, force, mayReplace, mayLie = () => false, remedy }: TargetFolder): void {
  if (!existsSync(folder)) {
    // A link to nothing is no folder, and none can be made in its place.
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return;
    throw new ConfigError(`${folder} is a link to nothing; choose another folder`);
  }
  const names = readdirSync(folder).filter((name) => !mayLie(name));
  if (names.length === 0) return;
  if (!force) throw new ConfigError(`${folder} is not empty; ${remedy}, or replace its contents with --force`);
  const stranger = names.find((name) => !mayReplace(name));
  if (stranger !== undefined) {
    throw new ConfigError(`${folder} holds ${stranger}, which --force does not replace; choose another folder`);
  }
}

// Notices that an open file was removed or replaced: whoever has it open would go on with one that nobody finds any more.
import { statSync } from 'node:fs';
import { basename } from 'node:path';

/** The files are those that stand under their names now; one that is not there yet is the first that is. */
export class FileIdentity {
  readonly #paths: readonly string[];
  readonly #known = new Map<string, string>();

  constructor(paths: readonly string[]) {
    this.#paths = paths;
    this.changed();
  }

  /** The name of a file that is another one now, or gone; null while all are the same. */
  changed(): string | null {
    let found: string | null = null;
    for (const path of this.#paths) {
      const now = identityOf(path);
      const before = this.#known.get(path);
      if (before === undefined && now !== null) this.#known.set(path, now);
      if (before !== undefined && before !== now) found ??= basename(path);
    }
    return found;
  }
}

/** A database with its write-ahead log and the index of that. */
export function databaseFiles(file: string): readonly string[] {
  return [file, `${file}-wal`, `${file}-shm`];
}

function identityOf(path: string): string | null {
  // As SQLite itself tells one file from another.
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev} ${stat.ino}` : null;
}

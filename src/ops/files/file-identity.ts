// Detects that an open file was removed or replaced, in which case its process would continue to use the unlinked file.
import { statSync } from 'node:fs';
import { basename } from 'node:path';

/** Identifies files by their current inodes. A missing file is identified when it first appears. */
export class FileIdentity {
  readonly #paths: readonly string[];
  readonly #known = new Map<string, string>();

  constructor(paths: readonly string[]) {
    this.#paths = paths;
    this.changed();
  }

  /** The name of a file that was removed or replaced; null if none was. */
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

/** The paths of a database, its write-ahead log and its shared-memory file. */
export function databaseFiles(file: string): readonly string[] {
  return [file, `${file}-wal`, `${file}-shm`];
}

function identityOf(path: string): string | null {
  // SQLite identifies files in the same way.
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev} ${stat.ino}` : null;
}

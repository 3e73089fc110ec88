// Reports the progress of schema migrations of SQLite files. The module has no imports, so that a command can set the
// listener before it knows whether it opens a file.

/** Progress of migrating an existing file to the newest schema. */
export interface Migration {
  readonly file: string;
  /** The counted unit: `steps`, or the rows of one long step. */
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

let listener: (migration: Migration) => void = () => {};

/** Passes progress to the listener of this thread. */
export function reportMigration(migration: Migration): void {
  listener(migration);
}

/**
 * Sets the listener for migrations in this thread; there is none by default. The first command that opens an older file
 * migrates it, so the program decides where the report goes, not the code that opens files.
 */
export function reportMigrationsTo(onMigration: (migration: Migration) => void): void {
  listener = onMigration;
}

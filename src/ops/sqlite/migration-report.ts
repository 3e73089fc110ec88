// The listener to schema migrations of files. The module loads nothing, so that a command may set the listener before
// it knows whether it opens a file.

/** The progress of the migration of an existing file to the newest schema. */
export interface Migration {
  readonly file: string;
  /** The counted unit: `steps`, or the rows of one long step. */
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

let listener: (migration: Migration) => void = () => {};

/** Reports to the listener of this thread. */
export function reportMigration(migration: Migration): void {
  listener(migration);
}

/**
 * Sets the listener to migrations in this thread; until then there is none. The first command that opens an older file
 * migrates it, so the program decides where the report goes, not the code that opens files.
 */
export function reportMigrationsTo(onMigration: (migration: Migration) => void): void {
  listener = onMigration;
}

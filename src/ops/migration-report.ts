// Who is told that a file is brought to the form of this version. It loads nothing, so that a command may name a listener before it
// knows whether it opens a file.

/** How far the tables of a file that is there already are on their way to the newest form. */
export interface Migration {
  readonly file: string;
  /** What is counted: `steps`, or the rows of one that takes long. */
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

let listener: (migration: Migration) => void = () => {};

/** Tells whoever listens in this thread. */
export function tellMigration(migration: Migration): void {
  listener(migration);
}

/**
 * Names who is told that a file is brought to the newest form, in this thread and from now on; until then nobody is. Whichever command
 * opens an older file first has that work, so it is the program's to say where this goes, and not of those who open.
 */
export function tellMigrationsTo(told: (migration: Migration) => void): void {
  listener = told;
}

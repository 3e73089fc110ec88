// Recognizes a lock of another connection. Without imports, so that a thread without SQLite can use it.

/** Whether an error, possibly from another thread, states that a SQLite file is locked. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('SQLITE_BUSY');
}

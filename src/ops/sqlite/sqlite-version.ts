// Checks the version of SQLite before data is written: older versions can corrupt a WAL that several connections write.
import { OperatorError } from '../operator-error.ts';

const OLDEST = [3, 51, 3] as const;

/** Throws if `version`, as reported by SQLite (`3.51.3`), is older than 3.51.3. */
export function assertSqliteVersion(version: string): void {
  const parts = version.split('.').map(Number);
  const difference = OLDEST.map((oldest, index) => (parts[index] ?? 0) - oldest).find((step) => step !== 0) ?? 0;
  if (difference >= 0) return;
  throw new OperatorError(
    `SQLite ${version} can corrupt a database with several writers: ${OLDEST.join('.')} or newer is needed. ` +
      'Run npm ci to install the one that Cardfile pins.',
  );
}

// Converts a failed write to an error with a remedy for the user.
import { fileFault } from '../ops/files/file-fault.ts';
import { ImportError } from './import-error.ts';

const PROBLEMS: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  SQLITE_FULL: ['the disk is full', 'Free some space and repeat the command: it continues after the committed rows.'],
  SQLITE_BUSY: ['the catalog is in use by another import', 'Wait until it has ended and repeat the command.'],
  SQLITE_READONLY: [
    'no permission to write the catalog',
    'Give this user the right to write the data folder and repeat the command.',
  ],
  EACCES: ['no permission to write this file', 'Name another one with --report or --rejects.'],
  EISDIR: ['this is a folder', 'Name a file with --report or --rejects.'],
  ENOENT: ['the folder of this file does not exist', 'Create it, or name another file with --report or --rejects.'],
};
const ALIASES: Readonly<Record<string, string>> = { ENOSPC: 'SQLITE_FULL', EROFS: 'EACCES' };

interface FailedWrite {
  readonly file: string;
  readonly line: number | null;
  readonly cause: unknown;
}

/**
 * An ImportError if the cause is external (disk, permissions, another process). Otherwise returns the cause, which is a
 * bug.
 */
export function writeFault({ file, line, cause }: FailedWrite): unknown {
  const code = String((cause as { code?: unknown } | null)?.code ?? '');
  if (cause instanceof ImportError) return cause;
  const fault = fileFault(cause);
  const known =
    PROBLEMS[ALIASES[code] ?? code.split('_').slice(0, 2).join('_')] ?? (fault && [fault.problem, fault.remedy]);
  return known ? new ImportError({ file, line, problem: known[0], remedy: known[1], cause }) : cause;
}

// Reports a failed command in words or, with --json, as one JSON object on standard error; exit status 1 (failed) or 2
// (wrong use).
import { CommanderError } from 'commander';
import { ConfigError } from '../app/config.ts';
import { fileFault, fileSentence } from '../ops/files/file-fault.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { isStoreUnavailable } from '../ops/store-unavailable.ts';
import { UsageError } from './command-context.ts';
import { colored } from './output.ts';

/** `WRONG_USE`, `WRONG_SETTING`, `NOT_FOUND`, `FAILED`, `INTERNAL`, or the system's own such as `ENOENT`. */
interface Failure {
  readonly status: 0 | 1 | 2;
  readonly code: string;
  readonly message: string;
  /** True if commander has already printed the message. */
  readonly isPrinted?: true;
}

/** Prints the failure and returns the exit status. */
export async function reportFailure(error: unknown, { json }: { readonly json: boolean }): Promise<number> {
  const { status, code, message: reason, isPrinted } = await failureOf(error);
  if (status === 0) return 0;
  const message = code === 'INTERNAL' ? reason : inOneLine(reason);
  if (json) process.stderr.write(`${JSON.stringify({ error: { code, message } })}\n`);
  else if (!isPrinted) process.stderr.write(`${colored('red', 'error:', process.stderr)} ${message}\n`);
  return status;
}

/** Escapes line breaks and other control characters, which a path may contain. */
function inOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}

async function failureOf(error: unknown): Promise<Failure> {
  if (error instanceof CommanderError) return ofCommander(error);
  if (error instanceof UsageError) return { status: 2, code: 'WRONG_USE', message: error.message };
  if (error instanceof ConfigError)
    return { status: error.isOfFlag ? 2 : 1, code: 'WRONG_SETTING', message: error.message };
  const explained = await explainedOf(error);
  if (explained instanceof OperatorError)
    return { status: 1, code: explained.isUnknown ? 'NOT_FOUND' : 'FAILED', message: explained.message };
  if (isStoreUnavailable(explained)) return { status: 1, code: 'FAILED', message: (explained as Error).message };
  if (isSystemError(explained)) {
    const { code = 'FAILED', path, message } = explained;
    if (path !== undefined) return { status: 1, code, message: fileSentence(path, explained) };
    const fault = fileFault(explained);
    return { status: 1, code, message: fault === null ? message : `${fault.problem}. ${fault.remedy}` };
  }
  const text = explained instanceof Error ? (explained.stack ?? explained.message) : String(explained);
  return { status: 1, code: 'INTERNAL', message: text };
}

/** A message of commander in plain words. */
export function plainError(text: string): string {
  return text.replace(/command-argument value ('.*') is invalid for argument '(.*?)'/s, '$1 is not a valid $2');
}

function ofCommander({ code, exitCode, message }: CommanderError): Failure {
  const text =
    code === 'commander.help'
      ? 'no command was given; see --help'
      : plainError(message)
          .replace(/^error: /, '')
          .trimEnd();
  return { status: exitCode === 0 ? 0 : 2, code: 'WRONG_USE', message: text, isPrinted: true };
}

/** Explains errors of SQLite; does not load SQLite for other errors. */
async function explainedOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || error.constructor.name !== 'SqliteError') return error;
  const { explainSqlite } = await import('../ops/sqlite/sqlite-file.ts');
  return explainSqlite(error, 'the store');
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string' && 'syscall' in error;
}

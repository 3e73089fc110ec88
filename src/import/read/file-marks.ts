// Detects files that change during an import. The rows read from such a file are neither its old content nor its new
// content.
import { stat } from 'node:fs/promises';
import { ImportError } from '../import-error.ts';

interface FileMark {
  readonly path: string;
  /** Unchanged as long as the file has the same content. */
  readonly state: string;
}

/** The marks of the given paths. Standard input and pipes have none. */
export async function fileMarks(paths: readonly string[]): Promise<FileMark[]> {
  const marks = await Promise.all(paths.map(async (path) => ({ path, state: await stateOf(path) })));
  return marks.flatMap(({ path, state }) => (state === null ? [] : [{ path, state }]));
}

/** Throws ImportError for the first file that no longer matches its mark. */
export async function requireUnchanged(marks: readonly FileMark[]): Promise<void> {
  for (const { path, state } of marks) {
    if ((await stateOf(path)) === state) continue;
    throw new ImportError({
      file: path,
      line: null,
      problem: 'it changed while it was read, so rows may be missing',
      remedy: 'Wait until it is complete, then import the file again.',
    });
  }
}

async function stateOf(path: string): Promise<string | null> {
  if (path === '-') return null;
  const found = await stat(path, { bigint: true }).catch(() => null);
  if (found === null) return 'gone';
  return found.isFile() ? `${found.ino} ${found.size} ${found.mtimeNs}` : null;
}

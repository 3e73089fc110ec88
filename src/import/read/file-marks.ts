// Tells whether files changed while an import read them: what was read then is neither what they were nor what they are.
import { stat } from 'node:fs/promises';
import { ImportError } from '../import-error.ts';

interface FileMark {
  readonly path: string;
  /** Equal while a file is the same with the same content. */
  readonly state: string;
}

/** The marks of those paths that are files; of standard input and pipes there is nothing to tell. */
export async function fileMarks(paths: readonly string[]): Promise<FileMark[]> {
  const marks = await Promise.all(paths.map(async (path) => ({ path, state: await stateOf(path) })));
  return marks.flatMap(({ path, state }) => (state === null ? [] : [{ path, state }]));
}

/** Throws ImportError for the first file that is not as its mark says. */
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

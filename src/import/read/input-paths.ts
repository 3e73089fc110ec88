// Resolves the arguments of an import to files: files as given, the importable files of folders, and the matches of
// patterns.
import { globSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ImportError } from '../import-error.ts';

/** Extensions of the files that are taken from a folder. */
const READABLE = /\.(?:parquet|xlsx|(?:csv|tsv|tab|txt|json|jsonl|ndjson)(?:\.(?:gz|zst))?)$/i;
const PATTERN = /[*?[{]/;

/**
 * All files of the arguments, each once, in the order of the arguments; the files of one folder or pattern are sorted
 * by name.
 * Skips hidden files, nested folders and files with other extensions; `onSkipped` receives the names of files with
 * other extensions. Throws ImportError if an argument matches no file.
 */
export function inputPaths(given: readonly string[], onSkipped: (path: string) => void = () => {}): string[] {
  const paths = given.flatMap((argument) => {
    const found = argument === '-' ? null : statSync(argument, { throwIfNoEntry: false });
    if (found?.isDirectory()) return filesIn(argument, onSkipped);
    // A file name may look like a pattern.
    return found === undefined && PATTERN.test(argument) ? filesMatching(argument) : [argument];
  });
  // A file that is read twice would have each of its openings twice.
  const distinct = new Map<string, string>();
  for (const path of paths) if (!distinct.has(resolve(path))) distinct.set(resolve(path), path);
  return [...distinct.values()];
}

/** Whether a file comes from a folder among the arguments, not from an argument that names the file. */
export function isFromFolder(path: string, given: readonly string[]): boolean {
  const folder = dirname(resolve(path));
  return !given.includes(path) && given.some((argument) => resolve(argument) === folder);
}

function filesIn(folder: string, onSkipped: (path: string) => void): string[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted();
  for (const name of names) if (!READABLE.test(name)) onSkipped(join(folder, name));
  const readable = names.filter((name) => READABLE.test(name)).map((name) => join(folder, name));
  return filled(readable, { file: folder, problem: 'the folder contains no file to import' });
}

function filesMatching(pattern: string): string[] {
  const paths = globSync(pattern).filter((path) => !statSync(path).isDirectory());
  return filled(paths, { file: pattern, problem: 'no file matches' });
}

function filled(paths: readonly string[], missing: { readonly file: string; readonly problem: string }): string[] {
  if (paths.length > 0) return paths.toSorted();
  const remedy =
    'Files end in .csv, .tsv, .txt, .json, .jsonl or .ndjson, each also with .gz or .zst, or in .parquet or .xlsx.';
  throw new ImportError({ ...missing, line: null, remedy });
}

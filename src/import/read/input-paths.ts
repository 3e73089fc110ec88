// The files that the arguments of an import mean: files as they are, folders by what can be read in them, patterns by what they match.
import { globSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ImportError } from '../import-error.ts';

/** Endings of the files that are taken from a folder. */
const READABLE = /\.(?:parquet|(?:csv|tsv|tab|txt|json|jsonl|ndjson)(?:\.(?:gz|zst))?)$/i;
const PATTERN = /[*?[{]/;

/**
 * All files that are meant, in the order of the arguments; those of one folder or pattern in the order of their names. Hidden files
 * and folders inside a folder are left out, and so are files of other endings: `onSkipped` is told their names. Throws ImportError where an
 * argument means no file.
 */
export function inputPaths(given: readonly string[], onSkipped: (path: string) => void = () => {}): string[] {
  return given.flatMap((argument) => {
    const found = argument === '-' ? null : statSync(argument, { throwIfNoEntry: false });
    if (found?.isDirectory()) return filesIn(argument, onSkipped);
    // A file may have a name that looks like a pattern.
    return found === undefined && PATTERN.test(argument) ? filesMatching(argument) : [argument];
  });
}

/** Whether an argument is the folder in which this file lies: it was not named itself. */
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
  const remedy = 'Files end in .csv, .tsv, .txt, .json, .jsonl or .ndjson, each also with .gz or .zst, or in .parquet.';
  throw new ImportError({ ...missing, line: null, remedy });
}

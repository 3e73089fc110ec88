// Protects the files of an import: writing an output truncates the file first, so it must be neither an input nor
// another output.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ImportError } from './import-error.ts';

export interface OutputFile {
  /** The option that names the file. */
  readonly option: string;
  readonly path: string;
}

/** Throws ImportError for the first output that would overwrite an input or another output. */
export async function requireSeparateFiles(inputs: readonly string[], outputs: readonly OutputFile[]): Promise<void> {
  const uses = new Map<string, string>();
  for (const path of inputs) uses.set(await identityOf(path), 'an input of this import');
  for (const { option, path } of outputs) {
    const identity = await identityOf(path);
    const use = uses.get(identity);
    if (use !== undefined) {
      const remedy = `Name another file with ${option}; nothing was imported.`;
      throw new ImportError({ file: path, line: null, problem: `${option} would overwrite ${use}`, remedy });
    }
    uses.set(identity, `the file of ${option}`);
  }
}

/** Equal for all paths of one file, also for links to it. */
async function identityOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found === null ? resolve(path) : `${found.dev}:${found.ino}`;
}

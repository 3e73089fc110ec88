// Writes generated records as JSON Lines files. The bytes do not depend on the number of threads.
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createFolder, removeCreated } from '../ops/files/create-folder.ts';
import { lockTarget } from '../ops/files/target-lock.ts';
import { OperatorError } from '../ops/operator-error.ts';
import type { GeneratedKind } from './generate.ts';
import { type LineGenerator, localGenerator, threadGenerator } from './line-generator.ts';
import { createWorld, type GenerateOptions } from './world.ts';

/** Progress: the records of one file generated and written so far, and their total. */
export interface GenerateProgress {
  readonly file: string;
  readonly done: number;
  readonly total: number;
}

type GeneratedFiles = Readonly<Record<GeneratedKind, string>>;

const KINDS = ['companies', 'people', 'jobs'] as const;
/** Records generated at a time: some hundred kilobytes. */
const RANGE_RECORDS = 256;
/** Ranges requested ahead from each generator: some megabytes, so that a slow disk does not stop the generation. */
const RANGES_AHEAD = 16;
/** Minimum number of people for which threads are faster. */
const THREADS_FROM = 20_000;
const THREADS_MAX = 4;

/** Throws an OperatorError if a generated file would replace another one. */
function requireNoGenerated(folder: string): void {
  const found = KINDS.map((kind) => fileOf(folder, kind)).find((file) => existsSync(file));
  if (found !== undefined)
    throw new OperatorError(`${found} exists already: name another folder with --out, or replace it with --force`);
}

const fileOf = (folder: string, kind: GeneratedKind) => join(folder, `${kind}.jsonl`);

interface Writing {
  /** False: throws an OperatorError if the folder has a file of these names. */
  readonly replace?: boolean;
  readonly onProgress?: (progress: GenerateProgress) => void;
}

/**
 * Writes `companies.jsonl`, `people.jsonl` and `jobs.jsonl` into `folder`, which is created if it is missing. The files
 * appear under their names when all three are complete; on an error none does. Incomplete files of a process that was
 * killed are removed; one process at a time writes into a folder.
 */
export async function writeGenerated(
  options: GenerateOptions,
  folder: string,
  { replace = true, onProgress = () => {} }: Writing = {},
): Promise<GeneratedFiles> {
  const totals = createWorld(options);
  const made = createFolder(folder);
  const release = lockTarget({ folder, file: join(folder, 'generate.lock'), made });
  const files = Object.fromEntries(KINDS.map((kind) => [kind, fileOf(folder, kind)])) as GeneratedFiles;
  let generators: readonly LineGenerator[] = [];
  try {
    await removePartial(files);
    if (!replace) requireNoGenerated(folder);
    generators = generatorsFor(options);
    for (const kind of KINDS)
      await writeLines(generators, { kind, file: files[kind], total: totals[kind], onProgress });
    for (const file of Object.values(files)) await rename(partialName(file), file);
  } catch (error) {
    await removePartial(files);
    release();
    removeCreated(made);
    throw error;
  } finally {
    release();
    await Promise.all(generators.map((generator) => generator.end()));
  }
  return files;
}

async function removePartial(files: GeneratedFiles): Promise<void> {
  for (const file of Object.values(files)) await rm(partialName(file), { force: true });
}

function generatorsFor(options: GenerateOptions): LineGenerator[] {
  if (options.people < THREADS_FROM) return [localGenerator(options)];
  return Array.from({ length: Math.min(THREADS_MAX, availableParallelism()) }, () => threadGenerator(options));
}

function partialName(file: string): string {
  return `${file}.partial`;
}

interface Target {
  readonly kind: GeneratedKind;
  readonly file: string;
  readonly total: number;
  readonly onProgress: (progress: GenerateProgress) => void;
}

async function writeLines(
  generators: readonly LineGenerator[],
  { kind, file, total, onProgress }: Target,
): Promise<void> {
  const handle = await open(partialName(file), 'w');
  try {
    if (total === 0) onProgress({ file, done: 0, total });
    const pending: Promise<Uint8Array>[] = [];
    let nextStart = 0;
    for (let written = 0; written < total; ) {
      for (; nextStart < total && pending.length < generators.length * RANGES_AHEAD; nextStart += RANGE_RECORDS) {
        const generator = generators[(nextStart / RANGE_RECORDS) % generators.length]!;
        pending.push(generator.generate({ kind, start: nextStart, end: nextStart + RANGE_RECORDS }));
      }
      await handle.appendFile(await pending.shift()!);
      written = Math.min(total, written + RANGE_RECORDS);
      onProgress({ file, done: written, total });
    }
  } finally {
    await handle.close();
  }
}

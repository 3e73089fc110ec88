// Deterministic invented data in the import form: companies, people and openings of a seed, as records or as JSON Lines files.
// Every record depends on seed, sizes and its own index only, so any range of a kind can be made alone.
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCompany } from './company.ts';
import type { GeneratedCompany, GeneratedJob, GeneratedPerson } from './generated-records.ts';
import { makeOpening } from './opening.ts';
import { makePerson } from './person.ts';
import { createWorld, type GenerateOptions, type World } from './world.ts';

/** Indexes from `start` (0 when absent) up to but not including `end` (the number of records when absent). */
interface IndexRange {
  readonly start?: number;
  readonly end?: number;
}

/** How far the writing is: records of one file made and passed to the disk so far, and how many it will have. */
export interface GenerateProgress {
  readonly file: string;
  readonly written: number;
  readonly total: number;
}

interface GeneratedFiles {
  readonly companies: string;
  readonly people: string;
  readonly jobs: string;
}

/** Companies, the largest first. */
export function* generateCompanies(options: GenerateOptions, range: IndexRange = {}): Generator<GeneratedCompany> {
  const world = createWorld(options);
  yield* recordsOf({ world, make: makeCompany, count: world.companies }, range);
}

/** People; their employers are in `generateCompanies` of the same options, save about 1%. */
export function* generatePeople(options: GenerateOptions, range: IndexRange = {}): Generator<GeneratedPerson> {
  const world = createWorld(options);
  yield* recordsOf({ world, make: makePerson, count: world.people }, range);
}

/** Openings; their companies are in `generateCompanies` of the same options, save about 2%. */
export function* generateJobs(options: GenerateOptions, range: IndexRange = {}): Generator<GeneratedJob> {
  const world = createWorld(options);
  yield* recordsOf({ world, make: makeOpening, count: world.jobs }, range);
}

interface Kind<T> {
  readonly world: World;
  readonly make: (world: World, index: number) => T;
  readonly count: number;
}

function* recordsOf<T>({ world, make, count }: Kind<T>, { start = 0, end = count }: IndexRange): Generator<T> {
  for (let index = start; index < Math.min(end, count); index += 1) yield make(world, index);
}

const CHUNK_BYTES = 512 * 1024;
/** Far above what one record takes in any script. */
const RECORD_BYTES_MAX = 32 * 1024;

/**
 * Writes `companies.jsonl`, `people.jsonl` and `jobs.jsonl` into `folder`, which is made where it is missing. The files appear under
 * their names when all three are whole; on an error none does.
 */
export async function writeGenerated(
  options: GenerateOptions,
  folder: string,
  onProgress: (progress: GenerateProgress) => void = () => {},
): Promise<GeneratedFiles> {
  const { companies, people, jobs } = createWorld(options);
  await mkdir(folder, { recursive: true });
  const files = {
    companies: join(folder, 'companies.jsonl'),
    people: join(folder, 'people.jsonl'),
    jobs: join(folder, 'jobs.jsonl'),
  };
  try {
    await writeLines(generateCompanies(options), { file: files.companies, total: companies, onProgress });
    await writeLines(generatePeople(options), { file: files.people, total: people, onProgress });
    await writeLines(generateJobs(options), { file: files.jobs, total: jobs, onProgress });
    for (const file of Object.values(files)) await rename(partialName(file), file);
  } finally {
    for (const file of Object.values(files)) await rm(partialName(file), { force: true });
  }
  return files;
}

function partialName(file: string): string {
  return `${file}.partial`;
}

interface Target {
  readonly file: string;
  readonly total: number;
  readonly onProgress: (progress: GenerateProgress) => void;
}

async function writeLines(records: Iterable<object>, target: Target): Promise<void> {
  const handle = await open(partialName(target.file), 'w');
  try {
    await writeChunks(handle, records, target);
  } finally {
    await handle.close();
  }
}

/** While one chunk is on its way to the disk the next is made: two buffers take turns, and no more is ever in memory. */
async function writeChunks(
  handle: FileHandle,
  records: Iterable<object>,
  { file, total, onProgress }: Target,
): Promise<void> {
  let [filling, leaving] = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)];
  let pending: Promise<void> = Promise.resolve();
  let length = 0;
  let written = 0;
  for (const record of records) {
    // Record by record: the text of most is plain ASCII and copied as it is, which a text of many records never is.
    length += filling.write(`${JSON.stringify(record)}\n`, length);
    written += 1;
    if (length < CHUNK_BYTES - RECORD_BYTES_MAX) continue;
    await pending;
    pending = handle.appendFile(filling.subarray(0, length));
    onProgress({ file, written, total });
    [filling, leaving] = [leaving, filling];
    length = 0;
  }
  await pending;
  await handle.appendFile(filling.subarray(0, length));
  onProgress({ file, written, total });
}

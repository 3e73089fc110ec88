// Uploaded files in the data folder: uploads/ID/ holds upload.json (what it is), content/NAME (its bytes), import.json (its import, once
// begun), rejects (the rows that were refused, in the form of the file) and import.lock (held while it is imported).
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MappingChoices } from '../console/records-port.ts';
import type { KeptReport } from '../import/run-import.ts';
import { acquireLock } from '../ops/exclusive-lock.ts';
import type { Config } from './config.ts';

/** upload.json */
export interface StoredUpload {
  readonly id: string;
  /** As the browser calls it. */
  readonly file: string;
  /** As it is called here. */
  readonly name: string;
  readonly bytes: number;
  readonly uploadedAt: string;
  readonly uploadedBy: string;
}

/** import.json */
export interface StoredImport {
  readonly choices: MappingChoices;
  readonly source: string;
  readonly state: 'waiting' | 'running' | 'indexing' | 'finished' | 'failed';
  readonly startedAt: string;
  readonly startedBy: string;
  readonly finishedAt: string | null;
  readonly rows: number;
  readonly bytesDone: number | null;
  readonly bytesTotal: number | null;
  readonly report: KeptReport | null;
  readonly error: string | null;
}

const ID = /^upl_[0-9a-f]{18}$/;
const NAME_LENGTH_MAX = 100;

const uploadsFolder = (config: Config) => join(config.data, 'uploads');

/** The folder of one upload; null for what is no id. */
export function uploadFolder(config: Config, id: string): string | null {
  return ID.test(id) ? join(uploadsFolder(config), id) : null;
}

/** The upload that a file of the data folder belongs to; null for any other file. */
export function uploadOf(config: Config, path: string): string | null {
  const [id = ''] = path.startsWith(uploadsFolder(config))
    ? path.slice(uploadsFolder(config).length + 1).split('/')
    : [];
  return ID.test(id) ? id : null;
}

export const contentOf = (folder: string, { name }: StoredUpload) => join(folder, 'content', name);
export const rejectsOf = (folder: string) => join(folder, 'rejects');

/** Makes a new one without bytes. */
export async function makeUpload(config: Config, given: Omit<StoredUpload, 'id' | 'name'>): Promise<StoredUpload> {
  const id = `upl_${randomBytes(9).toString('hex')}`;
  const upload = { ...given, id, name: safeName(given.file) };
  const folder = join(uploadsFolder(config), id);
  await mkdir(join(folder, 'content'), { recursive: true });
  await writeFile(contentOf(folder, upload), '');
  await writeJson(join(folder, 'upload.json'), upload);
  return upload;
}

/** The name with its endings, in letters that mean nothing to any system. */
function safeName(file: string): string {
  const name = file
    .replace(/^.*[/\\]/, '')
    .replace(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '')
    .slice(-NAME_LENGTH_MAX);
  return name === '' ? 'file' : name;
}

export async function uploadIds(config: Config): Promise<string[]> {
  const names = await readdir(uploadsFolder(config)).catch(() => []);
  return names.filter((name) => ID.test(name));
}

/** Null where there is none. */
export function readUpload(folder: string): Promise<StoredUpload | null> {
  return readJson<StoredUpload>(join(folder, 'upload.json'));
}

/** Null where none was begun. */
export function readImport(folder: string): Promise<StoredImport | null> {
  return readJson<StoredImport>(join(folder, 'import.json'));
}

export function writeImport(folder: string, state: StoredImport): Promise<void> {
  return writeJson(join(folder, 'import.json'), state);
}

export async function bytesOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Held by the process that imports, and dropped with it; null where another holds it. */
export function lockImport(folder: string, waitMs = 0) {
  return acquireLock(join(folder, 'import.lock'), { waitMs });
}

export async function removeUpload(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(value));
  await rename(`${file}.new`, file);
}

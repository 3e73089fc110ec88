// Uploaded files in the data folder: uploads/ID/ holds upload.json (what it is), content/NAME (its bytes), parts
// (upload-parts.ts), import.json (its import, once begun), rejects (the rejected rows, in the form of the file),
// upload.lock (held during changes of any of these) and import.lock (held while it is imported). Any of them may be
// damaged: damage is returned as a value, never thrown.
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../app/config.ts';
import { createFolder } from '../ops/files/create-folder.ts';
import { syncFolder, writeDurably } from '../ops/files/durable-files.ts';
import { acquireLock } from '../ops/files/exclusive-lock.ts';
import { OperatorError } from '../ops/operator-error.ts';
import {
  type FoundUpload,
  isUploadId,
  newUpload,
  problemsOfImport,
  problemsOfUpload,
  type StoredImport,
  type StoredUpload,
  uploadOfFile,
} from './upload-form.ts';
import { rebuildPartList, receivedBytes } from './upload-parts.ts';

/** Prefix of folders that are being created or removed. Leftovers of a crash are removed later. */
const NEW = '.new-';
const REMOVED = '.removed-';
const LEFT_OVER_MS = 3_600_000;

const uploadsFolder = (config: Config) => join(config.data, 'uploads');

/** The folder of one upload; null for a text that is not an id. */
export function uploadFolder(config: Config, id: string): string | null {
  return isUploadId(id) ? join(uploadsFolder(config), id) : null;
}

export const contentOf = (folder: string, { name }: StoredUpload) => join(folder, 'content', name);
export const rejectsOf = (folder: string) => join(folder, 'rejects');

/** Creates an upload without bytes: it exists completely or not at all. */
export async function makeUpload(config: Config, given: Omit<StoredUpload, 'id' | 'name'>): Promise<StoredUpload> {
  await removeLeftOvers(config);
  const upload = newUpload(given);
  const { id } = upload;
  const folder = join(uploadsFolder(config), `${NEW}${id}`);
  createFolder(join(folder, 'content'));
  await writeFile(contentOf(folder, upload), '', { flush: true });
  await syncFolder(join(folder, 'content'));
  await writeDurably(join(folder, 'upload.json'), JSON.stringify(upload));
  await rename(folder, join(uploadsFolder(config), id));
  await syncFolder(uploadsFolder(config));
  return upload;
}

export async function uploadIds(config: Config): Promise<string[]> {
  const names = await readdir(uploadsFolder(config)).catch(() => []);
  return names.filter((name) => isUploadId(name));
}

export type UploadInFolder = FoundUpload & { readonly folder: string };

/** State of an upload; null if there is none. */
export async function findUpload(config: Config, id: string): Promise<UploadInFolder | null> {
  const folder = uploadFolder(config, id);
  const found = folder === null ? null : await stat(folder).catch(() => null);
  if (folder === null || found === null) return null;
  const damaged = { folder, id, upload: null, begun: null, sinceMs: found.mtimeMs };
  let upload: StoredUpload | null = null;
  let begun: StoredImport | null = null;
  try {
    upload = await readState<StoredUpload>(join(folder, 'upload.json'), problemsOfUpload);
    // The upload was removed in the meantime.
    if (upload === null && !existsSync(folder)) return null;
    if (upload === null || upload.id !== id)
      return { ...damaged, damage: `upload.json ${upload ? 'is of another upload' : 'is missing'}` };
    begun = await readState<StoredImport>(join(folder, 'import.json'), problemsOfImport);
    const received = await receivedBytes(folder);
    const sound = { folder, upload, begun, received, damage: null };
    if (begun?.state === 'finished') return sound;
    const content = await stat(contentOf(folder, upload)).catch(() => null);
    if (content?.isFile() && content.size >= received && received <= upload.bytes) return sound;
    if (!existsSync(folder)) return null;
    // An import that has ended since then has removed the content.
    begun = await readState<StoredImport>(join(folder, 'import.json'), problemsOfImport);
    if (begun?.state === 'finished') return { ...sound, begun };
    return { ...damaged, upload, begun, damage: 'its content has changed since the upload' };
  } catch (error) {
    if (error instanceof OperatorError) return { ...damaged, upload, begun, damage: error.message };
    throw error;
  }
}

export function writeImport(folder: string, state: StoredImport): Promise<void> {
  return writeDurably(join(folder, 'import.json'), JSON.stringify(state));
}

export async function bytesOf(file: string): Promise<number> {
  return stat(file).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0,
  );
}

/** Held by the importing process and released when it ends; null if another process holds it. */
export function lockImport(folder: string, waitMs = 0) {
  return lockOf(join(folder, 'import.lock'), waitMs);
}

/**
 * Held during a change of an upload, in any thread; null if another thread holds it. Throws an OperatorError if the
 * upload is gone.
 */
export function lockUpload(folder: string) {
  return lockOf(join(folder, 'upload.lock'), 0);
}

function lockOf(file: string, waitMs: number): ReturnType<typeof acquireLock> {
  try {
    return acquireLock(file, { waitMs });
  } catch (error) {
    if (!existsSync(join(file, '..'))) throw new OperatorError('there is no such upload');
    // A damaged lock has no holder. The cause of an explained error is the error of SQLite.
    const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    if (!/^SQLITE_(?:NOTADB|CORRUPT|CANTOPEN|IOERR)/.test(String(code))) throw error;
    rmSync(file, { recursive: true, force: true });
    return acquireLock(file, { waitMs });
  }
}

/** Removes the upload. After the first step it no longer exists, even if the removal is interrupted. */
export async function removeUpload(folder: string): Promise<void> {
  const removed = join(folder, '..', `${REMOVED}${randomBytes(9).toString('hex')}`);
  await rename(folder, removed);
  await syncFolder(join(folder, '..'));
  await rm(removed, { recursive: true, force: true });
}

/** Removes folders left by crashes during creation or removal. */
export async function removeLeftOvers(config: Config): Promise<void> {
  const names = await readdir(uploadsFolder(config)).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(NEW) || one.startsWith(REMOVED))) {
    const folder = join(uploadsFolder(config), name);
    const found = await stat(folder).catch(() => null);
    const isOver = name.startsWith(REMOVED) || Date.now() - (found?.mtimeMs ?? 0) > LEFT_OVER_MS;
    if (isOver) await rm(folder, { recursive: true, force: true });
  }
}

/** Null if there is no such file. Throws an OperatorError that describes the damage. */
async function readState<T>(file: string, problemsOf: (value: unknown) => readonly object[]): Promise<T | null> {
  const name = file.slice(file.lastIndexOf('/') + 1);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new OperatorError(`${name} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (text.trim() === '') throw new OperatorError(`${name} is empty`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OperatorError(`${name} is damaged`);
  }
  if (problemsOf(value).length > 0) throw new OperatorError(`${name} is damaged`);
  return value as T;
}

/**
 * Call it after lines were removed from a file below uploads/: the remaining bytes become the received ones. An upload
 * that was not whole is removed, as its other parts would no longer fit.
 */
export async function noteEdited(config: Config, file: string): Promise<void> {
  const id = uploadOfFile(file);
  const found = id === null ? null : await findUpload(config, id);
  if (!found?.upload || file !== contentOf(found.folder, found.upload)) return;
  const { folder, upload } = found;
  const received = await receivedBytes(folder).catch(() => 0);
  const left = await bytesOf(file);
  if (received !== upload.bytes || left === 0) return removeUpload(folder);
  await rebuildPartList(folder, file);
  await writeDurably(join(folder, 'upload.json'), JSON.stringify({ ...upload, bytes: left, sha256: null }));
}

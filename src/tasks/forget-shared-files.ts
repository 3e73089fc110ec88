// Erases a person from the files that servers share in a database: uploads with their rejected rows, lists and batches.
// Each file is copied to the data folder, changed there like a local file, and written back.
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../app/config.ts';
import { openSharedFiles } from '../app/shared-files.ts';
import { eraseRows } from '../batches/erase-rows.ts';
import type { SharedFileStore } from '../nodes/shared-file-store.ts';
import type { StoredUpload } from '../uploads/upload-form.ts';
import { dropLines, holdsOneOf, namedIn, PACKED, textWithout } from './erase-texts.ts';

export interface Cleaned {
  /** Removed or erased lines. */
  lines: number;
  /** Compressed files, which cannot be searched. */
  readonly unsearched: string[];
}

const PART_BYTES = 4 * 1024 * 1024;

/** Cleans uploads, lists and batches; does nothing without a database. */
export async function cleanSharedFiles(config: Config, texts: readonly string[]): Promise<Cleaned> {
  const cleaned: Cleaned = { lines: 0, unsearched: [] };
  await withSharedFiles(config, async (store, folder) => {
    const files = await store.files.names();
    for (const file of files.filter((each) => !isOfBatch(each))) {
      const path = join(folder, 'file');
      await copyOut(store, file, path);
      if (await isPacked(store, file)) cleaned.unsearched.push(file);
      else if (await holdsOneOf(path, texts)) cleaned.lines += await cleanUpload({ store, file, path, texts });
    }
    const batches = new Set(files.filter(isOfBatch).map(dirname));
    for (const batch of batches) cleaned.lines += await cleanBatch({ store, batch, folder, texts });
    for (const row of await store.uploads.all()) {
      const [description, state] = [row.description, row.import].map((text) => text && textWithout(text, texts));
      if (description && (description !== row.description || state !== row.import))
        await store.uploads.describe({ ...row, description, import: state ?? null });
    }
  });
  return cleaned;
}

/** The shared files that contain one of the texts. */
export async function sharedFilesWith(config: Config, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  if (texts.length === 0) return found;
  await withSharedFiles(config, async (store, folder) => {
    for (const file of await store.files.names()) {
      const path = join(folder, 'file');
      await copyOut(store, file, path);
      if (await holdsOneOf(path, texts)) found.push(`file_part ${file}`);
    }
  });
  return found;
}

/** Runs work with a temporary folder for local copies; does nothing without a database. */
async function withSharedFiles(
  config: Config,
  work: (store: SharedFileStore, folder: string) => Promise<void>,
): Promise<void> {
  if (config.database === null) return;
  const store = await openSharedFiles(config.database);
  const folder = await mkdtemp(join(config.data, 'forget-'));
  try {
    await work(store, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await store.close();
  }
}

/** Writes the bytes of a file to a path, and returns the offsets of its parts. */
async function copyOut({ files }: SharedFileStore, file: string, path: string): Promise<number[]> {
  const positions: number[] = [];
  await using handle = await open(path, 'w');
  for await (const { position, bytes } of files.parts(file)) {
    positions.push(position);
    await handle.writeFile(bytes);
  }
  return positions;
}

const uploadOf = (file: string) => /^(upl_[0-9a-f]+)\/content$/.exec(file)?.[1] ?? null;

async function isPacked({ uploads }: SharedFileStore, file: string): Promise<boolean> {
  const id = uploadOf(file);
  const row = id === null ? null : await uploads.find(id);
  return row !== null && PACKED.test((JSON.parse(row.description) as StoredUpload).name);
}

/** Whether it is the input or the results of a batch, or a list before its run. */
const isOfBatch = (file: string) => /\/(?:input|results)$/.test(file);

interface BatchCleaning {
  readonly store: SharedFileStore;
  readonly batch: string;
  /** The folder of local copies. */
  readonly folder: string;
  readonly texts: readonly string[];
}

/** Erases the rows in place; returns the number of erased lines. */
async function cleanBatch({ store, batch, folder, texts }: BatchCleaning): Promise<number> {
  const copies = { input: join(folder, 'input'), results: join(folder, 'results') };
  const positions = new Map<string, readonly number[]>();
  for (const copy of Object.values(copies))
    positions.set(copy, await copyOut(store, `${batch}/${basename(copy)}`, copy));
  return eraseRows(copies, namedIn(texts), async (copy) => {
    const bytes = await readFile(copy);
    const starts = positions.get(copy) ?? [];
    for (const [index, start] of starts.entries())
      await store.files.put(`${batch}/${basename(copy)}`, start, bytes.subarray(start, starts[index + 1]));
  });
}

interface UploadCleaning {
  readonly store: SharedFileStore;
  readonly file: string;
  /** The path of the local copy. */
  readonly path: string;
  readonly texts: readonly string[];
}

/** Removes the lines from an upload or from its rejected rows. */
async function cleanUpload({ store: { files, uploads }, file, path, texts }: UploadCleaning): Promise<number> {
  const lines = await dropLines(path, texts);
  const { size } = await stat(path);
  const id = uploadOf(file);
  const row = id === null ? null : await uploads.find(id);
  const upload = row && (JSON.parse(row.description) as StoredUpload);
  if (row && upload && (row.received !== upload.bytes || size === 0)) {
    // An incomplete upload is removed: its missing parts would no longer fit.
    await uploads.remove(row.id, () => undefined);
    return lines;
  }
  const bytes = await readFile(path);
  await files.cut(file);
  for (let at = 0; at < bytes.length; at += PART_BYTES) await files.put(file, at, bytes.subarray(at, at + PART_BYTES));
  if (row && upload) {
    const description = JSON.stringify({ ...upload, bytes: size, sha256: null });
    await uploads.describe({ ...row, description, received: size });
  }
  return lines;
}

// Files of batches: batches/ID/ holds `input` (one JSON value per line: an object, the cells of a table's row, or a
// text for an unreadable row) and `results` (result-lines.ts). A folder whose name begins with `.new-` is not complete
// yet.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, link, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from '../ops/files/create-folder.ts';
import { syncFolder, writeAll } from '../ops/files/durable-files.ts';
import { type RowSource, rowsOfFile } from './row-source.ts';

const NEW = '.new-';
const ID = /^bat_[0-9a-f]{24}$/;
/** A folder that has been incomplete for this long belongs to no running upload. */
const LEFT_OVER_MS = 3_600_000;
/** Inputs and results of batches. */
export interface BatchFiles {
  /** A new id, and the path of its incomplete input. */
  begin(): Promise<{ readonly id: string; readonly input: string }>;
  /** Completes a begun batch durably. */
  complete(id: string): Promise<void>;
  /** Begins a batch whose input is the input of a complete draft. */
  beginWith(draft: string): Promise<string>;
  input(id: string): RowSource;
  results(id: string): RowSource;
  /**
   * Stores results durably at an offset, and overwrites the results of an earlier attempt. Returns the results instead
   * if the caller must store them with the step.
   */
  keep(id: string, offset: number, results: Buffer): Promise<Buffer | null>;
  /** Removes a batch, begun or complete. */
  remove(id: string): Promise<void>;
  /**
   * Removes folders that this object has seen without a batch for more than an hour. `nowMs`: elapsed time, which is
   * not affected by setting the clock.
   */
  removeLeftOvers(isKnown: (id: string) => Promise<boolean>, nowMs: number): Promise<void>;
  close(): Promise<void>;
}

export const newBatchId = () => `bat_${randomBytes(12).toString('hex')}`;

/** In a folder of one server. */
export class FolderFiles implements BatchFiles {
  readonly #folder: string;
  /** When each folder without a batch was seen first, by its name. */
  readonly #seenAtMs = new Map<string, number>();

  /** The folder of all batches; it is created if it is missing. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  input(id: string): RowSource {
    return rowsOfFile(join(this.#folder, id, 'input'));
  }

  results(id: string): RowSource {
    return rowsOfFile(join(this.#folder, id, 'results'));
  }

  async keep(id: string, offset: number, results: Buffer): Promise<null> {
    await writeAt(join(this.#folder, id, 'results'), offset, results);
    return null;
  }

  async beginWith(draft: string): Promise<string> {
    const { id, input } = await this.begin();
    const rows = join(this.#folder, draft, 'input');
    // Some file systems have no hard links.
    await link(rows, input).catch(() => copyFile(rows, input));
    return id;
  }

  async close(): Promise<void> {}

  async begin(): Promise<{ readonly id: string; readonly input: string }> {
    const id = newBatchId();
    const folder = join(this.#folder, `${NEW}${id}`);
    createFolder(folder);
    return { id, input: join(folder, 'input') };
  }

  async complete(id: string): Promise<void> {
    const begun = join(this.#folder, `${NEW}${id}`);
    await syncFolder(begun);
    await rename(begun, join(this.#folder, id));
    await syncFolder(this.#folder);
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.#folder, `${NEW}${id}`), { recursive: true, force: true });
    await rm(join(this.#folder, id), { recursive: true, force: true });
  }

  async removeLeftOvers(isKnown: (id: string) => Promise<boolean>, nowMs: number): Promise<void> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    for (const name of this.#seenAtMs.keys()) if (!names.includes(name)) this.#seenAtMs.delete(name);
    for (const name of names) {
      const id = name.startsWith(NEW) ? name.slice(NEW.length) : name;
      if (!ID.test(id) || (name === id && (await isKnown(id)))) continue;
      const seenAtMs = this.#seenAtMs.get(name) ?? nowMs;
      this.#seenAtMs.set(name, seenAtMs);
      if (nowMs - seenAtMs > LEFT_OVER_MS) await this.remove(id);
    }
  }
}

/** Writes bytes durably at an offset, and overwrites the bytes of an earlier attempt. */
async function writeAt(file: string, offset: number, bytes: Buffer): Promise<void> {
  const isNew = offset === 0;
  const handle = await open(file, isNew ? 'w' : 'r+');
  try {
    await writeAll(handle, bytes, offset);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  if (isNew) await syncFolder(dirname(file));
}

/** The files of all complete batches in a folder. */
export function batchFiles(folder: string): { readonly id: string; readonly name: 'input' | 'results' }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((id) => ID.test(id))
    .flatMap((id) => (['input', 'results'] as const).map((name) => ({ id, name })))
    .filter(({ id, name }) => existsSync(join(folder, id, name)));
}

/** Whether a text has the form of an id. */
export const isBatchId = (text: string): boolean => ID.test(text);

// A folder as the object store: a folder that all servers share, or the folder of a builder from which the nodes
// fetch.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '../ops/files/create-folder.ts';
import { DRAFT_SUFFIX, writeDurably } from '../ops/files/durable-files.ts';
import { nullIfMissing } from '../ops/files/file-fault.ts';
import { isObjectName, type ObjectStore } from './object-store.ts';

/** A draft of this age belongs to no running writer: an object is small. */
const DRAFT_MS = 600_000;

export class FolderObjectStore implements ObjectStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async get(name: string): Promise<Buffer | null> {
    return readFile(this.#path(name)).catch(nullIfMissing);
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const path = this.#path(name);
    const known = await stat(path).catch(nullIfMissing);
    if (known?.size === bytes.length) return;
    createFolder(this.#folder);
    await writeDurably(path, bytes);
  }

  async list(): Promise<readonly string[]> {
    const names = (await readdir(this.#folder).catch(nullIfMissing)) ?? [];
    return names.filter(isObjectName);
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  /** Removes the drafts of writers that were killed. Another builder may be writing now. */
  async removeDrafts(): Promise<void> {
    const names = (await readdir(this.#folder).catch(nullIfMissing)) ?? [];
    for (const path of names.filter((name) => name.endsWith(DRAFT_SUFFIX)).map((name) => join(this.#folder, name))) {
      const draft = await stat(path).catch(nullIfMissing);
      if (draft !== null && Date.now() - draft.mtimeMs > DRAFT_MS) await rm(path, { force: true });
    }
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

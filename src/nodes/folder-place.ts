// A folder as the place of editions: shared by all servers, or that of a builder from which the nodes fetch.
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../ops/durable-files.ts';
import { makeFolder } from '../ops/make-folder.ts';
import { type EditionPlace, isObjectName } from './edition-place.ts';

const DRAFT_SUFFIX = '.new';
/** A draft of this age belongs to no running writer: an object is small. */
const DRAFT_MS = 600_000;

export class FolderPlace implements EditionPlace {
  readonly #folder: string;
  #drafts = 0;

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
    makeFolder(this.#folder);
    this.#drafts += 1;
    const draft = `${path}.${process.pid}-${this.#drafts}${DRAFT_SUFFIX}`;
    try {
      const file = await open(draft, 'w');
      try {
        await file.writeFile(bytes);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } catch (error) {
      // On a full disk each attempt would leave one.
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(this.#folder);
  }

  async list(): Promise<readonly string[]> {
    const names = (await readdir(this.#folder).catch(nullIfMissing)) ?? [];
    return names.filter(isObjectName);
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  /** Removes what writers have left behind that were killed; another builder may be writing now. */
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

function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

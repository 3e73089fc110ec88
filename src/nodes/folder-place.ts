// A folder as the place of editions: shared by all servers, or that of a builder from which the nodes fetch.
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../ops/durable-files.ts';
import { makeFolder } from '../ops/make-folder.ts';
import { type EditionPlace, isObjectName } from './edition-place.ts';

const DRAFT_SUFFIX = '.new';

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
    const file = await open(draft, 'w');
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    await syncFolder(this.#folder);
  }

  async list(): Promise<readonly string[]> {
    const names = (await readdir(this.#folder).catch(nullIfMissing)) ?? [];
    return names.filter(isObjectName);
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  /** Removes what writers have left behind that were killed; only the builder writes. */
  async removeDrafts(): Promise<void> {
    const names = (await readdir(this.#folder).catch(nullIfMissing)) ?? [];
    for (const name of names) if (name.endsWith(DRAFT_SUFFIX)) await rm(join(this.#folder, name), { force: true });
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

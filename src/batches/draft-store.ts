// The storage of drafts: in the batch folder of one server, or in the database that several servers share.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BatchFormat } from '../contract/resources/batches.ts';
import type { SharedFileStore } from '../nodes/shared-file-store.ts';
import { systemClock } from '../ops/clock.ts';
import { createFolder } from '../ops/files/create-folder.ts';
import { writeDurably } from '../ops/files/durable-files.ts';
import type { ListGuesses } from './read-list.ts';
import { type RowSource, rowsOfFile, sharedRows } from './row-source.ts';

const ID = /^drf_[0-9a-f]{24}$/;
const STATE = 'draft.json';

export const isDraftId = (text: string): boolean => ID.test(text);

/** The rows of a draft as a file that servers share. */
export const draftInput = (id: string): string => `${id}/input`;

export interface Draft {
  readonly id: string;
  readonly accountId: string;
  /** Name of the uploaded file. */
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly string[];
  readonly format: BatchFormat;
  readonly hash: string;
  readonly guesses: ListGuesses;
  /** Milliseconds of the epoch. */
  readonly createdAt: number;
}

export interface DraftStore {
  /** A folder of this server for a new draft. */
  begin(id: string): Promise<string>;
  /** Stores a new draft, whose rows are `input` of its folder. */
  add(draft: Draft): Promise<void>;
  /** Null if there is none. */
  find(id: string): Promise<Draft | null>;
  ofAccount(accountId: string): Promise<Draft[]>;
  rows(id: string): RowSource;
  remove(id: string): Promise<void>;
  /** Removes drafts older than this, and leftovers of crashes. */
  removeOld(ageMs: number): Promise<void>;
}

export class FolderDrafts implements DraftStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async begin(id: string): Promise<string> {
    const folder = join(this.#folder, id);
    createFolder(folder);
    return folder;
  }

  add(draft: Draft): Promise<void> {
    return writeDurably(join(this.#folder, draft.id, STATE), JSON.stringify(draft));
  }

  async find(id: string): Promise<Draft | null> {
    const text = await readFile(join(this.#folder, id, STATE), 'utf8').catch(() => null);
    return text === null ? null : (JSON.parse(text) as Draft);
  }

  async ofAccount(accountId: string): Promise<Draft[]> {
    const found = await Promise.all((await this.#ids()).map((id) => this.find(id)));
    return found.filter((draft) => draft !== null).filter((draft) => draft.accountId === accountId);
  }

  rows(id: string): RowSource {
    return rowsOfFile(join(this.#folder, id, 'input'));
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.#folder, id), { recursive: true, force: true });
  }

  async removeOld(ageMs: number): Promise<void> {
    for (const id of await this.#ids()) {
      const folder = join(this.#folder, id);
      const found = await stat(join(folder, STATE)).catch(() => stat(folder).catch(() => null));
      if (found !== null && Date.now() - found.mtimeMs > ageMs) await this.remove(id);
    }
  }

  async #ids(): Promise<string[]> {
    return (await readdir(this.#folder).catch(() => [])).filter(isDraftId);
  }
}

interface SharedDraftsOptions {
  readonly folder: string;
  readonly store: () => Promise<SharedFileStore>;
  /** Stores the lines of a local file as a file that all servers share. */
  readonly storeLines: (files: SharedFileStore['files'], path: string, as: { readonly file: string }) => Promise<void>;
}

/** A draft is made in the folder, and stored when it is complete. */
export class SharedDrafts implements DraftStore {
  readonly #options: SharedDraftsOptions;
  readonly #begun: FolderDrafts;

  constructor(options: SharedDraftsOptions) {
    this.#options = options;
    this.#begun = new FolderDrafts(options.folder);
  }

  begin(id: string): Promise<string> {
    return this.#begun.begin(id);
  }

  async add(draft: Draft): Promise<void> {
    const { folder, store, storeLines } = this.#options;
    const { files, drafts } = await store();
    const { id, accountId, createdAt } = draft;
    await storeLines(files, join(folder, id, 'input'), { file: draftInput(id) });
    await drafts.add({ id, accountId, createdAt, description: JSON.stringify(draft) });
    await this.#begun.remove(id);
  }

  async find(id: string): Promise<Draft | null> {
    const description = await (await this.#options.store()).drafts.find(id);
    return description === null ? null : (JSON.parse(description) as Draft);
  }

  async ofAccount(accountId: string): Promise<Draft[]> {
    const found = await (await this.#options.store()).drafts.ofAccount(accountId);
    return found.map((description) => JSON.parse(description) as Draft);
  }

  rows(id: string): RowSource {
    return sharedRows(async () => (await this.#options.store()).files, draftInput(id));
  }

  async remove(id: string): Promise<void> {
    await this.#begun.remove(id);
    const { drafts, files } = await this.#options.store();
    await drafts.remove(id);
    await files.cut(draftInput(id));
  }

  async removeOld(ageMs: number): Promise<void> {
    await this.#begun.removeOld(ageMs);
    const { drafts, files } = await this.#options.store();
    for (const id of await drafts.createdBefore(systemClock.now() - ageMs)) await this.remove(id);
    for (const file of await files.unwrittenFor(2 * ageMs)) {
      const id = file.split('/')[0] ?? '';
      if (isDraftId(id) && (await drafts.find(id)) === null) await files.cut(file);
    }
  }
}

// Inputs and results of batches in the database, for several servers: an input is received as a file of this server,
// and stored when it is complete; results are stored with their step.
import { open } from 'node:fs/promises';
import { batchFile } from '../accounts/batch-port.ts';
import type { SharedFileStore } from '../nodes/shared-file-store.ts';
import { type BatchFiles, FolderFiles, newBatchId } from './batch-files.ts';
import { draftInput } from './draft-store.ts';
import { type RowSource, sharedRows } from './row-source.ts';

const PART_BYTES = 1024 * 1024;
const LEFT_OVER_MS = 3_600_000;
const LINE_BREAK = 0x0a;

type Store = () => Promise<SharedFileStore>;

export class SharedBatchFiles implements BatchFiles {
  readonly #store: Store;
  /** Inputs that are being received. */
  readonly #folder: FolderFiles;
  readonly #received = new Map<string, string>();

  constructor(folder: string, store: Store) {
    this.#store = store;
    this.#folder = new FolderFiles(folder);
  }

  async begin() {
    const begun = await this.#folder.begin();
    this.#received.set(begun.id, begun.input);
    return begun;
  }

  async complete(id: string): Promise<void> {
    const path = this.#received.get(id);
    if (path === undefined) return;
    await storeLines((await this.#store()).files, path, { file: batchFile(id, 'input') });
    this.#received.delete(id);
    await this.#folder.remove(id);
  }

  async beginWith(draft: string): Promise<string> {
    const id = newBatchId();
    await (await this.#store()).files.copy(draftInput(draft), batchFile(id, 'input'));
    return id;
  }

  input(id: string): RowSource {
    return this.#rows(batchFile(id, 'input'));
  }

  results(id: string): RowSource {
    return this.#rows(batchFile(id, 'results'));
  }

  async keep(_id: string, _offset: number, results: Buffer): Promise<Buffer> {
    return results;
  }

  async remove(id: string): Promise<void> {
    this.#received.delete(id);
    await this.#folder.remove(id);
    const { files } = await this.#store();
    for (const name of ['input', 'results'] as const) await files.cut(batchFile(id, name));
  }

  async removeLeftOvers(isKnown: (id: string) => Promise<boolean>, nowMs: number): Promise<void> {
    await this.#folder.removeLeftOvers(isKnown, nowMs);
    const { files } = await this.#store();
    for (const file of await files.unwrittenFor(LEFT_OVER_MS)) {
      const id = /^(bat_[0-9a-f]+)\//.exec(file)?.[1];
      if (id !== undefined && !(await isKnown(id))) await files.cut(file);
    }
  }

  async close(): Promise<void> {
    await (await this.#store()).close();
  }

  #rows(file: string): RowSource {
    return sharedRows(async () => (await this.#store()).files, file);
  }
}

interface StoredAs {
  readonly file: string;
  /** Number of valid bytes; by default all. */
  readonly length?: number;
}

/** Stores a file of lines; no part ends within a line. */
export async function storeLines(
  files: SharedFileStore['files'],
  path: string,
  { file, length = Number.MAX_SAFE_INTEGER }: StoredAs,
): Promise<void> {
  await using handle = await open(path, 'r');
  await files.cut(file);
  let rest = Buffer.alloc(0);
  let at = 0;
  let position = 0;
  const put = async (bytes: Buffer) => {
    if (bytes.length > 0) await files.put(file, position, bytes);
    position += bytes.length;
  };
  for (;;) {
    const buffer = Buffer.allocUnsafe(PART_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, Math.min(PART_BYTES, length - at), at);
    at += bytesRead;
    const read = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
    const end = bytesRead === 0 ? read.length : read.lastIndexOf(LINE_BREAK) + 1;
    await put(read.subarray(0, end));
    rest = Buffer.from(read.subarray(end));
    if (bytesRead === 0) return;
  }
}

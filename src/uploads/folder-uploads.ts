// Uploads in the data folder of one server (upload-folder.ts). If the process of an import ends, the import begins
// again only on request.
import { createReadStream } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../app/config.ts';
import { OperatorError } from '../ops/operator-error.ts';
import {
  bytesOf,
  contentOf,
  findUpload,
  lockImport,
  lockUpload,
  makeUpload,
  rejectsOf,
  removeLeftOvers,
  removeUpload,
  type UploadInFolder,
  uploadFolder,
  uploadIds,
  writeImport,
} from './upload-folder.ts';
import type { FoundUpload, SoundUpload, StoredUpload } from './upload-form.ts';
import { appendPart, verifyContent } from './upload-parts.ts';
import type { BegunImport, UploadCheck, UploadClaim, UploadStore } from './upload-store.ts';

/** Disk space reserved for the stores. */
const SPARE_BYTES = 512 * 1024 * 1024;
/** Timeout of a request that waits for another request for the same upload. */
const TURN_MS = 15_000;
const TURN_RETRY_MS = 20;
/** A lock that is being checked appears to be held for a moment: number of checks. */
const ATTEMPTS_MAX = 3;
/** For how long an import waits for such a check to end. */
const LOCK_WAIT_MS = 5000;

const GONE = 'there is no such upload';

/** Disk errors are shown to the person at the browser, who can free space or try again. */
const DISK_FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk of the data folder is full: free some space and send this part again',
  EDQUOT: 'the quota of the data folder is used up: free some space and send this part again',
  EROFS: 'the data folder is not writable: grant the server write access',
  EACCES: 'the data folder is not writable: grant the server write access',
};

async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new OperatorError(GONE, { isUnknown: true });
    const message = DISK_FAULTS[error.code ?? ''];
    throw message === undefined ? error : new OperatorError(message);
  });
}

type SoundInFolder = SoundUpload & { readonly folder: string };

export class FolderUploads implements UploadStore {
  readonly #config: Config;

  constructor(config: Config) {
    this.#config = config;
  }

  async all(): Promise<FoundUpload[]> {
    const found = await Promise.all((await uploadIds(this.#config)).map((id) => findUpload(this.#config, id)));
    return found.flatMap((one) => one ?? []);
  }

  find(id: string): Promise<UploadInFolder | null> {
    return findUpload(this.#config, id);
  }

  async make(given: Omit<StoredUpload, 'id' | 'name'>): Promise<StoredUpload> {
    const { bavail, bsize } = await statfs(this.#config.data);
    if (given.bytes > bavail * bsize - SPARE_BYTES)
      throw new OperatorError('the disk of the data folder has too little space for this file: free some');
    return onDisk(makeUpload(this.#config, given));
  }

  append(id: string, bytes: Buffer, check: UploadCheck): Promise<SoundUpload> {
    return this.#alone(id, async () => {
      const found = await this.#checked(id, check);
      const { folder, upload, received } = found;
      if (bytes.length === 0) return found;
      const part = { folder, content: contentOf(folder, upload), offset: received, bytes };
      return { ...found, received: await onDisk(appendPart(part)) };
    });
  }

  begin(id: string, { check, stateOf, execute }: BegunImport): Promise<SoundUpload> {
    return this.#alone(id, async () => {
      const found = await this.#checked(id, check);
      const begun = stateOf(found);
      await onDisk(writeImport(found.folder, begun));
      // The process must hold its lock before another request looks for it.
      await execute();
      return { ...found, begun };
    });
  }

  remove(id: string): Promise<void> {
    return this.#alone(id, async () => {
      const isHeld = await this.#isHeld(id);
      const { folder } = await this.#found(id);
      if (isHeld) throw new OperatorError('this file is being imported: wait until the import has ended');
      await onDisk(removeUpload(folder));
    });
  }

  /** True also while `begin` waits for its process to start, which takes seconds on a busy machine. */
  async isUnderWay(id: string): Promise<boolean> {
    return this.#isChanging(id) || (await this.#isHeld(id));
  }

  async content({ upload }: SoundUpload) {
    const { folder } = await this.#found(upload.id);
    return { path: contentOf(folder, upload), release: async () => undefined };
  }

  async rejectBytes(id: string): Promise<number> {
    const folder = uploadFolder(this.#config, id);
    return folder === null ? 0 : bytesOf(rejectsOf(folder));
  }

  async *rejects(id: string): AsyncGenerator<Buffer> {
    const { folder } = await this.#found(id);
    yield* createReadStream(rejectsOf(folder)) as AsyncIterable<Buffer>;
  }

  /** An interrupted import waits for a request. */
  async pending(): Promise<string[]> {
    return [];
  }

  async claim(id: string): Promise<UploadClaim | null> {
    const found = await findUpload(this.#config, id);
    const lock = found && lockImport(found.folder, LOCK_WAIT_MS);
    if (!found || found.damage !== null || !found.begun || !lock) return null;
    const { folder, upload, begun } = found;
    const content = contentOf(folder, upload);
    return {
      upload,
      begun,
      files: async () => {
        await verifyContent({ folder, content, bytes: upload.bytes, sha256: upload.sha256 ?? null });
        return { content, rejects: rejectsOf(folder) };
      },
      report: async (state) => {
        await writeImport(folder, state);
        return true;
      },
      discardContent: () => rm(join(folder, 'content'), { recursive: true, force: true }),
      release: async () => lock.release(),
    };
  }

  removeLeftOvers(): Promise<void> {
    return removeLeftOvers(this.#config);
  }

  async close(): Promise<void> {}

  /** Runs work on an upload exclusively, over all requests of all threads. */
  async #alone<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const { folder } = await this.#found(id);
    const endMs = performance.now() + TURN_MS;
    let lock = lockUpload(folder);
    while (lock === null) {
      if (performance.now() > endMs)
        throw new OperatorError('another request is changing this upload: try again in a moment');
      await sleep(TURN_RETRY_MS);
      lock = lockUpload(folder);
    }
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  /** Whether a request holds the lock of `#alone`. */
  #isChanging(id: string): boolean {
    const folder = uploadFolder(this.#config, id);
    if (folder === null) return false;
    try {
      const lock = lockUpload(folder);
      lock?.release();
      return lock === null;
    } catch (error) {
      // The folder was removed in the meantime.
      if (error instanceof OperatorError) return false;
      throw error;
    }
  }

  async #found(id: string): Promise<UploadInFolder> {
    const found = await findUpload(this.#config, id);
    if (found) return found;
    throw new OperatorError(GONE, { isUnknown: true });
  }

  async #checked(id: string, check: UploadCheck): Promise<SoundInFolder> {
    // Before the state is read: a state without a holder does not change any more.
    const isHeld = await this.#isHeld(id);
    const found = await this.#found(id);
    if (found.damage !== null)
      throw new OperatorError(`this upload is damaged (${found.damage}): remove it and send the file again`);
    check(found, isHeld);
    return found;
  }

  /** Whether a process, of this thread or of any other, imports the upload. */
  async #isHeld(id: string): Promise<boolean> {
    const folder = uploadFolder(this.#config, id);
    if (folder === null) return false;
    try {
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
        const lock = lockImport(folder);
        lock?.release();
        if (lock !== null) return false;
        await sleep(TURN_RETRY_MS);
      }
      return true;
    } catch (error) {
      // The folder was removed in the meantime.
      if (error instanceof OperatorError) return false;
      throw error;
    }
  }
}

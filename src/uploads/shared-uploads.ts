// Uploads in the database: any server receives their parts and imports them. The importing server has the content in
// its data folder during the import. If that server dies, another one takes over.
import { createHash } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Config } from '../app/config.ts';
import { openSharedFiles } from '../app/shared-files.ts';
import type { SharedFileStore } from '../nodes/shared-file-store.ts';
import { type UploadRow, type UploadTable, uploadFile } from '../nodes/upload-table.ts';
import { createFolder } from '../ops/files/create-folder.ts';
import { OperatorError } from '../ops/operator-error.ts';
import type { SharedFiles } from '../ops/postgres/shared-files.ts';
import {
  type FoundUpload,
  isUploadId,
  newUpload,
  type SoundUpload,
  type StoredImport,
  type StoredUpload,
} from './upload-form.ts';
import type { BegunImport, UploadCheck, UploadClaim, UploadFiles, UploadStore } from './upload-store.ts';

/** An import is given up after so many attempts without progress. */
const ATTEMPTS_MAX = 5;

/** Prefix of folders with the content of a preview. */
const PREVIEW = 'preview-';

const unknown = () => new OperatorError('there is no such upload', { isUnknown: true });

export class SharedUploads implements UploadStore {
  readonly #folder: string;
  readonly #open: () => Promise<SharedFileStore>;
  #opened: Promise<SharedFileStore> | null = null;

  constructor(config: Config, url: string) {
    this.#folder = resolve(config.data, 'uploads');
    this.#open = () => openSharedFiles(url);
  }

  async all(): Promise<FoundUpload[]> {
    const { uploads } = await this.#store();
    return (await uploads.all()).map(foundOf);
  }

  async find(id: string): Promise<FoundUpload | null> {
    const { uploads } = await this.#store();
    const row = isUploadId(id) ? await uploads.find(id) : null;
    return row && foundOf(row);
  }

  async make(given: Omit<StoredUpload, 'id' | 'name'>): Promise<StoredUpload> {
    const { uploads } = await this.#store();
    const upload = newUpload(given);
    await uploads.add(upload.id, JSON.stringify(upload));
    return upload;
  }

  async append(id: string, bytes: Buffer, check: UploadCheck): Promise<SoundUpload> {
    const { uploads } = await this.#store();
    return found(await uploads.append(id, bytes, checked(check)));
  }

  async begin(id: string, { check, stateOf, execute }: BegunImport): Promise<SoundUpload> {
    const { uploads } = await this.#store();
    const before = found(await uploads.find(id));
    const begun = found(await uploads.begin(id, JSON.stringify(stateOf(before)), checked(check)));
    await execute();
    return begun;
  }

  async remove(id: string): Promise<void> {
    const { uploads } = await this.#store();
    const isThere = await uploads.remove(id, ({ isHeld }) => {
      if (isHeld) throw new OperatorError('this file is being imported: wait until the import has ended');
    });
    if (!isThere) throw unknown();
  }

  /** Always true: an import without a server is taken over by one of them. */
  async isUnderWay(): Promise<boolean> {
    return true;
  }

  async content({ upload }: SoundUpload) {
    const { files } = await this.#store();
    const folder = join(this.#folder, `${PREVIEW}${upload.id}-${process.hrtime.bigint()}`);
    createFolder(folder);
    const path = join(folder, upload.name);
    const release = () => rm(folder, { recursive: true, force: true });
    try {
      await copyOut(files, uploadFile(upload.id, 'content'), path);
    } catch (error) {
      await release();
      throw error;
    }
    return { path, release };
  }

  async rejectBytes(id: string): Promise<number> {
    const { files } = await this.#store();
    return files.size(uploadFile(id, 'rejects'));
  }

  async *rejects(id: string): AsyncGenerator<Buffer> {
    const { files } = await this.#store();
    for await (const { bytes } of files.parts(uploadFile(id, 'rejects'))) yield bytes;
  }

  async pending(): Promise<string[]> {
    const { uploads } = await this.#store();
    return uploads.pending();
  }

  async claim(id: string): Promise<UploadClaim | null> {
    const { uploads, files } = await this.#store();
    const claim = isUploadId(id) ? await uploads.claim(id) : null;
    if (claim === null) return null;
    const { upload, begun } = found(claim.row);
    const folder = join(this.#folder, id);
    const report: UploadClaim['report'] = (state) => {
      const isOver = state.state === 'finished' || state.state === 'failed';
      return claim.report(JSON.stringify(state), { isOver, hasAdvanced: state.rows > (begun?.rows ?? 0) });
    };
    const release = async () => {
      await claim.release();
      await rm(folder, { recursive: true, force: true });
    };
    if (begun === null || claim.row.attempts > ATTEMPTS_MAX) {
      if (begun !== null) await report(abandoned(begun));
      await release();
      return null;
    }
    return {
      upload,
      begun,
      report,
      release,
      files: () => this.#filesOf(upload, files),
      discardContent: () => files.cut(uploadFile(id, 'content')),
    };
  }

  /** Previews of a killed server. One server at a time uses the data folder. */
  async removeLeftOvers(): Promise<void> {
    const startMs = Date.now() - process.uptime() * 1000;
    const names = await readdir(this.#folder).catch(() => []);
    for (const folder of names.filter((name) => name.startsWith(PREVIEW)).map((name) => join(this.#folder, name))) {
      const found = await stat(folder).catch(() => null);
      if (found !== null && found.mtimeMs < startMs) await rm(folder, { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await (await opened?.catch(() => null))?.close();
  }

  /** Only the process of an import calls this function, because it changes the working directory to the data folder. */
  async #filesOf(upload: StoredUpload, files: SharedFiles): Promise<UploadFiles> {
    const folder = join(this.#folder, upload.id);
    await rm(folder, { recursive: true, force: true });
    createFolder(join(folder, 'content'));
    const path = join(folder, 'content', upload.name);
    const sha256 = await copyOut(files, uploadFile(upload.id, 'content'), path);
    if (upload.sha256 && sha256 !== upload.sha256.toLowerCase())
      throw new OperatorError(
        'the uploaded file is damaged: its SHA-256 differs from the one given. Remove it and send it again; nothing was imported.',
      );
    const rejects = uploadFile(upload.id, 'rejects');
    await copyOut(files, rejects, join(folder, 'rejects'));
    process.chdir(join(this.#folder, '..'));
    return {
      content: relative(process.cwd(), path),
      rejects: relative(process.cwd(), join(folder, 'rejects')),
      onRejects: async (position, bytes) => {
        await files.cut(rejects, position);
        if (bytes.length > 0) await files.put(rejects, position, bytes);
      },
    };
  }

  #store(): Promise<SharedFileStore> {
    this.#opened ??= this.#open();
    return this.#opened;
  }
}

/** Writes all bytes of a file to a path, and returns their SHA-256 in hex. */
async function copyOut(files: SharedFiles, file: string, path: string): Promise<string> {
  const hash = createHash('sha256');
  await using handle = await open(path, 'w');
  for await (const { bytes } of files.parts(file)) {
    hash.update(bytes);
    await handle.writeFile(bytes);
  }
  return hash.digest('hex');
}

function found(row: UploadRow | null): SoundUpload {
  if (row === null) throw unknown();
  return foundOf(row);
}

function foundOf({ description, received, import: begun }: UploadRow): SoundUpload {
  return {
    upload: JSON.parse(description) as StoredUpload,
    begun: begun === null ? null : (JSON.parse(begun) as StoredImport),
    received,
    damage: null,
  };
}

const checked =
  (check: UploadCheck): Parameters<UploadTable['append']>[2] =>
  (row) =>
    check(foundOf(row), row.isHeld || row.isPending);

function abandoned(begun: StoredImport): StoredImport {
  const error =
    `the process of the import ended ${ATTEMPTS_MAX} times without progress: the logs of the servers say why; ` +
    'the rows before it are imported, and a new start continues after them';
  return { ...begun, state: 'failed', error, finishedAt: new Date().toISOString() };
}

// Uploads and imports of the dashboard: the files in the data folder, and a process for each import. Their state is
// stored in files, so that every serving thread reports the same, also after a restart.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../app/config.ts';
import type { ImportRun } from '../../catalog/writer-port.ts';
import { sourceName } from '../../import/run-import.ts';
import { systemClock } from '../../ops/clock.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { isImporting } from '../../tasks/import-lock.ts';
import {
  bytesOf,
  contentOf,
  type FoundUpload,
  findUpload,
  lockImport,
  lockUpload,
  makeUpload,
  rejectsOf,
  removeUpload,
  type SoundUpload,
  type StoredImport,
  type StoredUpload,
  uploadFolder,
  uploadIds,
  uploadOf,
  writeImport,
} from '../../uploads/upload-folder.ts';
import { appendPart } from '../../uploads/upload-parts.ts';
import type { Download } from '../download.ts';
import type { RecordActs } from '../records/record-acts.ts';
import type { ImportStatus, MappingChoices, Preview, Upload, Uploads } from '../records/records-port.ts';
import { Refusal } from '../refusal.ts';
import { statusOfRun, statusOfUpload } from './import-status.ts';
import type { PreviewThread } from './preview-thread.ts';
import type { UploadOrder } from './upload-import.ts';

/** Disk space reserved for the stores. */
const SPARE_BYTES = 512 * 1024 * 1024;
/** Timeout of a request that waits for another one of the same upload. */
const TURN_MS = 15_000;
const TURN_RETRY_MS = 20;
/** A check of a lock holds it for a moment: number and interval of the retries. */
const LOOKS = 3;
/** Timeout after SIGTERM: an import process that is still alive then is stuck. */
const KILL_AFTER_MS = 2000;

interface UploadDeskOptions {
  readonly config: Config;
  readonly acts: Pick<RecordActs, 'runs'>;
  readonly previews: Pick<PreviewThread, 'preview' | 'stop'>;
}

/** Named after the file of the rows; JSON of any form is written as JSON Lines. */
async function rejectsDownload(path: string, { name }: StoredUpload): Promise<Download> {
  const file = await open(path, 'r');
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 0).finally(() => file.close());
  const isJson = buffer.toString() === '{';
  const stem = name.replace(/(?<=.)\.(?:csv|tsv|tab|txt|json|jsonl|ndjson|parquet|xlsx)?(?:\.(?:gz|zst))?$/i, '');
  const [ending, type] = isJson ? ['jsonl', 'application/x-ndjson'] : ['csv', 'text/csv'];
  return { name: `${stem}-rejects.${ending}`, type, content: createReadStream(path) };
}

/** Disk errors are shown to the person at the browser, who can free space or try again. */
const DISK_FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk of the data folder is full: free some space and send this part again',
  EDQUOT: 'the quota of the data folder is used up: free some space and send this part again',
  EROFS: 'the data folder is not writable: grant the server write access',
  EACCES: 'the data folder is not writable: grant the server write access',
  ENOENT: 'there is no such upload',
};

async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: NodeJS.ErrnoException) => {
    const told = DISK_FAULTS[error.code ?? ''];
    throw told === undefined ? error : new Refusal('CONFLICT', told);
  });
}

export class UploadDesk implements Uploads {
  readonly #config: Config;
  readonly #acts: UploadDeskOptions['acts'];
  readonly #previews: UploadDeskOptions['previews'];
  readonly #children = new Map<string, ChildProcess>();

  constructor({ config, acts, previews }: UploadDeskOptions) {
    this.#config = config;
    this.#acts = acts;
    this.#previews = previews;
  }

  async list(): Promise<Upload[]> {
    const waiting = (await this.#all()).filter(
      (found) => found.damage !== null || found.begun === null || found.begun.state === 'failed',
    );
    return waiting.map(viewOf).sort((a, b) => b.uploaded_at.localeCompare(a.uploaded_at));
  }

  async begin({ file, bytes, sha256 = null, by }: Parameters<Uploads['begin']>[0]): Promise<Upload> {
    const { bavail, bsize } = await statfs(this.#config.data);
    if (bytes > bavail * bsize - SPARE_BYTES)
      throw new Refusal('CONFLICT', 'the disk of the data folder has too little space for this file: free some');
    const given = { file, bytes, sha256, uploadedAt: new Date(systemClock.now()).toISOString(), uploadedBy: by };
    const upload = await onDisk(makeUpload(this.#config, given));
    return viewOf(await this.#sound(upload.id));
  }

  append(id: string, offset: number, bytes: Buffer): Promise<Upload> {
    return this.#alone(id, async () => {
      const isHeld = await this.#isHeld(id);
      const found = await this.#sound(id);
      const { folder, upload, received } = found;
      if (isHeld) throw new Refusal('CONFLICT', 'this file is being imported: it has all its parts');
      if (offset !== received) throw new Refusal('CONFLICT', `the next part begins at ${received}`);
      if (offset + bytes.length > upload.bytes)
        throw new Refusal('INVALID_INPUT', `the file has ${upload.bytes} bytes; this part exceeds them`);
      if (bytes.length === 0) return viewOf(found);
      const part = { folder, content: contentOf(folder, upload), offset, bytes };
      return viewOf({ ...found, received: await onDisk(appendPart(part)) });
    });
  }

  async preview(id: string, choices: MappingChoices): Promise<Preview> {
    const { folder, upload } = await this.#whole(id);
    return this.#previews.preview(contentOf(folder, upload), choices);
  }

  remove(id: string): Promise<void> {
    return this.#alone(id, async () => {
      const isHeld = await this.#isHeld(id);
      const { folder } = await this.#found(id);
      if (isHeld) throw new Refusal('CONFLICT', 'this file is being imported: wait until the import has ended');
      await onDisk(removeUpload(folder));
    });
  }

  async imports(): Promise<ImportStatus[]> {
    const uploads = await this.#all();
    const runs = await this.#acts.runs();
    const isUnderWay = runs.some(({ finishedAt }) => finishedAt === null) && isImporting(this.#config);
    const known = new Set(uploads.map((found) => idOf(found)));
    const ofCommandLine = runs.filter(({ files }) => !known.has(uploadOf(this.#config, files[0] ?? '') ?? ''));
    const statuses = await Promise.all(uploads.map((found) => this.#status(found, runs)));
    return [
      ...statuses.flatMap((status) => status ?? []),
      ...ofCommandLine.map((run) => statusOfRun(run, isUnderWay)),
    ].sort((a, b) => b.started_at.localeCompare(a.started_at));
  }

  async importOf(id: string): Promise<ImportStatus | null> {
    if (uploadFolder(this.#config, id) === null) return (await this.imports()).find((one) => one.id === id) ?? null;
    const found = await findUpload(this.#config, id);
    return found && this.#status(found, await this.#acts.runs());
  }

  /** Exactly one of several concurrent calls starts it: the process has its lock before the next one checks. */
  start(id: string, choices: MappingChoices, by: string): Promise<ImportStatus> {
    return this.#alone(id, async () => {
      // Checked before the state is read: a state without a lock holder does not change any more.
      const isHeld = await this.#isHeld(id);
      const { folder, upload, begun } = await this.#whole(id);
      if (begun?.state === 'finished') throw new Refusal('CONFLICT', 'this file is already imported: upload it again');
      if (isHeld) throw new Refusal('CONFLICT', 'this file is being imported already');
      const state: StoredImport = {
        choices,
        source: choices.source ?? sourceName({ source: null, files: [upload.name] }),
        ...{ state: 'waiting', startedAt: new Date(systemClock.now()).toISOString(), startedBy: by, finishedAt: null },
        ...{ rows: 0, bytesDone: 0, bytesTotal: upload.bytes, report: null, error: null },
      };
      await onDisk(writeImport(folder, state));
      await this.#fork(id, folder);
      return statusOfUpload(upload, state, { isHeld: true, hasRejects: false, run: null });
    });
  }

  async rejects(id: string): Promise<Download | null> {
    const found = await findUpload(this.#config, id);
    if (!found?.upload || (await bytesOf(rejectsOf(found.folder))) === 0) return null;
    return onDisk(rejectsDownload(rejectsOf(found.folder), found.upload));
  }

  async stopPreviews(): Promise<void> {
    await this.#previews.stop();
  }

  async close(): Promise<void> {
    const children = [...this.#children.values()];
    const exits = children.map((child) => once(child, 'exit'));
    for (const child of children) child.kill('SIGTERM');
    const killing = setTimeout(() => children.forEach((child) => void child.kill('SIGKILL')), KILL_AFTER_MS);
    await Promise.all([...exits, this.#previews.stop()]);
    clearTimeout(killing);
  }

  /** Starts the process; resolves once it holds the lock of the import, or has ended. */
  async #fork(id: string, folder: string): Promise<void> {
    const entry = new URL('./upload-import.ts', import.meta.url);
    const child = fork(entry, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#children.set(id, child);
    const begun = new Promise<void>((resolve) => {
      child.once('message', () => resolve());
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    child.once('exit', () => this.#children.delete(id));
    child.send({ config: this.#config, folder } satisfies UploadOrder, () => {});
    await begun;
  }

  /** Runs work on an upload exclusively, over all requests of all threads. */
  async #alone<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const { folder } = await this.#found(id);
    const endMs = performance.now() + TURN_MS;
    let lock = lockUploadOf(folder);
    while (lock === null) {
      if (performance.now() > endMs)
        throw new Refusal('CONFLICT', 'another request is changing this upload: try again in a moment');
      await sleep(TURN_RETRY_MS);
      lock = lockUploadOf(folder);
    }
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  async #all(): Promise<FoundUpload[]> {
    const found = await Promise.all((await uploadIds(this.#config)).map((id) => findUpload(this.#config, id)));
    return found.flatMap((one) => one ?? []);
  }

  async #found(id: string): Promise<FoundUpload> {
    const found = await findUpload(this.#config, id);
    if (found) return found;
    throw new Refusal('NOT_FOUND', 'there is no such upload');
  }

  async #sound(id: string): Promise<SoundUpload> {
    const found = await this.#found(id);
    if (found.damage === null) return found;
    throw new Refusal('CONFLICT', `this upload is damaged (${found.damage}): remove it and send the file again`);
  }

  /** Uploaded completely. */
  async #whole(id: string): Promise<SoundUpload> {
    const found = await this.#sound(id);
    const { received, upload } = found;
    if (found.begun?.state === 'finished' || received === upload.bytes) return found;
    throw new Refusal(
      'CONFLICT',
      `${received} of ${upload.bytes} bytes of this file are uploaded: send the others first`,
    );
  }

  /** Null if no import was begun, or its state is unknown. */
  async #status(found: FoundUpload, runs: readonly ImportRun[]): Promise<ImportStatus | null> {
    if (found.upload === null || found.begun === null) return null;
    const { folder, upload } = found;
    const isHeld = await this.#isHeld(upload.id);
    // An import that is not running now may have ended since it was read.
    const begun = (isHeld ? null : (await findUpload(this.#config, upload.id))?.begun) ?? found.begun;
    const hasRejects = (await bytesOf(rejectsOf(folder))) > 0;
    const run = runs.findLast(({ files }) => uploadOf(this.#config, files[0] ?? '') === upload.id) ?? null;
    return statusOfUpload(upload, begun, { isHeld, hasRejects, run });
  }

  /** A process of this thread, or of any other, imports it. */
  async #isHeld(id: string): Promise<boolean> {
    const folder = uploadFolder(this.#config, id);
    if (folder === null) return false;
    try {
      for (let look = 0; look < LOOKS; look += 1) {
        const lock = lockImport(folder);
        lock?.release();
        if (lock !== null) return false;
        await sleep(TURN_RETRY_MS);
      }
      return true;
    } catch (error) {
      // It was removed meanwhile.
      if (error instanceof OperatorError) return false;
      throw error;
    }
  }
}

function lockUploadOf(folder: string): ReturnType<typeof lockUpload> {
  try {
    return lockUpload(folder);
  } catch (error) {
    throw error instanceof OperatorError ? new Refusal('NOT_FOUND', error.message) : error;
  }
}

const idOf = (found: FoundUpload) => (found.damage === null ? found.upload.id : found.id);

function viewOf(found: FoundUpload): Upload {
  const { damage, upload } = found;
  const { file, bytes, uploadedAt, uploadedBy } = upload ?? { file: idOf(found), bytes: 0, uploadedBy: '' };
  const uploadedAtOrSeen = uploadedAt ?? new Date(damage === null ? 0 : found.sinceMs).toISOString();
  const received = damage === null ? found.received : 0;
  return { id: idOf(found), file, bytes, received, uploaded_at: uploadedAtOrSeen, uploaded_by: uploadedBy, damage };
}

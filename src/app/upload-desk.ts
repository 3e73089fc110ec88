// Uploads and imports of the dashboard: the files in the data folder, and a process for each import. What is known of them stands in
// files, so that every serving thread tells the same, also after a restart.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import type { ImportRun } from '../catalog/writer-port.ts';
import type { Download } from '../console/context.ts';
import type { ImportStatus, MappingChoices, Preview, Upload, Uploads } from '../console/records-port.ts';
import { Refusal } from '../console/refusal.ts';
import { sourceName } from '../import/run-import.ts';
import { systemClock } from '../ops/clock.ts';
import type { Config } from './config.ts';
import { statusOfRun, statusOfUpload } from './import-status.ts';
import type { RecordActs } from './record-acts.ts';
import { lockData } from './stores.ts';
import {
  bytesOf,
  contentOf,
  lockImport,
  makeUpload,
  readImport,
  readUpload,
  rejectsOf,
  removeUpload,
  type StoredImport,
  type StoredUpload,
  uploadFolder,
  uploadIds,
  uploadOf,
  writeImport,
} from './upload-folder.ts';
import type { UploadOrder } from './upload-import.ts';

/** Left free for the stores. */
const SPARE_BYTES = 512 * 1024 * 1024;

/** An upload that is there. */
interface Found {
  readonly folder: string;
  readonly upload: StoredUpload;
  readonly begun: StoredImport | null;
}

/** Named after the file that the rows stood in; JSON of any form comes as JSON Lines. */
async function rejectsDownload(path: string, { name }: StoredUpload): Promise<Download> {
  const file = await open(path, 'r');
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 0).finally(() => file.close());
  const isJson = buffer.toString() === '{';
  const stem = name.replace(/(?<=.)\.(?:csv|tsv|tab|txt|json|jsonl|ndjson|parquet)?(?:\.(?:gz|zst))?$/i, '');
  const [ending, type] = isJson ? ['jsonl', 'application/x-ndjson'] : ['csv', 'text/csv'];
  return { name: `${stem}-rejects.${ending}`, type, content: createReadStream(path) };
}

export class UploadDesk implements Uploads {
  readonly #config: Config;
  readonly #acts: Pick<RecordActs, 'runs' | 'preview'>;
  readonly #children = new Map<string, ChildProcess>();

  constructor(config: Config, acts: Pick<RecordActs, 'runs' | 'preview'>) {
    this.#config = config;
    this.#acts = acts;
  }

  async list(): Promise<Upload[]> {
    const waiting = (await this.#all()).filter(({ begun }) => begun === null || begun.state === 'failed');
    const uploads = await Promise.all(waiting.map((found) => this.#view(found)));
    return uploads.sort((a, b) => b.uploaded_at.localeCompare(a.uploaded_at));
  }

  async begin({ file, bytes, by }: Parameters<Uploads['begin']>[0]): Promise<Upload> {
    const { bavail, bsize } = await statfs(this.#config.data);
    if (bytes > bavail * bsize - SPARE_BYTES)
      throw new Refusal('CONFLICT', 'the disk of the data folder has no room for this file: free some space');
    const given = { file, bytes, uploadedAt: new Date(systemClock.now()).toISOString(), uploadedBy: by };
    const upload = await makeUpload(this.#config, given);
    return this.#view(await this.#found(upload.id));
  }

  async append(id: string, offset: number, bytes: Buffer): Promise<Upload> {
    const found = await this.#found(id);
    const path = contentOf(found.folder, found.upload);
    const received = await bytesOf(path);
    if (offset !== received) throw new Refusal('CONFLICT', `the next part begins at ${received}`);
    if (offset + bytes.length > found.upload.bytes)
      throw new Refusal('INVALID_INPUT', `the file has ${found.upload.bytes} bytes; these would be more`);
    const file = await open(path, 'a');
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    return this.#view(found);
  }

  async preview(id: string, choices: MappingChoices): Promise<Preview> {
    const { folder, upload } = await this.#whole(id);
    return this.#acts.preview(contentOf(folder, upload), choices);
  }

  async remove(id: string): Promise<void> {
    const { folder, begun } = await this.#found(id);
    if (begun !== null && this.#isHeld(id, folder))
      throw new Refusal('CONFLICT', 'this file is being imported: wait until that is done');
    await removeUpload(folder);
  }

  async imports(): Promise<ImportStatus[]> {
    const uploads = await this.#all();
    const runs = await this.#acts.runs();
    const isImporting = runs.some(({ finishedAt }) => finishedAt === null) && this.#someImport();
    const known = new Set(uploads.map(({ upload }) => upload.id));
    const ofCommandLine = runs.filter(({ files }) => !known.has(uploadOf(this.#config, files[0] ?? '') ?? ''));
    const statuses = await Promise.all(uploads.map((found) => this.#status(found, runs)));
    return [
      ...statuses.flatMap((status) => status ?? []),
      ...ofCommandLine.map((run) => statusOfRun(run, isImporting)),
    ].sort((a, b) => b.started_at.localeCompare(a.started_at));
  }

  async importOf(id: string): Promise<ImportStatus | null> {
    if (uploadFolder(this.#config, id) === null) return (await this.imports()).find((one) => one.id === id) ?? null;
    const found = await this.#find(id);
    return found && this.#status(found, await this.#acts.runs());
  }

  async start(id: string, choices: MappingChoices, by: string): Promise<ImportStatus> {
    const { folder, upload, begun } = await this.#whole(id);
    if (begun?.state === 'finished') throw new Refusal('CONFLICT', 'this file is imported already: upload it anew');
    if (begun !== null && this.#isHeld(id, folder))
      throw new Refusal('CONFLICT', 'this file is being imported already');
    const state: StoredImport = {
      choices,
      source: choices.source ?? sourceName({ source: null, files: [upload.name] }),
      ...{ state: 'waiting', startedAt: new Date(systemClock.now()).toISOString(), startedBy: by, finishedAt: null },
      ...{ rows: 0, bytesDone: 0, bytesTotal: upload.bytes, report: null, error: null },
    };
    await writeImport(folder, state);
    this.#fork(id, folder);
    return statusOfUpload(upload, state, { isHeld: true, hasRejects: false, run: null });
  }

  async rejects(id: string): Promise<Download | null> {
    const found = await this.#find(id);
    if (!found || (await bytesOf(rejectsOf(found.folder))) === 0) return null;
    return rejectsDownload(rejectsOf(found.folder), found.upload);
  }

  async close(): Promise<void> {
    const children = [...this.#children.values()];
    const exits = children.map((child) => once(child, 'exit'));
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(exits);
  }

  #fork(id: string, folder: string): void {
    const entry = new URL('./upload-import.ts', import.meta.url);
    const child = fork(entry, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#children.set(id, child);
    child.once('exit', () => this.#children.delete(id));
    child.send({ config: this.#config, folder } satisfies UploadOrder);
  }

  async #all(): Promise<Found[]> {
    const found = await Promise.all((await uploadIds(this.#config)).map((id) => this.#find(id)));
    return found.flatMap((one) => one ?? []);
  }

  async #find(id: string): Promise<Found | null> {
    const folder = uploadFolder(this.#config, id);
    const upload = folder === null ? null : await readUpload(folder);
    return folder !== null && upload !== null ? { folder, upload, begun: await readImport(folder) } : null;
  }

  async #found(id: string): Promise<Found> {
    const found = await this.#find(id);
    if (found) return found;
    throw new Refusal('NOT_FOUND', 'there is no such upload (any more)');
  }

  /** With all its bytes. */
  async #whole(id: string): Promise<Found> {
    const found = await this.#found(id);
    const received = await bytesOf(contentOf(found.folder, found.upload));
    if (found.begun?.state === 'finished' || received === found.upload.bytes) return found;
    throw new Refusal(
      'CONFLICT',
      `of this file ${received} of ${found.upload.bytes} bytes are here: send the others first`,
    );
  }

  async #view({ folder, upload }: Found): Promise<Upload> {
    const { id, file, bytes, uploadedAt, uploadedBy } = upload;
    const received = await bytesOf(contentOf(folder, upload));
    return { id, file, bytes, received, uploaded_at: uploadedAt, uploaded_by: uploadedBy };
  }

  async #status({ folder, upload, begun }: Found, runs: readonly ImportRun[]): Promise<ImportStatus | null> {
    if (begun === null) return null;
    const hasRejects = (await bytesOf(rejectsOf(folder))) > 0;
    const run = runs.findLast(({ files }) => uploadOf(this.#config, files[0] ?? '') === upload.id) ?? null;
    return statusOfUpload(upload, begun, { isHeld: this.#isHeld(upload.id, folder), hasRejects, run });
  }

  /** A process of this thread, or of any other, is at it. */
  #isHeld(id: string, folder: string): boolean {
    if (this.#children.has(id)) return true;
    const lock = lockImport(folder);
    lock?.release();
    return lock === null;
  }

  #someImport(): boolean {
    const lock = lockData(this.#config, 'import');
    lock?.release();
    return lock === null;
  }
}

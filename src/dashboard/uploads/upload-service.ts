// Uploads and imports of the dashboard: the stored uploads, and a process for each import. The state is stored with the
// upload, so that all serving threads, and all servers that share the uploads, report the same state, even after a
// restart.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Config } from '../../app/config.ts';
import type { ImportRun } from '../../catalog/writer-port.ts';
import { sourceName } from '../../import/source-name.ts';
import { systemClock } from '../../ops/clock.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { isImporting } from '../../tasks/import-lock.ts';
import {
  type FoundUpload,
  isUploadId,
  type SoundUpload,
  type StoredImport,
  type StoredUpload,
  uploadOfFile,
} from '../../uploads/upload-form.ts';
import type { UploadStore } from '../../uploads/upload-store.ts';
import type { Download } from '../download.ts';
import type { RecordOperations } from '../records/record-operations.ts';
import type { ImportStatus, MappingChoices, Preview, Upload, Uploads } from '../records/records-port.ts';
import { Rejection } from '../rejection.ts';
import { statusOfRun, statusOfUpload } from './import-status.ts';
import type { PreviewThread } from './preview-thread.ts';
import type { UploadOrder } from './upload-import.ts';

/** Interval at which the thread looks for imports that no server executes. */
const POLL_MS = 1000;
/** Time after SIGTERM at which a remaining import process counts as stuck and is killed. */
const KILL_AFTER_MS = 2000;

interface UploadServiceOptions {
  readonly config: Config;
  readonly store: UploadStore;
  readonly operations: Pick<RecordOperations, 'runs'>;
  readonly previews: Pick<PreviewThread, 'preview' | 'stop'>;
}

/** The name of a file without its endings. */
function stemOf(name: string): string {
  return name.replace(/(?<=.)\.(?:csv|tsv|tab|txt|json|jsonl|ndjson|parquet|xlsx)?(?:\.(?:gz|zst))?$/i, '');
}

/** The stem of a download of rejected rows; a browser may have numbered it. */
const REJECTS_STEM = /^(.+)-rejects(?:_\d+_)?$/;

/** Named after the file of the rows. All JSON formats are written as JSON Lines. */
async function rejectsDownload(rejects: AsyncIterable<Buffer>, { name }: StoredUpload): Promise<Download> {
  const parts = rejects[Symbol.asyncIterator]();
  const first = await parts.next();
  const head = first.done ? Buffer.alloc(0) : first.value;
  const isJson = head.toString('latin1', 0, 1) === '{';
  const [ending, type] = isJson ? ['jsonl', 'application/x-ndjson'] : ['csv', 'text/csv'];
  const all = async function* () {
    yield head;
    yield* { [Symbol.asyncIterator]: () => parts };
  };
  return { name: `${stemOf(name)}-rejects.${ending}`, type, content: Readable.from(all()) };
}

/** Converts an OperatorError of the store, which rejects an impossible operation. */
async function withRejections<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error;
    throw new Rejection(error.isUnknown ? 'NOT_FOUND' : 'CONFLICT', error.inDashboard);
  });
}

export class UploadService implements Uploads {
  readonly #config: Config;
  readonly #store: UploadStore;
  readonly #operations: UploadServiceOptions['operations'];
  readonly #previews: UploadServiceOptions['previews'];
  readonly #children = new Map<string, ChildProcess>();
  #polling: NodeJS.Timeout | null = null;

  constructor({ config, store, operations, previews }: UploadServiceOptions) {
    this.#config = config;
    this.#store = store;
    this.#operations = operations;
    this.#previews = previews;
  }

  /**
   * From now on, this thread also executes imports that were begun on another server or thread and that no process
   * executes. Removes what a killed server has left.
   */
  takeOver(): void {
    void this.#store.removeLeftOvers().catch(() => undefined);
    this.#polling ??= setInterval(() => void this.#poll(), POLL_MS).unref();
  }

  async list(): Promise<Upload[]> {
    const waiting = (await this.#store.all()).filter(
      (found) => found.damage !== null || found.begun === null || found.begun.state === 'failed',
    );
    return waiting.map(viewOf).sort((a, b) => b.uploaded_at.localeCompare(a.uploaded_at));
  }

  async begin({ file, bytes, sha256 = null, by }: Parameters<Uploads['begin']>[0]): Promise<Upload> {
    if (bytes === 0) throw new Rejection('INVALID_INPUT', `${file} is empty: choose a file with rows`);
    const given = { file, bytes, sha256, uploadedAt: new Date(systemClock.now()).toISOString(), uploadedBy: by };
    const upload = await withRejections(this.#store.make(given));
    return viewOf({ upload, begun: null, received: 0, damage: null });
  }

  async append(id: string, offset: number, bytes: Buffer): Promise<Upload> {
    const found = await withRejections(
      this.#store.append(id, bytes, ({ upload, received }, isHeld) => {
        if (isHeld) throw new Rejection('CONFLICT', 'this file is being imported: it has all its parts');
        if (offset !== received) throw new Rejection('CONFLICT', `the next part begins at ${received}`);
        if (offset + bytes.length > upload.bytes)
          throw new Rejection('INVALID_INPUT', `the file has ${upload.bytes} bytes; this part exceeds them`);
      }),
    );
    return viewOf(found);
  }

  async preview(id: string, choices: MappingChoices): Promise<Preview> {
    const found = await this.#found(id);
    if (found.damage !== null) throw damaged(found.damage);
    checkWhole(found);
    const source = await this.#sourceOf(found, choices);
    const { path, release } = await withRejections(this.#store.content(found));
    return await this.#previews.preview(path, { ...choices, source }).finally(release);
  }

  async remove(id: string): Promise<void> {
    await withRejections(this.#store.remove(id));
  }

  async imports(): Promise<ImportStatus[]> {
    const uploads = await this.#store.all();
    const runs = await this.#operations.runs();
    const isUnderWay = runs.some(({ finishedAt }) => finishedAt === null) && (await isImporting(this.#config));
    const known = new Set(uploads.map((found) => idOf(found)));
    const ofCommandLine = runs.filter(({ files }) => !known.has(uploadOfFile(files[0] ?? '') ?? ''));
    const statuses = await Promise.all(uploads.map((found) => this.#status(found, runs)));
    return [
      ...statuses.flatMap((status) => status ?? []),
      ...ofCommandLine.map((run) => statusOfRun(run, isUnderWay)),
    ].sort((a, b) => b.started_at.localeCompare(a.started_at));
  }

  async importOf(id: string): Promise<ImportStatus | null> {
    if (!isUploadId(id)) return (await this.imports()).find((one) => one.id === id) ?? null;
    const found = await this.#store.find(id);
    return found && this.#status(found, await this.#operations.runs());
  }

  /** Exactly one of several concurrent calls starts it. */
  async start(id: string, choices: MappingChoices, by: string): Promise<ImportStatus> {
    const source = await this.#sourceOf(await this.#found(id), choices);
    const startOf = ({ upload }: SoundUpload): StoredImport => ({
      choices: { ...choices, source },
      source,
      state: 'waiting',
      startedAt: new Date(systemClock.now()).toISOString(),
      startedBy: by,
      finishedAt: null,
      rows: 0,
      bytesDone: 0,
      bytesTotal: upload.bytes,
      report: null,
      error: null,
    });
    const check = (found: SoundUpload, isHeld: boolean) => {
      checkWhole(found);
      if (found.begun?.state === 'finished')
        throw new Rejection('CONFLICT', 'this file is already imported: upload it again');
      if (isHeld) throw new Rejection('CONFLICT', 'this file is being imported already');
    };
    const { upload, begun } = await withRejections(
      this.#store.begin(id, { check, stateOf: startOf, execute: () => this.#fork(id) }),
    );
    return statusOfUpload(upload, begun as StoredImport, { isHeld: true, hasRejects: false, run: null });
  }

  async rejects(id: string): Promise<Download | null> {
    const found = await this.#store.find(id);
    if (!found?.upload || (await this.#store.rejectBytes(id)) === 0) return null;
    return withRejections(rejectsDownload(this.#store.rejects(id), found.upload));
  }

  async stopPreviews(): Promise<void> {
    await this.#previews.stop();
  }

  async close(): Promise<void> {
    if (this.#polling !== null) clearInterval(this.#polling);
    const children = [...this.#children.values()];
    const exits = children.map((child) => once(child, 'exit'));
    for (const child of children) child.kill('SIGTERM');
    const killing = setTimeout(() => children.forEach((child) => void child.kill('SIGKILL')), KILL_AFTER_MS);
    await Promise.all([...exits, this.#previews.stop()]);
    clearTimeout(killing);
    await this.#store.close();
  }

  /**
   * Executes the imports that no process executes. An unreachable database is logged elsewhere, once for the process.
   */
  async #poll(): Promise<void> {
    const pending = await this.#store.pending().catch(() => []);
    for (const id of pending) if (!this.#children.has(id)) await this.#fork(id);
  }

  /** Starts the process. Resolves when the process has the right to import, or has ended. */
  async #fork(id: string): Promise<void> {
    const entry = new URL('./upload-import.ts', import.meta.url);
    const child = fork(entry, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#children.set(id, child);
    const begun = new Promise<void>((resolve) => {
      child.once('message', () => resolve());
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    child.once('exit', () => this.#children.delete(id));
    child.send({ config: this.#config, id } satisfies UploadOrder, () => {});
    await begun;
  }

  /**
   * The chosen source; by default that of the original file for the corrected rows that it rejected, else the name of
   * the file. Openings are the exception: an import from their source would close those that the file lacks.
   */
  async #sourceOf({ upload }: FoundUpload, { kind, source }: MappingChoices): Promise<string> {
    const name = upload?.name ?? '';
    const own = source ?? sourceName({ source: null, files: [name] });
    const original = REJECTS_STEM.exec(stemOf(name))?.[1];
    if (source !== undefined || original === undefined || kind === 'jobs') return own;
    const originals = (await this.#store.all()).flatMap(({ upload: other, begun }) =>
      other && begun && begun.choices.kind === kind && stemOf(other.name) === original ? [begun] : [],
    );
    return originals.sort((a, b) => b.startedAt.localeCompare(a.startedAt))[0]?.source ?? own;
  }

  async #found(id: string): Promise<FoundUpload> {
    const found = await this.#store.find(id);
    if (found) return found;
    throw new Rejection('NOT_FOUND', 'there is no such upload');
  }

  /** Null if no import was begun, or its state is unknown. */
  async #status(found: FoundUpload, runs: readonly ImportRun[]): Promise<ImportStatus | null> {
    if (found.upload === null || found.begun === null) return null;
    const { upload } = found;
    const isHeld = await this.#store.isUnderWay(upload.id);
    // If no process holds the import now, it may have ended after the state was read, so it is read again.
    const begun = (isHeld ? null : (await this.#store.find(upload.id))?.begun) ?? found.begun;
    const hasRejects = (await this.#store.rejectBytes(upload.id)) > 0;
    const run = runs.findLast(({ files }) => uploadOfFile(files[0] ?? '') === upload.id) ?? null;
    return statusOfUpload(upload, begun, { isHeld, hasRejects, run });
  }
}

const damaged = (damage: string) =>
  new Rejection('CONFLICT', `this upload is damaged (${damage}): remove it and send the file again`);

/** Throws unless all bytes are uploaded. */
function checkWhole({ upload, begun, received }: SoundUpload): void {
  if (begun?.state === 'finished' || received === upload.bytes) return;
  throw new Rejection(
    'CONFLICT',
    `${received} of ${upload.bytes} bytes of this file are uploaded: send the others first`,
  );
}

const idOf = (found: FoundUpload) => (found.damage === null ? found.upload.id : found.id);

function viewOf(found: FoundUpload): Upload {
  if (found.damage === null) return { ...describedView(found.upload), received: found.received, damage: null };
  const { id, upload, sinceMs, damage } = found;
  const unknown = { file: id, bytes: 0, uploaded_at: new Date(sinceMs).toISOString(), uploaded_by: '' };
  return { ...(upload === null ? unknown : describedView(upload)), id, received: 0, damage };
}

function describedView({ id, file, bytes, uploadedAt, uploadedBy }: StoredUpload) {
  return { id, file, bytes, uploaded_at: uploadedAt, uploaded_by: uploadedBy };
}

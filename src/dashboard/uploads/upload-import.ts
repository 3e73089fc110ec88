// Entry of the process that imports an uploaded file: never a thread of the server, so that it uses neither its memory
// nor its time. It reports its progress in import.json, ends with the server, and resumes when it is started again.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../app/config.ts';
import { storedReport } from '../../import/run-import.ts';
import { stepBack } from '../../ops/lower-priority.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { importFiles } from '../../tasks/import-files.ts';
import { updateEdition } from '../../tasks/update-edition.ts';
import {
  contentOf,
  findUpload,
  lockImport,
  rejectsOf,
  type StoredImport,
  uploadOf,
  writeImport,
} from '../../uploads/upload-folder.ts';
import { verifyContent } from '../../uploads/upload-parts.ts';

/** The parameters of the process. */
export interface UploadOrder {
  readonly config: Config;
  readonly folder: string;
}

const TELL_EVERY_MS = 500;
/** A check of the lock holds it for a moment. */
const LOCK_WAIT_MS = 5000;

process.once('disconnect', () => process.exit(1));
process.once('message', (order: UploadOrder) => {
  stepBack();
  void importUpload(order).finally(() => process.disconnect?.());
});

async function importUpload({ config, folder }: UploadOrder): Promise<void> {
  const found = await findUpload(config, uploadOf(config, folder) ?? '');
  const lock = lockImport(folder, LOCK_WAIT_MS);
  if (!found || found.damage !== null || !found.begun || !lock) return;
  const { upload, begun } = found;
  process.send?.('begun');
  const teller = new Teller(folder, begun);
  const content = contentOf(folder, upload);
  try {
    await verifyContent({ folder, content, bytes: upload.bytes, sha256: upload.sha256 ?? null });
    const { kind, source = null, preset = null, map = [] } = begun.choices;
    const { report } = await importFiles(config, {
      ...{ kind, source, preset, index: false },
      files: [content],
      mapOptions: map.map(({ field, column }) => `${field}=${column}`),
      rejectedRows: rejectsOf(folder),
      onProgress: ({ rows, bytesDone, bytesTotal }) => teller.tell({ state: 'running', rows, bytesDone, bytesTotal }),
    });
    const { read: rows, source: named } = report;
    await teller.tellNow({ state: 'indexing', rows, report: storedReport(report), source: named });
    await updateEdition(config, () => {});
    await teller.tellNow({ state: 'finished', finishedAt: new Date().toISOString() });
    // Its rows are in the catalog: a second copy of personal data is not needed.
    await rm(join(folder, 'content'), { recursive: true, force: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const said = error instanceof OperatorError ? message.replaceAll(`${join(folder, 'content')}/`, '') : message;
    await teller.tellNow({ state: 'failed', error: said, finishedAt: new Date().toISOString() });
  } finally {
    lock.release();
  }
}

/** Writes import.json, at most as often as the dashboard polls it. */
class Teller {
  readonly #folder: string;
  #state: StoredImport;
  #toldMs = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(folder: string, state: StoredImport) {
    this.#folder = folder;
    this.#state = state;
  }

  tell(news: Partial<StoredImport>): void {
    this.#state = { ...this.#state, ...news };
    if (performance.now() - this.#toldMs >= TELL_EVERY_MS) void this.#write();
  }

  async tellNow(news: Partial<StoredImport>): Promise<void> {
    this.#state = { ...this.#state, ...news };
    await this.#write();
  }

  #write(): Promise<void> {
    this.#toldMs = performance.now();
    const state = this.#state;
    this.#writing = this.#writing.then(() => writeImport(this.#folder, state));
    return this.#writing;
  }
}

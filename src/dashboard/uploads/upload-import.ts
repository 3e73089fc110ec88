// Entry of the process that imports an uploaded file. It is a separate process, so that it uses neither the memory nor
// the time of the server. It stores its progress with the upload, and ends with the server. When it is started again,
// here or on another server that has the same uploads, it resumes.

import { resolve } from 'node:path';
import type { Config } from '../../app/config.ts';
import { storedReport } from '../../import/run-import.ts';
import { messageOf } from '../../ops/message-of.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { isStoreUnavailable } from '../../ops/store-unavailable.ts';
import { lowerPriority } from '../../ops/threads/lower-priority.ts';
import { importFiles } from '../../tasks/import-files.ts';
import { updateEdition } from '../../tasks/update-edition.ts';
import { openUploadStore } from '../../uploads/open-uploads.ts';
import type { StoredImport } from '../../uploads/upload-form.ts';
import type { UploadClaim } from '../../uploads/upload-store.ts';

/** The parameters of the process. */
export interface UploadOrder {
  readonly config: Config;
  /** The id of the upload. */
  readonly id: string;
}

const REPORT_EVERY_MS = 500;
/** Interval at which the claim on an import is renewed, even while no row is imported. */
const RENEW_EVERY_MS = 3000;

process.once('disconnect', () => process.exit(1));
process.once('message', (order: UploadOrder) => {
  lowerPriority();
  void importUpload(order).finally(() => process.disconnect?.());
});

async function importUpload({ config: given, id }: UploadOrder): Promise<void> {
  const config = { ...given, data: resolve(given.data) };
  const store = openUploadStore(config);
  const claim = await store.claim(id);
  if (claim !== null) {
    // The server is stopping: another one may continue at once.
    process.once('SIGTERM', () => void claim.release().finally(() => process.exit(1)));
    process.send?.('begun');
    await importClaimed(config, claim).finally(() => claim.release());
  }
  await store.close();
}

async function importClaimed(config: Config, claim: UploadClaim): Promise<void> {
  const { begun } = claim;
  const reporter = new ProgressReporter(claim);
  const renewing = setInterval(() => reporter.report({}), RENEW_EVERY_MS);
  let content = '';
  try {
    const files = await claim.files();
    content = files.content;
    const { kind, source = null, sheet = null, preset = null, map = [] } = begun.choices;
    const { report } = await importFiles(config, {
      kind,
      source,
      sheet,
      preset,
      index: false,
      files: [files.content],
      mapOptions: map.map(({ field, column }) => `${field}=${column}`),
      rejectsFile: files.rejects,
      onRejectedRows: files.onRejects,
      onProgress: ({ rows, bytesDone, bytesTotal }) =>
        reporter.report({ state: 'running', rows, bytesDone, bytesTotal }),
    });
    const { read: rows, source: named } = report;
    await reporter.reportNow({ state: 'indexing', rows, report: storedReport(report), source: named });
    await updateEdition(config, () => {});
    await reporter.reportNow({ state: 'finished', finishedAt: new Date().toISOString() });
    await claim.discardContent();
  } catch (error) {
    // The import continues after its last batch, here or on another server, when the database is reachable again.
    if (error instanceof TakeoverError || isStoreUnavailable(error)) return;
    const folder = content.slice(0, content.lastIndexOf('/') + 1);
    const problem = error instanceof OperatorError ? withoutFolder(error.inDashboard, folder) : messageOf(error);
    await reporter.reportNow({ state: 'failed', error: problem, finishedAt: new Date().toISOString() }).catch(() => {});
  } finally {
    clearInterval(renewing);
  }
}

/** Another process has taken over the import. */
class TakeoverError extends Error {}

/** Stores the state, at most as often as the dashboard polls it. */
class ProgressReporter {
  readonly #claim: UploadClaim;
  #state: StoredImport;
  #reportedMs = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(claim: UploadClaim) {
    this.#claim = claim;
    this.#state = claim.begun;
  }

  report(news: Partial<StoredImport>): void {
    this.#state = { ...this.#state, ...news };
    // A failure is reported by the next state that must be stored.
    if (performance.now() - this.#reportedMs >= REPORT_EVERY_MS) this.#write().catch(() => undefined);
  }

  async reportNow(news: Partial<StoredImport>): Promise<void> {
    this.#state = { ...this.#state, ...news };
    await this.#write();
  }

  #write(): Promise<void> {
    this.#reportedMs = performance.now();
    const state = this.#state;
    const written = this.#writing.then(async () => {
      if (!(await this.#claim.report(state))) throw new TakeoverError();
    });
    this.#writing = written.catch(() => undefined);
    return written;
  }
}

const withoutFolder = (message: string, folder: string) => (folder === '' ? message : message.replaceAll(folder, ''));

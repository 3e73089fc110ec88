// Changes and reads records of a data folder outside of imports. Changes run one at a time, and become searchable
// afterwards unless they failed.
import { openCatalogAdmin } from '../app/catalog-writers.ts';
import type { Config } from '../app/config.ts';
import type { UndoneRun } from '../catalog/admin-port.ts';
import type { RecordAdmin } from '../catalog/review-port.ts';
import { ofLongWork } from '../ops/long-work.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { acquireImportLock, type ImportLock } from './import-lock.ts';
import { noteOutdatedEdition, updateEdition } from './update-edition.ts';

/** Reads the origin of records; never waits for a lock. */
export async function withCatalogAdmin<Result>(
  config: Config,
  read: (admin: RecordAdmin) => Promise<Result>,
  fence: ImportLock['fence'] = null,
): Promise<Result> {
  const admin = openCatalogAdmin(config, fence);
  try {
    return await read(admin);
  } finally {
    admin.close();
  }
}

interface ChangeOptions<Result> {
  /** Whether changes become searchable at once. */
  readonly index: boolean;
  readonly onMessage: (text: string) => void;
  /** Whether the work has changed searchable data; by default true. */
  readonly hasChanged?: (result: Result) => boolean;
}

/**
 * Changes records. A running server makes the changes searchable, or a new edition is built. If nothing changed, a note
 * says whether earlier changes are not searchable: an interrupted command may be repeated.
 */
export async function changeRecords<Result>(
  config: Config,
  { index, onMessage, hasChanged = () => true }: ChangeOptions<Result>,
  work: (admin: RecordAdmin) => Promise<Result>,
): Promise<Result> {
  const lock = await acquireImportLock(config, onMessage);
  try {
    const result = await withCatalogAdmin(config, work, lock.fence).catch(async (error: unknown) => {
      if (index && error instanceof OperatorError) await noteOutdatedEdition(config, onMessage).catch(() => undefined);
      throw error;
    });
    if (index) await (hasChanged(result) ? updateEdition : noteOutdatedEdition)(config, onMessage);
    return result;
  } finally {
    await lock.release();
  }
}

interface UndoOptions extends Omit<ChangeOptions<UndoneRun>, 'hasChanged'> {
  /** By default the interval of `ofLongWork`. */
  readonly everyMs?: number;
}

/** Undoes an import, and reports the progress of long work. */
export function undoImport(config: Config, run: number, { everyMs, ...options }: UndoOptions): Promise<UndoneRun> {
  let isReported = false;
  const say = (state: string) => {
    isReported = true;
    options.onMessage(`Undoing import ${run}: ${state}.`);
  };
  const onRecords = ofLongWork<{ done: number; total: number }>(
    ({ done, total }) => say(`${Math.min(99, Math.floor((100 * done) / total))}%`),
    everyMs,
  );
  const onCommit = () => {
    if (isReported) say('all records are changed, committing');
  };
  return changeRecords(config, options, (admin) =>
    admin.undoRun(run, new Date().toISOString(), { onRecords, onCommit }),
  );
}

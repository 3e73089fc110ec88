// Changes and reads records of a data folder outside of imports. Changes run one at a time, and become searchable
// afterwards unless they failed.

import { openCatalogAdmin } from '../app/catalog-writers.ts';
import type { Config } from '../app/config.ts';
import type { RecordAdmin } from '../catalog/review-port.ts';
import { acquireImportLock, type ImportLock } from './import-lock.ts';
import { updateEdition } from './update-edition.ts';

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

/** Changes records. A running server makes the changes searchable, or a new edition is built. */
export async function changeRecords<Result>(
  config: Config,
  { index, onMessage, hasChanged = () => true }: ChangeOptions<Result>,
  work: (admin: RecordAdmin) => Promise<Result>,
): Promise<Result> {
  const lock = await acquireImportLock(config, onMessage);
  try {
    const result = await withCatalogAdmin(config, work, lock.fence);
    if (index && hasChanged(result)) await updateEdition(config, onMessage);
    return result;
  } finally {
    await lock.release();
  }
}

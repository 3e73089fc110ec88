// Work on the records of a data folder other than imports: one at a time, then searches follow unless the work failed.

import { openCatalogKeeper } from '../app/catalog-writers.ts';
import type { Config } from '../app/config.ts';
import type { RecordKeeper } from '../catalog/review-port.ts';
import { type Turn, takeTurn } from './import-lock.ts';
import { updateEdition } from './update-edition.ts';

/** Reads the origin of records; never waits for a lock. */
export async function withKeeper<Result>(
  config: Config,
  read: (keeper: RecordKeeper) => Promise<Result>,
  fence: Turn['fence'] = null,
): Promise<Result> {
  const keeper = openCatalogKeeper(config, fence);
  try {
    return await read(keeper);
  } finally {
    keeper.close();
  }
}

interface Keeping {
  /** Whether searches follow at once, where anything was changed. */
  readonly index: boolean;
  readonly onMessage: (text: string) => void;
}

interface KeepingWork<Result> extends Keeping {
  /** Whether the work has changed what is searched; by default it has. */
  readonly hasChanged?: (result: Result) => boolean;
}

/** Changes records; searches follow by the running server, or by a new edition. */
export async function keepRecords<Result>(
  config: Config,
  { index, onMessage, hasChanged = () => true }: KeepingWork<Result>,
  work: (keeper: RecordKeeper) => Promise<Result>,
): Promise<Result> {
  const turn = await takeTurn(config, onMessage);
  try {
    const result = await withKeeper(config, work, turn.fence);
    if (index && hasChanged(result)) await updateEdition(config, onMessage);
    return result;
  } finally {
    await turn.release();
  }
}

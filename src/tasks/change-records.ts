// Work on the records of a data folder other than imports: one at a time, then a new edition unless the work failed.

import type { Config } from '../app/config.ts';
import { openCatalogKeeper } from '../app/stores.ts';
import type { CatalogKeeper } from '../catalog/keeper-port.ts';
import { buildHere } from './build-edition.ts';
import { takeTurn } from './import-lock.ts';

/** Reads the origin of records; never waits for a lock. */
export async function askKeeper<Result>(
  config: Config,
  ask: (keeper: CatalogKeeper) => Promise<Result>,
): Promise<Result> {
  const keeper = openCatalogKeeper(config);
  try {
    return await ask(keeper);
  } finally {
    keeper.close();
  }
}

interface Keeping {
  /** Whether a new edition is built after it, where anything was changed. */
  readonly index: boolean;
  readonly onMessage: (text: string) => void;
}

interface KeepingWork<Result> extends Keeping {
  /** Whether the work has changed what is searched; by default it has. */
  readonly hasChanged?: (result: Result) => boolean;
}

/** Changes records, and builds a new edition so that searches follow. */
export async function keepRecords<Result>(
  config: Config,
  { index, onMessage, hasChanged = () => true }: KeepingWork<Result>,
  work: (keeper: CatalogKeeper) => Promise<Result>,
): Promise<Result> {
  const lock = await takeTurn(config, onMessage);
  try {
    const result = await askKeeper(config, work);
    if (index && hasChanged(result)) {
      onMessage('Building a new edition of the search index.');
      await buildHere(config);
    }
    return result;
  } finally {
    lock.release();
  }
}

// Work on the records of a data folder beside imports: one at a time, then a new edition unless the work failed.
import type { CatalogKeeper } from '../catalog/keeper-port.ts';
import { buildHere } from './build-edition.ts';
import type { Config } from './config.ts';
import { openCatalogKeeper } from './stores.ts';
import { takeTurn } from './take-turn.ts';

/** Reads where records come from; waits for nobody. */
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
  /** Whether a new edition is built after it. */
  readonly index: boolean;
  readonly onMessage: (text: string) => void;
}

/** Changes records, and builds a new edition so that searches follow. */
export async function keepRecords<Result>(
  config: Config,
  { index, onMessage }: Keeping,
  work: (keeper: CatalogKeeper) => Promise<Result>,
): Promise<Result> {
  const lock = await takeTurn(config, onMessage);
  try {
    const result = await askKeeper(config, work);
    if (index) {
      onMessage('Building a new edition of the search index.');
      await buildHere(config);
    }
    return result;
  } finally {
    lock.release();
  }
}

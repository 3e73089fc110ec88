// Splits the ids of many records into blocks. The rows of one block are in memory together.

/** Equal in all stores, so that all stores assign the same ids to new records. */
const BLOCK_SIZE = 1000;

export function* blocksOf<Entry>(all: readonly Entry[]): Generator<readonly Entry[]> {
  for (let from = 0; from < all.length; from += BLOCK_SIZE) yield all.slice(from, from + BLOCK_SIZE);
}

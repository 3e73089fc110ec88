// The ids of many records, some at a time: their rows are in memory together.

/** Alike in all stores, so that all give the same ids to new records. */
const BLOCK_SIZE = 1000;

export function* blocksOf<Entry>(all: readonly Entry[]): Generator<readonly Entry[]> {
  for (let from = 0; from < all.length; from += BLOCK_SIZE) yield all.slice(from, from + BLOCK_SIZE);
}

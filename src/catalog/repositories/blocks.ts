// Splits the ids of many records into blocks. The rows of one block are in memory together.
import type { OnRecords } from '../admin-port.ts';

/** Equal in all stores, so that all stores assign the same ids to new records. */
const BLOCK_SIZE = 1000;

export function* blocksOf<Entry>(all: readonly Entry[]): Generator<readonly Entry[]> {
  for (let from = 0; from < all.length; from += BLOCK_SIZE) yield all.slice(from, from + BLOCK_SIZE);
}

/** Blocks of the records of a long change, which may read some records several times. */
export class CountedBlocks {
  readonly #total: number;
  readonly #onProgress: OnRecords;
  #done = 0;

  /** `total`: maximum number of records of all blocks. */
  constructor(total: number, onProgress: OnRecords) {
    this.#total = total;
    this.#onProgress = onProgress;
  }

  /** Reports each block when the next one is taken. */
  *of<Entry>(all: readonly Entry[]): Generator<readonly Entry[]> {
    for (const block of blocksOf(all)) {
      yield block;
      this.#done += block.length;
      this.#onProgress({ done: this.#done, total: this.#total });
    }
  }
}

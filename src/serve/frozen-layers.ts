// The frozen deltas, which are not rebuilt: each further change is a small delta over them. When there are many, the
// newest are folded into one.
import { LayeredEdition } from '../search/edition/layers/layered-edition.ts';
import { type Base, openBase, type SharedBase } from '../search/edition/layers/shared-base.ts';
import type { SharedDelta } from '../search/edition/layers/shared-delta.ts';

/** A delta with more records is frozen: building the newest delta delays the visibility of a change. */
const FREEZE_RECORDS = 500;
/** Maximum number of frozen deltas, because each search reads all layers. */
const FROZEN_MAX = 4;
/** A delta is folded with newer ones that together have at least this share of its records. */
const FOLD_SHARE = 1 / 2;

interface Frozen {
  readonly delta: SharedDelta;
  readonly layers: LayeredEdition;
}

export class FrozenLayers {
  readonly base: Base;
  #frozen: readonly Frozen[] = [];

  constructor(base: SharedBase) {
    this.base = openBase(base);
  }

  /** The layers over which the newest delta is built. */
  get top(): Base {
    return this.#frozen.at(-1)?.layers ?? this.base;
  }

  get deltas(): readonly SharedDelta[] {
    return this.#frozen.map(({ delta }) => delta);
  }

  /** Freezes a delta over the top if it is large enough. */
  add(delta: SharedDelta): void {
    if (delta.records > FREEZE_RECORDS) this.#freeze(delta);
  }

  /** The deltas to keep; those above them are to be folded into one. Null if there are few. */
  foldOver(): readonly SharedDelta[] | null {
    if (this.#frozen.length <= FROZEN_MAX) return null;
    const records = this.deltas.map((delta) => delta.records);
    // Folds the newest two in any case, and each older one that is not much larger than all deltas above it.
    let first = records.length - 2;
    let newer = (records[first + 1] ?? 0) + (records[first] ?? 0);
    while (first > 0 && newer >= (records[first - 1] ?? 0) * FOLD_SHARE) {
      first -= 1;
      newer += records[first] ?? 0;
    }
    return this.deltas.slice(0, first);
  }

  /** Replaces the deltas above `below` by one. Changes that are newer than the folded delta are read again. */
  replaceAbove(below: readonly SharedDelta[], folded: SharedDelta): void {
    this.#frozen = this.#frozen.slice(0, below.length);
    this.#freeze(folded);
  }

  #freeze(delta: SharedDelta): void {
    this.#frozen = [...this.#frozen, { delta, layers: LayeredEdition.over(this.top, delta) }];
  }
}

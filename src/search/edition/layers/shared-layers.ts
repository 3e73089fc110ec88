// The layers of an edition as one thread hands them to another, which shares their memory.
import { releaseSoon } from '../../../ops/threads/release-memory.ts';
import { LayeredEdition } from './layered-edition.ts';
import { type Base, generationOfBase, openBase, type SharedBase } from './shared-base.ts';
import type { SharedDelta } from './shared-delta.ts';

export interface SharedLayers {
  /** The id of the base. */
  readonly id: string;
  readonly base: SharedBase;
  /** The lowest first; none for an edition of one layer. */
  readonly deltas: readonly SharedDelta[];
}

/** Opens layers one after the other; those that stay, and parts of a base that stay, are opened once. */
export class LayerOpener {
  #base: Base | null = null;
  /** Each delta with the layers up to it. */
  #opened: readonly { readonly id: string; readonly layers: LayeredEdition }[] = [];

  open({ id, base: shared, deltas }: SharedLayers): Base | LayeredEdition {
    const isSame = this.#base?.id === id;
    const base = isSame && this.#base ? this.#base : openBase(shared, this.#base);
    if (!isSame && this.#base) releaseSoon(this.#base);
    this.#base = base;
    const known = isSame ? this.#opened : [];
    const opened: { id: string; layers: LayeredEdition }[] = [];
    for (const [place, delta] of deltas.entries()) {
      const same = known[place];
      const isOverSame = opened.every((each, below) => each === known[below]);
      if (same?.id === delta.id && isOverSame) opened.push(same);
      else opened.push({ id: delta.id, layers: LayeredEdition.over(opened.at(-1)?.layers ?? base, delta) });
    }
    this.#opened = opened;
    return opened.at(-1)?.layers ?? base;
  }
}

/** The generation of the catalog whose records these layers hold together. */
export function generationOf({ base, deltas }: SharedLayers): number {
  return generationOfBase(deltas.at(-1)?.edition ?? base);
}

/** An edition without a delta. */
export function oneLayer(base: Base): SharedLayers {
  return { id: base.id, base: base.shared, deltas: [] };
}

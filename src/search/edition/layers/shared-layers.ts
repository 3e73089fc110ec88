// The layers of an edition in the form in which one thread sends them to another. The threads share their memory.
import { releaseSoon } from '../../../ops/threads/release-memory.ts';
import { LayeredEdition } from './layered-edition.ts';
import { type Base, generationOfBase, openBase, type SharedBase } from './shared-base.ts';
import type { SharedDelta } from './shared-delta.ts';

export interface SharedLayers {
  /** The id of the base. */
  readonly id: string;
  readonly base: SharedBase;
  /** The lowest delta first; empty for an edition of one layer. */
  readonly deltas: readonly SharedDelta[];
}

/** Opens successive layers of an edition. Layers, and parts of a base, that have not changed are opened once. */
export class LayerOpener {
  #base: Base | null = null;
  /** Each open delta, with the edition of its layer and all layers below. */
  #opened: readonly { readonly id: string; readonly layers: LayeredEdition }[] = [];

  open({ id, base: shared, deltas }: SharedLayers): Base | LayeredEdition {
    const isSame = this.#base?.id === id;
    const base = isSame && this.#base ? this.#base : openBase(shared, this.#base);
    if (!isSame && this.#base) releaseSoon(this.#base);
    this.#base = base;
    const known = isSame ? this.#opened : [];
    const opened: { id: string; layers: LayeredEdition }[] = [];
    for (const [index, delta] of deltas.entries()) {
      const same = known[index];
      const isOverSame = opened.every((each, below) => each === known[below]);
      if (same?.id === delta.id && isOverSame) opened.push(same);
      else opened.push({ id: delta.id, layers: LayeredEdition.over(opened.at(-1)?.layers ?? base, delta) });
    }
    this.#opened = opened;
    return opened.at(-1)?.layers ?? base;
  }
}

/** The generation of the catalog whose records these layers contain. */
export function generationOf({ base, deltas }: SharedLayers): number {
  return generationOfBase(deltas.at(-1)?.edition ?? base);
}

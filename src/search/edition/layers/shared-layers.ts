// The layers of an edition as one thread hands them to another, which shares their memory.
import { Edition, type SharedEdition } from '../edition.ts';
import type { SearchableEdition } from '../searchable-edition.ts';
import type { SharedDelta } from './delta-seam.ts';
import { LayeredEdition } from './layered-edition.ts';

export interface SharedLayers {
  /** The id of the base. */
  readonly id: string;
  readonly base: SharedEdition;
  /** Null for an edition of one layer. */
  readonly delta: SharedDelta | null;
}

/** Opens layers one after the other; a base that stays is opened once. */
export class LayerOpener {
  #base: Edition | null = null;

  open({ id, base: shared, delta }: SharedLayers): SearchableEdition {
    const base = this.#base?.id === id ? this.#base : Edition.openAgain(shared);
    this.#base = base;
    return delta ? new LayeredEdition(base, delta) : base;
  }
}

/** An edition without a delta. */
export function oneLayer(base: Edition): SharedLayers {
  return { id: base.id, base: base.shared, delta: null };
}

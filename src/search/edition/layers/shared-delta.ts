// A delta edition and its place over the layers below: which of their documents it replaces, and where each of its
// documents belongs among theirs. All of it are numbers, so that merging needs no keys.
import type { Space } from '../../../contract/fields.ts';
import type { SharedEdition } from '../edition.ts';

type BySpace<Value> = Readonly<Record<Space, Value>>;

/** Over one layer below. */
export interface DeltaSeam {
  /** The id of the edition of the layer. */
  readonly layerId: string;
  /** For each document of the delta the documents of the layer before it; ascending. */
  readonly places: BySpace<Uint32Array>;
  /** The documents of the layer that are replaced or gone, ascending. */
  readonly masked: BySpace<Uint32Array>;
  /** For each company document of the delta the document of this company in the layer + 1; 0 if it has none. */
  readonly companies: Uint32Array;
}

/** A delta as one thread hands it to another, which shares its memory. */
export interface SharedDelta {
  /** Of its edition. */
  readonly id: string;
  /** The records that changed since the layers below were built. */
  readonly records: number;
  readonly edition: SharedEdition;
  /** One for each layer below, the lowest first. */
  readonly seams: readonly DeltaSeam[];
}

// A delta and its relation to each layer below: which documents of the layer it replaces, and where each of its
// documents belongs in the order of the layer. Both are stored as numbers, so that merging results needs no sort keys.
import type { Space } from '../../../contract/fields.ts';
import type { SharedEdition } from '../edition.ts';

type BySpace<Value> = Readonly<Record<Space, Value>>;

/** The relation of a delta to one layer below it: deleted documents, and a map of document numbers. */
export interface DeltaSeam {
  /** The id of the edition of the layer. */
  readonly layerId: string;
  /** For each document of the delta, the number of documents of the layer before it; ascending. */
  readonly docsBefore: BySpace<Uint32Array>;
  /** The documents of the layer whose records were replaced or removed; ascending. */
  readonly replaced: BySpace<Uint32Array>;
  /** For each company of the delta, its document in the layer plus 1; 0 if the layer does not contain the company. */
  readonly companyDocs: Uint32Array;
}

/** A delta in the form in which one thread sends it to another. The threads share its memory. */
export interface SharedDelta {
  /** The id of its edition. */
  readonly id: string;
  /** The number of records that changed since the layers below were built. */
  readonly records: number;
  readonly edition: SharedEdition;
  /** One seam for each layer below, the lowest layer first. */
  readonly seams: readonly DeltaSeam[];
}

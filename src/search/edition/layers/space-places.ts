// The documents of one space in two layers: those of the delta are numbered behind those of the base, and each has its
// place among them in the order.
import { lowerBound } from '../columns/lower-bound.ts';

/** A document in each layer: the last one that is not after a place; -1 if all are. */
export interface Position {
  readonly base: number;
  readonly delta: number;
}

export class SpacePlaces {
  readonly baseCount: number;
  readonly deltaCount: number;
  readonly #places: Uint32Array;

  /** `places`: for each document of the delta the documents of the base before it; ascending. */
  constructor(baseCount: number, places: Uint32Array) {
    this.baseCount = baseCount;
    this.deltaCount = places.length;
    this.#places = places;
  }

  /** The number of a document of the delta. */
  fromDelta(doc: number): number {
    return this.baseCount + doc;
  }

  /** The document of the delta; negative for one of the base. */
  inDelta(doc: number): number {
    return doc - this.baseCount;
  }

  /** The documents of the delta before a document of the base. */
  deltaBefore(baseDoc: number): number {
    return lowerBound(this.#places, baseDoc + 1);
  }

  /** The place of a document, in both layers. */
  positionOf(doc: number): Position {
    const delta = this.inDelta(doc);
    return delta < 0 ? { base: doc, delta: this.deltaBefore(doc) - 1 } : { base: this.#places[delta]! - 1, delta };
  }

  /** The last of two places in the layers. */
  lastOf({ base, delta }: Position): number {
    return delta >= 0 && this.#places[delta]! > base ? this.fromDelta(delta) : base;
  }

  isAfter(doc: number, { base, delta }: Position): boolean {
    const own = this.inDelta(doc);
    return own < 0 ? doc > base : own > delta;
  }

  /** Documents of both layers in order; the given ones are ascending in their layer. */
  merged(ofBase: readonly number[], ofDelta: readonly number[]): readonly number[] {
    if (ofDelta.length === 0) return ofBase;
    const docs: number[] = [];
    let next = 0;
    for (const doc of ofDelta) {
      while (next < ofBase.length && ofBase[next]! < this.#places[doc]!) docs.push(ofBase[next++]!);
      docs.push(this.fromDelta(doc));
    }
    return [...docs, ...ofBase.slice(next)];
  }

  /**
   * The results for documents in any order: `read` gets those of one layer with their indexes, and stores each result.
   */
  byLayer(
    docs: readonly number[],
    read: (layer: 'base' | 'delta', docs: readonly number[], indexOf: (place: number) => number) => void,
  ): void {
    for (const layer of ['base', 'delta'] as const) {
      const indexes = docs.flatMap((doc, index) => (doc < this.baseCount === (layer === 'base') ? [index] : []));
      const own = indexes.map((index) => (layer === 'base' ? docs[index]! : this.inDelta(docs[index]!)));
      if (own.length > 0) read(layer, own, (place) => indexes[place]!);
    }
  }
}

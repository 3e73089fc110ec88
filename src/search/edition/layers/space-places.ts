// The documents of one space in several layers: those of a layer are numbered behind those of the layers below, and
// each has its place among them in the order.
import { lowerBound } from '../columns/lower-bound.ts';

/** For each layer its last document that is not after a place; -1 if all are. */
export type Position = readonly number[];

/** For each layer below, the lowest first: for each document of a layer the documents there before it, ascending. */
export type PlacesBelow = readonly Uint32Array[];

export class SpacePlaces {
  /** The number of the first document of each layer, then that of all documents. */
  readonly #starts: readonly number[];
  readonly #places: readonly (PlacesBelow | 'behind')[];

  private constructor(starts: readonly number[], places: readonly (PlacesBelow | 'behind')[]) {
    this.#starts = starts;
    this.#places = places;
  }

  /** Of the parts of a base, by the documents of each: one is behind the other. */
  static ofParts(counts: readonly number[]): SpacePlaces {
    const starts = [0];
    for (const count of counts) starts.push(starts.at(-1)! + count);
    return new SpacePlaces(
      starts,
      counts.map(() => 'behind'),
    );
  }

  /** With one more layer. */
  with(places: PlacesBelow, count: number): SpacePlaces {
    return new SpacePlaces([...this.#starts, (this.#starts.at(-1) ?? 0) + count], [...this.#places, places]);
  }

  get layerCount(): number {
    return this.#places.length;
  }

  /** The layer of a document. */
  layerOf(doc: number): number {
    let layer = this.layerCount - 1;
    while (doc < this.#starts[layer]!) layer--;
    return layer;
  }

  /** The document in its own layer. */
  ownOf(doc: number): number {
    return doc - this.#starts[this.layerOf(doc)]!;
  }

  /** The number of a document of a layer. */
  numberOf(layer: number, own: number): number {
    return this.#starts[layer]! + own;
  }

  /** The documents of a layer before a document of another layer. */
  before(layer: number, other: { readonly layer: number; readonly own: number }): number {
    if (other.layer > layer) {
      const places = this.#places[other.layer]!;
      return places === 'behind' ? this.countOf(layer) : places[layer]![other.own]!;
    }
    const places = this.#places[layer]!;
    return places === 'behind' ? 0 : lowerBound(places[other.layer]!, other.own + 1);
  }

  /** The documents of a layer. */
  countOf(layer: number): number {
    return this.#starts[layer + 1]! - this.#starts[layer]!;
  }

  /** The place of a document; -1 is before all. */
  positionOf(doc: number): Position {
    if (doc < 0) return this.#places.map(() => -1);
    const place = { layer: this.layerOf(doc), own: this.ownOf(doc) };
    return this.#places.map((_, layer) => (layer === place.layer ? place.own : this.before(layer, place) - 1));
  }

  /** Whether a document is before another one. */
  isBefore(doc: number, other: number): boolean {
    const layer = this.layerOf(doc);
    const next = { layer: this.layerOf(other), own: this.ownOf(other) };
    return layer === next.layer ? doc < other : this.ownOf(doc) < this.before(layer, next);
  }

  /** The last one of some places in the layers; -1 if there is none. */
  lastOf(position: Position): number {
    let last = -1;
    for (const [layer, own] of position.entries()) {
      const doc = own < 0 ? -1 : this.numberOf(layer, own);
      if (doc >= 0 && (last < 0 || this.isBefore(last, doc))) last = doc;
    }
    return last;
  }

  isAfter(doc: number, position: Position): boolean {
    return this.ownOf(doc) > position[this.layerOf(doc)]!;
  }

  /** Documents of all layers in order. Given for each layer, ascending, as documents there. */
  merged(found: readonly (readonly number[])[]): readonly number[] {
    let all: readonly number[] = found[0] ?? [];
    for (const [layer, own] of found.entries())
      if (layer > 0 && own.length > 0) all = this.#mergedWith(all, layer, own);
    return all;
  }

  #mergedWith(others: readonly number[], layer: number, own: readonly number[]): number[] {
    const docs: number[] = [];
    let next = 0;
    for (const each of own) {
      const doc = this.numberOf(layer, each);
      while (next < others.length && this.isBefore(others[next]!, doc)) docs.push(others[next++]!);
      docs.push(doc);
    }
    return [...docs, ...others.slice(next)];
  }

  /**
   * The results for documents in any order: `read` gets those of one layer with their indexes, and stores each result.
   */
  byLayer(
    docs: readonly number[],
    read: (layer: number, docs: readonly number[], indexOf: (place: number) => number) => void,
  ): void {
    for (let layer = 0; layer < this.layerCount; layer++) {
      const indexes = docs.flatMap((doc, index) => (this.layerOf(doc) === layer ? [index] : []));
      const own = indexes.map((index) => this.ownOf(docs[index]!));
      if (own.length > 0) read(layer, own, (place) => indexes[place]!);
    }
  }
}

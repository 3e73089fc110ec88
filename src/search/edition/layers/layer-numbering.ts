// The numbers of the documents of one space over several layers: the numbers of a layer follow the numbers of the
// layers below, as document ids follow the doc base of a segment. The order of documents is not the order of these
// numbers, so for each document the number of documents before it in each layer below is known.
import { lowerBound } from '../columns/lower-bound.ts';

/** For each layer, its last document that is not after a position in the order; -1 if all are after it. */
export type LayerPosition = readonly number[];

/**
 * For each layer below, the lowest first: for each document of a layer, the number of documents there before it;
 * ascending.
 */
export type DocsBefore = readonly Uint32Array[];

/** Immutable. `own`: the number of a document within its layer. */
export class LayerNumbering {
  /** The number of the first document of each layer, then the number of all documents. */
  readonly #starts: readonly number[];
  /** For each layer, where its documents are in the layers below; `after` for a part, which follows all of them. */
  readonly #docsBefore: readonly (DocsBefore | 'after')[];

  private constructor(starts: readonly number[], docsBefore: readonly (DocsBefore | 'after')[]) {
    this.#starts = starts;
    this.#docsBefore = docsBefore;
  }

  /**
   * The numbering of the parts of a base. `counts`: the number of documents of each part. Each part follows the
   * previous one.
   */
  static ofParts(counts: readonly number[]): LayerNumbering {
    const starts = [0];
    for (const count of counts) starts.push(starts.at(-1)! + count);
    return new LayerNumbering(
      starts,
      counts.map(() => 'after'),
    );
  }

  /** Adds a layer of `count` documents. */
  with(docsBefore: DocsBefore, count: number): LayerNumbering {
    return new LayerNumbering([...this.#starts, (this.#starts.at(-1) ?? 0) + count], [...this.#docsBefore, docsBefore]);
  }

  get layerCount(): number {
    return this.#docsBefore.length;
  }

  /** The layer of a document. */
  layerOf(doc: number): number {
    let layer = this.layerCount - 1;
    while (doc < this.#starts[layer]!) layer--;
    return layer;
  }

  /** The number of a document within its own layer. */
  ownOf(doc: number): number {
    return doc - this.#starts[this.layerOf(doc)]!;
  }

  /** The number, over all layers, of a document of one layer. */
  numberOf(layer: number, own: number): number {
    return this.#starts[layer]! + own;
  }

  /** The number of documents of a layer before a document of another layer. */
  countBefore(layer: number, other: { readonly layer: number; readonly own: number }): number {
    if (other.layer > layer) {
      const docsBefore = this.#docsBefore[other.layer]!;
      return docsBefore === 'after' ? this.countOf(layer) : docsBefore[layer]![other.own]!;
    }
    const docsBefore = this.#docsBefore[layer]!;
    return docsBefore === 'after' ? 0 : lowerBound(docsBefore[other.layer]!, other.own + 1);
  }

  /** The number of documents of a layer. */
  countOf(layer: number): number {
    return this.#starts[layer + 1]! - this.#starts[layer]!;
  }

  /** The position of a document; of -1, the position before all documents. */
  positionOf(doc: number): LayerPosition {
    if (doc < 0) return this.#docsBefore.map(() => -1);
    const location = { layer: this.layerOf(doc), own: this.ownOf(doc) };
    return this.#docsBefore.map((_, layer) =>
      layer === location.layer ? location.own : this.countBefore(layer, location) - 1,
    );
  }

  /** Whether a document is before another one. */
  isBefore(doc: number, other: number): boolean {
    const layer = this.layerOf(doc);
    const next = { layer: this.layerOf(other), own: this.ownOf(other) };
    return layer === next.layer ? doc < other : this.ownOf(doc) < this.countBefore(layer, next);
  }

  /** The last document, in order, of a position; -1 if the position is before all documents. */
  lastOf(position: LayerPosition): number {
    let last = -1;
    for (const [layer, own] of position.entries()) {
      const doc = own < 0 ? -1 : this.numberOf(layer, own);
      if (doc >= 0 && (last < 0 || this.isBefore(last, doc))) last = doc;
    }
    return last;
  }

  isAfter(doc: number, position: LayerPosition): boolean {
    return this.ownOf(doc) > position[this.layerOf(doc)]!;
  }

  /**
   * Merges documents of all layers in order. `found`: for each layer, its documents numbered within the layer;
   * ascending.
   */
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
   * Groups documents, in any order, by layer. `read` gets the documents of one layer, numbered within it; `indexOf`
   * maps an index in that list to an index in `docs`. The layers come in the order of their first document in `docs`.
   */
  byLayer(
    docs: readonly number[],
    read: (layer: number, docs: readonly number[], indexOf: (index: number) => number) => void,
  ): void {
    for (const [layer, indexes] of Map.groupBy(docs.keys(), (index) => this.layerOf(docs[index]!))) {
      const own = indexes.map((index) => docs[index]! - this.#starts[layer]!);
      read(layer, own, (index) => indexes[index]!);
    }
  }
}

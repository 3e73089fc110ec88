// Finds the documents of a person by id: an inverted index of the id column, which the edition itself does not contain.

import type { Work } from '../../ops/work.ts';
import type { PackedColumn } from './columns/packed-column.ts';
import type { Repeats } from './columns/repeats.ts';

/** Documents read between two yields: each may be the first access to its memory page. */
const STRETCH = 4096;
/** Up to this many documents are found by a map: a layer has few people, whose ids may be large. */
const FEW_DOCUMENTS = 16_384;

export class PersonFinder {
  /** By id the last document of the person + 1; 0 or undefined if there is none. */
  readonly #lastOf: (id: number) => number | undefined;
  readonly #repeats: Repeats;

  private constructor(lastOf: (id: number) => number | undefined, repeats: Repeats) {
    this.#lastOf = lastOf;
    this.#repeats = repeats;
  }

  /**
   * Takes about 5 ns per document, and 4 bytes per id up to the largest during its lifetime: built on the first look-up
   * only.
   */
  static *make({ ids, repeats }: { readonly ids: PackedColumn; readonly repeats: Repeats }): Work<PersonFinder> {
    if (ids.length <= FEW_DOCUMENTS) {
      const few = new Map(Array.from({ length: ids.length }, (_, doc) => [ids.at(doc), doc + 1]));
      return new PersonFinder((id) => few.get(id), repeats);
    }
    let lastOf = new Uint32Array(ids.length + 1);
    for (let doc = 0; doc < ids.length; doc++) {
      const id = ids.at(doc);
      if (id >= lastOf.length) lastOf = lengthened(lastOf, id);
      lastOf[id] = doc + 1;
      if (doc % STRETCH === 0) yield;
    }
    const all = lastOf;
    return new PersonFinder((id) => all[id], repeats);
  }

  /** The first document of a person; -1 if the person is not in the edition. */
  firstOf(id: number): number {
    const last = (this.#lastOf(id) ?? 0) - 1;
    return last < 0 ? -1 : this.#repeats.first(last);
  }

  /** The documents of a person, the last first; empty if the person is not in the edition. */
  documentsOf(id: number): number[] {
    const docs: number[] = [];
    for (let doc = (this.#lastOf(id) ?? 0) - 1; doc >= 0; doc = this.#repeats.before(doc)) docs.push(doc);
    return docs;
  }
}

function lengthened(values: Uint32Array<ArrayBuffer>, index: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(Math.max(index + 1, values.length * 2));
  longer.set(values);
  return longer;
}

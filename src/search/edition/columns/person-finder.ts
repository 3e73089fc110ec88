// Finds the documents of a person by id. It is an inverted index of the id column, which the edition does not contain.

import type { Work } from '../../../ops/scheduling/work.ts';
import { type IndexFinder, indexById } from './index-by-id.ts';
import type { PackedColumn } from './packed-column.ts';
import type { Repeats } from './repeats.ts';

export class PersonFinder {
  /** The last document of a person. */
  readonly #lastOf: IndexFinder;
  readonly #repeats: Repeats;

  private constructor(lastOf: IndexFinder, repeats: Repeats) {
    this.#lastOf = lastOf;
    this.#repeats = repeats;
  }

  /** Takes the time and memory of `indexById`, so it should be called on the first look-up only. */
  static *make({ ids, repeats }: { readonly ids: PackedColumn; readonly repeats: Repeats }): Work<PersonFinder> {
    return new PersonFinder(yield* indexById(ids), repeats);
  }

  /** The first document of a person; -1 if the person is not in the edition. */
  firstOf(id: number): number {
    const last = this.#lastOf(id);
    return last < 0 ? -1 : this.#repeats.first(last);
  }

  /** The documents of a person, the last first; empty if the person is not in the edition. */
  documentsOf(id: number): number[] {
    const docs: number[] = [];
    for (let doc = this.#lastOf(id); doc >= 0; doc = this.#repeats.previousOf(doc)) docs.push(doc);
    return docs;
  }
}

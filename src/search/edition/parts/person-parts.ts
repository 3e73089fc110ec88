// The parts in which each person has documents, during a build. Uses 2 bytes for each id, and a list for people in
// several parts.
import { assert } from '../../../ops/assert.ts';
import { GrowableNumbers, ListColumn } from '../build/growable.ts';
import { lowerBound } from '../columns/lower-bound.ts';
import { NumbersById } from './numbers-by-id.ts';

/** Stored instead of a part for a person in several parts. */
const SEVERAL = 0xffff;

/** Plain data for another thread. */
export interface SharedPersonParts {
  readonly parts: NumbersById['values'];
  readonly sharedIds: Uint32Array;
  readonly sharedParts: ReturnType<ListColumn['views']>;
}

export class PersonParts {
  /** The part + 1, or SEVERAL. */
  readonly #parts: NumbersById;
  readonly #sharedIds: GrowableNumbers;
  readonly #sharedParts: ListColumn;

  /** Empty by default. */
  constructor(of?: SharedPersonParts) {
    this.#parts = new NumbersById(of?.parts);
    this.#sharedIds = new GrowableNumbers(of?.sharedIds);
    this.#sharedParts = new ListColumn(of?.sharedParts);
  }

  share(): SharedPersonParts {
    return {
      parts: this.#parts.values,
      sharedIds: this.#sharedIds.view(),
      sharedParts: this.#sharedParts.views(),
    };
  }

  /**
   * People must come in the order of their ids if they are in several parts. `parts`: the part of the main position
   * first.
   */
  add(id: number, parts: readonly number[]): void {
    if (parts.length === 1) {
      this.#parts.set(id, parts[0]! + 1);
      return;
    }
    const { length } = this.#sharedIds;
    assert(length === 0 || this.#sharedIds.at(length - 1) < id, 'people come in the order of their ids');
    this.#parts.set(id, SEVERAL);
    this.#sharedIds.push(id);
    this.#sharedParts.push(parts);
  }

  /** The part of the main position; -1 for an unknown person. */
  mainOf(id: number): number {
    return this.isShared(id) ? this.#sharedOf(id)[0]! : this.#parts.at(id) - 1;
  }

  /** Whether a person is in several parts. */
  isShared(id: number): boolean {
    return this.#parts.at(id) === SEVERAL;
  }

  /** The ids of the people of all parts, ascending. */
  *all(): Generator<number> {
    yield* this.#parts.ids(() => true);
  }

  /** The ids of the people of a part, ascending. */
  *in(part: number): Generator<number> {
    yield* this.#parts.ids(
      (number, id) => number === part + 1 || (number === SEVERAL && this.#sharedOf(id).includes(part)),
    );
  }

  #sharedOf(id: number): Uint32Array {
    return this.#sharedParts.at(lowerBound(this.#sharedIds.view(), id));
  }
}

// A set of catalog ids: one bit for each id up to the largest.
import { hasBit, nextBit, setBit } from '../sets/bits.ts';

export class IdSet {
  #bits = new Uint32Array(1024);
  #count = 0;

  static of(ids: Iterable<number>): IdSet {
    const set = new IdSet();
    for (const id of ids) set.add(id);
    return set;
  }

  get count(): number {
    return this.#count;
  }

  /** False if the set contains the id already. */
  add(id: number): boolean {
    if (this.has(id)) return false;
    const word = id >>> 5;
    if (word >= this.#bits.length) {
      const more = new Uint32Array(Math.max(word + 1, 2 * this.#bits.length));
      more.set(this.#bits);
      this.#bits = more;
    }
    setBit(this.#bits, id);
    this.#count += 1;
    return true;
  }

  has(id: number): boolean {
    return id >>> 5 < this.#bits.length && hasBit(this.#bits, id);
  }

  /** All ids, ascending. */
  *[Symbol.iterator](): Generator<number> {
    for (let id = nextBit(this.#bits, 0); id >= 0; id = nextBit(this.#bits, id + 1)) yield id;
  }
}

// A growing column of small numbers by catalog id, for a build.

/** Numbers below 2^16; 0 by default. */
export class NumbersById {
  #values = new Uint16Array(1024);

  at(id: number): number {
    return this.#values[id] ?? 0;
  }

  set(id: number, value: number): void {
    if (id >= this.#values.length) {
      // Grows by a quarter: hundreds of millions of ids should not take twice their memory.
      const more = new Uint16Array(Math.max(id + 1, Math.ceil(1.25 * this.#values.length)));
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[id] = value;
  }

  /** The ids, ascending, of the numbers above 0 that pass a test. */
  *ids(isWanted: (number: number, id: number) => boolean): Generator<number> {
    const values = this.#values;
    for (let id = 0; id < values.length; id++) if (values[id]! > 0 && isWanted(values[id]!, id)) yield id;
  }
}

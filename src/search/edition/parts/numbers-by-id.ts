// A growing column of small numbers by catalog id, for a build.

/** Numbers below 2^16; 0 by default. In shared memory, so that several threads can read one column. */
export class NumbersById {
  #values: Uint16Array<SharedArrayBuffer>;

  /** Empty by default. `values`: the values of another column, whose memory is then shared. */
  constructor(values = shared(1024)) {
    this.#values = values;
  }

  /** To open the column in another thread, which may not see later calls of `set`. */
  get values(): Uint16Array<SharedArrayBuffer> {
    return this.#values;
  }

  at(id: number): number {
    return this.#values[id] ?? 0;
  }

  set(id: number, value: number): void {
    if (id >= this.#values.length) {
      // Grows by a quarter only: doubling hundreds of millions of ids could waste half of the memory.
      const more = shared(Math.max(id + 1, Math.ceil(1.25 * this.#values.length)));
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[id] = value;
  }

  /** The ids, ascending, whose numbers are above 0 and pass a test. */
  *ids(isWanted: (number: number, id: number) => boolean): Generator<number> {
    const values = this.#values;
    for (let id = 0; id < values.length; id++) if (values[id]! > 0 && isWanted(values[id]!, id)) yield id;
  }
}

function shared(length: number): Uint16Array<SharedArrayBuffer> {
  return new Uint16Array(new SharedArrayBuffer(Uint16Array.BYTES_PER_ELEMENT * length));
}

// A growing column of small numbers by catalog id, for a build.

/** Numbers below 2^16; 0 by default. In shared memory, so that threads can read one column. */
export class NumbersById {
  #values: Uint16Array<SharedArrayBuffer>;

  /** By default empty; else the values of another one, whose memory is shared. */
  constructor(values = shared(1024)) {
    this.#values = values;
  }

  /** For a column of another thread; a later `set` may not reach it. */
  get values(): Uint16Array<SharedArrayBuffer> {
    return this.#values;
  }

  at(id: number): number {
    return this.#values[id] ?? 0;
  }

  set(id: number, value: number): void {
    if (id >= this.#values.length) {
      // Grows by a quarter: hundreds of millions of ids should not take twice their memory.
      const more = shared(Math.max(id + 1, Math.ceil(1.25 * this.#values.length)));
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

function shared(length: number): Uint16Array<SharedArrayBuffer> {
  return new Uint16Array(new SharedArrayBuffer(Uint16Array.BYTES_PER_ELEMENT * length));
}

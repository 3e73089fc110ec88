// Growable typed columns for edition builds: they store millions of numbers and texts without an object for each.

/** A growing column of unsigned 32-bit numbers. */
export class GrowableNumbers {
  length: number;
  #values: Uint32Array;

  /** `values`: the initial numbers. */
  constructor(values?: Uint32Array) {
    this.#values = values ?? new Uint32Array(16);
    this.length = values?.length ?? 0;
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#reserve(1);
    this.#values[this.length++] = value;
  }

  pushAll(values: ArrayLike<number>): void {
    this.#reserve(values.length);
    this.#values.set(values, this.length);
    this.length += values.length;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  /** Sets one bit of the column, which is read as a bitset. */
  setBit(bit: number): void {
    this.#values[bit >>> 5]! |= 1 << (bit & 31);
  }

  /** The values from `start` up to but not including `end`: a view that a later push may invalidate. */
  slice(start: number, end: number): Uint32Array {
    return this.#values.subarray(start, end);
  }

  /** True if the `count` values from index `left` on equal the values from index `right` on. */
  equalAt(left: number, right: number, count: number): boolean {
    for (let index = 0; index < count; index++)
      if (this.#values[left + index] !== this.#values[right + index]) return false;
    return true;
  }

  /** All values: a view that a later push may invalidate. */
  view(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }

  /** The values at some indexes. Uses a loop because `map` would call a function for each of ten million values. */
  pick(indexes: Uint32Array): Uint32Array {
    const values = this.#values;
    const picked = new Uint32Array(indexes.length);
    for (let index = 0; index < indexes.length; index++) picked[index] = values[indexes[index]!]!;
    return picked;
  }

  /** Frees the memory; the values must not be read afterwards. */
  release(): void {
    this.#values = new Uint32Array(0);
    this.length = 0;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#values.length) return;
    const larger = new Uint32Array(Math.max(this.#values.length * 2, this.length + more));
    larger.set(this.#values);
    this.#values = larger;
  }
}

/** A growable column of booleans. */
export class GrowableFlags {
  length = 0;
  readonly #words = new GrowableNumbers();

  push(flag: boolean): void {
    if ((this.length & 31) === 0) this.#words.push(0);
    if (flag) this.#words.setBit(this.length);
    this.length++;
  }

  at(index: number): boolean {
    return ((this.#words.at(index >>> 5) >>> (index & 31)) & 1) === 1;
  }
}

/** The maximum offset that a 32-bit column can address. */
const TEXT_BYTES_MAX = 2 ** 32 - 1;

/** A growable column of UTF-8 texts, at most 4 GiB. */
export class GrowableTexts {
  #bytes = Buffer.allocUnsafe(4096);
  readonly #starts = new GrowableNumbers();

  constructor(texts: Iterable<string> = []) {
    this.#starts.push(0);
    for (const text of texts) this.push(text);
  }

  get length(): number {
    return this.#starts.length - 1;
  }

  push(text: string): void {
    const start = this.#starts.at(this.length);
    const most = start + text.length * 3;
    if (most > this.#bytes.length) {
      if (most > TEXT_BYTES_MAX) throw new RangeError('a column of texts holds at most 4 GiB');
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, most));
      larger.set(this.#bytes.subarray(0, start));
      this.#bytes = larger;
    }
    this.#starts.push(start + this.#bytes.write(text, start));
  }

  /** Frees the memory; the texts must not be read afterwards. */
  release(): void {
    this.#bytes = Buffer.alloc(0);
    this.#starts.release();
  }

  /** The offsets of the texts in `content`, followed by the end of the last text. */
  offsets(): Uint32Array {
    return this.#starts.view();
  }

  content(): Uint8Array {
    return this.#bytes.subarray(0, this.#starts.at(this.length));
  }

  text(index: number): string {
    return this.#bytes.toString('utf8', this.#starts.at(index), this.#starts.at(index + 1));
  }

  /** Compares two texts, given by number. */
  compare(left: number, right: number): number {
    const bytes = this.#bytes;
    const starts = this.#starts;
    let offset = starts.at(left);
    let other = starts.at(right);
    const end = starts.at(left + 1);
    const otherEnd = starts.at(right + 1);
    for (; offset < end && other < otherEnd; offset++, other++) {
      const difference = bytes[offset]! - bytes[other]!;
      if (difference !== 0) return difference;
    }
    return end - offset - (otherEnd - other);
  }
}

/** A growable column of lists of numbers. */
export class ListColumn {
  readonly #ends: GrowableNumbers;
  readonly #values: GrowableNumbers;

  /** `of`: the initial lists. */
  constructor(of?: ReturnType<ListColumn['views']>) {
    this.#ends = new GrowableNumbers(of?.ends);
    this.#values = new GrowableNumbers(of?.values);
  }

  get length(): number {
    return this.#ends.length;
  }

  push(list: readonly number[]): void {
    this.pushFirst(list, list.length);
  }

  /** Appends the first `count` numbers of `list`. */
  pushFirst(list: readonly number[], count: number): void {
    for (let index = 0; index < count; index++) this.#values.push(list[index]!);
    this.#ends.push(this.#values.length);
  }

  at(index: number): Uint32Array {
    return this.#values.slice(index === 0 ? 0 : this.#ends.at(index - 1), this.#ends.at(index));
  }

  /** The concatenated lists, and the end of each: views that a later push may invalidate. */
  views(): { readonly ends: Uint32Array; readonly values: Uint32Array } {
    return { ends: this.#ends.view(), values: this.#values.view() };
  }
}

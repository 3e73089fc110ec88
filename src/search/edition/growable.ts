// Growing typed columns for building an edition: millions of numbers and texts without an object for each.
import { compareUtf8 } from './utf8-order.ts';

/** A growing column of unsigned 32-bit numbers. */
export class GrowableNumbers {
  length = 0;
  private values = new Uint32Array(1024);

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = value;
  }

  pushAll(values: ArrayLike<number>): void {
    this.reserve(values.length);
    this.values.set(values, this.length);
    this.length += values.length;
  }

  at(index: number): number {
    return this.values[index]!;
  }

  /** The values from `start` to before `end`: a view that a later push may leave behind. */
  slice(start: number, end: number): Uint32Array {
    return this.values.subarray(start, end);
  }

  /** Whether the `count` values from `left` on equal those from `right` on. */
  equalAt(left: number, right: number, count: number): boolean {
    for (let index = 0; index < count; index++)
      if (this.values[left + index] !== this.values[right + index]) return false;
    return true;
  }

  /** What has been pushed so far: a view that a later push may leave behind. */
  view(): Uint32Array {
    return this.values.subarray(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.values.length) return;
    const larger = new Uint32Array(Math.max(this.values.length * 2, this.length + more));
    larger.set(this.values);
    this.values = larger;
  }
}

/** A growing column of texts in UTF-8. */
export class GrowableTexts {
  private bytes = Buffer.allocUnsafe(4096);
  private readonly starts = new GrowableNumbers();

  constructor(texts: Iterable<string> = []) {
    this.starts.push(0);
    for (const text of texts) this.push(text);
  }

  get length(): number {
    return this.starts.length - 1;
  }

  push(text: string): void {
    const start = this.starts.at(this.length);
    const most = start + text.length * 3;
    if (most > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, most));
      larger.set(this.bytes.subarray(0, start));
      this.bytes = larger;
    }
    this.starts.push(start + this.bytes.write(text, start));
  }

  /** Where the texts begin in `content`, and where the last one ends. */
  offsets(): Uint32Array {
    return this.starts.view();
  }

  content(): Uint8Array {
    return this.bytes.subarray(0, this.starts.at(this.length));
  }

  /** Order of two texts. */
  compare(left: number, right: number): number {
    return compareUtf8(this.slice(left), this.slice(right));
  }

  private slice(index: number): Uint8Array {
    return this.bytes.subarray(this.starts.at(index), this.starts.at(index + 1));
  }
}

/** A growing column of lists of numbers. */
export class ListColumn {
  private readonly ends = new GrowableNumbers();
  private readonly values = new GrowableNumbers();

  get length(): number {
    return this.ends.length;
  }

  push(list: readonly number[]): void {
    this.pushFirst(list, list.length);
  }

  /** The first `count` numbers of `list`. */
  pushFirst(list: readonly number[], count: number): void {
    for (let index = 0; index < count; index++) this.values.push(list[index]!);
    this.ends.push(this.values.length);
  }

  at(index: number): Uint32Array {
    return this.values.slice(index === 0 ? 0 : this.ends.at(index - 1), this.ends.at(index));
  }
}

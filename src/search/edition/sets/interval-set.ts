// Documents in intervals: the staff of a company, a range of company sizes, or hidden documents.
import { hasBit, setRange } from './bits.ts';
import { BitwiseSet, type Blocks, retainBits, type Span } from './doc-set.ts';
import type { RemovedDocs } from './set-algebra.ts';

/** `start` is inclusive, `end` is exclusive. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** The interval of one document. */
export function singleDoc(doc: number): Interval {
  return { start: doc, end: doc + 1 };
}

/** Sets with this number of intervals or more get bitsets. They contain hidden documents, which many searches read. */
const MANY_INTERVALS = 256;

/** Documents in any of several intervals. */
export class IntervalSet extends BitwiseSet implements RemovedDocs {
  readonly estimate: number;
  readonly probesPerBlock: number;
  /** For a set with many intervals: the number of members in each block; -1 if not counted yet. */
  #counts: Int32Array | null = null;
  /** For a set with many intervals: the members of each block as a bitset; undefined until the block is read. */
  readonly #bits: (Uint32Array | undefined)[] = [];
  /** Ascending, non-empty, non-adjacent. */
  readonly intervals: readonly Interval[];

  /** Intervals may be in any order, empty and overlapping, unless `isMerged`. */
  constructor(blocks: Blocks, intervals: readonly Interval[], { isMerged = false } = {}) {
    super(blocks);
    this.intervals = isMerged ? intervals : merged(intervals);
    this.estimate = this.intervals.reduce((sum, { start, end }) => sum + end - start, 0);
    this.probesPerBlock = blocks.words / 8;
  }

  /** Adds intervals. Adding few intervals takes little time even if the set has many. */
  with(intervals: readonly Interval[]): IntervalSet {
    if (intervals.length === 0) return this;
    if (this.intervals.length === 0) return new IntervalSet(this.blocks, intervals);
    const pieces: (readonly Interval[])[] = [];
    let joined: Interval | null = null;
    let at = 0;
    for (const { start, end } of merged(intervals)) {
      if (joined && start <= joined.end) joined = { start: joined.start, end: Math.max(joined.end, end) };
      else {
        const first = this.#firstEndingAfter(start - 1, at);
        pieces.push(joined ? [joined] : [], this.intervals.slice(at, first));
        joined = { start, end };
        at = first;
      }
      for (let own = this.intervals[at]; own && own.start <= joined.end; own = this.intervals[++at])
        joined = { start: Math.min(joined.start, own.start), end: Math.max(joined.end, own.end) };
    }
    pieces.push(joined ? [joined] : []);
    pieces.push(this.intervals.slice(at));
    return new IntervalSet(this.blocks, pieces.flat(), { isMerged: true });
  }

  nextBlock(block: number): number {
    const next = this.intervals[this.#firstEndingAfter(this.blocks.start(block))];
    return next ? Math.max(block, this.blocks.of(next.start)) : this.blocks.count;
  }

  /** The members in `start` <= doc < `end`, ascending. */
  *within(start: number, end: number): Generator<number> {
    for (let index = this.#firstEndingAfter(start); index < this.intervals.length; index++) {
      const interval = this.intervals[index]!;
      for (let doc = Math.max(interval.start, start); doc < Math.min(interval.end, end); doc++) yield doc;
      if (interval.end >= end) return;
    }
  }

  countIn(block: number): number {
    if (this.intervals.length < MANY_INTERVALS) return this.#countedIn(block);
    this.#counts ??= new Int32Array(this.blocks.count).fill(-1);
    if (this.#counts[block]! < 0) this.#counts[block] = this.#countedIn(block);
    return this.#counts[block]!;
  }

  #countedIn(block: number): number {
    const start = this.blocks.start(block);
    const end = this.blocks.end(block);
    let count = 0;
    for (let index = this.#firstEndingAfter(start); index < this.intervals.length; index++) {
      const interval = this.intervals[index]!;
      if (interval.start >= end) break;
      count += Math.min(interval.end, end) - Math.max(interval.start, start);
    }
    return count;
  }

  addTo({ block, first, end }: Span, bits: Uint32Array): void {
    const known = this.#bitsOf(block);
    if (known === null) this.#addIntervals({ block, first, end }, bits);
    else for (let word = first; word < end; word++) bits[word]! |= known[word]!;
  }

  /** The members of a block as a bitset; null for a set with few intervals. */
  #bitsOf(block: number): Uint32Array | null {
    if (this.intervals.length < MANY_INTERVALS) return null;
    const known = this.#bits[block] ?? this.blocks.newBits();
    if (this.#bits[block] === undefined) this.#addIntervals(this.blocks.whole(block), known);
    this.#bits[block] = known;
    return known;
  }

  #addIntervals({ block, first, end }: Span, bits: Uint32Array): void {
    const blockStart = this.blocks.start(block);
    const from = blockStart + first * 32;
    const limit = blockStart + end * 32;
    for (let index = this.#firstEndingAfter(from); index < this.intervals.length; index++) {
      const interval = this.intervals[index]!;
      if (interval.start >= limit) break;
      setRange(bits, Math.max(interval.start, from) - blockStart, Math.min(interval.end, limit) - blockStart);
    }
  }

  clearIn(span: Span, bits: Uint32Array): void {
    const known = this.#bitsOf(span.block);
    const members = known ?? this.blocks.takeBits().fill(0, span.first, span.end);
    if (known === null) this.#addIntervals(span, members);
    for (let word = span.first; word < span.end; word++) bits[word]! &= ~members[word]!;
    if (known === null) this.blocks.giveBits(members);
  }

  discard(block: number, list: Uint16Array, count: number): number {
    const bits = this.#bitsOf(block);
    const start = this.blocks.start(block);
    let at = bits === null ? this.#firstEndingAfter(start) : 0;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const number = list[index]!;
      list[kept] = number;
      if (bits !== null) kept += (~bits[number >>> 5]! >>> (number & 31)) & 1;
      else {
        while (at < this.intervals.length && this.intervals[at]!.end <= start + number) at++;
        const interval = this.intervals[at];
        if (interval === undefined || interval.start > start + number) kept++;
      }
    }
    return kept;
  }

  override retain(block: number, list: Uint16Array, count: number): number {
    const bits = this.#bitsOf(block);
    if (bits !== null) return retainBits(bits, 0, { list, count });
    const start = this.blocks.start(block);
    let at = this.#firstEndingAfter(start);
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const doc = start + list[index]!;
      while (at < this.intervals.length && this.intervals[at]!.end <= doc) at++;
      const interval = this.intervals[at];
      if (interval === undefined) break;
      if (interval.start <= doc) list[kept++] = list[index]!;
    }
    return kept;
  }

  has(doc: number): boolean {
    const bits = this.#bitsOf(this.blocks.of(doc));
    if (bits !== null) return hasBit(bits, doc - this.blocks.start(this.blocks.of(doc)));
    const interval = this.intervals[this.#firstEndingAfter(doc)];
    return interval !== undefined && interval.start <= doc;
  }

  /** The index of the first interval, from `low` on, that ends after `doc`. */
  #firstEndingAfter(doc: number, low = 0): number {
    let high = this.intervals.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.intervals[middle]!.end <= doc) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function merged(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  const isSorted = intervals.every(({ start }, index) => index === 0 || start >= intervals[index - 1]!.start);
  for (const interval of isSorted ? intervals : intervals.toSorted((left, right) => left.start - right.start)) {
    const { start, end } = interval;
    const last = result.at(-1);
    if (start >= end) continue;
    if (last && start <= last.end) result[result.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else result.push(interval);
  }
  return result;
}

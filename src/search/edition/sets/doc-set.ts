// Sets of documents, the iterators of this engine. They are evaluated lazily: a span at a time as a bitset or a list,
// or for a list of candidates. A block has 2^blockBits documents; a span is a range of words in the bitset of a block.
// postings.ts reads the sets of terms, set-algebra.ts combines sets, and staff-set.ts and owner-set.ts join companies,
// job rows and openings.
import { listBits } from './bits.ts';

/** A part of a block: the words of its bitset in `first` <= word < `end`. */
export interface Span {
  readonly block: number;
  readonly first: number;
  readonly end: number;
}

/**
 * A set of documents of one space. `bits` is the bitset of the block of a span. `list` has the capacity of a block;
 * candidates are numbers within a block, ascending.
 */
export interface DocSet {
  /** Estimated number of members, for ordering the sets of an intersection. */
  readonly estimate: number;
  /** The number of candidate tests that cost about as much as evaluating one block as a bitset. */
  readonly probesPerBlock: number;
  /** The first block at or after `block` that may contain a member; the number of blocks if there is none. */
  nextBlock(block: number): number;
  /** Estimated number of members in a block; an intersection evaluates the smallest set first. */
  countIn(block: number): number;
  /** Sets the bits of the span's members; leaves all others unchanged. */
  addTo(span: Span, bits: Uint32Array): void;
  /** Clears the bits of the span that are not members; returns the number of words in the span that are not 0. */
  keepIn(span: Span, bits: Uint32Array): number;
  /** Writes the span's members to the start of `list`, ascending; returns their number. */
  listIn(span: Span, list: Uint16Array): number;
  /** Moves the members among the first `count` candidates of `list` to its start; returns their number. */
  retain(block: number, list: Uint16Array, count: number): number;
  has(doc: number): boolean;
}

/** The blocks of a space, and a pool of working memory. Each space of an edition has one instance. */
export class Blocks {
  readonly docCount: number;
  readonly count: number;
  readonly blockBits: number;
  /** The number of words in the bitset of a block. */
  readonly words: number;
  /** The number of words of the bitset that are evaluated between two yields. */
  readonly stepWords: number;
  readonly #size: number;
  readonly #spareBits: Uint32Array[] = [];
  readonly #spareLists: Uint16Array[] = [];

  /** `stepDocs`: the number of documents that are evaluated between two yields; by default a block. */
  constructor(docCount: number, blockBits: number, stepDocs = 2 ** blockBits) {
    this.docCount = docCount;
    this.blockBits = blockBits;
    this.#size = 2 ** blockBits;
    this.words = this.#size >>> 5;
    this.stepWords = Math.min(this.words, Math.ceil(stepDocs / 32));
    this.count = Math.ceil(docCount / this.#size);
  }

  start(block: number): number {
    return block * this.#size;
  }

  /** The end of a block, exclusive. */
  end(block: number): number {
    return Math.min(this.docCount, this.start(block + 1));
  }

  /** The end of the words that represent documents of a block, exclusive. */
  wordEnd(block: number): number {
    return (this.end(block) - this.start(block) + 31) >>> 5;
  }

  of(doc: number): number {
    return doc >>> this.blockBits;
  }

  whole(block: number): Span {
    return { block, first: 0, end: this.words };
  }

  /** The spans of a block that are evaluated between two yields. */
  *steps(block: number): Generator<Span> {
    for (let first = 0; first < this.words; first += this.stepWords)
      yield { block, first, end: Math.min(first + this.stepWords, this.words) };
  }

  /** Takes a bitset of a block with undefined content from the pool; `giveBits` returns it. */
  takeBits(): Uint32Array {
    return this.#spareBits.pop() ?? this.newBits();
  }

  giveBits(bits: Uint32Array): void {
    this.#spareBits.push(bits);
  }

  /** Takes a list with capacity for a whole block from the pool; `giveList` returns it. */
  takeList(): Uint16Array {
    return this.#spareLists.pop() ?? new Uint16Array(this.#size);
  }

  giveList(list: Uint16Array): void {
    this.#spareLists.push(list);
  }

  newBits(): Uint32Array {
    return new Uint32Array(this.words);
  }
}

/** A set that fills bitsets. The operations on lists are derived from `addTo`, unless a subclass has faster ones. */
export abstract class BitwiseSet implements DocSet {
  abstract readonly estimate: number;
  abstract readonly probesPerBlock: number;
  protected readonly blocks: Blocks;

  constructor(blocks: Blocks) {
    this.blocks = blocks;
  }

  abstract nextBlock(block: number): number;
  abstract countIn(block: number): number;
  abstract addTo(span: Span, bits: Uint32Array): void;
  abstract has(doc: number): boolean;

  keepIn(span: Span, bits: Uint32Array): number {
    const { blocks } = this;
    const members = blocks.takeBits().fill(0, span.first, span.end);
    this.addTo(span, members);
    let filled = 0;
    for (let word = span.first; word < span.end; word++) {
      const kept = bits[word]! & members[word]!;
      bits[word] = kept;
      if (kept !== 0) filled++;
    }
    blocks.giveBits(members);
    return filled;
  }

  listIn(span: Span, list: Uint16Array): number {
    const { blocks } = this;
    const members = blocks.takeBits().fill(0, span.first, span.end);
    this.addTo(span, members);
    const count = listBits(members, span, list);
    blocks.giveBits(members);
    return count;
  }

  retain(block: number, list: Uint16Array, count: number): number {
    if (count === 0) return 0;
    const { blocks } = this;
    const span = { block, first: list[0]! >>> 5, end: (list[count - 1]! >>> 5) + 1 };
    const members = blocks.takeBits().fill(0, span.first, span.end);
    this.addTo(span, members);
    const kept = retainBits(members, 0, { list, count });
    blocks.giveBits(members);
    return kept;
  }
}

/** The first `count` numbers of `list`, within a block. */
export interface Candidates {
  readonly block: number;
  readonly list: Uint16Array;
  readonly count: number;
}

/** Keeps the candidates whose bits are set in the bitset that begins at word `start`. */
export function retainBits(words: Uint32Array, start: number, { list, count }: Omit<Candidates, 'block'>): number {
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const number = list[index]!;
    list[kept] = number;
    kept += (words[start + (number >>> 5)]! >>> (number & 31)) & 1;
  }
  return kept;
}

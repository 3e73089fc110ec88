// Sets of documents as clauses describe them: never listed in full, only asked span by span or candidate by candidate.
// A block is a run of 2^blockBits documents, a span some words of a block's bitset. How sets are combined is set-algebra.ts; sets of
// terms are term-set.ts, those of an employer's documents staff-set.ts.
import { listBits } from './bits.ts';

/** A part of a block: the words of its bitset from `first` to before `end`. */
export interface Span {
  readonly block: number;
  readonly first: number;
  readonly end: number;
}

/** Some documents of one space. Candidates are numbers within a block, ascending. */
export interface DocSet {
  /** About how many documents it holds. */
  readonly estimate: number;
  /** How many candidates cost about as much as one block as bits. */
  readonly probesPerBlock: number;
  /** The first block from `block` on that may hold a member; the number of blocks where none does. */
  nextBlock(block: number): number;
  /** About how many members a block holds: the order in which sets are asked. */
  countIn(block: number): number;
  /** Sets the bits of the span's members and leaves all others as they are. */
  addTo(span: Span, bits: Uint32Array): void;
  /** Clears the span's bits that are no members; answers how many of the span's words are not zero. */
  keepIn(span: Span, bits: Uint32Array): number;
  /** Writes the span's members to the beginning of `list`, ascending; answers how many they are. */
  listIn(span: Span, list: Uint16Array): number;
  /** Moves the members among the first `count` candidates of `list` to its beginning; answers how many they are. */
  retain(block: number, list: Uint16Array, count: number): number;
  has(doc: number): boolean;
}

/** The documents of a space, cut into blocks, and the memory to work with. One per space of an edition. */
export class Blocks {
  readonly docCount: number;
  readonly count: number;
  readonly blockBits: number;
  /** Words of a block's bitset. */
  readonly words: number;
  readonly #size: number;
  readonly #spareBits: Uint32Array[] = [];
  readonly #spareLists: Uint16Array[] = [];

  constructor(docCount: number, blockBits: number) {
    this.docCount = docCount;
    this.blockBits = blockBits;
    this.#size = 2 ** blockBits;
    this.words = this.#size >>> 5;
    this.count = Math.ceil(docCount / this.#size);
  }

  start(block: number): number {
    return block * this.#size;
  }

  /** The end of a block: behind its last document. */
  end(block: number): number {
    return Math.min(this.docCount, this.start(block + 1));
  }

  /** Behind the last word of a block that stands for documents. */
  wordEnd(block: number): number {
    return (this.end(block) - this.start(block) + 31) >>> 5;
  }

  of(doc: number): number {
    return doc >>> this.blockBits;
  }

  whole(block: number): Span {
    return { block, first: 0, end: this.words };
  }

  /** A block's bitset with whatever bits; `giveBits` takes it back for the next use. */
  takeBits(): Uint32Array {
    return this.#spareBits.pop() ?? this.newBits();
  }

  giveBits(bits: Uint32Array): void {
    this.#spareBits.push(bits);
  }

  /** A list with room for every number of a block; `giveList` takes it back for the next use. */
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

/** A set that is defined by the bits it adds: whatever else is asked of it follows from them, unless it knows a quicker way. */
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

/** The first `count` numbers of `list`. */
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

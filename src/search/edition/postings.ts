// The documents of a term: how they are written and how they are read as a set. All terms lie in one stream of 32-bit words.
//
//   a rare term      count * 2 + 1, then its documents
//   any other term   containers * 2, count of documents, containers in the order of blocks, their contents
//   a container      block << 16 | documents in it - 1
//                    kind << 30 | where its content begins, in words from the beginning of the term
//   content          ARRAY   16-bit numbers within the block, ascending, filled up to a whole word
//                    BITS    the block's bitset
//                    RUNS    number of runs, then for each: first | (length - 1) << 16
//                    SPLIT   split-container.ts
//
// A container takes the kind that is smallest, SPLIT only up to one document in 16, as a bitset is faster to read; a term is written as
// rare where that is smaller.
import { setRange, unite } from './bits.ts';
import type { Blocks, DocSet } from './doc-set.ts';
import type { GrowableNumbers } from './growable.ts';
import { addSplit, type SplitPlace, splitContent, splitHas, splitWords } from './split-container.ts';

const ARRAY = 0;
const BITS = 1;
const RUNS = 2;
const SPLIT = 3;
/** A block holds SPLIT containers of at most this share of its documents. */
const SPLIT_SHARE_MAX = 1 / 16;
const KIND_NAMES = ['array', 'bits', 'runs', 'split'] as const;
const KIND_SHIFT = 30;
const OFFSET_MASK = (1 << KIND_SHIFT) - 1;
const TERM_HEAD_WORDS = 2;
const CONTAINER_WORDS = 2;

/** Writes the documents of a term, ascending and not empty, behind what `stream` holds. */
export function writePostings(stream: GrowableNumbers, docs: Uint32Array, blockBits: number): void {
  const containers = containersOf(docs, blockBits);
  const contentWords = containers.reduce((sum, container) => sum + container.content.length, 0);
  if (1 + docs.length <= TERM_HEAD_WORDS + containers.length * CONTAINER_WORDS + contentWords) {
    stream.push(docs.length * 2 + 1);
    stream.pushAll(docs);
    return;
  }
  stream.push(containers.length * 2);
  stream.push(docs.length);
  let offset = TERM_HEAD_WORDS + containers.length * CONTAINER_WORDS;
  for (const { block, count, kind, content } of containers) {
    stream.push(((block << 16) | (count - 1)) >>> 0);
    stream.push(((kind << KIND_SHIFT) | offset) >>> 0);
    offset += content.length;
  }
  for (const { content } of containers) stream.pushAll(content);
}

interface Container {
  readonly block: number;
  readonly count: number;
  readonly kind: number;
  readonly content: Uint32Array;
}

function containersOf(docs: Uint32Array, blockBits: number): Container[] {
  const containers: Container[] = [];
  for (let start = 0; start < docs.length; ) {
    const block = docs[start]! >>> blockBits;
    let end = start + 1;
    while (end < docs.length && docs[end]! >>> blockBits === block) end++;
    const numbers = docs.subarray(start, end).map((doc) => doc - block * 2 ** blockBits);
    containers.push({ block, count: numbers.length, ...smallestContent(numbers, blockBits) });
    start = end;
  }
  return containers;
}

function smallestContent(numbers: Uint32Array, blockBits: number): { kind: number; content: Uint32Array } {
  let runs = 1;
  for (let index = 1; index < numbers.length; index++) if (numbers[index] !== numbers[index - 1]! + 1) runs++;
  const words = {
    array: (numbers.length + 1) >>> 1,
    bits: 2 ** (blockBits - 5),
    runs: 1 + runs,
    split: numbers.length <= 2 ** blockBits * SPLIT_SHARE_MAX ? splitWords(numbers.length, blockBits) : Infinity,
  };
  const smallest = Math.min(words.array, words.bits, words.runs, words.split);
  if (words.array === smallest) return { kind: ARRAY, content: arrayContent(numbers) };
  if (words.bits === smallest) return { kind: BITS, content: bitsContent(numbers, words.bits) };
  if (words.runs === smallest) return { kind: RUNS, content: runsContent(numbers, runs) };
  return { kind: SPLIT, content: splitContent(numbers, blockBits) };
}

function runsContent(numbers: Uint32Array, runs: number): Uint32Array {
  const content = new Uint32Array(1 + runs);
  content[0] = runs;
  let run = 0;
  for (let start = 0; start < numbers.length; ) {
    let end = start + 1;
    while (end < numbers.length && numbers[end] === numbers[end - 1]! + 1) end++;
    content[++run] = numbers[start]! | ((end - start - 1) << 16);
    start = end;
  }
  return content;
}

function bitsContent(numbers: Uint32Array, words: number): Uint32Array {
  const content = new Uint32Array(words);
  for (const number of numbers) content[number >>> 5]! |= 1 << (number & 31);
  return content;
}

function arrayContent(numbers: Uint32Array): Uint32Array {
  const content = new Uint32Array((numbers.length + 1) >>> 1);
  new Uint16Array(content.buffer).set(numbers);
  return content;
}

/** The stream of postings as it lies in an edition. */
export class Postings {
  readonly words: Uint32Array;
  /** The same memory as 16-bit numbers. */
  readonly halves: Uint16Array;

  constructor(words: Uint32Array) {
    this.words = words;
    this.halves = new Uint16Array(words.buffer, words.byteOffset, words.length * 2);
  }

  /** The documents of the term that is written from word `start` on. */
  at(start: number, blocks: Blocks): DocSet {
    const head = this.words[start]!;
    if ((head & 1) === 1) return new RareTerm(blocks, this.words.subarray(start + 1, start + 1 + (head >>> 1)));
    return new Term(blocks, this, start);
  }

  /** How many containers of each kind a term has; all 0 where it is written as rare. */
  containerKinds(start: number): { array: number; bits: number; runs: number; split: number } {
    const kinds = { array: 0, bits: 0, runs: 0, split: 0 };
    const head = this.words[start]!;
    for (let container = 0; (head & 1) === 0 && container < head >>> 1; container++) {
      const kind = this.words[start + TERM_HEAD_WORDS + container * CONTAINER_WORDS + 1]! >>> KIND_SHIFT;
      kinds[KIND_NAMES[kind]!]++;
    }
    return kinds;
  }
}

/** A term whose documents are listed. */
class RareTerm implements DocSet {
  readonly estimate: number;
  readonly probesPerBlock = 4;
  private readonly blocks: Blocks;
  private readonly docs: Uint32Array;

  constructor(blocks: Blocks, docs: Uint32Array) {
    this.blocks = blocks;
    this.docs = docs;
    this.estimate = docs.length;
  }

  nextBlock(block: number): number {
    const doc = this.docs[lowerBound(this.docs, this.blocks.start(block))];
    return doc === undefined ? this.blocks.count : this.blocks.of(doc);
  }

  addTo(block: number, bits: Uint32Array): void {
    const start = this.blocks.start(block);
    const end = this.blocks.end(block);
    for (let index = lowerBound(this.docs, start); index < this.docs.length && this.docs[index]! < end; index++) {
      const bit = this.docs[index]! - start;
      bits[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  has(doc: number): boolean {
    return this.docs[lowerBound(this.docs, doc)] === doc;
  }
}

/** A term whose documents lie in containers. */
class Term implements DocSet {
  readonly estimate: number;
  readonly probesPerBlock = 32;
  private readonly blocks: Blocks;
  private readonly words: Uint32Array;
  private readonly halves: Uint16Array;
  private readonly start: number;
  private readonly containers: number;

  constructor(blocks: Blocks, postings: Postings, start: number) {
    this.blocks = blocks;
    this.words = postings.words;
    this.halves = postings.halves;
    this.start = start;
    this.containers = this.words[start]! >>> 1;
    this.estimate = this.words[start + 1]!;
  }

  nextBlock(block: number): number {
    const container = this.firstContainer(block);
    return container < this.containers ? this.blockOf(container) : this.blocks.count;
  }

  addTo(block: number, bits: Uint32Array): void {
    const container = this.firstContainer(block);
    if (container === this.containers || this.blockOf(container) !== block) return;
    const { kind, content, count } = this.describe(container);
    if (kind === BITS) unite(bits, this.words.subarray(content, content + bits.length));
    else if (kind === ARRAY) this.addArray(content, count, bits);
    else if (kind === RUNS) this.addRuns(content, bits);
    else addSplit(this.split(content, count), bits);
  }

  has(doc: number): boolean {
    const block = this.blocks.of(doc);
    const container = this.firstContainer(block);
    if (container === this.containers || this.blockOf(container) !== block) return false;
    const { kind, content, count } = this.describe(container);
    const number = doc - this.blocks.start(block);
    if (kind === BITS) return ((this.words[content + (number >>> 5)]! >>> (number & 31)) & 1) === 1;
    if (kind === ARRAY) return this.arrayHas(content, count, number);
    return kind === RUNS ? this.runsHave(content, number) : splitHas(this.split(content, count), number);
  }

  private split(content: number, count: number): SplitPlace {
    return { words: this.words, start: content, count, blockBits: this.blocks.blockBits };
  }

  private addArray(content: number, count: number, bits: Uint32Array): void {
    const { halves } = this;
    const end = content * 2 + count;
    for (let index = content * 2; index < end; index++) {
      const bit = halves[index]!;
      bits[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  private addRuns(content: number, bits: Uint32Array): void {
    const end = content + this.words[content]!;
    for (let index = content + 1; index <= end; index++) {
      const run = this.words[index]!;
      const first = run & 0xffff;
      setRange(bits, first, first + (run >>> 16) + 1);
    }
  }

  private arrayHas(content: number, count: number, number: number): boolean {
    let low = content * 2;
    let high = low + count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.halves[middle]! < number) low = middle + 1;
      else high = middle;
    }
    return low < content * 2 + count && this.halves[low] === number;
  }

  private runsHave(content: number, number: number): boolean {
    let low = content + 1;
    let high = low + this.words[content]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.words[middle]! & 0xffff) <= number) low = middle + 1;
      else high = middle;
    }
    if (low === content + 1) return false;
    const run = this.words[low - 1]!;
    return number <= (run & 0xffff) + (run >>> 16);
  }

  /** The number of the first container of `block` or a later one. */
  private firstContainer(block: number): number {
    let low = 0;
    let high = this.containers;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.blockOf(middle) < block) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private blockOf(container: number): number {
    return this.words[this.start + TERM_HEAD_WORDS + container * CONTAINER_WORDS]! >>> 16;
  }

  private describe(container: number): { kind: number; content: number; count: number } {
    const place = this.start + TERM_HEAD_WORDS + container * CONTAINER_WORDS;
    const pointer = this.words[place + 1]!;
    return {
      kind: pointer >>> KIND_SHIFT,
      content: this.start + (pointer & OFFSET_MASK),
      count: (this.words[place]! & 0xffff) + 1,
    };
  }
}

/** The first index of an ascending list that holds `value` or more. */
function lowerBound(values: Uint32Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

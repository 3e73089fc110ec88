// The format of posting lists: the documents of all terms in one stream of 32-bit words, which ends with a zero.
// Containers are like those of a Roaring bitmap. sets/postings.ts reads the stream.
//
//   a rare term      1 | count << 1 | bits << 16, then its documents, or if `bits` is not 0 an Elias-Fano container of
//                    numbers below 2^bits
//   any other term   containers * 2, count of documents, heads of the containers in the order of blocks, their contents
//   head             block << 16 | documents in the container - 1
//                    kind << 30 | offset of the content, in words from the beginning of the term
//   content          ARRAY        16-bit numbers within the block, ascending, padded to a word
//                    BITS         the block's bitset
//                    RUNS         number of runs, then for each: first | (length - 1) << 16
//                    ELIAS_FANO   see sets/elias-fano.ts
//
// A container has the kind that takes the fewest words; ELIAS_FANO only up to one document in 16, as a bitset is faster
// to read. A term of few documents is written as rare if that is smaller.

import type { GrowableNumbers } from '../build/growable.ts';
import { setBit } from '../sets/bits.ts';
import { eliasFanoWords, encodeEliasFano } from '../sets/elias-fano.ts';

/** The kinds of containers. */
export const ARRAY = 0;
export const BITS = 1;
export const RUNS = 2;
export const ELIAS_FANO = 3;
/** The second word of a head is the kind of the container and the offset of its content. */
export const KIND_SHIFT = 30;
export const OFFSET_MASK = (1 << KIND_SHIFT) - 1;
export const TERM_HEAD_WORDS = 2;
/** The head of a rare term is odd. Its count and its bit width are stored from these bits on. */
export const RARE_COUNT_SHIFT = 1;
export const RARE_BITS_SHIFT = 16;
/**
 * A rare term has at most as many documents as a block divided by this number (usually 512), so that it is read in one
 * or two microseconds.
 */
const RARE_DIVISOR = 128;
const RARE_DOCS_MIN = 16;
export const CONTAINER_WORDS = 2;
/** An ELIAS_FANO container holds at most this share of a block's documents. */
const ELIAS_FANO_SHARE_MAX = 1 / 16;

/** Appends the documents of a term, ascending and not empty, to `stream`. */
export function writePostings(stream: GrowableNumbers, docs: Uint32Array, blockBits: number): void {
  const containers = containersOf(docs, blockBits);
  const contentWords = containers.reduce((sum, container) => sum + container.content.length, 0);
  const rare = docs.length <= Math.max(RARE_DOCS_MIN, 2 ** blockBits / RARE_DIVISOR) ? rareContent(docs) : null;
  if (rare && 1 + rare.content.length <= TERM_HEAD_WORDS + containers.length * CONTAINER_WORDS + contentWords) {
    stream.push(1 | (docs.length << RARE_COUNT_SHIFT) | (rare.bits << RARE_BITS_SHIFT));
    stream.pushAll(rare.content);
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

function rareContent(docs: Uint32Array): { readonly bits: number; readonly content: Uint32Array } {
  const bits = 32 - Math.clz32(docs.at(-1)! | 1);
  return eliasFanoWords(docs.length, bits) < docs.length
    ? { bits, content: encodeEliasFano(docs, bits) }
    : { bits: 0, content: docs };
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
    containers.push({ block, count: end - start, ...smallestContent(docs.subarray(start, end), blockBits) });
    start = end;
  }
  return containers;
}

/**
 * The content of a container for documents of one block; the lowest `blockBits` bits of a document are its number
 * within the block.
 */
function smallestContent(docs: Uint32Array, blockBits: number): { kind: number; content: Uint32Array } {
  let runs = 1;
  for (let index = 1; index < docs.length; index++) if (docs[index] !== docs[index - 1]! + 1) runs++;
  const words = {
    array: (docs.length + 1) >>> 1,
    bits: 2 ** (blockBits - 5),
    runs: 1 + runs,
    eliasFano: docs.length <= 2 ** blockBits * ELIAS_FANO_SHARE_MAX ? eliasFanoWords(docs.length, blockBits) : Infinity,
  };
  const mask = 2 ** blockBits - 1;
  const smallest = Math.min(words.array, words.bits, words.runs, words.eliasFano);
  if (words.array === smallest) return { kind: ARRAY, content: arrayContent(docs, mask) };
  if (words.bits === smallest) return { kind: BITS, content: bitsContent(docs, mask) };
  if (words.runs === smallest) return { kind: RUNS, content: runsContent(docs, { mask, runs }) };
  return { kind: ELIAS_FANO, content: encodeEliasFano(docs, blockBits) };
}

function runsContent(docs: Uint32Array, { mask, runs }: { mask: number; runs: number }): Uint32Array {
  const content = new Uint32Array(1 + runs);
  content[0] = runs;
  let run = 0;
  for (let start = 0; start < docs.length; ) {
    let end = start + 1;
    while (end < docs.length && docs[end] === docs[end - 1]! + 1) end++;
    content[++run] = (docs[start]! & mask) | ((end - start - 1) << 16);
    start = end;
  }
  return content;
}

function bitsContent(docs: Uint32Array, mask: number): Uint32Array {
  const content = new Uint32Array((mask + 1) >>> 5);
  for (let index = 0; index < docs.length; index++) setBit(content, docs[index]! & mask);
  return content;
}

function arrayContent(docs: Uint32Array, mask: number): Uint32Array {
  const content = new Uint32Array((docs.length + 1) >>> 1);
  const numbers = new Uint16Array(content.buffer);
  for (let index = 0; index < docs.length; index++) numbers[index] = docs[index]! & mask;
  return content;
}

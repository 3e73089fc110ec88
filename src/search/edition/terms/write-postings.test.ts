import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containerKinds } from '../../../../test/support/container-kinds.ts';
import { GrowableNumbers } from '../build/growable.ts';
import { nextBit } from '../sets/bits.ts';
import { Blocks, type DocSet } from '../sets/doc-set.ts';
import { Postings } from '../sets/postings.ts';
import { writePostings } from './write-postings.ts';

const BLOCK_BITS = 10;
const BLOCK = 2 ** BLOCK_BITS;
const BLOCK_COUNT = 4;
const DOC_COUNT = BLOCK_COUNT * BLOCK - 5;

/** One block's numbers in a distribution that favors one kind of container. */
const scattered = fc.uniqueArray(fc.nat(BLOCK - 1), { minLength: 12, maxLength: 60 });
const few = fc.uniqueArray(fc.nat(BLOCK - 1), { minLength: 1, maxLength: 4 });
const dense = fc
  .nat(6)
  .map((phase) => Array.from({ length: BLOCK }, (_, i) => i).filter((i) => (i * 5 + phase) % 7 > 2));
const inRuns = fc
  .array(fc.tuple(fc.nat(BLOCK - 1), fc.integer({ min: 20, max: 90 })), { minLength: 1, maxLength: 5 })
  .map((runs) =>
    runs.flatMap(([first, length]) => Array.from({ length }, (_, i) => first + i)).filter((i) => i < BLOCK),
  );
const shapes = fc.array(fc.oneof(scattered, few, dense, inRuns, fc.constant<number[]>([])), {
  minLength: BLOCK_COUNT,
  maxLength: BLOCK_COUNT,
});

function docsOf(shape: readonly number[][]): number[] {
  const docs = shape.flatMap((numbers, block) => numbers.map((number) => block * BLOCK + number));
  return [...new Set(docs)].filter((doc) => doc < DOC_COUNT).sort((left, right) => left - right);
}

function written(docs: readonly number[]): { postings: Postings; start: number; set: DocSet } {
  const stream = new GrowableNumbers();
  stream.push(123);
  writePostings(stream, Uint32Array.from(docs), BLOCK_BITS);
  stream.push(0);
  const postings = new Postings(stream.view().slice());
  return { postings, start: 1, set: postings.at(1, new Blocks(DOC_COUNT, BLOCK_BITS)) };
}

function expectHolds(set: DocSet, docs: readonly number[], words: number): void {
  const blocks = new Blocks(DOC_COUNT, BLOCK_BITS);
  const wanted = new Set(docs);
  const found: number[] = [];
  const listed: number[] = [];
  for (let block = set.nextBlock(0); block < blocks.count; block = set.nextBlock(block + 1)) {
    let inBlock = 0;
    for (let first = 0; first < blocks.words; first += words) {
      const bits = blocks.newBits();
      const list = new Uint16Array(BLOCK);
      const span = { block, first, end: Math.min(first + words, blocks.words) };
      set.addTo(span, bits);
      for (let bit = nextBit(bits, 0); bit >= 0; bit = nextBit(bits, bit + 1)) found.push(blocks.start(block) + bit);
      const count = set.listIn(span, list);
      listed.push(...Array.from(list.subarray(0, count), (number) => blocks.start(block) + number));
      inBlock += count;
    }
    expect(set.countIn(block)).toBe(inBlock);
  }
  expect(found).toEqual(docs);
  expect(listed).toEqual(docs);
  expect(set.estimate).toBe(docs.length);
  const tried = Array.from({ length: DOC_COUNT }, (_, doc) => doc).filter((doc) => set.has(doc) !== wanted.has(doc));
  expect(tried).toEqual([]);
}

/** Filters every `step`th document of each block as candidates; returns the result as a list and as bits. */
function expectKeeps(set: DocSet, docs: readonly number[], step: number): void {
  const blocks = new Blocks(DOC_COUNT, BLOCK_BITS);
  for (let block = 0; block < blocks.count; block++) {
    const start = blocks.start(block);
    const numbers = Array.from({ length: BLOCK }, (_, number) => number).filter((number) => number % step === 0);
    const wanted = docs
      .map((doc) => doc - start)
      .filter((number) => number % step === 0 && number >= 0 && number < BLOCK);
    const list = Uint16Array.from(numbers);
    const kept = set.retain(block, list, numbers.length);
    expect([...list.subarray(0, kept)]).toEqual(wanted);
    const bits = blocks.newBits();
    for (const number of numbers) bits[number >>> 5]! |= 1 << (number & 31);
    set.keepIn(blocks.whole(block), bits);
    const left: number[] = [];
    for (let bit = nextBit(bits, 0); bit >= 0; bit = nextBit(bits, bit + 1)) left.push(bit);
    expect(left).toEqual(wanted);
  }
}

describe('the documents of a term', () => {
  test('are those that were written, by block and one by one', () =>
    fc.assert(
      fc.property(shapes, fc.constantFrom(3, 8, 32), fc.constantFrom(1, 7, 90), (shape, words, step) => {
        const docs = docsOf(shape);
        if (docs.length === 0) return;
        expectHolds(written(docs).set, docs, words);
        expectKeeps(written(docs).set, docs, step);
      }),
      { numRuns: 60 },
    ));

  test('keep bits that are already set', () => {
    const bits = new Blocks(DOC_COUNT, BLOCK_BITS).newBits().fill(1);
    written([0, 5, 2000]).set.addTo({ block: 0, first: 0, end: 32 }, bits);
    expect(bits[0]).toBe(0b100001);
    expect(bits[1]).toBe(1);
  });

  test('use the smallest container', () => {
    const everyThird = Array.from({ length: 342 }, (_, i) => i * 3);
    const every20th = Array.from({ length: 50 }, (_, i) => i * 20);
    const fewBesideMany = [...every20th, 1100, 1300];
    const twoRuns = Array.from({ length: 400 }, (_, i) => (i < 200 ? i : i + 300));
    const kinds = (docs: number[]) => containerKinds(written(docs).postings, 1);
    const none = { array: 0, bits: 0, runs: 0, elias_fano: 0 };
    expect(kinds(everyThird)).toEqual({ ...none, bits: 1 });
    expect(kinds(every20th)).toEqual({ ...none, elias_fano: 1 });
    expect(kinds(fewBesideMany)).toEqual({ ...none, elias_fano: 1, array: 1 });
    expect(kinds(twoRuns)).toEqual({ ...none, runs: 1 });
    expect(kinds([7, 3000])).toEqual(none);
  });

  test('fit one run if they are a whole block of 65,536', () => {
    const stream = new GrowableNumbers();
    writePostings(
      stream,
      Uint32Array.from({ length: 65_536 }, (_, doc) => doc),
      16,
    );
    const set = new Postings(stream.view().slice()).at(0, new Blocks(65_536, 16));
    expect(stream.length).toBe(6);
    expect([set.estimate, set.has(0), set.has(65_535)]).toEqual([65_536, true, true]);
  });
});

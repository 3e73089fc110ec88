import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { PackedColumn, packColumn } from '../columns/packed-column.ts';
import { SlicedColumn, sliceColumn } from '../columns/sliced-column.ts';
import { nextBit, setRange } from './bits.ts';
import { BitwiseSet, Blocks, type DocSet, type Span } from './doc-set.ts';
import { FilteredSet } from './filtered-set.ts';
import { IntervalSet, singleDoc } from './interval-set.ts';
import { MemoizedSet } from './memoized-set.ts';
import { OwnerSet } from './owner-set.ts';
import { Ownership } from './ownership.ts';
import { RangeSet } from './range-set.ts';
import { RoleSet } from './role-set.ts';
import { Complement, Intersection, Union } from './set-algebra.ts';
import { StaffSet } from './staff-set.ts';
import { WordValueSet } from './word-value-set.ts';

const DOC_COUNT = 350;
const BLOCK_BITS = 7;
const blocks = new Blocks(DOC_COUNT, BLOCK_BITS);
const everyDoc = Array.from({ length: DOC_COUNT }, (_, doc) => doc);

/** A set given by its members; `probesPerBlock` determines how an intersection evaluates it. */
class ListedSet extends BitwiseSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  readonly requested = { blocks: 0, docs: 0 };
  readonly #members: ReadonlySet<number>;

  constructor(members: readonly number[], probesPerBlock = 4, of = blocks) {
    super(of);
    this.#members = new Set(members);
    this.estimate = members.length;
    this.probesPerBlock = probesPerBlock;
  }

  nextBlock(block: number): number {
    return Math.min(
      this.blocks.count,
      ...[...this.#members].map((doc) => this.blocks.of(doc)).filter((other) => other >= block),
    );
  }

  countIn(block: number): number {
    return [...this.#members].filter((doc) => this.blocks.of(doc) === block).length;
  }

  addTo({ block, first, end }: Span, bits: Uint32Array): void {
    this.requested.blocks++;
    for (const doc of this.#members) {
      const number = doc - this.blocks.start(block);
      if (number >= first * 32 && number < end * 32) setRange(bits, number, number + 1);
    }
  }

  override retain(block: number, list: Uint16Array, count: number): number {
    this.requested.docs += count;
    const kept = [...list.subarray(0, count)].filter((number) => this.#members.has(this.blocks.start(block) + number));
    list.set(kept);
    return kept.length;
  }

  has(doc: number): boolean {
    this.requested.docs++;
    return this.#members.has(doc);
  }
}

/** The members of a set, read in spans of the given number of words. */
function membersOf(set: DocSet, words = blocks.words): number[] {
  const members: number[] = [];
  for (let block = set.nextBlock(0); block < blocks.count; block = set.nextBlock(block + 1)) {
    for (let first = 0; first < blocks.words; first += words) {
      const bits = blocks.newBits();
      set.addTo({ block, first, end: Math.min(first + words, blocks.words) }, bits);
      for (let bit = nextBit(bits, 0); bit >= 0; bit = nextBit(bits, bit + 1)) members.push(blocks.start(block) + bit);
    }
  }
  return members;
}

/** The members of a set, read with `keepIn`, `listIn` and `retain` in blocks with candidates. */
function keptOf(set: DocSet, candidates: readonly number[], how: 'keepIn' | 'listIn' | 'retain'): number[] {
  const kept: number[] = [];
  for (let block = 0; block < blocks.count; block++) {
    const numbers = candidates.filter((doc) => blocks.of(doc) === block).map((doc) => doc - blocks.start(block));
    const list = new Uint16Array(2 ** BLOCK_BITS);
    const bits = blocks.newBits();
    numbers.forEach((number, index) => {
      list[index] = number;
      setRange(bits, number, number + 1);
    });
    if (how === 'keepIn') {
      const filled = set.keepIn(blocks.whole(block), bits);
      expect(filled).toBe(bits.filter((word) => word !== 0).length);
      for (let bit = nextBit(bits, 0); bit >= 0; bit = nextBit(bits, bit + 1)) kept.push(blocks.start(block) + bit);
    } else {
      const count = how === 'listIn' ? set.listIn(blocks.whole(block), list) : set.retain(block, list, numbers.length);
      kept.push(...Array.from(list.subarray(0, count), (number) => blocks.start(block) + number));
    }
  }
  return kept;
}

function expectMembers(set: DocSet, expected: readonly number[]): void {
  expect(membersOf(set)).toEqual(expected);
  expect(membersOf(set, 1)).toEqual(expected);
  expect(everyDoc.filter((doc) => set.has(doc))).toEqual(expected);
  const everyThird = everyDoc.filter((doc) => doc % 3 === 0);
  expect(keptOf(set, everyDoc, 'listIn')).toEqual(expected);
  for (const how of ['keepIn', 'retain'] as const) {
    expect(keptOf(set, everyDoc, how)).toEqual(expected);
    expect(keptOf(set, everyThird, how)).toEqual(expected.filter((doc) => doc % 3 === 0));
  }
}

const docs = fc.uniqueArray(fc.nat(DOC_COUNT - 1), { maxLength: 80 });
const clustered = fc
  .tuple(fc.nat(DOC_COUNT - 1), fc.nat(60))
  .map(([from, length]) => everyDoc.slice(from, from + length));
const lists = fc.array(fc.oneof(docs, clustered), { minLength: 1, maxLength: 4 });
const probes = fc.constantFrom(0, 4, 1000);

describe('sets of documents', () => {
  test('intersection, union and complement equal those of plain sets', () =>
    fc.assert(
      fc.property(lists, probes, (members, probesPerBlock) => {
        const sets = members.map((list) => new ListedSet(list, probesPerBlock));
        expectMembers(
          new Intersection(blocks, sets),
          everyDoc.filter((doc) => members.every((list) => list.includes(doc))),
        );
        expectMembers(
          new Union(blocks, sets),
          everyDoc.filter((doc) => members.some((list) => list.includes(doc))),
        );
        expectMembers(
          new Complement(blocks, sets[0]!),
          everyDoc.filter((doc) => !members[0]!.includes(doc)),
        );
      }),
    ));

  test('an intersection has none of the documents that are removed, whether few or many intervals', () =>
    fc.assert(
      fc.property(lists, docs, probes, fc.boolean(), (members, removed, probesPerBlock, isMany) => {
        const own = new Blocks(DOC_COUNT + (isMany ? 1000 : 0), BLOCK_BITS);
        // More intervals than a set without bitsets has. They follow the documents that are compared.
        const others = Array.from({ length: isMany ? 500 : 0 }, (_, index) => DOC_COUNT + 2 * index + 1);
        const without = new IntervalSet(own, [...removed, ...others].map(singleDoc));
        expectMembers(
          new Intersection(
            blocks,
            members.map((list) => new ListedSet(list, probesPerBlock)),
            without,
          ),
          everyDoc.filter((doc) => members.every((list) => list.includes(doc)) && !removed.includes(doc)),
        );
      }),
    ));

  test('an empty union has no members', () => {
    expectMembers(new Union(blocks, []), []);
  });

  test('a filtered set contains the candidates that pass', () =>
    fc.assert(
      fc.property(docs, fc.integer({ min: 2, max: 5 }), (list, divisor) => {
        const passes = (doc: number) => doc % divisor === 0;
        expectMembers(
          new FilteredSet(blocks, new ListedSet(list), passes),
          everyDoc.filter((doc) => list.includes(doc) && passes(doc)),
        );
      }),
    ));

  test('an intersection evaluates its smallest set by block, and others by document if few candidates remain', () => {
    const few = new ListedSet([3, 40]);
    const many = new ListedSet(everyDoc);
    expect(membersOf(new Intersection(blocks, [many, few]))).toEqual([3, 40]);
    expect(few.requested).toEqual({ blocks: 1, docs: 0 });
    expect(many.requested).toEqual({ blocks: 0, docs: 2 });
  });

  test('an intersection evaluates blocks if many candidates remain', () => {
    const half = new ListedSet(everyDoc.filter((doc) => doc % 2 === 0));
    const many = new ListedSet(everyDoc);
    expect(membersOf(new Intersection(blocks, [many, half]))).toHaveLength(DOC_COUNT / 2);
    expect(many.requested).toEqual({ blocks: blocks.count, docs: 0 });
  });

  test('an interval set accepts overlapping, adjacent, empty and unordered intervals', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(DOC_COUNT), fc.nat(DOC_COUNT)), { maxLength: 6 }), (pairs) => {
        const intervals = pairs.map(([start, end]) => ({ start, end }));
        const expected = everyDoc.filter((doc) => intervals.some(({ start, end }) => start <= doc && doc < end));
        const set = new IntervalSet(blocks, intervals);
        expectMembers(set, expected);
        expect(set.estimate).toBe(expected.length);
      }),
    ));

  test('a range set contains the documents whose number is in the range', () =>
    fc.assert(
      fc.property(
        fc.array(fc.nat(600), { minLength: DOC_COUNT, maxLength: DOC_COUNT }),
        fc.nat(600),
        fc.nat(600),
        (column, low, length) => {
          const sliced = new SlicedColumn(sliceColumn(column));
          expect(everyDoc.map((doc) => sliced.at(doc))).toEqual(column);
          for (const high of [low + length, Infinity]) {
            const set = new RangeSet(blocks, sliced, { low: low + 1, high });
            expectMembers(
              set,
              everyDoc.filter((doc) => column[doc]! > low && column[doc]! <= high),
            );
          }
        },
      ),
      { numRuns: 40 },
    ));

  test('a word value set contains the documents with all words of a value', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(docs, clustered), { minLength: 4, maxLength: 4 }),
        fc.array(fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
        probes,
        (words, values, probesPerBlock) => {
          const sets = words.map((list) => new ListedSet(list, probesPerBlock));
          const expected = everyDoc.filter((doc) =>
            values.some((value) => value.every((word) => words[word]!.includes(doc))),
          );
          expectMembers(new WordValueSet(blocks, { words: sets, values }), expected);
        },
      ),
    ));

  test('a word value set reads a shared word once per block, and no word implied by a single-word value', () => {
    const [rare, other, shared, alone] = [[3], [5], [3, 5, 7], [3, 4, 5]].map((list) => new ListedSet(list));
    const words = [rare!, other!, shared!, alone!];
    const requestedBlocks = (values: number[][]) => {
      membersOf(new WordValueSet(blocks, { words, values }));
      return words.map((word) => word.requested.blocks);
    };
    expect(requestedBlocks([[0, 2], [1, 2], [3]])).toEqual([1, 1, 1, 1]);
    expect(requestedBlocks([[0, 3], [3]])).toEqual([1, 1, 1, 2]);
  });

  test('a role set contains the documents whose role is in all sets, before and after the roles are evaluated', () =>
    fc.assert(
      fc.property(
        fc.array(fc.nat(49), { minLength: DOC_COUNT, maxLength: DOC_COUNT }),
        fc.array(fc.uniqueArray(fc.nat(49)), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(1, 100),
        (roles, lists, values) => {
          const roleBlocks = new Blocks(50, 5);
          const wanted = Array.from({ length: 50 }, (_, role) => role).filter((role) =>
            lists.every((list) => list.includes(role)),
          );
          const sets = lists.map((list) => new ListedSet(everyDoc.filter((doc) => list.includes(roles[doc]!))));
          const set = new RoleSet(blocks, sets, {
            roleOf: new PackedColumn(packColumn(roles)),
            blocks: roleBlocks,
            valueCount: values,
            wanted: () => new ListedSet(wanted, 4, roleBlocks),
          });
          const expected = everyDoc.filter((doc) => wanted.includes(roles[doc]!));
          expect(keptOf(set, everyDoc, 'retain')).toEqual(expected);
          expectMembers(set, expected);
          expectMembers(set, expected);
        },
      ),
    ));

  test('a role set without matching roles has no block after the first', () => {
    const [even, odd] = [0, 1].map((rest) => new ListedSet(everyDoc.filter((doc) => doc % 2 === rest)));
    const set = new RoleSet(blocks, [even!, odd!], {
      roleOf: { at: (doc) => doc % 2 },
      blocks: new Blocks(2, BLOCK_BITS),
      valueCount: 1,
      wanted: () => new ListedSet([], 4, new Blocks(2, BLOCK_BITS)),
    });
    expect(set.nextBlock(0)).toBe(0);
    expect(set.nextBlock(1)).toBe(blocks.count);
  });

  test('a role set evaluates roles of two blocks after two blocks of people', () => {
    const roleBlocks = new Blocks(50, 5);
    const wanted = vi.fn(() => new ListedSet([], 4, roleBlocks));
    const all = new ListedSet(everyDoc);
    const set = new RoleSet(blocks, [all, all], { roleOf: { at: () => 0 }, blocks: roleBlocks, valueCount: 1, wanted });
    expect([set.nextBlock(0), set.nextBlock(1)]).toEqual([0, 1]);
    expect(wanted).not.toHaveBeenCalled();
    expect(set.nextBlock(2)).toBe(blocks.count);
  });

  test('a memoized set is evaluated once per block', () => {
    const listed = new ListedSet([5, 33, 149]);
    const remembered = new MemoizedSet(blocks, listed);
    expect([remembered.next(0, 350), remembered.next(6, 350), remembered.next(34, 350)]).toEqual([5, 33, 149]);
    expect([remembered.next(34, 149), remembered.next(150, 350)]).toEqual([-1, -1]);
    expect([remembered.has(5), remembered.has(6), remembered.has(149)]).toEqual([true, false, true]);
    expect([remembered.nextAbsent(5, 9), remembered.nextAbsent(6, 9), remembered.nextAbsent(33, 34)]).toEqual([
      6, 6, 34,
    ]);
    expect(listed.requested.blocks).toBe(2);
  });
});

describe('staff', () => {
  const sizes = fc.array(fc.oneof(fc.constant(0), fc.nat(3), fc.nat(60)), { minLength: 1, maxLength: 60 });

  test('consists of the documents whose company is in the set', () =>
    fc.assert(
      fc.property(sizes, fc.uniqueArray(fc.nat(59)), (wanted, chosen) => {
        const starts = [0];
        for (const size of wanted) starts.push(Math.min(DOC_COUNT, (starts.at(-1) ?? 0) + size));
        const companies = chosen.filter((company) => company < wanted.length);
        const companyBlocks = new Blocks(wanted.length, BLOCK_BITS);
        const ownership = new Ownership(new PackedColumn(packColumn(starts)));
        const set = new ListedSet(companies, 4, companyBlocks);
        const companyOf = (doc: number) => starts.findLastIndex((start) => start <= doc);
        const expected = everyDoc.filter((doc) => companies.includes(companyOf(doc)));
        expectMembers(new StaffSet(blocks, ownership, { blocks: companyBlocks, set }), expected);
      }),
    ));
});

describe('an owner set', () => {
  test('contains the documents that own a member', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1, 1, 2, 9, 140), { minLength: DOC_COUNT, maxLength: DOC_COUNT }),
        fc.array(fc.nat(2000), { maxLength: 60 }),
        (sizes, numbers) => {
          const starts = [0];
          for (const size of sizes) starts.push(starts.at(-1)! + size);
          const total = starts.at(-1)!;
          const ownership = new Ownership(new PackedColumn(packColumn(starts)));
          const owned = new Blocks(total, BLOCK_BITS);
          const members = [...new Set(numbers.map((number) => number % Math.max(1, total)))].filter(
            (one) => one < total,
          );
          const set = new ListedSet(
            members.sort((left, right) => left - right),
            4,
            owned,
          );
          const expected = everyDoc.filter((doc) =>
            members.some((member) => starts[doc]! <= member && member < starts[doc + 1]!),
          );
          expectMembers(new OwnerSet(blocks, ownership, { blocks: owned, set }), expected);
        },
      ),
    ));
});

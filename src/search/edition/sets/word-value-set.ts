// Documents with all words of at least one of several values. The rarest word of each value is evaluated first; the
// other words are evaluated only for the documents that contain it. A word shared by several values is read once for
// each span or list of candidates.
import { setBits } from './bits.ts';
import { BitwiseSet, type Blocks, type DocSet, retainBits, type Span } from './doc-set.ts';
import { Intersection, Union } from './set-algebra.ts';

/** The documents of each word, and the values as indexes of their words. No value is empty. */
interface WordsOfValues {
  readonly words: readonly DocSet[];
  readonly values: readonly (readonly number[])[];
}

/** The documents for which words are read: the documents of a span, or a list of candidates. */
interface Scope {
  readonly block: number;
  /** Clears the scope's bits. */
  readonly clear: (bits: Uint32Array) => void;
  /** Sets the bits of the members in the scope. */
  readonly add: (set: DocSet, bits: Uint32Array) => void;
  /** Writes the members in the scope to `list`; returns their number. */
  readonly list: (set: DocSet, list: Uint16Array) => number;
}

/** The values with the same rarest word: for each value, its other words. Empty if the rarest word alone is a value. */
interface Group {
  readonly rarest: number;
  readonly others: readonly (readonly number[])[];
}

/** The union of the values. */
export class WordValueSet extends BitwiseSet {
  readonly estimate: number;
  readonly probesPerBlock: number;
  readonly #words: readonly DocSet[];
  readonly #groups: readonly Group[];
  readonly #union: Union;
  /** True for words that are in several values other than as their rarest word. */
  readonly #isShared: readonly boolean[];

  constructor(blocks: Blocks, { words, values }: WordsOfValues) {
    super(blocks);
    this.#words = words;
    this.#groups = groupsOf(words, values);
    const others = this.#groups.flatMap((group) => group.others.flat());
    const uses = new Uint32Array(words.length);
    for (const word of others) uses[word]!++;
    this.#isShared = words.map((_, word) => uses[word]! > 1);
    this.#union = new Union(
      blocks,
      values.map(
        (value) =>
          new Intersection(
            blocks,
            value.map((word) => words[word]!),
          ),
      ),
    );
    this.estimate = this.#union.estimate;
    this.probesPerBlock = this.#union.probesPerBlock;
  }

  nextBlock(block: number): number {
    return this.#union.nextBlock(block);
  }

  /**
   * Estimated as if the rarest words were independent. A sum of their counts could exceed the block; then a complement
   * of this set would be evaluated first.
   */
  countIn(block: number): number {
    const docs = this.blocks.end(block) - this.blocks.start(block);
    let rest = docs;
    for (const { rarest } of this.#groups) rest -= (rest * Math.min(docs, this.#words[rarest]!.countIn(block))) / docs;
    return Math.floor(docs - rest);
  }

  addTo(span: Span, bits: Uint32Array): void {
    this.#add(bits, {
      block: span.block,
      clear: (found) => found.fill(0, span.first, span.end),
      add: (set, found) => set.addTo(span, found),
      list: (set, list) => set.listIn(span, list),
    });
  }

  override retain(block: number, list: Uint16Array, count: number): number {
    if (count > this.probesPerBlock) return super.retain(block, list, count);
    const { blocks } = this;
    const members = blocks.takeBits();
    const some = blocks.takeList();
    const scope: Scope = {
      block,
      clear: (bits) => {
        for (let index = 0; index < count; index++) bits[list[index]! >>> 5] = 0;
      },
      add: (set, bits) => setBits(bits, some, scope.list(set, some)),
      list: (set, into) => {
        for (let index = 0; index < count; index++) into[index] = list[index]!;
        return set.retain(block, into, count);
      },
    };
    scope.clear(members);
    this.#add(members, scope);
    const kept = retainBits(members, 0, { list, count });
    blocks.giveList(some);
    blocks.giveBits(members);
    return kept;
  }

  has(doc: number): boolean {
    return this.#union.has(doc);
  }

  /** Sets the bits of the members in the scope. */
  #add(bits: Uint32Array, scope: Scope): void {
    const { blocks } = this;
    const words = this.#words;
    const first = blocks.takeList();
    const list = blocks.takeList();
    const known = new Map<number, Uint32Array>();
    for (const { rarest, others } of this.#groups) {
      if (others.length === 0) scope.add(words[rarest]!, bits);
      const firstCount = others.length === 0 ? 0 : scope.list(words[rarest]!, first);
      for (const rest of firstCount === 0 ? [] : others) {
        let count = firstCount;
        for (let index = 0; index < count; index++) list[index] = first[index]!;
        for (const word of rest) if (count > 0) count = this.#retainWord(word, { list, count, known, scope });
        setBits(bits, list, count);
      }
    }
    for (const found of known.values()) blocks.giveBits(found);
    blocks.giveList(list);
    blocks.giveList(first);
  }

  /** Keeps the candidates that contain a word. */
  #retainWord(word: number, { list, count, known, scope }: ScopedCandidates): number {
    const set = this.#words[word]!;
    if (!this.#isShared[word]) return set.retain(scope.block, list, count);
    let found = known.get(word);
    if (!found) {
      found = this.blocks.takeBits();
      scope.clear(found);
      scope.add(set, found);
      known.set(word, found);
    }
    return retainBits(found, 0, { list, count });
  }
}

/** The first `count` numbers of `list`, in a scope in which the bits of some words are memoized. */
interface ScopedCandidates {
  readonly list: Uint16Array;
  readonly count: number;
  readonly known: Map<number, Uint32Array>;
  readonly scope: Scope;
}

/**
 * Groups values by their rarest word. A value of a single word implies all values that contain the word; these are
 * omitted.
 */
function groupsOf(words: readonly DocSet[], values: WordsOfValues['values']): Group[] {
  const alone = new Set(values.filter((value) => value.length === 1).flat());
  const further = values.filter((value) => !value.some((word) => alone.has(word)));
  const byRarity = further.map((value) =>
    value.toSorted((left, right) => words[left]!.estimate - words[right]!.estimate),
  );
  return [
    ...[...alone].map((rarest) => ({ rarest, others: [] })),
    ...[...Map.groupBy(byRarity, ([rarest]) => rarest!)].map(([rarest, those]) => ({
      rarest,
      others: those.map((value) => value.slice(1)),
    })),
  ];
}

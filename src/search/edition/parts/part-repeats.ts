// Finds the documents of people who are in several parts of a base. Within a part, columns/repeats.ts finds the
// documents of a person; this module finds the documents in earlier parts.

import type { Work } from '../../../ops/scheduling/work.ts';
import { lowerBound } from '../columns/lower-bound.ts';
import { isMatched, type Matched } from '../columns/repeats.ts';
import type { EditionIndex } from '../edition-index.ts';
import { fibonacciHash } from '../fibonacci-hash.ts';
import { hasBit, setBit } from '../sets/bits.ts';

/** The repeats of one part, in shared memory. */
export interface SharedPartRepeats {
  /** The documents whose person has documents in earlier parts; ascending. */
  readonly docs: Uint32Array;
  /**
   * For each of these documents, the last document of the person in the nearest earlier part, and the number of that
   * part.
   */
  readonly previous: Uint32Array;
  readonly previousPart: Uint16Array;
}

/** Tests a document of a part. */
export type PartTest = (part: number, doc: number) => boolean;

/** The number of documents between two yields. */
const DOCS_PER_YIELD = 4096;

/** Finds the repeats of all parts. The index of each part lists the documents of people who are in several parts. */
export function* findPartRepeats(indexes: readonly EditionIndex[]): Work<SharedPartRepeats[]> {
  const total = indexes.reduce((sum, { people }) => sum + (people.shared?.length ?? 0), 0);
  const known = new LastDocs(total);
  const found: SharedPartRepeats[] = [];
  for (const [part, { people }] of indexes.entries()) {
    const count = people.shared?.length ?? 0;
    const docs: number[] = [];
    const slots: number[] = [];
    for (let index = 0; index < count; index++) {
      const doc = people.shared!.at(index);
      const slot = known.slotOf(people.ids.at(doc));
      if (known.docs[slot]! > 0) {
        docs.push(doc);
        slots.push(slot);
      }
      if (index % DOCS_PER_YIELD === 0) yield;
    }
    const repeats = {
      docs: new Uint32Array(new SharedArrayBuffer(4 * docs.length)),
      previous: new Uint32Array(new SharedArrayBuffer(4 * docs.length)),
      previousPart: new Uint16Array(new SharedArrayBuffer(2 * docs.length)),
    };
    repeats.docs.set(docs);
    for (const [index, slot] of slots.entries()) {
      repeats.previous[index] = known.docs[slot]! - 1;
      repeats.previousPart[index] = known.parts[slot]!;
    }
    found.push(repeats);
    for (let index = 0; index < count; index++) {
      const doc = people.shared!.at(index);
      const slot = known.slotOf(people.ids.at(doc));
      known.docs[slot] = doc + 1;
      known.parts[slot] = part;
      if (index % DOCS_PER_YIELD === 0) yield;
    }
  }
  return found;
}

/** The last document seen of each person: a hash table with open addressing and linear probing, at most half full. */
class LastDocs {
  /** Each document plus 1; 0 for none. */
  readonly docs: Uint32Array;
  readonly parts: Uint16Array;
  readonly #ids: Uint32Array;
  /** Binary logarithm of the number of slots. */
  readonly #bits: number;

  constructor(entriesMax: number) {
    this.#bits = 4;
    while (2 ** this.#bits < 2 * entriesMax) this.#bits++;
    const size = 2 ** this.#bits;
    this.#ids = new Uint32Array(size);
    this.docs = new Uint32Array(size);
    this.parts = new Uint16Array(size);
  }

  /** The slot of a person. Ids are at least 1. */
  slotOf(id: number): number {
    const mask = this.#ids.length - 1;
    let slot = fibonacciHash(id, this.#bits);
    while (this.#ids[slot] !== id && this.#ids[slot] !== 0) slot = (slot + 1) & mask;
    this.#ids[slot] = id;
    return slot;
  }
}

export class PartRepeats {
  readonly shared: readonly SharedPartRepeats[];
  readonly #indexes: readonly EditionIndex[];
  /** For each part, a bitset of its repeated documents, made on first use. */
  readonly #bits: (Uint32Array | undefined)[] = [];

  /** `indexes`: one for each part. */
  constructor(indexes: readonly EditionIndex[], shared: readonly SharedPartRepeats[]) {
    this.#indexes = indexes;
    this.shared = shared;
  }

  get partCount(): number {
    return this.shared.length;
  }

  /** The number of times that a sum over the parts counts a person again. */
  get people(): number {
    return this.shared.reduce((sum, { docs }, part) => {
      const { repeats } = this.#indexes[part]!.people;
      return sum + docs.reduce((count, doc) => count + (repeats.previousByBitset(doc) < 0 ? 1 : 0), 0);
    }, 0);
  }

  /** Whether the person of a document also has documents in earlier parts. */
  has(part: number, doc: number): boolean {
    this.#bits[part] ??= bitsOf(this.shared[part]!.docs);
    const bits = this.#bits[part];
    return doc >>> 5 < bits.length && hasBit(bits, doc);
  }

  /** Whether a document of the same person in an earlier part passes a test. The nearest documents are tested first. */
  someEarlier(part: number, doc: number, test: PartTest): boolean {
    for (let [at, own] = [part, doc]; this.has(at, own); ) {
      const { docs, previous, previousPart } = this.shared[at]!;
      const index = lowerBound(docs, own);
      [at, own] = [previousPart[index]!, previous[index]!];
      const { repeats } = this.#indexes[at]!.people;
      for (let before = own; before >= 0; before = repeats.previousByBitset(before)) {
        if (test(at, before)) return true;
        own = before;
      }
    }
    return false;
  }

  /**
   * The number of people who match in a part and also in an earlier part. `matched`: the matches in all blocks of the
   * part.
   */
  *countMatched(part: number, matched: Matched, isMatchedIn: PartTest): Work<number> {
    const { blocks, people } = this.#indexes[part]!;
    const { docs } = this.shared[part]!;
    const isRepeated = (doc: number) =>
      !people.repeats.isAnyBefore(doc, matched, blocks.people) && this.someEarlier(part, doc, isMatchedIn);
    let count = 0;
    for (let block = 0; block < matched.length; block++) {
      const members = matched[block];
      if (members === undefined) continue;
      const start = blocks.people.start(block);
      const first = lowerBound(docs, start);
      const end = lowerBound(docs, blocks.people.end(block));
      // If there are few matches, each is looked up among the repeats; otherwise each repeat is looked up among the
      // matches.
      if (members instanceof Uint16Array && members.length < end - first) {
        for (const member of members) if (this.has(part, start + member) && isRepeated(start + member)) count++;
      } else
        for (let index = first; index < end; index++)
          if (isMatched(matched, docs[index]!, blocks.people) && isRepeated(docs[index]!)) count++;
      yield;
    }
    return count;
  }

  /**
   * For each column, by label, the number of times that a sum over the parts counts a person with matches of this label
   * again. `columns`: each reads the label of a match; null for none.
   */
  *repeatedLabels(
    columns: readonly ((part: number, doc: number) => string | null)[],
    isMatchedIn: PartTest,
  ): Work<Map<string, number>[]> {
    const counts = columns.map(() => new Map<string, number>());
    for (const [part, { docs }] of this.shared.entries()) {
      const { repeats } = this.#indexes[part]!.people;
      for (const [index, doc] of docs.entries()) {
        if (index % DOCS_PER_YIELD === 0) yield;
        if (!isMatchedIn(part, doc)) continue;
        for (const [column, labelAt] of columns.entries()) {
          const label = labelAt(part, doc);
          const isSame: PartTest = (at, own) => isMatchedIn(at, own) && labelAt(at, own) === label;
          if (label === null || isSameBefore(repeats, doc, (own) => isSame(part, own))) continue;
          if (this.someEarlier(part, doc, isSame)) counts[column]!.set(label, (counts[column]!.get(label) ?? 0) + 1);
        }
      }
    }
    return counts;
  }
}

function isSameBefore(
  repeats: EditionIndex['people']['repeats'],
  doc: number,
  test: (doc: number) => boolean,
): boolean {
  for (let before = repeats.previousByBitset(doc); before >= 0; before = repeats.previousByBitset(before))
    if (test(before)) return true;
  return false;
}

function bitsOf(docs: Uint32Array): Uint32Array {
  const bits = new Uint32Array(docs.length === 0 ? 1 : (docs.at(-1)! >>> 5) + 1);
  for (const doc of docs) setBit(bits, doc);
  return bits;
}

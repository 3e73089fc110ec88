// A hash table of the distinct terms of a field by number, during a build. It looks up the words of plain texts without
// allocating a string for each: an edition of ten million people has a hundred million words.

import { splitWords } from '../../../words/words.ts';
import { GrowableNumbers } from '../build/growable.ts';
import { fmix32 } from '../fmix32.ts';
import { compareTexts } from './compare-texts.ts';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const BLANK = 0x20;
const DOT = 0x2e;
const PLUS = 0x2b;
const HASH = 0x23;

/** The words of one text. */
export interface WordRun {
  /** The numbers of its words in the order of the text, with repetitions. Only the first `count` entries are valid. */
  readonly numbers: number[];
  count: number;
  /** The `textHash` of its wordKey. */
  hash: number;
}

/** A 32-bit hash of a wordKey: FNV-1a over its UTF-16 units, mixed by fmix32. Editions contain these hashes. */
export function textHash(wordKey: string): number {
  return fmix32(fnv1a(wordKey));
}

function fnv1a(text: string): number {
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  return hash;
}

/** Terms by number, from 0 in insertion order. */
export class TermTable {
  readonly #texts: string[] = [];
  /** The `fnv1a` of each term. */
  readonly #hashes = new GrowableNumbers();
  /** Term numbers plus 1; open addressing with linear probing. */
  #slots = new Uint32Array(4096);

  get count(): number {
    return this.#texts.length;
  }

  /** The number of a term. A new term is added. */
  numberOf(term: string): number {
    const hash = fnv1a(term);
    for (let slot = this.#slotOf(hash); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const known = this.#slots[slot]!;
      if (known === 0) return this.#add(term, hash, slot);
      if (this.#texts[known - 1] === term) return known - 1;
    }
  }

  /** Tokenizes a text like `splitWords`. `from`: the UTF-16 unit where to start. */
  read(text: string, run: WordRun, from = 0): void {
    run.count = 0;
    if (this.#readPlain(text, run, from)) return;
    const words = splitWords(text.slice(from));
    run.count = words.length;
    run.hash = textHash(words.join(' '));
    for (let index = 0; index < words.length; index++) run.numbers[index] = this.numberOf(words[index]!);
  }

  /** All terms in text order. */
  sorted(): { readonly text: string; readonly number: number }[] {
    const terms = this.#texts.map((text, number) => ({ text, number }));
    // Strings without surrogates compare in code point order, and the native comparison is much faster.
    if (this.#texts.some((text) => /[\ud800-\udfff]/.test(text)))
      return terms.sort((left, right) => compareTexts(left.text, right.text));
    return terms.sort((left, right) => (left.text < right.text ? -1 : 1));
  }

  /**
   * Fast path for plain texts. False if the text needs the full tokenizer: it has characters beyond ASCII, or
   * punctuation that may belong to a word, such as `.net` or `c++`.
   */
  #readPlain(text: string, run: WordRun, from: number): boolean {
    let whole = FNV_OFFSET;
    let hash = FNV_OFFSET;
    let start = -1;
    let count = 0;
    for (let index = from; index <= text.length; index++) {
      const unit = index < text.length ? text.charCodeAt(index) : BLANK;
      if (isWordUnit(unit)) {
        if (start < 0) {
          start = index;
          hash = FNV_OFFSET;
          if (count > 0) whole = Math.imul(whole ^ BLANK, FNV_PRIME);
        }
        const lower = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
        hash = Math.imul(hash ^ lower, FNV_PRIME);
        whole = Math.imul(whole ^ lower, FNV_PRIME);
      } else {
        if (unit > 0x7f) return false;
        if (unit === DOT && isWordUnit(text.charCodeAt(index + 1))) return false;
        if ((unit === PLUS || unit === HASH) && start >= 0) return false;
        if (start >= 0) run.numbers[count++] = this.#numberOfPart(text, { start, end: index, hash });
        start = -1;
      }
    }
    run.count = count;
    run.hash = fmix32(whole);
    return true;
  }

  #numberOfPart(text: string, { start, end, hash }: { start: number; end: number; hash: number }): number {
    for (let slot = this.#slotOf(hash); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const known = this.#slots[slot]!;
      if (known === 0) return this.#add(text.slice(start, end).toLowerCase(), hash, slot);
      if (
        this.#hashes.at(known - 1) === hash >>> 0 &&
        isPart(this.#texts[known - 1]!, text, { start, length: end - start })
      )
        return known - 1;
    }
  }

  #slotOf(hash: number): number {
    return fmix32(hash) & (this.#slots.length - 1);
  }

  #add(term: string, hash: number, slot: number): number {
    this.#texts.push(term);
    this.#hashes.push(hash >>> 0);
    this.#slots[slot] = this.#texts.length;
    if (this.#texts.length * 2 > this.#slots.length) this.#grow();
    return this.#texts.length - 1;
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let number = 0; number < this.#texts.length; number++) {
      let slot = this.#slotOf(this.#hashes.at(number));
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = number + 1;
    }
  }
}

function isWordUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39);
}

function isPart(term: string, text: string, { start, length }: { start: number; length: number }): boolean {
  if (term.length !== length) return false;
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(start + index);
    if (term.charCodeAt(index) !== (unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit)) return false;
  }
  return true;
}

// The values of a field with their counts, found by how any of their words begins.

import type { Work } from '../../../ops/work.ts';
import { wordKey } from '../../../words/words.ts';

/** Values that are looked at without a rest. */
const STRETCH = 4096;

/** A value that records have. */
export interface VocabularyEntry {
  /** As it is shown; null where the edition holds nothing but the words. */
  readonly text: string | null;
  /** The wordKeys that it is found by; the first is its own. */
  readonly keys: readonly string[];
  /** Records that have it: at least 1. */
  readonly count: number;
}

/** What a prefix asks for: to be the beginning of a text at one of its words, as `wordKey` reads both. */
export class Prefix {
  /** The folded words, joined by single blanks. */
  readonly key: string;
  /** Whether the last word is a whole one. */
  readonly #isWhole: boolean;
  readonly #isSought: boolean;

  /** Behind a blank or a sign the last word is whole: `vp ` is not found in `VPN`. */
  constructor(text: string) {
    this.key = wordKey(text);
    this.#isWhole = this.key !== '' && wordKey(`${text}x`) !== `${this.key}x`;
    this.#isSought = this.key !== '' || text.trim() === '';
  }

  /** Whether a text of this wordKey has the prefix; an empty prefix is one of every text with words. */
  begins(key: string): boolean {
    if (this.key === '') return this.#isSought && key !== '';
    for (let start = key.indexOf(this.key); start >= 0; start = key.indexOf(this.key, start + 1)) {
      const end = start + this.key.length;
      const endsWell = !this.#isWhole || end === key.length || key[end] === ' ';
      if (endsWell && (start === 0 || key[start - 1] === ' ')) return true;
    }
    return false;
  }
}

/** The values of one field. */
export class Vocabulary {
  readonly #entries: readonly VocabularyEntry[];

  /** Takes entries in the order of `compareEntries`. */
  constructor(entries: readonly VocabularyEntry[]) {
    this.#entries = entries;
  }

  /** The most frequent values with the prefix, by count descending, then by their folded words. */
  *matching(prefix: Prefix, limit: number): Work<VocabularyEntry[]> {
    const found: VocabularyEntry[] = [];
    for (let place = 0; place < this.#entries.length && found.length < limit; place++) {
      const entry = this.#entries[place]!;
      if (entry.keys.some((key) => prefix.begins(key))) found.push(entry);
      if (place % STRETCH === STRETCH - 1) yield;
    }
    return found;
  }
}

/** By count descending, then by their folded words. */
export function compareEntries(left: VocabularyEntry, right: VocabularyEntry): number {
  const [leftKey = ''] = left.keys;
  const [rightKey = ''] = right.keys;
  return right.count - left.count || (leftKey < rightKey ? -1 : Number(leftKey > rightKey));
}

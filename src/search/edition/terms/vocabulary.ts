// The values of a field with their counts, searchable by a prefix of any of their words.

import type { Work } from '../../../ops/work.ts';
import { wordKey } from '../../../words/words.ts';

/** Values read between two yields. */
const STRETCH = 4096;

/** A value that occurs in records. */
export interface VocabularyEntry {
  /** The spelling to show; null if the edition contains only the words. */
  readonly text: string | null;
  /** The wordKeys by which the value is found; the first is its own. */
  readonly keys: readonly string[];
  /** The number of records with the value: at least 1. */
  readonly count: number;
}

/** A prefix, normalized like `wordKey`: it matches a text at the start of any word. */
export class Prefix {
  /** The folded words, joined by single blanks. */
  readonly key: string;
  /** True if the last word is complete. */
  readonly #isWhole: boolean;
  readonly #isSought: boolean;

  /** After a blank or punctuation the last word is complete: `vp ` does not match `VPN`. */
  constructor(text: string) {
    this.key = wordKey(text);
    this.#isWhole = this.key !== '' && wordKey(`${text}x`) !== `${this.key}x`;
    this.#isSought = this.key !== '' || text.trim() === '';
  }

  /** True if a text of this wordKey has the prefix; an empty prefix matches every text with words. */
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

  /** `entries` must be sorted by `compareEntries`. */
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

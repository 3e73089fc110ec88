// The values of a field with their counts, searchable by a prefix of any of their words.

import type { Work } from '../../../ops/scheduling/work.ts';
import { unfinishedKey, wordKey } from '../../../words/words.ts';

/** The number of values between two yields. */
const VALUES_PER_YIELD = 4096;

/** A value that occurs in records. */
export interface VocabularyEntry {
  /** The spelling to show; null if the edition contains only the words. */
  readonly text: string | null;
  /** The wordKeys by which the value is found; the first is its own. */
  readonly keys: readonly string[];
  /** The number of records with the value: at least 1. */
  readonly count: number;
}

interface PrefixForm {
  /** The folded words, joined by single blanks. */
  readonly key: string;
  /** True if the last word is complete. */
  readonly isWhole: boolean;
}

/** A prefix, normalized like `wordKey`. It matches a text at the start of any word. */
export class Prefix {
  /** Texts with the prefix begin a word with one of these forms. Empty if no word can begin with the prefix. */
  readonly forms: readonly PrefixForm[];

  /**
   * After a blank or punctuation, the last word is complete: `vp ` does not match `VPN`. The exception is `c+`, which
   * matches `C++`.
   */
  constructor(text: string) {
    const key = wordKey(text);
    const unfinished = unfinishedKey(text);
    const isWhole = key !== '' && wordKey(`${text}x`) !== `${key}x`;
    this.forms = [
      ...(key !== '' || text.trim() === '' ? [{ key, isWhole }] : []),
      ...(unfinished === null ? [] : [{ key: unfinished, isWhole: false }]),
    ];
  }

  /** True if a text with this wordKey has the prefix. An empty prefix matches every text with words. */
  begins(key: string): boolean {
    return this.forms.some((form) => (form.key === '' ? key !== '' : isBegun(key, form)));
  }
}

function isBegun(text: string, { key, isWhole }: PrefixForm): boolean {
  for (let start = text.indexOf(key); start >= 0; start = text.indexOf(key, start + 1)) {
    const end = start + key.length;
    const endsWell = !isWhole || end === text.length || text[end] === ' ';
    if (endsWell && (start === 0 || text[start - 1] === ' ')) return true;
  }
  return false;
}

/** The values of one field. */
export class Vocabulary {
  readonly #entries: readonly VocabularyEntry[];

  /** `entries` must be sorted by `compareEntries`. */
  constructor(entries: readonly VocabularyEntry[]) {
    this.#entries = entries;
  }

  /** The most frequent values with the prefix, by descending count, then by folded words. */
  *matching(prefix: Prefix, limit: number): Work<VocabularyEntry[]> {
    const found: VocabularyEntry[] = [];
    for (let index = 0; index < this.#entries.length && found.length < limit; index++) {
      const entry = this.#entries[index]!;
      if (entry.keys.some((key) => prefix.begins(key))) found.push(entry);
      if (index % VALUES_PER_YIELD === VALUES_PER_YIELD - 1) yield;
    }
    return found;
  }
}

/** By descending count, then by folded words. */
export function compareEntries(left: VocabularyEntry, right: VocabularyEntry): number {
  const [leftKey = ''] = left.keys;
  const [rightKey = ''] = right.keys;
  return right.count - left.count || (leftKey < rightKey ? -1 : Number(leftKey > rightKey));
}

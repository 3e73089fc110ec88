// Votes of words for and against functions, learned from titles classified by occupation (bench/train-word-weights.ts
// writes the table, word-votes.json). job-function.ts combines votes and phrases.
import { memoized } from '../bounded-cache.ts';
import { featuresOfLastWord, featuresOfWord } from './word-features.ts';

/**
 * The table as stored. Votes are half units of log-odds: whole numbers for words, with tenths for values shared by many
 * titles.
 */
export interface VoteTable {
  readonly version: number;
  /** A letter for each function, in the order of all lists of votes. */
  readonly functions: Readonly<Record<string, string>>;
  /** The votes of each function before any word is read: its frequency. */
  readonly before: readonly number[];
  /**
   * The votes of a phrase found in the title, by its kind: as the best one of one word, as the best one of several
   * words, and in addition to a better one.
   */
  readonly phrases: Readonly<Record<string, readonly [word: number, words: number, beside: number]>>;
  /**
   * Features with their votes, separated by blanks: `weaver:M6c2` has six votes for the function M and two against C.
   */
  readonly words: readonly string[];
}

/** Votes by the position of the function. */
export type Votes = readonly number[];

const VOTE = /([A-Za-z])(\d)/g;

export class WordVotes {
  /** Names of the functions, in the order of the votes. */
  readonly functions: readonly string[];
  /** The votes of a title without words. */
  readonly before: Votes;
  readonly #byFeature = new Map<string, string>();
  readonly #letters: string;

  constructor(table: VoteTable) {
    this.functions = Object.values(table.functions);
    this.#letters = Object.keys(table.functions).join('');
    this.before = table.before;
    for (const line of table.words) {
      for (const entry of line.split(' ')) {
        const end = entry.lastIndexOf(':');
        this.#byFeature.set(entry.slice(0, end), entry.slice(end + 1));
      }
    }
  }

  /** Whether a word itself, not only its beginning or end, has votes. All such words are English. */
  knows(word: string): boolean {
    return this.#byFeature.has(word);
  }

  /** The votes of all words of a title; the list belongs to the caller. */
  votesOf(words: readonly string[]): number[] {
    const sums = [...this.before];
    for (const word of words) addTo(sums, this.#ofWord(word));
    const last = words.at(-1);
    if (last !== undefined) addTo(sums, this.#ofLastWord(last));
    return sums;
  }

  readonly #ofWord = memoized((word: string): Votes => this.#ofFeatures(featuresOfWord(word)));
  readonly #ofLastWord = memoized((word: string): Votes => this.#ofFeatures(featuresOfLastWord(word)));

  /** An empty list if the table has none of the features. */
  #ofFeatures(features: readonly string[]): Votes {
    const known = features.flatMap((feature) => this.#byFeature.get(feature) ?? []);
    if (known.length === 0) return [];
    const sums = this.before.map(() => 0);
    for (const [, letter = '', count] of known.join('').matchAll(VOTE)) {
      const place = this.#letters.indexOf(letter.toUpperCase());
      sums[place] = (sums[place] ?? 0) + (letter < 'a' ? Number(count) : -Number(count));
    }
    return sums;
  }
}

function addTo(sums: number[], votes: Votes): void {
  for (let place = 0; place < votes.length; place += 1) sums[place] = (sums[place] ?? 0) + (votes[place] ?? 0);
}

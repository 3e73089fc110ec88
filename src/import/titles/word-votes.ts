// Votes of words for and against functions, learned from titles classified by occupation (bench/train-word-votes.ts
// writes the table, word-votes.json). job-function.ts combines votes and phrases.
import { memoized } from '../../words/memoized.ts';
import { featureHash, unpackVotes, type VoteRows } from './packed-votes.ts';
import { featureOfPair, featuresOfLastWord, featuresOfWord, singularOf } from './word-features.ts';
import { isFormedOf } from './word-formation.ts';

/** The table as stored. Votes are log-odds. */
export interface VoteTable {
  readonly version: number;
  /** Names of the functions, in the order of all lists of votes. */
  readonly functions: readonly string[];
  /** The votes of each function before any word is read. They represent its frequency. */
  readonly before: readonly number[];
  /**
   * The votes of a phrase found in the title, by its kind. Three values: the best phrase and of one word, the best
   * phrase and of several words, or not the best phrase.
   */
  readonly phrases: Readonly<Record<string, readonly [word: number, words: number, other: number]>>;
  /**
   * Shares of right functions by the lead of the best function (job-function.ts), measured on titles outside of the
   * training. The entries are in ascending order; values between them are interpolated.
   */
  readonly confidence: readonly (readonly [lead: number, share: number])[];
  /** Number of stored votes in one unit of log-odds. */
  readonly scale: number;
  /** The words of the training titles, in the singular, separated by blanks. */
  readonly words: readonly string[];
  /** The votes of the features: the lines of the text that packed-votes.ts describes. */
  readonly features: readonly string[];
}

/** Votes by the position of the function. */
export type Votes = readonly number[];

/** Shorter words are also the ends of words that are not compounds of them. */
const ENDING_LENGTH_MIN = 6;
const NO_VOTES: Votes = [];

export class WordVotes {
  /** Names of the functions, in the order of the votes. */
  readonly functions: readonly string[];
  /** The votes of a title without words. */
  readonly before: Votes;
  readonly #words: ReadonlySet<string>;
  readonly #rows: VoteRows;
  readonly #scale: number;

  constructor(table: Pick<VoteTable, 'functions' | 'before' | 'scale' | 'words' | 'features'>) {
    this.functions = table.functions;
    this.before = table.before;
    this.#scale = table.scale;
    this.#words = new Set(table.words.flatMap((line) => line.split(' ')));
    this.#rows = unpackVotes(table.features.join(''), table.functions.length);
  }

  /** Whether the titles of the training contain this word. */
  lists(word: string): boolean {
    return this.#words.has(singularOf(word));
  }

  /**
   * Whether the titles of the training contain this word, a word that it ends in, or the words that it is formed of.
   * All such words are English.
   */
  readonly knows = memoized((word: string): boolean => {
    const singular = singularOf(word);
    if (this.#words.has(singular)) return true;
    for (let at = 1; at <= singular.length - ENDING_LENGTH_MIN; at += 1) {
      if (this.#words.has(singular.slice(at))) return true;
    }
    return isFormedOf(singular, this.#words);
  });

  /** The votes of all words of a title; the list belongs to the caller. */
  votesOf(words: readonly string[]): number[] {
    const sums = this.before.map((votes) => votes * this.#scale);
    for (const word of words) addTo(sums, this.#ofWord(word));
    const last = words.at(-1);
    if (last !== undefined) addTo(sums, this.#ofLastWord(last));
    for (let index = 1; index < words.length; index += 1) {
      this.#addFeature(sums, featureOfPair(words[index - 1] as string, words[index] as string));
    }
    return sums.map((votes) => votes / this.#scale);
  }

  readonly #ofWord = memoized((word: string): Votes => this.#ofFeatures(featuresOfWord(word)));
  readonly #ofLastWord = memoized((word: string): Votes => this.#ofFeatures(featuresOfLastWord(word)));

  /** The stored votes; an empty list if the table has none of the features. */
  #ofFeatures(features: readonly string[]): Votes {
    const sums = this.before.map(() => 0);
    let known = 0;
    for (const feature of new Set(features)) known += this.#addFeature(sums, feature);
    return known === 0 ? NO_VOTES : sums;
  }

  /** Returns the number of rows added: 0 or 1. */
  #addFeature(sums: number[], feature: string): number {
    const row = indexIn(this.#rows.hashes, featureHash(feature));
    if (row < 0) return 0;
    const start = row * sums.length;
    for (let index = 0; index < sums.length; index += 1) {
      sums[index] = (sums[index] as number) + (this.#rows.votes[start + index] as number);
    }
    return 1;
  }
}

/** The position of a number in an ascending list; -1 if it is not there. */
function indexIn(ascending: Uint32Array, number: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = ascending[middle] as number;
    if (found === number) return middle;
    if (found < number) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function addTo(sums: number[], votes: Votes): void {
  for (let index = 0; index < votes.length; index += 1) sums[index] = (sums[index] ?? 0) + (votes[index] ?? 0);
}

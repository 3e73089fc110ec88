// The generator's random source: a counter-based stream for each record, so that records can be generated in any order
// or partition. Callers define the draws and their probabilities.

/** The purpose of a stream; the number is part of the stream's identity, so its meaning never changes. */
export const STREAMS = { company: 1, employer: 2, person: 3, opening: 4 } as const;

/** A 32-bit hash of a text or number (FNV-1a, then an avalanche); equal inputs, equal hashes, on every machine. */
export function hash32(value: string | number): number {
  let hash = 0x811c9dc5;
  for (const character of String(value)) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return scramble32(hash);
}

/**
 * A one-to-one map of the 32-bit numbers onto themselves (the finaliser of MurmurHash3): distinct inputs stay distinct.
 */
export function scramble32(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/**
 * An sfc32 generator that `seek` sets to the start of one record's stream. One object serves a whole run: one object
 * per record would cost more than the record's draws.
 */
export class Random {
  readonly #seed: number;
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Seeks to the start of the stream of (seed, stream, index). */
  seek(stream: number, index: number): this {
    this.#a = this.#seed;
    this.#b = stream ^ Math.floor(index / 0x1_0000_0000);
    this.#c = index | 0;
    this.#counter = 1;
    // The number of rounds that sfc32 needs until the states of similar seeds are uncorrelated.
    for (let round = 0; round < 12; round += 1) this.#next();
    return this;
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** 0 <= x < 1. */
  fraction(): number {
    return this.#next() / 0x1_0000_0000;
  }

  /** A whole number 0 <= n < `limit`. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + this.below(max - min + 1);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** One entry of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /**
   * `count` distinct, consecutive entries of the list from a random start, wrapping around; all entries if it has
   * fewer.
   */
  pickSome<T>(list: readonly T[], count: number): T[] {
    const size = Math.min(count, list.length);
    const start = this.below(list.length);
    const stride = 1 + this.below(Math.max(1, Math.floor(list.length / Math.max(1, size))));
    const some: T[] = [];
    for (let nth = 0; nth < size; nth += 1) some.push(list[(start + nth * stride) % list.length]!);
    return some;
  }
}

/** A list in which each value is repeated by its weight (whole numbers), so that `pick` draws by weight. */
export function weighted<T>(weights: Iterable<readonly [T, number]>): T[] {
  return [...weights].flatMap(([value, weight]) => Array<T>(weight).fill(value));
}

/** The entries of a word list of the JSON files, separated by a comma and a blank. */
export function words(list: string): string[] {
  return list.split(', ');
}

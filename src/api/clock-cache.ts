// A CLOCK cache with a maximum weight (second-chance eviction): it evicts entries that were not read since the hand
// last passed them. A read is one look-up and does not reorder entries. The caller decides which values to cache and
// when to invalidate them.

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
  /** The reference bit: true if the entry was read since the hand last passed it. */
  isReferenced: boolean;
}

/**
 * The number of second chances per insertion. Without this limit, an insertion after all entries were read would wait
 * for a full round of the hand.
 */
const SPARED_MAX = 16;

export class ClockCache<Key, Value> {
  readonly #weightMax: number;
  readonly #weigh: (value: Value, key: Key) => number;
  /** In the order in which the hand passes them. */
  readonly #entries = new Map<Key, Entry<Value>>();
  // Reused, because a new map iterator would have to skip all slots deleted at the front. A map iterator also visits
  // entries that are added later.
  #hand = this.#entries.entries();
  #weight = 0;

  constructor(weightMax: number, weigh: (value: Value, key: Key) => number) {
    this.#weightMax = weightMax;
    this.#weigh = weigh;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.isReferenced = true;
    return entry.value;
  }

  /**
   * Adds an entry. An entry heavier than a hundredth of the maximum is not cached, so that one entry never evicts many.
   */
  set(key: Key, value: Value): void {
    const weight = this.#weigh(value, key);
    if (weight > this.#weightMax / 100) return;
    this.#drop(key);
    this.#entries.set(key, { value, weight, isReferenced: false });
    this.#weight += weight;
    let spared = 0;
    while (this.#weight > this.#weightMax) if (this.#moveHand(spared < SPARED_MAX)) spared += 1;
  }

  clear(): void {
    this.#entries.clear();
    // An iterator retains the entries that it had before it until it moves, and the hand moves only in a full cache.
    this.#hand = this.#entries.entries();
    this.#weight = 0;
  }

  /**
   * Evicts the entry under the hand, or gives it a second chance if it was read since the last pass; returns true for a
   * second chance.
   */
  #moveHand(maySpare: boolean): boolean {
    const next = this.#hand.next();
    if (next.done) {
      this.#hand = this.#entries.entries();
      return false;
    }
    const [key, entry] = next.value;
    this.#drop(key);
    if (!entry.isReferenced || !maySpare) return false;
    entry.isReferenced = false;
    this.#entries.set(key, entry);
    this.#weight += entry.weight;
    return true;
  }

  #drop(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }
}

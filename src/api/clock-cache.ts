// A memory of bounded weight: what nobody asked for since its last turn makes room. What is remembered, and until when it is true, is the
// caller's. A hand goes round over all that is kept, from the oldest on: so to ask costs one look-up, and no order has to be kept of it.

interface Kept<Value> {
  readonly value: Value;
  readonly weight: number;
  /** Whether it was asked for since the hand was here. */
  isAsked: boolean;
}

/** How many may be given another round before one has to go: else who comes when all were asked for would wait for the hand to go round. */
const SPARED_MAX = 16;

export class RecentlyUsed<Key, Value> {
  readonly #weightMax: number;
  readonly #weigh: (value: Value, key: Key) => number;
  /** In the order in which the hand comes to them. */
  readonly #kept = new Map<Key, Kept<Value>>();
  // An iterator of a map goes on over what is added behind it: begun anew each time, it would step over all that was taken out at the front.
  #hand = this.#kept.entries();
  #weight = 0;

  constructor(weightMax: number, weigh: (value: Value, key: Key) => number) {
    this.#weightMax = weightMax;
    this.#weigh = weigh;
  }

  get(key: Key): Value | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    kept.isAsked = true;
    return kept.value;
  }

  /** What weighs more than a hundredth of everything is not remembered, so that no single one drives out many. */
  set(key: Key, value: Value): void {
    const weight = this.#weigh(value, key);
    if (weight > this.#weightMax / 100) return;
    this.#drop(key);
    this.#kept.set(key, { value, weight, isAsked: false });
    this.#weight += weight;
    let spared = 0;
    while (this.#weight > this.#weightMax) if (this.#moveHand(spared < SPARED_MAX)) spared += 1;
  }

  clear(): void {
    this.#kept.clear();
    this.#weight = 0;
  }

  /** Takes out what the hand comes to next, or spares it for another round where it was asked for meanwhile; answers whether it did. */
  #moveHand(maySpare: boolean): boolean {
    const next = this.#hand.next();
    if (next.done) {
      this.#hand = this.#kept.entries();
      return false;
    }
    const [key, kept] = next.value;
    this.#drop(key);
    if (!kept.isAsked || !maySpare) return false;
    kept.isAsked = false;
    this.#kept.set(key, kept);
    this.#weight += kept.weight;
    return true;
  }

  #drop(key: Key): void {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#kept.delete(key);
    this.#weight -= kept.weight;
  }
}

// A memory of bounded weight: what was asked for longest ago makes room. What is remembered, and until when it is true, is the caller's.

export class RecentlyUsed<Key, Value> {
  readonly #weightMax: number;
  readonly #weigh: (value: Value, key: Key) => number;
  /** In the order of last use. */
  readonly #values = new Map<Key, Value>();
  #weight = 0;

  /** `weigh` always answers the same for the same value and key. */
  constructor(weightMax: number, weigh: (value: Value, key: Key) => number) {
    this.#weightMax = weightMax;
    this.#weigh = weigh;
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  /** What weighs more than a hundredth of everything is not remembered, so that no single one drives out many. */
  set(key: Key, value: Value): void {
    const weight = this.#weigh(value, key);
    if (weight > this.#weightMax / 100) return;
    this.#drop(key);
    this.#values.set(key, value);
    this.#weight += weight;
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#weightMax) break;
      this.#drop(oldest);
    }
  }

  clear(): void {
    this.#values.clear();
    this.#weight = 0;
  }

  #drop(key: Key): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#weight -= this.#weigh(value, key);
  }
}

// Counts 8-byte windows: in how many texts of a sample each window of some texts occurs. Exact, in bounded memory.

export const WINDOW_BYTES = 8;
/** The maximum number of texts in a sample: their numbers fit in 16 bits. */
const TEXTS_MAX = 65_535;

/** A hash table with open addressing. A slot is the number of a window. */
export class WindowCounts {
  /** Low and high half of the window of a slot. */
  readonly #low: Uint32Array;
  readonly #high: Uint32Array;
  /** The number of texts with it + 1; 0 for a free slot. */
  readonly #counts: Uint16Array;
  readonly #mask: number;

  /** Counts the windows of `texts` in the first 65,535 texts of `sample`. */
  constructor(texts: readonly Uint8Array[], sample: readonly Uint8Array[]) {
    const windows = texts.reduce((sum, text) => sum + text.length, 0);
    const slots = 2 ** Math.ceil(Math.log2(2 * windows + 16));
    this.#mask = slots - 1;
    this.#low = new Uint32Array(slots);
    this.#high = new Uint32Array(slots);
    this.#counts = new Uint16Array(slots);
    for (const text of texts) this.#add(text);
    this.#count(sample.slice(0, TEXTS_MAX - 1));
  }

  get slots(): number {
    return this.#mask + 1;
  }

  /** The slots of the windows of a text. */
  slotsOf(text: Uint8Array): Uint32Array {
    const view = viewOf(text);
    return Uint32Array.from({ length: windowsIn(text) }, (_, place) => this.#slotAt(view, place));
  }

  /** The number of texts of the sample with the window of a slot; 0 for a window that is not counted. */
  at(slot: number): number {
    return Math.max(0, this.#counts[slot]! - 1);
  }

  #add(text: Uint8Array): void {
    const view = viewOf(text);
    for (let place = 0; place < windowsIn(text); place++) {
      const slot = this.#slotAt(view, place);
      this.#low[slot] = view.getUint32(place, true);
      this.#high[slot] = view.getUint32(place + 4, true);
      this.#counts[slot] = 1;
    }
  }

  #count(sample: readonly Uint8Array[]): void {
    const lastText = new Uint16Array(this.#counts.length);
    sample.forEach((text, index) => {
      const view = viewOf(text);
      for (let place = 0; place < windowsIn(text); place++) {
        const slot = this.#slotAt(view, place);
        if (this.#counts[slot] === 0 || lastText[slot] === index + 1) continue;
        lastText[slot] = index + 1;
        this.#counts[slot]!++;
      }
    });
  }

  /** The slot of the window at a place, or the free slot for it. */
  #slotAt(view: DataView, place: number): number {
    const low = view.getUint32(place, true);
    const high = view.getUint32(place + 4, true);
    let slot = hashOf(low, high) & this.#mask;
    while (this.#counts[slot] !== 0 && (this.#low[slot] !== low || this.#high[slot] !== high))
      slot = (slot + 1) & this.#mask;
    return slot;
  }
}

function windowsIn(text: Uint8Array): number {
  return Math.max(0, text.length - WINDOW_BYTES + 1);
}

function hashOf(low: number, high: number): number {
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 4;
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

// Counts 8-byte windows: for each window of some texts, the number of texts of a sample that contain it. Exact, in
// bounded memory.

export const WINDOW_BYTES = 8;

/** The fields of a slot are adjacent, so that reading a slot touches one cache line. */
const FIELDS = 4;
const LOW = 0;
const HIGH = 1;
/** The number of texts with the window, + 1; 0 for a free slot. */
const COUNT = 2;
/** The last text with the window, + 1. */
const LAST = 3;

/** A hash table with open addressing. The slot of a window is its number. */
export class WindowCounts {
  readonly #fields: Uint32Array;
  readonly #mask: number;

  /** Counts the windows of `texts` in `sample`. */
  constructor(texts: readonly Uint8Array[], sample: readonly Uint8Array[]) {
    const windows = texts.reduce((sum, text) => sum + text.length, 0);
    const slots = 2 ** Math.ceil(Math.log2(2 * windows + 16));
    this.#mask = slots - 1;
    this.#fields = new Uint32Array(slots * FIELDS);
    for (const text of texts) this.#add(text);
    this.#count(sample);
  }

  get slots(): number {
    return this.#mask + 1;
  }

  /** The slots of the windows of a text. */
  slotsOf(text: Uint8Array): Uint32Array {
    const view = viewOf(text);
    const slots = new Uint32Array(windowsIn(text));
    for (let index = 0; index < slots.length; index++) slots[index] = this.#slotOffset(view, index) / FIELDS;
    return slots;
  }

  /** The number of sampled texts that contain the window of a slot; 0 for a window that is not counted. */
  at(slot: number): number {
    return Math.max(0, this.#fields[slot * FIELDS + COUNT]! - 1);
  }

  #add(text: Uint8Array): void {
    const view = viewOf(text);
    for (let index = 0; index < windowsIn(text); index++) {
      const at = this.#slotOffset(view, index);
      this.#fields[at + LOW] = view.getUint32(index, true);
      this.#fields[at + HIGH] = view.getUint32(index + 4, true);
      this.#fields[at + COUNT] = 1;
    }
  }

  #count(sample: readonly Uint8Array[]): void {
    const fields = this.#fields;
    sample.forEach((text, index) => {
      const view = viewOf(text);
      for (let offset = 0; offset < windowsIn(text); offset++) {
        const at = this.#slotOffset(view, offset);
        if (fields[at + COUNT] === 0 || fields[at + LAST] === index + 1) continue;
        fields[at + LAST] = index + 1;
        fields[at + COUNT]!++;
      }
    });
  }

  /** The offset of the fields of a window, or of the free slot for it. */
  #slotOffset(view: DataView, offset: number): number {
    const fields = this.#fields;
    const low = view.getUint32(offset, true);
    const high = view.getUint32(offset + 4, true);
    let slot = hashOf(low, high) & this.#mask;
    for (;;) {
      const at = slot * FIELDS;
      if (fields[at + COUNT] === 0 || (fields[at + LOW] === low && fields[at + HIGH] === high)) return at;
      slot = (slot + 1) & this.#mask;
    }
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

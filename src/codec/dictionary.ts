// Builds the dictionary of a codec from sampled texts: parts of texts whose 8-byte windows occur in many of them. A
// window is included only if it occurs in several texts, so the dictionary contains no words of a single record.
import { WINDOW_BYTES, WindowCounts } from './window-counts.ts';

/** A window of the dictionary occurs in at least this many different texts of the sample. */
export const TEXTS_MIN = 8;
/** Follows each part. It does not occur in JSON, so a window across two parts matches no text. */
export const SEPARATOR = 0;
/** Parts are taken from the first texts of the sample, up to this many bytes. */
const OFFERED_BYTES = 1024 * 1024;
/** A shorter part saves little. */
const PART_BYTES_MIN = 12;
/** Added to the length of a part when parts are compared: of two equally good parts the longer one is better. */
const PART_COST_BYTES = 40;
/** A round accepts parts with at least this share of the gain required by the previous round. */
const ROUND = 0.8;

/** A part of a text in which each window is common. */
interface Part {
  readonly bytes: Uint8Array;
  readonly slots: Uint32Array;
  /** Gain per byte as last computed; it never increases. */
  gain: number;
}

/**
 * A dictionary of at most `bytesMax` bytes. The best parts are last, where distances reach them from most offsets.
 * Deterministic. Empty if no window occurs in enough texts.
 */
export function makeDictionary(sample: readonly Uint8Array[], bytesMax: number): Uint8Array {
  const offered = firstOf(sample, OFFERED_BYTES);
  const counts = new WindowCounts(offered, sample);
  const parts = offered.flatMap((text) => commonParts(text, counts));
  const chosen = choose(parts, counts, bytesMax);
  return Buffer.concat(chosen.toReversed().flatMap(({ bytes }) => [bytes, Uint8Array.of(SEPARATOR)]));
}

function firstOf(texts: readonly Uint8Array[], bytesMax: number): Uint8Array[] {
  let bytes = 0;
  return texts.filter((text) => {
    bytes += text.length;
    return bytes <= bytesMax;
  });
}

/** The longest parts of a text in which each window occurs in enough texts. */
function commonParts(text: Uint8Array, counts: WindowCounts): Part[] {
  const parts: Part[] = [];
  const slots = counts.slotsOf(text);
  let start = 0;
  for (let index = 0; index <= slots.length; index++) {
    if (index < slots.length && counts.at(slots[index]!) >= TEXTS_MIN) continue;
    const end = index - 1 + WINDOW_BYTES;
    if (index > start && end - start >= PART_BYTES_MIN)
      parts.push({ bytes: text.subarray(start, end), slots: slots.subarray(start, index), gain: Number.MAX_VALUE });
    start = index + 1;
  }
  return parts;
}

/** Selects parts roughly by gain: each round accepts those above a falling bound. */
function choose(parts: readonly Part[], counts: WindowCounts, bytesMax: number): Part[] {
  const covered = new Uint8Array(counts.slots);
  const gainOf = ({ bytes, slots }: Part) => {
    let sum = 0;
    for (const slot of slots) if (covered[slot] === 0) sum += counts.at(slot);
    return sum / (bytes.length + PART_COST_BYTES);
  };
  const chosen: Part[] = [];
  let left = bytesMax;
  let waiting = [...parts];
  for (const part of waiting) part.gain = gainOf(part);
  let bound = waiting.reduce((most, { gain }) => Math.max(most, gain), 0);
  for (; left > PART_BYTES_MIN && bound > 1; bound *= ROUND) {
    waiting = waiting.filter((part) => {
      if (part.gain < bound) return true;
      part.gain = gainOf(part);
      if (part.gain < bound || part.bytes.length + 1 > left) return part.gain > 0;
      for (const slot of part.slots) covered[slot] = 1;
      chosen.push(part);
      left -= part.bytes.length + 1;
      return false;
    });
  }
  return chosen;
}

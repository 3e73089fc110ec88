// The allowed value that a mistaken one most likely meant. A rejected call costs its caller nothing, so the time for it
// is bounded: lists of candidates are folded once, and one rejection gets a few suggestions only.
import { LIMITS } from '../contract/limits.ts';
import { editDistance } from './edit-distance.ts';
import { fold } from './words.ts';

/** Longer inputs are near to nothing: no candidate comes close to this length. */
const INPUT_LENGTH_MAX = 100;
/** Of a longer list the first candidates are compared. */
const CANDIDATES_MAX = 1000;

/** Suggests the candidate nearest to a value, or null. */
export type Suggest = (value: string, candidates: readonly string[]) => string | null;

/** Suggests for the first few values of one rejection; null for all others. */
export function newSuggest(): Suggest {
  let left: number = LIMITS.suggestionsMax;
  return (value, candidates) => {
    if (left === 0) return null;
    left -= 1;
    return nearest(value, candidates);
  };
}

interface Folded {
  readonly text: string;
  readonly folded: string;
  readonly letters: Uint8Array;
}

/** By the list itself: those that are compared again and again are constants. */
const foldedLists = new WeakMap<readonly string[], readonly Folded[]>();

function foldedList(candidates: readonly string[]): readonly Folded[] {
  const known = foldedLists.get(candidates);
  if (known) return known;
  const list = candidates.slice(0, CANDIDATES_MAX).map((text) => {
    const folded = fold(text);
    return { text, folded, letters: lettersOf(folded) };
  });
  foldedLists.set(candidates, list);
  return list;
}

/**
 * The candidate nearest to `input` by edit distance over folded text; a candidate that begins with or contains the
 * input as a whole comes before one that needs more than a third of its characters edited. Null where nothing is near,
 * and for inputs of more than 100 characters. `candidates` must not change: its folded form is cached.
 */
export function nearest(input: string, candidates: readonly string[]): string | null {
  if (input.length > 2 * INPUT_LENGTH_MAX) return null;
  const wanted = fold(input).trim();
  if (wanted === '' || wanted.length > INPUT_LENGTH_MAX) return null;
  const letters = lettersOf(wanted);
  let best: string | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const candidate of foldedList(candidates)) {
    const score = nearness({ folded: wanted, letters }, candidate, bestScore);
    if (score < bestScore) {
      best = candidate.text;
      bestScore = score;
    }
  }
  return best;
}

type Text = Pick<Folded, 'folded' | 'letters'>;

/**
 * Lower is nearer; infinite where the two have too little in common. Distances above the best score are not worked out.
 */
function nearness(wanted: Text, candidate: Text, bestScore: number): number {
  const { folded } = candidate;
  // `Mars` is not the code MA with two letters more.
  const limit = Math.min(Math.ceil(Math.max(wanted.folded.length, folded.length) / 3), Math.max(1, folded.length - 1));
  const distanceMax = Math.min(limit, Math.ceil(bestScore));
  const distance =
    lettersApart(wanted, candidate) > distanceMax ? distanceMax + 1 : editDistance(wanted.folded, folded, distanceMax);
  // Of equally distant ones the one that begins alike: USA is US rather than SA.
  if (distance <= distanceMax) return distance - commonStart(wanted.folded, folded) / 1000;
  if (wanted.folded.length >= 3 && folded.startsWith(wanted.folded)) return limit + 1 + folded.length / 1000;
  if (wanted.folded.length >= 3 && folded.includes(wanted.folded)) return limit + 2 + folded.length / 1000;
  if (folded.length >= 3 && wanted.folded.includes(folded)) return limit + 3 + wanted.folded.length / 1000;
  return Number.POSITIVE_INFINITY;
}

const LETTER_CLASSES = 32;

/** How many characters of each of 32 classes a text has. */
function lettersOf(text: string): Uint8Array {
  const letters = new Uint8Array(LETTER_CLASSES);
  for (let at = 0; at < text.length; at++) letters[text.charCodeAt(at) % LETTER_CLASSES]!++;
  return letters;
}

/** Edits that two texts need at least, whatever the order of their characters. */
function lettersApart(a: Text, b: Text): number {
  let missing = 0;
  let surplus = 0;
  for (let at = 0; at < LETTER_CLASSES; at++) {
    const difference = a.letters[at]! - b.letters[at]!;
    if (difference > 0) missing += difference;
    else surplus -= difference;
  }
  return Math.max(missing, surplus);
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++;
  return length;
}

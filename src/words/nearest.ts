// Suggests the allowed value that a mistaken one most likely meant. A rejected call costs its caller nothing, so the
// time is bounded: candidate lists are folded once, and an error contains only a few suggestions.
import { LIMITS } from '../contract/limits.ts';
import { editDistance } from './edit-distance.ts';
import { fold } from './words.ts';

/** No candidate is nearly this long, so longer inputs get no suggestion. */
const INPUT_LENGTH_MAX = 100;
/** Only this many candidates of a longer list are compared. */
const CANDIDATES_MAX = 1000;

/** Suggests the candidate nearest to a value, or null. */
export type Suggest = (value: string, candidates: readonly string[]) => string | null;

/** Returns a function that makes suggestions for the first few values of one error, and null for all others. */
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

/** Cached by list: the lists that are compared repeatedly are constants. */
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
 * The candidate nearest to `input` by edit distance over folded text. A candidate that starts with or contains the
 * whole input is preferred to one that needs more than a third of its characters edited. Null if no candidate is near,
 * and for inputs of more than 100 characters. `candidates` must not change, because its folded form is cached.
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

/** Above every distance between two texts. Added to the score of texts of which one contains the other. */
const CONTAINED = 1000;

/**
 * Lower is nearer; infinite if the texts have too little in common. Distances above the best score are not computed.
 */
function nearness(wanted: Text, candidate: Text, bestScore: number): number {
  const { folded } = candidate;
  // `Mars` is not the code MA with two more letters.
  const limit = Math.min(Math.ceil(Math.max(wanted.folded.length, folded.length) / 3), Math.max(1, folded.length - 1));
  const distanceMax = Math.min(limit, Math.ceil(bestScore));
  const distance =
    lettersApart(wanted, candidate) > distanceMax ? distanceMax + 1 : editDistance(wanted.folded, folded, distanceMax);
  // Among equally distant candidates, prefers one with the same beginning: USA means US rather than SA.
  if (distance <= distanceMax) return distance - commonStart(wanted.folded, folded) / 1000;
  if (wanted.folded.length >= 3 && folded.startsWith(wanted.folded)) return CONTAINED + folded.length / 1000;
  if (wanted.folded.length >= 3 && folded.includes(wanted.folded)) return CONTAINED + 1 + folded.length / 1000;
  if (folded.length >= 3 && wanted.folded.includes(folded)) return CONTAINED + 2 - folded.length / 1000;
  return Number.POSITIVE_INFINITY;
}

const LETTER_CLASSES = 32;

/** The number of characters of a text in each of 32 classes. */
function lettersOf(text: string): Uint8Array {
  const letters = new Uint8Array(LETTER_CLASSES);
  for (let at = 0; at < text.length; at++) letters[text.charCodeAt(at) % LETTER_CLASSES]!++;
  return letters;
}

/** A lower bound of the edits between two texts, ignoring the order of their characters. */
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

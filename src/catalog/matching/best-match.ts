// Chooses the records that a row matches from scored candidates: the best, and all that the row shows to be one record with
// it. If two of them contradict each other, the row matches the better one if it is better by far, else none.
import { CERTAINLY_NOT, type Evidence } from '../../identity/evidence.ts';
import type { FoundRecord } from './lookups.ts';

/** Two records contradict each other from this sum of negative weights. */
const CONTRADICTION = -6;

/**
 * The weight of a row against a record, given the evidence of the record and of its rows: the best of them, as a record
 * may have lost the value that its row shares with the new one; that of the record if it contradicts the new row.
 */
export function bestWeight([record, ...rows]: readonly Evidence[]): number {
  if (record === undefined) return CERTAINLY_NOT;
  if (record.against <= CONTRADICTION) return record.weight;
  return Math.max(record.weight, ...rows.map(({ weight }) => weight));
}

export interface ScoredRecord<Found extends FoundRecord> {
  readonly found: Found;
  readonly weight: number;
}

/** A difference that makes one of two contradictory candidates the right one: the odds are 16 to 1. */
const MARGIN = 4;

/** The same if the row matches both by so much more than the threshold that it rather shows both to be one. */
const PROOF = 6;
const CONTRADICTION_OF_PROOF = -8;

/** `againstOf`: the evidence against two candidates being one record. The first of the result is the survivor. */
export function bestMatches<Found extends FoundRecord>(
  candidates: readonly ScoredRecord<Found>[],
  threshold: number,
  againstOf: (a: Found, b: Found) => number,
): Found[] {
  const good = candidates
    .filter(({ weight }) => weight >= threshold)
    .sort((a, b) => b.weight - a.weight || a.found.id - b.found.id);
  const [best, ...others] = good;
  if (best === undefined) return [];
  const same = others.filter(({ found, weight }) => {
    const isProof = weight >= threshold + PROOF;
    return againstOf(best.found, found) > (isProof ? CONTRADICTION_OF_PROOF : CONTRADICTION);
  });
  const contrary = others.find((each) => !same.includes(each));
  if (contrary !== undefined && best.weight - contrary.weight < MARGIN) return [];
  const found = [best, ...same].map((each) => each.found);
  // A record with a profile URL survives; at most one has one.
  return found.toSorted((a, b) => Number(a.hasMadeSlug) - Number(b.hasMadeSlug));
}

// Chooses the records that a row matches from scored candidates: the best one, and all candidates that the row shows to
// be the same record. If two of them contradict each other, the row matches the better one if the margin is large, else
// none. Candidates near the threshold are not merged, but reviewed by an operator.
import { CERTAINLY_NOT, type Evidence, type Finding, withFinding } from '../../identity/evidence.ts';
import type { FoundRecord } from './lookups.ts';

/** Two records contradict each other if the sum of the negative weights is this or lower. */
const CONTRADICTION = -6;

/**
 * The limit that replaces CONTRADICTION if the row exceeds the threshold by PROOF or more: such a row is evidence that
 * both records are one.
 */
const PROOF = 6;
const CONTRADICTION_OF_PROOF = -8;

/** The margin by which one of two contradictory candidates is the right one: the odds are 16 to 1. */
const MARGIN = 4;

const NO_EVIDENCE: Evidence = { findings: [], weight: CERTAINLY_NOT, against: CERTAINLY_NOT };

/** Whether the evidence against two records outweighs the evidence of a row that matches both. */
const contradicts = (against: number, { weight }: Evidence, threshold: number) =>
  against <= (weight >= threshold + PROOF ? CONTRADICTION_OF_PROOF : CONTRADICTION);

/** The best evidence, or that of the record (the first) if the record contradicts the new row. */
function bestEvidence([record = NO_EVIDENCE, ...rows]: readonly Evidence[], threshold: number): Evidence {
  const best = rows.reduce((found, each) => (each.weight > found.weight ? each : found), record);
  return contradicts(record.against, best, threshold) ? record : best;
}

/**
 * The evidence of a row of the record that the new row matches although the record contradicts it; null if there is
 * none. If the new row had come first, the old row would match two records. An operator decides on such pairs.
 */
function tornEvidence([record = NO_EVIDENCE, ...rows]: readonly Evidence[], threshold: number): Evidence | null {
  const row = rows.find((each) => each.weight >= threshold && contradicts(record.against, each, threshold));
  return row === undefined
    ? null
    : withFinding(row, { reason: 'other rows of the record contradict it', weight: -MARGIN });
}

export interface ScoredRecord<Found extends FoundRecord> {
  readonly found: Found;
  readonly evidence: Evidence;
  /** The evidence of one of its rows, if the record as a whole contradicts the new row. */
  readonly torn: Evidence | null;
}

/**
 * Scores a record for a new row, by the evidence for the record, then for each of its rows: the record may have lost
 * the value that one of its rows shares with the new row.
 */
export function scoreRecord<Found extends FoundRecord>(
  found: Found,
  evidence: readonly Evidence[],
  threshold: number,
): ScoredRecord<Found> {
  return { found, evidence: bestEvidence(evidence, threshold), torn: tornEvidence(evidence, threshold) };
}

/** The same record with a further finding against it. */
export function withPenalty<Found extends FoundRecord>(
  { found, evidence, torn }: ScoredRecord<Found>,
  finding: Finding,
): ScoredRecord<Found> {
  return { found, evidence: withFinding(evidence, finding), torn: torn && withFinding(torn, finding) };
}

/** A candidate with too little evidence for a merge, and too much to ignore it. */
export interface UnsureMatch {
  readonly id: number;
  readonly evidence: Evidence;
}

export interface BestMatches<Found extends FoundRecord> {
  /** The matched records; the first one is the survivor. */
  readonly found: readonly Found[];
  /** The best match first. */
  readonly unsure: readonly UnsureMatch[];
}

export const NO_MATCHES: BestMatches<never> = { found: [], unsure: [] };

export interface MatchLimits {
  /** Two records are one from this weight on. */
  readonly threshold: number;
  /** The lowest weight below the threshold that leads to a review. */
  readonly reviewFrom: number;
}

/** Maximum number of reviews of one row: a row that resembles many records is weak evidence for each. */
const UNSURE_MAX = 3;

/** `againstOf`: the evidence against two candidates being one record. */
export function bestMatches<Found extends FoundRecord>(
  candidates: readonly ScoredRecord<Found>[],
  { threshold, reviewFrom }: MatchLimits,
  againstOf: (a: Found, b: Found) => number,
): BestMatches<Found> {
  const likely = candidates
    .filter(({ evidence }) => evidence.weight >= reviewFrom)
    .sort((a, b) => b.evidence.weight - a.evidence.weight || a.found.id - b.found.id);
  const [best, ...others] = likely.filter(({ evidence }) => evidence.weight >= threshold);
  if (best === undefined) {
    const torn = candidates.flatMap(({ found, torn: evidence }) => (evidence === null ? [] : [{ found, evidence }]));
    return { found: [], unsure: unsureOf([...likely, ...torn]) };
  }
  const isOneWithBest = ({ found, evidence }: ScoredRecord<Found>) =>
    !contradicts(againstOf(best.found, found), evidence, threshold);
  const same = others.filter(isOneWithBest);
  const contrary = others.find((each) => !same.includes(each));
  if (contrary !== undefined && best.evidence.weight - contrary.evidence.weight < MARGIN)
    return { found: [], unsure: unsureOf(likely) };
  const found = [best, ...same].map((each) => each.found);
  const unsure = likely.filter((each) => each.evidence.weight < threshold && isOneWithBest(each));
  // A record with a profile URL is the survivor. At most one of them has one.
  return { found: withProfileFirst(found), unsure: unsureOf(unsure) };
}

/** Records with profile URLs before those with generated slugs. */
export function withProfileFirst<Found extends FoundRecord>(found: readonly Found[]): Found[] {
  return found.toSorted((a, b) => Number(a.hasGeneratedSlug) - Number(b.hasGeneratedSlug));
}

function unsureOf<Found extends FoundRecord>(
  scored: readonly Pick<ScoredRecord<Found>, 'found' | 'evidence'>[],
): UnsureMatch[] {
  const pairs = scored
    .filter(({ found }) => !found.isHidden)
    .map(({ found, evidence }) => ({ id: found.id, evidence }));
  return pairs.slice(0, UNSURE_MAX);
}

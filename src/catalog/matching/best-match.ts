// Chooses the records that a row matches from scored candidates: the best, and all that the row shows to be one record
// with it. If two of them contradict each other, the row matches the better one if it is better by far, else none.
// Candidates near the threshold are left to a person: they are reviewed.
import { CERTAINLY_NOT, type Evidence, type Finding, withFinding } from '../../identity/evidence.ts';
import type { FoundRecord } from './lookups.ts';

/** Two records contradict each other from this sum of negative weights. */
const CONTRADICTION = -6;

/** The same if the row matches by so much more than the threshold that it rather shows both to be one. */
const PROOF = 6;
const CONTRADICTION_OF_PROOF = -8;

/** A difference that makes one of two contradictory candidates the right one: the odds are 16 to 1. */
const MARGIN = 4;

const NO_EVIDENCE: Evidence = { findings: [], weight: CERTAINLY_NOT, against: CERTAINLY_NOT };

/** Whether the evidence against two records outweighs a row that fits both with this evidence. */
const contradicts = (against: number, { weight }: Evidence, threshold: number) =>
  against <= (weight >= threshold + PROOF ? CONTRADICTION_OF_PROOF : CONTRADICTION);

/** The best of the record and its rows; that of the record if it contradicts the new row. */
function bestEvidence([record = NO_EVIDENCE, ...rows]: readonly Evidence[], threshold: number): Evidence {
  const best = rows.reduce((found, each) => (each.weight > found.weight ? each : found), record);
  return contradicts(record.against, best, threshold) ? record : best;
}

/**
 * The evidence of the row of a record that the new row fits, although the record contradicts it; null if there is none.
 * Had the new row come first, that row would fit two records: an operator decides.
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
 * Scores a record for a new row. `evidence` is that of the record, then that of its rows: a record may have lost the
 * value that its row shares with the new one.
 */
export function scoreRecord<Found extends FoundRecord>(
  found: Found,
  evidence: readonly Evidence[],
  threshold: number,
): ScoredRecord<Found> {
  return { found, evidence: bestEvidence(evidence, threshold), torn: tornEvidence(evidence, threshold) };
}

/** The same record with a further finding against it. */
export function penalized<Found extends FoundRecord>(
  { found, evidence, torn }: ScoredRecord<Found>,
  finding: Finding,
): ScoredRecord<Found> {
  return { found, evidence: withFinding(evidence, finding), torn: torn && withFinding(torn, finding) };
}

/** A candidate that a row may match: not surely enough to be merged, nor to be left apart. */
export interface UnsureMatch {
  readonly id: number;
  readonly evidence: Evidence;
}

export interface BestMatches<Found extends FoundRecord> {
  /** The first is the survivor. */
  readonly found: readonly Found[];
  /** The best first. */
  readonly unsure: readonly UnsureMatch[];
}

export const NO_MATCHES: BestMatches<never> = { found: [], unsure: [] };

export interface MatchLimits {
  /** The weight from which two records are one. */
  readonly threshold: number;
  /** The lowest weight below the threshold that is reviewed. */
  readonly reviewFrom: number;
}

/** Reviews of one row: a row that is like many records says little about any. */
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
  // A record with a profile URL survives; at most one has one.
  return { found: realFirst(found), unsure: unsureOf(unsure) };
}

/** Records with profile URLs before those with made slugs. */
export function realFirst<Found extends FoundRecord>(found: readonly Found[]): Found[] {
  return found.toSorted((a, b) => Number(a.hasMadeSlug) - Number(b.hasMadeSlug));
}

function unsureOf<Found extends FoundRecord>(
  scored: readonly Pick<ScoredRecord<Found>, 'found' | 'evidence'>[],
): UnsureMatch[] {
  const pairs = scored
    .filter(({ found }) => !found.isHidden)
    .map(({ found, evidence }) => ({ id: found.id, evidence }));
  return pairs.slice(0, UNSURE_MAX);
}

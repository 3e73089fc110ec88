// Evidence for and against a match of two records, weighted by the model of Fellegi and Sunter: the weight of each
// finding is the base-2 logarithm of how much more likely it is among pairs of the same entity than among pairs of
// different ones. Weights add up; a pair whose sum reaches a threshold is matched.

export interface Finding {
  /** The compared field and the result, such as `same site`. */
  readonly reason: string;
  /** Binary logarithm of the likelihood ratio: positive for a match, negative against it. */
  readonly weight: number;
}

export interface Evidence {
  readonly findings: readonly Finding[];
  /** The sum of the weights. */
  readonly weight: number;
  /** The sum of the negative weights. */
  readonly against: number;
}

export function evidenceOf(findings: readonly (Finding | null)[]): Evidence {
  const found = findings.filter((finding) => finding !== null);
  const against = found.reduce((sum, { weight }) => sum + Math.min(0, weight), 0);
  return { findings: found, weight: found.reduce((sum, { weight }) => sum + weight, 0), against };
}

/** The evidence with one more finding. */
export function withFinding({ findings }: Evidence, finding: Finding): Evidence {
  return evidenceOf([...findings, finding]);
}

/** A weight that no other evidence can outweigh. */
export const CERTAINLY_NOT = -100;
export const CERTAINLY = 100;

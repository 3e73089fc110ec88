// Evidence for and against two records being one, as Fellegi and Sunter weigh it: each finding is the base-2 logarithm
// of how much likelier it is among pairs of one record than among pairs of two. The weights add up; a pair whose sum
// reaches a threshold is matched.

export interface Finding {
  /** The compared field and the result, such as `same site`. */
  readonly reason: string;
  /** Binary logarithm of the ratio of likelihoods: positive for, negative against. */
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

/** A weight that no other evidence outweighs. */
export const CERTAINLY_NOT = -100;
export const CERTAINLY = 100;

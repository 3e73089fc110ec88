// The score of a review, from the weight of its evidence: the probability that both records are one. Pure.
import type { MatchLimits } from './best-match.ts';

/** Even odds at the threshold, one bit for each unit of weight; 0 to 1 with two decimals. */
export function reviewScore(weight: number, { threshold }: MatchLimits): number {
  return Math.round(100 / (1 + 2 ** (threshold - weight))) / 100;
}

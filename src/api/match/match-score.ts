// The score of a match: the probability that a candidate is the described record, computed from its evidence (base-2
// logarithms of likelihood ratios, identity/evidence.ts) and from the other candidates. Pure.

/**
 * The weight at which a sole candidate is as likely to be the described record as not. Lower than the threshold of an
 * import: a wrong merge is permanent, while an answer shows its score.
 */
export const EVEN_ODDS = { person: 10, company: 6 } as const;

/**
 * Evidence of the keys that look up a record. Stronger than in an import, where both rows may be wrong: a caller who
 * sends an address asks for its owner. One contradiction still leaves a likely match, two do not.
 */
export const IDENTIFIED = {
  profile: 20,
  email: 20,
  /** A role address such as `info@` may have had several owners, and may be read by several people. */
  roleMailbox: 10,
  phone: 17,
  /** A number of kind `work` is often that of an office. */
  workPhone: 10,
  /** The first company of a domain in the order of companies, and the others. */
  domain: 19,
  domainOfAnother: 13,
} as const;

/**
 * The same if the names contradict each other, because families and small firms share a mailbox or a number, and groups
 * share a site. The keys then weigh as in an import.
 */
export const IDENTIFIED_OTHERWISE_NAMED = { email: 9, phone: 4, domain: 8 } as const;

/**
 * Evidence against a record if a key identifies another record. People and companies rename their profiles, and
 * switchboards share the numbers of many people.
 */
export const OF_ANOTHER = { profile: -10, email: -10, phone: -5, domain: -10 } as const;

/**
 * The scores of all candidates, 0 to 1, rounded down to two decimals so that no match claims certainty: the share of
 * each in the likelihoods of all candidates and of `none of them`. So two candidates with equal evidence have less than
 * 0.5 each.
 */
export function scoresOf(weights: readonly number[], evenOdds: number): number[] {
  const likelihoods = weights.map((weight) => 2 ** weight);
  const sum = likelihoods.reduce((total, each) => total + each, 2 ** evenOdds);
  return likelihoods.map((likelihood) => Math.floor((likelihood / sum) * 100) / 100);
}

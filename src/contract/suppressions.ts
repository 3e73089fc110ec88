// The suppression list: the kinds of its entries, and the reasons for them. Reasons are a closed list, because free
// text could contain the suppressed value, of which the list stores only a hash.

export const SUPPRESSION_KINDS = ['email', 'phone', 'person', 'company', 'domain'] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];

/** `erasure`: the person was forgotten. */
export const SUPPRESSION_REASONS = ['objection', 'erasure', 'wrong_data', 'customer', 'other'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

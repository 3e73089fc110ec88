// The suppression list: kinds of its entries, and reasons for them. Reasons are a closed list, as free text could
// contain the value, which the list keeps as a hash only.

export const SUPPRESSION_KINDS = ['email', 'phone', 'person', 'company', 'domain'] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];

/** `erasure`: the person was forgotten. */
export const SUPPRESSION_REASONS = ['objection', 'erasure', 'wrong_data', 'customer', 'other'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

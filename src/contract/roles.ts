// The roles of members, by increasing rights.

/**
 * `billing` sees credits, usage and keys of its account; `read_only` sees everything of its account, and changes and
 * spends nothing; `member` also acts for its account; `operator` has full access to all accounts. Each role may do what
 * those before it may.
 */
export const ROLES = ['billing', 'read_only', 'member', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role has the rights of another one. */
export function hasRightsOf(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

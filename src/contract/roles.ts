// The roles of members, with increasing rights.

/**
 * `billing` sees the credits, usage and keys of its account. `read_only` sees everything of its account, but can
 * neither change nor spend anything. `member` can also act for its account. `operator` has full access to all accounts.
 * Each role has the rights of those before it.
 */
export const ROLES = ['billing', 'read_only', 'member', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role has at least the rights of another. */
export function hasRightsOf(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

// The views of members, keys and accounts in the dashboard.
import type { Account, IngestKey, Key, Plan } from '../accounts/port.ts';
import type { Invitation, Member } from '../members/port.ts';
import type { AnswerOf } from './routes/routes.ts';

export function memberView(member: Member): AnswerOf<'members.change'> {
  const { id, email, name, role, accountName, createdAt, lastSeenAt, hasPassword, hasTotp } = member;
  return {
    id,
    email,
    name,
    role,
    account: accountName,
    created_at: createdAt,
    last_seen_at: lastSeenAt,
    has_password: hasPassword,
    has_totp: hasTotp,
  };
}

/**
 * The view of an invitation with an address; set-up links have none and are not shown. `member`: the member who already
 * has the address, and resets the password with the link.
 */
export function invitationView(
  invitation: Invitation,
  member: Pick<Member, 'name'> | null,
): AnswerOf<'invitations.list'>['rows'][number] {
  const { id, email, role, accountName, createdAt, expiresAt, invitedBy } = invitation;
  return {
    id,
    email: email ?? '',
    member_name: member?.name ?? null,
    role,
    account: accountName,
    created_at: createdAt,
    expires_at: expiresAt,
    invited_by: invitedBy,
  };
}

/** The view of a key at the time `now`, in milliseconds of the epoch. */
export function keyView(key: Key, now: number): AnswerOf<'keys.revoke'> {
  return { ...ingestKeyView(key, now), account: key.accountName, allowed_paths: [...key.allowedPaths] };
}

/** The view of an ingest key at the time `now`. */
export function ingestKeyView(key: IngestKey, now: number): AnswerOf<'ingest-keys.revoke'> {
  const hasExpired = key.expiresAt !== null && Date.parse(key.expiresAt) <= now;
  return {
    id: key.id,
    name: key.name,
    masked: key.masked,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
    state: key.revokedAt !== null ? 'revoked' : hasExpired ? 'expired' : 'active',
  };
}

export function planView({ name, creditsPerMonth, requestsPerSecond }: Plan): AnswerOf<'plans.set'> {
  return { name, credits_per_month: creditsPerMonth, requests_per_second: requestsPerSecond };
}

export function accountView(account: Account): AnswerOf<'accounts.create'> {
  const { id, name, planName, createdAt, used, granted, remaining, suspendedAt } = account;
  return { id, name, plan: planName, created_at: createdAt, used, granted, remaining, suspended_at: suspendedAt };
}

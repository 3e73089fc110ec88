// Invitations and their links.
import type { Invitation, Members, NewInvitation } from './port.ts';
import { generateToken, hashToken } from './secret-token.ts';

/** Lifetime of an invitation to an address. */
export const INVITATION_LIFE_MS = 72 * 3_600_000;

/** Creates an invitation and the link that accepts it. `address`: of the dashboard. */
export async function inviteWithLink(
  members: Pick<Members, 'invite'>,
  given: Omit<NewInvitation, 'tokenHash'>,
  address: string,
): Promise<{ readonly invitation: Invitation; readonly link: string }> {
  const token = generateToken();
  const invitation = await members.invite({ ...given, tokenHash: hashToken(token) });
  const page = given.email === null ? 'set-up' : 'invite';
  return { invitation, link: `${address}/${page}#token=${token}` };
}

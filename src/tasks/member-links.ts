// Links that give access to the dashboard, created on the machine of the data folder: for the first operator, and for
// invited members.

import { openMembers } from '../app/account-stores.ts';
import type { Config } from '../app/config.ts';
import { INVITATION_LIFE_MS, inviteWithLink } from '../members/invitation-link.ts';
import type { Invitation, MemberStore, Membership } from '../members/port.ts';

const SET_UP_LIFE_MS = 24 * 3_600_000;
/** The actor of a command, in the audit log and in invitations. */
export const COMMAND_LINE = 'command line';

/** Runs work on the members and closes their store. */
export async function withMembers<T>(config: Config, work: (store: MemberStore) => Promise<T>): Promise<T> {
  const store = await openMembers(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** A new link that creates an operator, valid once and for a day, independent of other links. */
export async function setUpLink(store: MemberStore, address: string): Promise<{ link: string; expiresAt: string }> {
  const given = { role: 'operator', accountName: null, email: null } as const;
  const { invitation, link } = await inviteWithLink(
    store.members,
    { ...given, lifeMs: SET_UP_LIFE_MS, invitedBy: COMMAND_LINE },
    address,
  );
  await logAction(store, 'dashboard.link', '');
  return { link, expiresAt: invitation.expiresAt };
}

/** The set-up link while there is no operator; null otherwise. */
export function firstLink(config: Config, address: string): Promise<string | null> {
  return withMembers(config, async (store) => {
    const isSetUp = (await store.members.members()).length > 0;
    return isSetUp ? null : (await setUpLink(store, address)).link;
  });
}

interface Invited extends Membership {
  readonly email: string;
}

/**
 * A new invitation, valid for three days, with its link; `replaced` if it invalidates an open one for the same address.
 */
export async function inviteMember(
  store: MemberStore,
  { email, role, accountName }: Invited,
  address: string,
): Promise<Invitation & { link: string; replaced: boolean }> {
  const before = await store.members.invitations();
  const { invitation, link } = await inviteWithLink(
    store.members,
    { role, accountName, email, lifeMs: INVITATION_LIFE_MS, invitedBy: COMMAND_LINE },
    address,
  );
  await logAction(store, 'invitations.create', `${invitation.email} as ${role}`);
  const replaced = before.some((one) => one.email === invitation.email);
  return { ...invitation, link, replaced };
}

/** Notes what was done on the command line in the audit log. */
export function logAction({ audit }: Pick<MemberStore, 'audit'>, action: string, subject: string): Promise<void> {
  return audit.append({ who: COMMAND_LINE, action, subject, address: '', result: 'ok' });
}

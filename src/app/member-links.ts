// Links that let people in to the dashboard, made where the data folder is: for the first operator, and for those who are invited.
import type { Invitation, MemberStore, Standing } from '../members/port.ts';
import { hashToken, makeToken } from '../members/secret-token.ts';
import type { Config } from './config.ts';
import { openMembers } from './stores.ts';

const SET_UP_LIFE_MS = 24 * 3_600_000;
const INVITATION_LIFE_MS = 72 * 3_600_000;
const INVITED_BY = 'command line';

/** Runs work on the members and closes their store. */
export async function withMembers<T>(config: Config, work: (store: MemberStore) => Promise<T>): Promise<T> {
  const store = openMembers(config);
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

/** Where browsers find the dashboard: as configured, else on this machine. */
export function dashboardAddress({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  const isAny = host === '0.0.0.0' || host === '::';
  return publicUrl ?? `http://${isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A new link that makes whoever opens it an operator, good for a day; those before it are void. */
export async function setUpLink(store: MemberStore, address: string): Promise<{ link: string; expiresAt: string }> {
  const token = makeToken();
  const { expiresAt } = await store.members.invite({
    ...{ role: 'operator', accountName: null, email: null },
    ...{ tokenHash: hashToken(token), lifeMs: SET_UP_LIFE_MS, invitedBy: INVITED_BY },
  });
  await noteAct(store, 'dashboard.link', '');
  return { link: `${address}/set-up#token=${token}`, expiresAt };
}

/** The set-up link where nobody is an operator yet; null where somebody is. */
export function firstLink(config: Config, address: string): Promise<string | null> {
  return withMembers(config, async (store) => {
    const isSetUp = (await store.members.members()).length > 0;
    return isSetUp ? null : (await setUpLink(store, address)).link;
  });
}

interface Invited extends Standing {
  readonly email: string;
}

/** A new invitation, good for three days, with its link. */
export async function inviteMember(
  store: MemberStore,
  { email, role, accountName }: Invited,
  address: string,
): Promise<Invitation & { link: string }> {
  const token = makeToken();
  const invitation = await store.members.invite({
    ...{ role, accountName, email, tokenHash: hashToken(token) },
    ...{ lifeMs: INVITATION_LIFE_MS, invitedBy: INVITED_BY },
  });
  await noteAct(store, 'invitations.create', `${invitation.email} as ${role}`);
  return { ...invitation, link: `${address}/invite#token=${token}` };
}

/** Notes what was done on the command line in the audit log. */
export function noteAct(store: MemberStore, action: string, subject: string): Promise<void> {
  return store.audit.append({ who: INVITED_BY, action, subject, address: '', result: 'ok' });
}

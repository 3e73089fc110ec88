// Changes of an account in both stores that have it: the accounts, and the members, who refer to it by name. The
// account changes first. If the process ends before the members are changed, a repeated call completes the work;
// meanwhile no other account can take the name.
import { type Account, type AccountsAdmin, AccountsError } from '../accounts/port.ts';
import type { Members } from '../members/port.ts';

interface AccountStores {
  readonly admin: AccountsAdmin;
  readonly members: Members;
}

/** Creates an account. Rejects a name to which members of an earlier account still refer. */
export async function makeAccount(stores: AccountStores, name: string, planName: string): Promise<Account> {
  await requireNoMembers(stores, name.trim());
  return stores.admin.createAccount(name, planName);
}

/** Keys, credits, usage and members stay with it. */
export async function renameAccount(stores: AccountStores, name: string, newName: string): Promise<Account> {
  const [from, to] = [name.trim(), newName.trim()];
  const { admin, members } = stores;
  const accounts = await admin.accounts();
  const renamed = accounts.find((account) => account.name === to);
  const isCutOff = renamed !== undefined && !accounts.some((account) => account.name === from);
  if (isCutOff && (await peopleOf(stores, from)).length > 0) {
    await members.followAccount(from, to);
    return renamed;
  }
  if (from !== to) await requireNoMembers(stores, to);
  const account = await admin.renameAccount(from, to);
  await members.followAccount(from, account.name);
  return account;
}

interface RemovedAccount {
  /** The name under which the ledger and usage of the account remain. */
  readonly keptAs: string;
  /** Addresses of the people who can no longer sign in. */
  readonly members: readonly string[];
}

/** Ends the keys of an account and removes its members; ledger and usage remain for audit. */
export async function removeAccount(stores: AccountStores, name: string): Promise<RemovedAccount> {
  const { admin, members } = stores;
  const entered = name.trim();
  const isThere = (await admin.accounts()).some((account) => account.name === entered);
  const wasRemoved = (await admin.accounts('removed')).find((account) =>
    account.name.startsWith(`${entered} (removed, `),
  );
  if (!isThere && wasRemoved && (await peopleOf(stores, entered)).length > 0)
    return { keptAs: wasRemoved.name, members: await members.leaveAccount(entered) };
  const removed = await admin.removeAccount(entered);
  return { keptAs: removed.name, members: await members.leaveAccount(entered) };
}

/** Addresses of members and of open invitations that name an account. */
async function peopleOf({ members }: AccountStores, name: string): Promise<string[]> {
  const named = [...(await members.members()), ...(await members.invitations())];
  return named.filter((one) => one.accountName === name).map(({ email }) => email ?? '');
}

/** Members refer to an account by name, so none may remain from an earlier account with that name. */
async function requireNoMembers(stores: AccountStores, name: string): Promise<void> {
  if ((await stores.admin.accounts()).some((account) => account.name === name)) return;
  const left = await peopleOf(stores, name);
  if (left.length > 0)
    throw new AccountsError(
      `an earlier account with this name still has members or invitations: ${left.join(', ')}; remove them first, or choose another name`,
    );
}

// Changes of an account in both stores that have it: the accounts, and the members, whose lists, saved searches,
// members and invitations refer to it by name. The account changes first. A renaming is written to the audit log
// before it begins: if the process ends between both stores, `completeRenames` finishes it. A repeated removal
// completes an interrupted one. Until then no other account can take the name.
import { type Account, type AccountsAdmin, AccountsError } from '../accounts/port.ts';
import { removedName } from '../accounts/stored-rows.ts';
import type { AuditEntry, AuditLog, Members } from '../members/port.ts';

interface AccountStores {
  readonly admin: AccountsAdmin;
  readonly members: Members;
}

interface AuditedStores extends AccountStores {
  readonly audit: AuditLog;
}

/** Creates an account. Rejects a name to which the members' store still refers for an earlier account. */
export async function makeAccount(stores: AuditedStores, name: string, planName: string): Promise<Account> {
  await completeRenames(stores);
  await requireUnused(stores, name.trim());
  return stores.admin.createAccount(name, planName);
}

interface Renaming extends Pick<AuditEntry, 'who' | 'address'> {
  readonly name: string;
  readonly newName: string;
}

const RENAME = 'accounts.rename';
const BEGUN = 'begun';
const ENTRIES_READ = 1000;
const ACCOUNT_ID = / \((acc_\w+)\)$/;

/** The beginning of the subject of a renaming. The name is quoted, because it may contain ` to `. */
const renamingOf = (name: string) => `${JSON.stringify(name)} to `;

/** Keys, credits, usage, members, lists and saved searches stay with it. */
export async function renameAccount(stores: AuditedStores, { name, newName, ...by }: Renaming): Promise<Account> {
  const [from, to] = [name.trim(), newName.trim()];
  const { admin, members, audit } = stores;
  const accounts = await admin.accounts();
  const renamed = accounts.find((account) => account.name === to);
  const begun = accounts.find((account) => account.name === from);
  if (renamed && !begun && (await members.accountNames()).includes(from)) {
    await members.followAccount(from, to);
    return renamed;
  }
  if (from !== to) await requireUnused(stores, to);
  if (begun && from !== to)
    await audit.append({
      ...by,
      action: RENAME,
      subject: `${renamingOf(from)}${JSON.stringify(to)} (${begun.id})`,
      result: BEGUN,
    });
  const account = await admin.renameAccount(from, to);
  await members.followAccount(from, account.name);
  return account;
}

/** Finishes renamings whose process ended between both stores. */
export async function completeRenames({ admin, members, audit }: AuditedStores): Promise<void> {
  const accounts = await admin.accounts();
  const isThere = new Set(accounts.map(({ name }) => name));
  const cutOff = (await members.accountNames()).filter((name) => !isThere.has(name));
  if (cutOff.length === 0) return;
  const removed = await admin.accounts('removed');
  for (const name of cutOff) {
    // A removal was interrupted, possibly of a later account with that name.
    if (removed.some((account) => wasNamed(account, name))) continue;
    const id = await idOfRenamed(name, audit);
    const account = accounts.find((each) => each.id === id);
    if (account) await members.followAccount(name, account.name);
  }
}

/** The account that had the name and was to lose it, by the audit log; null if there is none. */
async function idOfRenamed(name: string, audit: AuditLog): Promise<string | null> {
  for (let before: number | null = null; ; ) {
    const entries = await audit.entries(before, ENTRIES_READ);
    const found = entries.find(
      ({ action, subject, result }) => action === RENAME && result === BEGUN && subject.startsWith(renamingOf(name)),
    );
    if (found) return ACCOUNT_ID.exec(found.subject)?.[1] ?? null;
    before = entries.at(-1)?.id ?? null;
    if (before === null) return null;
  }
}

interface RemovedAccount {
  /** The name under which the ledger and usage of the account remain. */
  readonly keptAs: string;
  /** Addresses of the people who can no longer sign in. */
  readonly members: readonly string[];
}

/** Ends the keys of an account and removes its members; ledger and usage remain for audit. */
export async function removeAccount(stores: AuditedStores, name: string): Promise<RemovedAccount> {
  await completeRenames(stores);
  const { admin, members } = stores;
  const entered = name.trim();
  const isThere = (await admin.accounts()).some((account) => account.name === entered);
  const wasRemoved = (await admin.accounts('removed')).find((account) => wasNamed(account, entered));
  if (!isThere && wasRemoved && (await members.accountNames()).includes(entered))
    return { keptAs: wasRemoved.name, members: await members.leaveAccount(entered) };
  const removed = await admin.removeAccount(entered);
  return { keptAs: removed.name, members: await members.leaveAccount(entered) };
}

/** Whether a removed account had this name. */
function wasNamed({ id, name: keptAs }: Account, name: string): boolean {
  return keptAs === removedName({ id, name });
}

/** Addresses of members and of open invitations that name an account. */
async function peopleOf({ members }: AccountStores, name: string): Promise<string[]> {
  const named = [...(await members.members()), ...(await members.invitations())];
  return named.filter((one) => one.accountName === name).map(({ email }) => email ?? '');
}

/** The members' store refers to an account by name, so nothing of an earlier account with that name may remain. */
async function requireUnused(stores: AccountStores, name: string): Promise<void> {
  if ((await stores.admin.accounts()).some((account) => account.name === name)) return;
  if (!(await stores.members.accountNames()).includes(name)) return;
  const people = await peopleOf(stores, name);
  throw new AccountsError(
    people.length > 0
      ? `an earlier account with this name still has members or invitations: ${people.join(', ')}; remove them first, or choose another name`
      : 'an earlier account with this name still has lists or saved searches: choose another name',
  );
}

// The account scope of a member: the member's own account. An operator selects one account, or all.
import { quoted } from '../accounts/operator-input.ts';
import type { Account } from '../accounts/port.ts';
import type { ConsoleContext, SignedIn } from './context.ts';
import { Rejection } from './rejection.ts';

/** The name of the requested account; null: all accounts. Throws a `Rejection` if the member may not see it. */
export async function requestedAccount(
  requested: string | undefined,
  { member }: Pick<SignedIn, 'member'>,
  { admin }: Pick<ConsoleContext, 'admin'>,
): Promise<string | null> {
  if (member.role !== 'operator') {
    // The existence of an account is hidden from members of another.
    if (requested !== undefined && requested !== member.accountName)
      throw new Rejection('FORBIDDEN', 'this is not your account');
    return member.accountName;
  }
  if (requested === undefined) return null;
  return (await knownAccount(requested, { admin })).name;
}

/** Like requestedAccount, but always one account: the member's own, or the one that an operator names or belongs to. */
export async function selectedAccountName(
  requested: string | undefined,
  call: Pick<SignedIn, 'member'>,
  context: Pick<ConsoleContext, 'admin'>,
): Promise<string> {
  const name = (await requestedAccount(requested, call, context)) ?? call.member.accountName;
  if (name !== null) return name;
  throw new Rejection('INVALID_INPUT', 'give the account in the field account');
}

/** Throws a `Rejection` if there is no account of this name. */
export async function knownAccount(name: string, { admin }: Pick<ConsoleContext, 'admin'>): Promise<Account> {
  const account = (await admin.accounts()).find((one) => one.name === name);
  if (account) return account;
  throw new Rejection('NOT_FOUND', `there is no account named ${quoted(name)}: it may have been renamed or removed`);
}

/** The account of an object, if the member may see it; null otherwise. */
export async function visibleAccount(
  accountId: string,
  { member }: Pick<SignedIn, 'member'>,
  { admin }: Pick<ConsoleContext, 'admin'>,
): Promise<Account | null> {
  const account = (await admin.accounts()).find(({ id }) => id === accountId) ?? null;
  return member.role === 'operator' || account?.name === member.accountName ? account : null;
}

/** Like selectedAccountName, but returns the account. */
export async function selectedAccount(
  requested: string | undefined,
  call: Pick<SignedIn, 'member'>,
  context: Pick<ConsoleContext, 'admin'>,
): Promise<Account> {
  return knownAccount(await selectedAccountName(requested, call, context), context);
}

/** Like selectedAccount, but also rejects a suspended account. */
export async function activeAccount(
  requested: string | undefined,
  call: Pick<SignedIn, 'member'>,
  context: Pick<ConsoleContext, 'admin'>,
): Promise<Account> {
  const account = await selectedAccount(requested, call, context);
  if (account.suspendedAt === null) return account;
  throw new Rejection('FORBIDDEN', 'this account is suspended until an operator resumes it');
}

// Whose things a member may see and change: the own account's. An operator picks one, or all.
import type { Account } from '../accounts/port.ts';
import type { ConsoleContext, SignedIn } from './context.ts';
import { Refusal } from './refusal.ts';

/** The name of the account that is asked for; null: all of them. Throws a Refusal where it is not the member's to see. */
export async function accountAsked(
  asked: string | undefined,
  { member }: Pick<SignedIn, 'member'>,
  { admin }: Pick<ConsoleContext, 'admin'>,
): Promise<string | null> {
  if (member.role === 'member') {
    // Whether there is such an account is not the business of a member of another.
    if (asked !== undefined && asked !== member.accountName) throw new Refusal('FORBIDDEN', 'this is not your account');
    return member.accountName;
  }
  if (asked === undefined) return null;
  return (await knownAccount(asked, { admin })).name;
}

/** As accountAsked, where it has to be one: a member's own, or the one that an operator names or belongs to. */
export async function oneAccount(
  asked: string | undefined,
  visit: Pick<SignedIn, 'member'>,
  context: Pick<ConsoleContext, 'admin'>,
): Promise<string> {
  const name = (await accountAsked(asked, visit, context)) ?? visit.member.accountName;
  if (name !== null) return name;
  throw new Refusal('INVALID_INPUT', 'give the account in the field account');
}

/** Throws a Refusal where there is none of this name. */
export async function knownAccount(name: string, { admin }: Pick<ConsoleContext, 'admin'>): Promise<Account> {
  const account = (await admin.accounts()).find((one) => one.name === name);
  if (account) return account;
  throw new Refusal('NOT_FOUND', 'there is no account with this name');
}

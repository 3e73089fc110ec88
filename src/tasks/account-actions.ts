// Changes accounts and plans on the command line, and records each change in the audit log, as the dashboard does.
import type { AccountsAdmin } from '../accounts/port.ts';
import type { Config } from '../app/config.ts';
import { makeAccount, removeAccount, renameAccount } from './account-life.ts';
import { COMMAND_LINE, logAction, withMembers } from './member-links.ts';

/** Records a completed act in the audit log. */
export function logAccountAction(config: Config, action: string, subject: string): Promise<void> {
  return withMembers(config, (store) => logAction(store, action, subject));
}

/** Acts that concern the members of an account as well. */
export const ACCOUNT_ACTIONS = {
  create: (config: Config, admin: AccountsAdmin, { name, plan }: { name: string; plan: string }) =>
    withMembers(config, async ({ members, audit }) => {
      const account = await makeAccount({ admin, members, audit }, name, plan);
      await logAction({ audit }, 'accounts.create', `${name} on ${plan}`);
      return account;
    }),

  rename: (config: Config, admin: AccountsAdmin, { name, newName }: { name: string; newName: string }) =>
    withMembers(config, async ({ members, audit }) => {
      const by = { who: COMMAND_LINE, address: '' };
      const account = await renameAccount({ admin, members, audit }, { name, newName, ...by });
      await logAction({ audit }, 'accounts.rename', `${name} to ${newName}`);
      return account;
    }),

  remove: (config: Config, admin: AccountsAdmin, { name }: { name: string }) =>
    withMembers(config, async ({ members, audit }) => {
      const removed = await removeAccount({ admin, members, audit }, name);
      const people = removed.members.join(', ') || 'none';
      await logAction({ audit }, 'accounts.remove', `${name}, kept as ${removed.keptAs}; members removed: ${people}`);
      return removed;
    }),
};

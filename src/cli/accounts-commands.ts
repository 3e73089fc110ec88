// cardfile plans, accounts: manages accounts and their plans.
import type { Command } from 'commander';
import type { Account, AccountsAdmin } from '../accounts/port.ts';
import { messageOf } from '../ops/message-of.ts';
import { type CommandContext, contextOf, examples, wholeNumber } from './command-context.ts';
import { note, printResult, printRows, warn } from './output.ts';

/** Runs work on the operator's side and closes the store. */
export async function withAdmin(
  command: Command,
  work: (admin: AccountsAdmin, context: CommandContext) => Promise<void>,
): Promise<void> {
  const context = contextOf(command);
  const { openAccounts } = await import('../app/account-stores.ts');
  const { accounts, admin } = await openAccounts(context.config);
  try {
    await work(admin, context);
  } finally {
    await accounts.close();
  }
}

/** Notes an act in the audit log, which the dashboard shows. Only warns if it fails: a repeated act may act twice. */
export async function noted({ config }: CommandContext, action: string, subject: string): Promise<void> {
  const { logAccountAction } = await import('../tasks/account-actions.ts');
  await logAccountAction(config, action, subject).catch((error: unknown) => {
    warn(`this is done, but the audit log has no entry for it: ${messageOf(error)}`);
  });
}

const creditsText = (credits: number | null) => (credits === null ? 'unlimited' : credits);

export function addPlansCommands(program: Command): void {
  const plans = program.command('plans').description('manage plans: credits per month and requests per second');
  plans
    .command('set <name>')
    .description('create or change a plan; changes apply to its accounts at once')
    .requiredOption('--credits <number>', 'credits per calendar month, or "unlimited"')
    .requiredOption('--rps <number>', 'requests per second, shared by the keys of an account')
    .addHelpText(
      'after',
      examples('plans set pro --credits 10000 --rps 20', 'plans set internal --credits unlimited --rps 100'),
    )
    .action((name: string, options: { credits: string; rps: string }, command: Command) =>
      withAdmin(command, async (admin, context) => {
        const { json } = context;
        const creditsPerMonth = options.credits === 'unlimited' ? null : wholeNumber(options.credits, '--credits');
        const requestsPerSecond = wholeNumber(options.rps, '--rps', { min: 1 });
        await admin.setPlan({ name, creditsPerMonth, requestsPerSecond });
        await noted(
          context,
          'plans.set',
          `${name}: ${creditsText(creditsPerMonth)} credits, ${requestsPerSecond} a second`,
        );
        printResult({ name, credits: creditsText(creditsPerMonth), rps: requestsPerSecond }, { json });
      }),
    );
  plans
    .command('rename <name> <new-name>')
    .description('rename a plan; its accounts keep it')
    .addHelpText('after', examples('plans rename pro professional'))
    .action((name: string, newName: string, _options, command: Command) =>
      withAdmin(command, async (admin, context) => {
        const plan = await admin.renamePlan(name, newName);
        await noted(context, 'plans.rename', `${name} to ${plan.name}`);
        printResult({ renamed: name, name: plan.name }, context);
      }),
    );
  plans
    .command('remove <name>')
    .description('remove a plan without accounts')
    .addHelpText('after', examples('plans remove pro'))
    .action((name: string, _options, command: Command) =>
      withAdmin(command, async (admin, context) => {
        await admin.removePlan(name);
        await noted(context, 'plans.remove', name);
        printResult({ removed: name }, context);
      }),
    );
  plans
    .command('list')
    .description('list all plans')
    .addHelpText('after', examples('plans list', 'plans list --json'))
    .action((_options, command: Command) =>
      withAdmin(command, async (admin, { json }) => {
        const rows = (await admin.plans()).map((plan) => ({
          name: plan.name,
          credits: creditsText(plan.creditsPerMonth),
          rps: plan.requestsPerSecond,
        }));
        printRows(rows, { json, none: 'No plans yet. Create one: cardfile plans set pro --credits 10000 --rps 20' });
      }),
    );
}

export function addAccountsCommands(program: Command): void {
  const accounts = program.command('accounts').description('manage accounts, the owners of keys and credits');
  accounts
    .command('create <name>')
    .description('create an account')
    .requiredOption('--plan <plan>', 'its plan')
    .addHelpText('after', examples('accounts create acme --plan pro'))
    .action((name: string, options: { plan: string }, command: Command) =>
      withAdmin(command, async (admin, { config, json }) => {
        const { ACCOUNT_ACTIONS } = await import('../tasks/account-actions.ts');
        const account = await ACCOUNT_ACTIONS.create(config, admin, { name, plan: options.plan });
        printResult(
          { id: account.id, name: account.name, plan: account.planName, remaining: creditsText(account.remaining) },
          { json },
        );
      }),
    );
  accounts
    .command('list')
    .description('list all accounts with the credits of this month')
    .option('--removed', 'list removed accounts, by the names used in usage')
    .addHelpText('after', examples('accounts list', 'accounts list --removed'))
    .action((options: { removed?: boolean }, command: Command) =>
      withAdmin(command, async (admin, { json }) => {
        const rows = (await admin.accounts(options.removed ? 'removed' : 'present')).map(accountRow);
        const none = options.removed
          ? 'No account was removed.'
          : 'No accounts yet. Create one: cardfile accounts create acme --plan pro';
        printRows(rows, { json, none });
      }),
    );
  accounts
    .command('grant <name>')
    .description('add credits to the current month of an account')
    .requiredOption('--credits <number>', 'credits to add')
    .addHelpText('after', examples('accounts grant acme --credits 500'))
    .action((name: string, options: { credits: string }, command: Command) =>
      withAdmin(command, async (admin, context) => {
        const { json } = context;
        const account = await admin.grant(name, wholeNumber(options.credits, '--credits', { min: 1 }));
        await noted(context, 'accounts.grant', `${options.credits} credits to ${account.name}`);
        printResult(
          { name: account.name, granted: account.granted, remaining: creditsText(account.remaining) },
          { json },
        );
      }),
    );
  addAccountLifeCommands(accounts);
}

function addAccountLifeCommands(accounts: Command): void {
  accounts
    .command('rename <name> <new-name>')
    .description('rename an account; it keeps its keys, credits, usage and members')
    .addHelpText('after', examples('accounts rename acme acme-europe'))
    .action((name: string, newName: string, _options, command: Command) =>
      withAdmin(command, async (admin, { config, json }) => {
        const { ACCOUNT_ACTIONS } = await import('../tasks/account-actions.ts');
        printResult(accountRow(await ACCOUNT_ACTIONS.rename(config, admin, { name, newName })), { json });
      }),
    );
  accounts
    .command('move <name>')
    .description('move an account to another plan from its next call on; credits used this month still count')
    .requiredOption('--plan <plan>', 'its new plan')
    .addHelpText('after', examples('accounts move acme --plan pro'))
    .action((name: string, options: { plan: string }, command: Command) =>
      withAdmin(command, async (admin, context) => {
        const account = await admin.moveAccount(name, options.plan);
        await noted(context, 'accounts.move', `${account.name} to the plan ${account.planName}`);
        printResult(accountRow(account), context);
      }),
    );
  accounts
    .command('suspend <name>')
    .description('reject the keys of an account within a second, until it is resumed')
    .addHelpText('after', examples('accounts suspend acme'))
    .action((name: string, _options, command: Command) =>
      withAdmin(command, async (admin, context) => {
        const account = await admin.suspendAccount(name);
        await noted(context, 'accounts.suspend', account.name);
        printResult(accountRow(account), context);
      }),
    );
  accounts
    .command('resume <name>')
    .description('accept the keys of a suspended account again')
    .addHelpText('after', examples('accounts resume acme'))
    .action((name: string, _options, command: Command) =>
      withAdmin(command, async (admin, context) => {
        const account = await admin.resumeAccount(name);
        await noted(context, 'accounts.resume', account.name);
        printResult(accountRow(account), context);
      }),
    );
  accounts
    .command('remove <name>')
    .description('remove an account: revoke its keys, remove its members, keep ledger and usage')
    .addHelpText('after', examples('accounts remove acme'))
    .action((name: string, _options, command: Command) =>
      withAdmin(command, async (admin, { config, json }) => {
        const { ACCOUNT_ACTIONS } = await import('../tasks/account-actions.ts');
        const { keptAs, members } = await ACCOUNT_ACTIONS.remove(config, admin, { name });
        printResult({ removed: name, kept_as: keptAs, removed_members: members }, { json });
        note(`Its usage remains available: cardfile usage --account '${keptAs}'`);
      }),
    );
}

function accountRow(account: Account) {
  const { id, name, planName, used, granted, remaining, createdAt, suspendedAt, removedAt } = account;
  return {
    id,
    name,
    plan: planName,
    used,
    granted,
    remaining: creditsText(remaining),
    created_at: createdAt,
    state: removedAt !== null ? 'removed' : suspendedAt !== null ? 'suspended' : 'active',
    ...(removedAt === null ? { suspended_at: suspendedAt } : { removed_at: removedAt }),
  };
}

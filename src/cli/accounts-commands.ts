// cardfile plans, accounts, keys: the operator's side of the accounts.
import type { Command } from 'commander';
import type { AccountsAdmin, Key } from '../accounts/port.ts';
import { nearest } from '../words/nearest.ts';
import { type CommandContext, contextOf, examples, UsageError, wholeNumber } from './command-context.ts';
import { note, printResult, printRows, type Row } from './output.ts';

/** Runs work on the operator's side and closes the store. */
export async function withAdmin(
  command: Command,
  work: (admin: AccountsAdmin, context: CommandContext) => Promise<void>,
): Promise<void> {
  const context = contextOf(command);
  const { openAccounts } = await import('../app/account-stores.ts');
  const { accounts, admin } = openAccounts(context.config);
  try {
    await work(admin, context);
  } finally {
    await accounts.close();
  }
}

const creditsText = (credits: number | null) => (credits === null ? 'unlimited' : credits);

export function addPlansCommands(program: Command): void {
  const plans = program.command('plans').description('plans: credits a month and requests a second');
  plans
    .command('set <name>')
    .description('make a plan, or change it; accounts on it follow at once')
    .requiredOption('--credits <number>', 'credits a calendar month, or "unlimited"')
    .requiredOption('--rps <number>', 'requests a second, shared by the keys of an account')
    .addHelpText(
      'after',
      examples('plans set pro --credits 10000 --rps 20', 'plans set internal --credits unlimited --rps 100'),
    )
    .action((name: string, options: { credits: string; rps: string }, command: Command) =>
      withAdmin(command, async (admin, { json }) => {
        const creditsPerMonth = options.credits === 'unlimited' ? null : wholeNumber(options.credits, '--credits');
        const requestsPerSecond = wholeNumber(options.rps, '--rps', 1);
        await admin.setPlan({ name, creditsPerMonth, requestsPerSecond });
        printResult({ name, credits: creditsText(creditsPerMonth), rps: requestsPerSecond }, { json });
      }),
    );
  plans
    .command('list')
    .description('all plans')
    .addHelpText('after', examples('plans list', 'plans list --json'))
    .action((_options, command: Command) =>
      withAdmin(command, async (admin, { json }) => {
        const rows = (await admin.plans()).map((plan) => ({
          name: plan.name,
          credits: creditsText(plan.creditsPerMonth),
          rps: plan.requestsPerSecond,
        }));
        printRows(rows, { json, none: 'No plans yet. Make one: cardfile plans set pro --credits 10000 --rps 20' });
      }),
    );
}

export function addAccountsCommands(program: Command): void {
  const accounts = program.command('accounts').description('accounts: who holds keys and credits');
  accounts
    .command('create <name>')
    .description('make an account')
    .requiredOption('--plan <plan>', 'its plan')
    .addHelpText('after', examples('accounts create acme --plan pro'))
    .action((name: string, options: { plan: string }, command: Command) =>
      withAdmin(command, async (admin, { json }) => {
        const account = await admin.createAccount(name, options.plan);
        printResult(
          { id: account.id, name: account.name, plan: account.planName, remaining: creditsText(account.remaining) },
          { json },
        );
      }),
    );
  accounts
    .command('list')
    .description('all accounts with the credits of this month')
    .addHelpText('after', examples('accounts list'))
    .action((_options, command: Command) =>
      withAdmin(command, async (admin, { json }) => {
        const rows = (await admin.accounts()).map(({ id, name, planName, used, granted, remaining, createdAt }) => {
          return { id, name, plan: planName, used, granted, remaining: creditsText(remaining), created_at: createdAt };
        });
        printRows(rows, { json, none: 'No accounts yet. Make one: cardfile accounts create acme --plan pro' });
      }),
    );
  accounts
    .command('grant <name>')
    .description('add credits to the current month of an account')
    .requiredOption('--credits <number>', 'credits to add')
    .addHelpText('after', examples('accounts grant acme --credits 500'))
    .action((name: string, options: { credits: string }, command: Command) =>
      withAdmin(command, async (admin, { json }) => {
        const account = await admin.grant(name, wholeNumber(options.credits, '--credits', 1));
        printResult(
          { name: account.name, granted: account.granted, remaining: creditsText(account.remaining) },
          { json },
        );
      }),
    );
}

interface CreateKeyOptions {
  readonly account: string;
  readonly name?: string;
  readonly allow?: readonly string[];
  readonly expires?: string;
}

export function addKeysCommands(program: Command): void {
  const keys = program.command('keys').description('keys: made once, shown once, stored as a hash');
  keys
    .command('create')
    .description('make a key; it alone goes to standard output')
    .requiredOption('--account <name>', 'the account it belongs to')
    .option('--name <text>', 'what it is for')
    .option('--allow <path...>', 'paths it may call, also comma-separated (default: all)')
    .option('--expires <date>', 'last day (YYYY-MM-DD, UTC) or timestamp of its life')
    .addHelpText(
      'after',
      examples(
        'keys create --account acme',
        'keys create --account acme --name crm --allow /v2/enrichment/email --expires 2030-12-31',
      ),
    )
    .action((options: CreateKeyOptions, command: Command) =>
      withAdmin(command, async (admin, { json }) => {
        const made = await admin.createKey({
          accountName: options.account,
          name: options.name ?? '',
          allowedPaths: await allowedPaths(options.allow ?? []),
          expiresAt: options.expires === undefined ? null : expiry(options.expires),
        });
        await printKey(made, json);
      }),
    );
  keys
    .command('list')
    .description('all keys, without their secret')
    .option('--account <name>', 'of this account only')
    .addHelpText('after', examples('keys list', 'keys list --account acme --json'))
    .action((options: { account?: string }, command: Command) =>
      withAdmin(command, async (admin, { json }) => {
        const paths = await pathsFor(json);
        const rows = (await admin.keys(options.account)).map((key) => keyRow(key, paths));
        printRows(rows, { json, none: 'No keys yet. Make one: cardfile keys create --account acme' });
      }),
    );
  keys
    .command('revoke <id>')
    .description('end a key now; it is refused within a second everywhere')
    .addHelpText('after', examples('keys revoke key_0123456789abcdef'))
    .action((id: string, _options, command: Command) =>
      withAdmin(command, async (admin, { json }) =>
        printResult(keyRow(await admin.revokeKey(id), await pathsFor(json)), { json }),
      ),
    );
  keys
    .command('rotate <id>')
    .description('make a successor; the old key ends after the grace time')
    .option('--grace <hours>', 'hours that the old key still works', '24')
    .addHelpText('after', examples('keys rotate key_0123456789abcdef --grace 48'))
    .action((id: string, options: { grace: string }, command: Command) =>
      withAdmin(command, async (admin, { json }) =>
        printKey(await admin.rotateKey(id, wholeNumber(options.grace, '--grace')), json),
      ),
    );
}

/** All paths as key-info answers them, for JSON; null for people, who read `all`. The table of endpoints is loaded only for that. */
async function pathsFor(json: boolean): Promise<readonly string[] | null> {
  return json ? (await import('../contract/endpoints.ts')).PATHS : null;
}

function keyRow(key: Key, paths: readonly string[] | null): Row {
  const { id, accountName, name, masked, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  return {
    id,
    account: accountName,
    name,
    masked,
    allowed_apis: key.allowedPaths.length > 0 ? key.allowedPaths : (paths ?? 'all'),
    created_at: createdAt,
    expires_at: expiresAt,
    revoked_at: revokedAt,
    last_used_at: lastUsedAt,
  };
}

async function printKey(made: Key & { key: string }, json: boolean): Promise<void> {
  const { id, key } = made;
  if (json) {
    const { account, name, allowed_apis, expires_at } = keyRow(made, await pathsFor(json));
    printResult({ id, key, account, name, allowed_apis, expires_at } as Row, { json });
  } else {
    note(`id: ${id} (the key is shown only now)`);
    process.stdout.write(`${key}\n`);
  }
}

async function allowedPaths(given: readonly string[]): Promise<string[]> {
  if (given.length === 0) return [];
  const { PATHS } = await import('../contract/endpoints.ts');
  const paths = given.flatMap((entry) => entry.split(',')).map((path) => path.trim());
  for (const path of paths) {
    if (PATHS.includes(path)) continue;
    const suggestion = nearest(path, PATHS);
    throw new UsageError(
      `--allow: "${path}" is not a path of the API; ${suggestion ? `did you mean ${suggestion}?` : 'the paths are in docs/reference'}`,
    );
  }
  return [...new Set(paths)];
}

/** A date means the end of that day in UTC. */
function expiry(text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T23:59:59.999Z`) : new Date(text);
  const isDate = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text);
  if (!isDate || Number.isNaN(at.getTime()))
    throw new UsageError(`--expires must be a date such as 2030-12-31 or a timestamp, not "${text}"`);
  if (at.getTime() <= Date.now()) throw new UsageError(`--expires must lie in the future, not at ${at.toISOString()}`);
  return at.toISOString();
}

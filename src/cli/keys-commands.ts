// cardfile keys: manages keys. A key is shown only when it is created, and stored as a hash.
import type { Command } from 'commander';
import { INGEST_KEY_ID } from '../accounts/key-format.ts';
import type { AccountsAdmin, CreatedIngestKey, IngestKey, Key } from '../accounts/port.ts';
import { givenTimeMs } from '../contract/days.ts';
import { nearest } from '../words/nearest.ts';
import { noted, withAdmin } from './accounts-commands.ts';
import { type CommandContext, examples, UsageError, wholeNumber } from './command-context.ts';
import { note, printResult, printRows, type Row } from './output.ts';

interface CreateKeyOptions {
  readonly account?: string;
  readonly ingest?: boolean;
  readonly name?: string;
  readonly allow?: readonly string[];
  readonly expires?: string;
}

export function addKeysCommands(program: Command): void {
  const keys = program.command('keys').description('manage API keys, which are shown once and stored as a hash');
  keys
    .command('create')
    .description('create a key; standard output contains only the key')
    .option('--account <name>', 'account of the key')
    .option('--ingest', 'create an ingest key, with which systems push records; it belongs to no account')
    .option('--name <text>', 'purpose of the key')
    .option('--allow <path...>', 'paths it may call, also comma-separated (default: all)')
    .option('--expires <date>', 'last valid day (YYYY-MM-DD, UTC) or timestamp')
    .addHelpText(
      'after',
      examples(
        'keys create --account acme',
        'keys create --account acme --name crm --allow /v2/enrichment/email --expires 2030-12-31',
        'keys create --ingest --name crm',
      ),
    )
    .action((options: CreateKeyOptions, command: Command) =>
      withAdmin(command, (admin, context) =>
        options.ingest === true ? createIngestKey(admin, options, context) : createKey(admin, options, context),
      ),
    );
  keys
    .command('list')
    .description('list all keys, without their secret')
    .option('--account <name>', 'only this account')
    .option('--ingest', 'the ingest keys instead, which belong to no account')
    .addHelpText('after', examples('keys list', 'keys list --account acme --json', 'keys list --ingest'))
    .action((options: { account?: string; ingest?: boolean }, command: Command) =>
      withAdmin(command, async (admin, { json }) => {
        if (options.ingest === true) {
          if (options.account !== undefined) throw new UsageError('give --account or --ingest, not both');
          const none = 'No ingest keys yet. Create one: cardfile keys create --ingest';
          printRows((await admin.ingestKeys()).map(ingestKeyRow), { json, none });
          return;
        }
        const paths = await pathsFor(json);
        const rows = (await admin.keys(options.account)).map((key) => keyRow(key, paths));
        printRows(rows, { json, none: 'No keys yet. Create one: cardfile keys create --account acme' });
      }),
    );
  addRevokeCommand(keys);
  addRotateCommand(keys);
}

function addRevokeCommand(keys: Command): void {
  keys
    .command('revoke <id>')
    .description('revoke a key; the server rejects it within a second')
    .addHelpText('after', examples('keys revoke key_0123456789abcdef'))
    .action((id: string, _options, command: Command) =>
      withAdmin(command, async (admin, context) => {
        if (id.startsWith(INGEST_KEY_ID)) {
          const key = await admin.revokeIngestKey(id);
          await noted(context, 'keys.revoke', `${key.id} for ingest`);
          printResult(ingestKeyRow(key), context);
          return;
        }
        const key = await admin.revokeKey(id);
        await noted(context, 'keys.revoke', `${key.id} of ${key.accountName}`);
        printResult(keyRow(key, await pathsFor(context.json)), context);
      }),
    );
}

function addRotateCommand(keys: Command): void {
  keys
    .command('rotate <id>')
    .description('replace a key by a new one; the old key expires after the grace time')
    .option('--grace <hours>', 'hours for which the old key remains valid', '24')
    .addHelpText('after', examples('keys rotate key_0123456789abcdef --grace 48'))
    .action((id: string, options: { grace: string }, command: Command) =>
      withAdmin(command, async (admin, context) => {
        if (id.startsWith(INGEST_KEY_ID))
          throw new UsageError('an ingest key cannot be rotated: create another one, use it, then revoke this one');
        const made = await admin.rotateKey(id, wholeNumber(options.grace, '--grace'));
        await printKey(made, context.json);
        await noted(context, 'keys.rotate', `${id} to ${made.id} of ${made.accountName}`);
      }),
    );
}

/** All paths in the form of key-info, for JSON; null for the table, which prints `all`. */
async function pathsFor(json: boolean): Promise<readonly string[] | null> {
  return json ? (await import('../contract/endpoints/paths.ts')).PATHS : null;
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

function ingestKeyRow({ id, name, masked, createdAt, expiresAt, revokedAt, lastUsedAt }: IngestKey): Row {
  const times = { created_at: createdAt, expires_at: expiresAt, revoked_at: revokedAt, last_used_at: lastUsedAt };
  return { id, name, masked, ...times };
}

const nameAndExpiry = ({ name = '', expires }: CreateKeyOptions) => ({
  name,
  expiresAt: expires === undefined ? null : expiry(expires),
});

async function createKey(admin: AccountsAdmin, options: CreateKeyOptions, context: CommandContext): Promise<void> {
  const { account, allow = [] } = options;
  const shared = nameAndExpiry(options);
  if (account === undefined) throw new UsageError('--account is missing: name the account, or create an --ingest key');
  const key = await admin.createKey({ ...shared, accountName: account, allowedPaths: await allowedPaths(allow) });
  await printKey(key, context.json);
  await noted(context, 'keys.create', `${key.id} of ${key.accountName}`);
}

async function createIngestKey(
  admin: AccountsAdmin,
  options: CreateKeyOptions,
  context: CommandContext,
): Promise<void> {
  const shared = nameAndExpiry(options);
  if (options.account !== undefined || options.allow !== undefined)
    throw new UsageError('--ingest takes no --account and no --allow: an ingest key belongs to the operator');
  const key = await admin.createIngestKey(shared);
  printIngestKey(key, context);
  await noted(context, 'keys.create', `${key.id} for ingest`);
}

function printIngestKey({ id, key, name, expiresAt }: CreatedIngestKey, { json }: { json: boolean }): void {
  if (json) printResult({ id, key, name, expires_at: expiresAt }, { json });
  else printKeyText(id, key);
}

function printKeyText(id: string, key: string): void {
  note(`id: ${id} (the key is shown only now)`);
  process.stdout.write(`${key}\n`);
}

async function printKey(made: Key & { key: string }, json: boolean): Promise<void> {
  const { id, key } = made;
  if (json) {
    const { account, name, allowed_apis, expires_at } = keyRow(made, await pathsFor(json));
    printResult({ id, key, account, name, allowed_apis, expires_at } as Row, { json });
  } else printKeyText(id, key);
}

async function allowedPaths(given: readonly string[]): Promise<string[]> {
  if (given.length === 0) return [];
  const { PATHS } = await import('../contract/endpoints/paths.ts');
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
  const ms = givenTimeMs(/^[\d-]*$/.test(text) ? `${text}T23:59:59.999Z` : text);
  if (ms === null) throw new UsageError(`--expires must be a date such as 2030-12-31 or a timestamp, not "${text}"`);
  const at = new Date(ms).toISOString();
  if (ms <= Date.now()) throw new UsageError(`--expires must be in the future, not at ${at}`);
  return at;
}

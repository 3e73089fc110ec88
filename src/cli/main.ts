// The command line: what there is, and how a failure is said. Exit status 0, 1 (failed) or 2 (wrong use).
import { Command, CommanderError } from 'commander';
import { ConfigError, SETTINGS } from '../app/config.ts';
import { VERSION } from '../app/version.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { explainSqlite, tellMigrationsTo } from '../ops/sqlite-file.ts';
import { addAccountsCommands, addKeysCommands, addPlansCommands } from './accounts-commands.ts';
import { examples, UsageError } from './command-context.ts';
import { addGenerateCommand, addIndexCommand, addKeepingCommands, addSuppressCommands } from './data-commands.ts';
import { addImportCommand } from './import-command.ts';
import { addDashboardCommands, addMembersCommands } from './members-commands.ts';
import { note, outliveReaders, paced } from './output.ts';
import { addPrivacyCommands } from './privacy-commands.ts';
import { addRecordsCommands } from './records-commands.ts';
import { addServeCommand } from './serve-command.ts';
import { addUsageCommand } from './usage-command.ts';

function commandLine(): Command {
  const program = new Command('cardfile')
    .description('A data provider in a box: your company, people and job data behind a look-up API.')
    .version(VERSION)
    .option('--data <folder>', `${SETTINGS.data.description} (default: ${SETTINGS.data.fallback})`)
    .option('--host <address>', `${SETTINGS.host.description} (default: ${SETTINGS.host.fallback})`)
    .option('--port <number>', `${SETTINGS.port.description} (default: ${SETTINGS.port.fallback})`)
    .option('--network-host <host>', SETTINGS.networkHost.description)
    .option('--log-level <level>', `${SETTINGS.logLevel.description}: ${SETTINGS.logLevel.form}`)
    .option('--json', 'print results as JSON')
    .showHelpAfterError('(add --help for the options and an example)')
    .exitOverride()
    .addHelpText(
      'after',
      examples('serve --demo', 'import people people.csv --source crm', 'keys create --account acme'),
    );
  addServeCommand(program);
  addImportCommand(program);
  addRecordsCommands(program);
  addPrivacyCommands(program);
  addGenerateCommand(program);
  addIndexCommand(program);
  addPlansCommands(program);
  addAccountsCommands(program);
  addKeysCommands(program);
  addUsageCommand(program);
  addMembersCommands(program);
  addDashboardCommands(program);
  addSuppressCommands(program);
  addKeepingCommands(program);
  return program;
}

/** The exit status of a failure, after it is said. */
function fail(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError || (error instanceof ConfigError && error.isOfFlag)) {
    note(`error: ${error.message}`);
    return 2;
  }
  const explained = explainSqlite(error, 'the store');
  if (explained instanceof OperatorError || isSystemError(explained)) note(`error: ${(explained as Error).message}`);
  else note(`error: ${explained instanceof Error ? (explained.stack ?? explained.message) : String(explained)}`);
  return 1;
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string' && 'syscall' in error;
}

outliveReaders();
tellMigrationsTo(
  paced(({ file, what, done, total }) =>
    note(`Bringing ${file} to the form of this version: ${done} of ${total} ${what}`),
  ),
);
try {
  await commandLine().parseAsync();
} catch (error) {
  process.exitCode = fail(error);
}

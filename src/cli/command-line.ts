// The command line: the table of commands, and how one is run. A command loads what it needs when it runs, so that each
// starts fast: files that are imported here load no store, no server and no data.
import { Command } from 'commander';
import { SETTINGS } from '../app/config.ts';
import { VERSION } from '../app/version.ts';
import { addAccountsCommands, addPlansCommands } from './accounts-commands.ts';
import { addBackupCommands, addExportCommand } from './backup-commands.ts';
import { examples, isJsonRequested } from './command-context.ts';
import { addCompletionCommand } from './completion-command.ts';
import { addGenerateCommand, addIndexCommand, addKeepingCommands } from './data-commands.ts';
import { addDatabaseCommands } from './database-commands.ts';
import { prepareData } from './existing-data.ts';
import { plainError, reportFailure } from './failure.ts';
import { addHealthCommand } from './health-command.ts';
import { addImportCommand } from './import-command.ts';
import { addKeysCommands } from './keys-commands.ts';
import { addMcpCommand } from './mcp-command.ts';
import { addDashboardCommands, addMembersCommands } from './members-commands.ts';
import { colored, hasColor } from './output.ts';
import { requirePaths } from './path-arguments.ts';
import { addPrivacyCommands } from './privacy-commands.ts';
import { addRecordsCommands } from './records-commands.ts';
import { addServeCommand } from './serve-command.ts';
import { addSuppressCommands } from './suppress-commands.ts';
import { addServiceCommand } from './systemd-command.ts';
import { addUpgradeCommands } from './upgrade-commands.ts';
import { addUsageCommand } from './usage-command.ts';

/** Groups of --help with their commands, in their order. */
const GROUPS: readonly (readonly [heading: string, add: readonly ((program: Command) => void)[]])[] = [
  ['Serving:', [addServeCommand, addHealthCommand, addMcpCommand, addServiceCommand, addIndexCommand]],
  ['Data in and out:', [addImportCommand, addExportCommand, addGenerateCommand]],
  ['Records and their origin:', [addRecordsCommands]],
  ['Privacy:', [addSuppressCommands, addPrivacyCommands]],
  ['Accounts, keys and usage:', [addPlansCommands, addAccountsCommands, addKeysCommands, addUsageCommand]],
  ['Dashboard:', [addMembersCommands, addDashboardCommands]],
  ['Upkeep:', [addBackupCommands, addUpgradeCommands, addKeepingCommands, addDatabaseCommands, addCompletionCommand]],
];

function commandLine({ json }: { readonly json: boolean }): Command {
  const program = new Command('cardfile')
    .description('A data provider in a box: your company, people and job data behind a look-up API.')
    .version(VERSION)
    .option('--data <folder>', `${SETTINGS.data.description} (default: ${SETTINGS.data.fallback})`)
    .option('--host <address>', `${SETTINGS.host.description} (default: ${SETTINGS.host.fallback})`)
    .option('--port <number>', `${SETTINGS.port.description} (default: ${SETTINGS.port.fallback})`)
    .option('--network-host <host>', SETTINGS.networkHost.description)
    .option('--log-level <level>', `${SETTINGS.logLevel.description}: ${SETTINGS.logLevel.form}`)
    .option('--log-format <format>', `${SETTINGS.logFormat.description}: ${SETTINGS.logFormat.form}`)
    .option('--json', 'print results and errors as JSON')
    .showHelpAfterError('(add --help for the options and an example)')
    .exitOverride()
    .configureOutput({
      getOutHasColors: () => hasColor(process.stdout),
      getErrHasColors: () => hasColor(process.stderr),
      outputError: (text, write) =>
        write(plainError(text).replace(/^error:/, colored('red', 'error:', process.stderr))),
      // With --json a failure is printed once, as JSON.
      ...(json ? { writeErr: () => {} } : {}),
    })
    .configureHelp({
      styleTitle: (text) => colored('bold', text),
      styleCommandText: (text) => colored('cyan', text),
      styleSubcommandText: (text) => colored('cyan', text),
      styleOptionText: (text) => colored('cyan', text),
      styleArgumentText: (text) => colored('cyan', text),
    })
    .addHelpText(
      'after',
      examples('serve --demo', 'import people people.csv --source crm', 'keys create --account acme'),
    );
  for (const [heading, commands] of GROUPS) {
    program.commandsGroup(heading);
    for (const add of commands) add(program);
  }
  program.hook('preAction', (_program, command) => {
    requirePaths(command);
    prepareData(command);
  });
  return program.helpCommand(true);
}

/** Runs the command of these arguments. A failure is printed, and its exit status set. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const json = isJsonRequested(args);
  try {
    await commandLine({ json }).parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = await reportFailure(error, { json });
  }
}

// cardfile upgrade: the check of a data folder before an upgrade, and the upgrade behind a backup.
import { type Command, Option } from 'commander';
import { contextOf, examples, UsageError } from './command-context.ts';
import { printResult, printRows } from './output.ts';

export function addUpgradeCommands(program: Command): void {
  const upgrade = program.command('upgrade').description('bring a data folder of an older version to this one');
  upgrade
    .command('check')
    .description(
      'show what this version would do with the data folder, without changes; exit with 1 if it cannot use it',
    )
    .addHelpText('after', examples('upgrade check', 'upgrade check --data /var/lib/cardfile --json'))
    .action(async (_options, command: Command) => {
      const { config, json } = contextOf(command);
      const { checkUpgrade } = await import('../tasks/upgrade.ts');
      const findings = await checkUpgrade(config);
      printRows([...findings], { json, none: '' });
      if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
    });
  upgrade
    .command('run')
    .description('make a backup, then migrate the stores; the server must not run')
    .addOption(new Option('--backup <folder>', 'new folder of the backup'))
    .addOption(new Option('--no-backup', 'make no backup, because you have one'))
    .addHelpText('after', examples('upgrade run --backup /backups/before-upgrade', 'upgrade run --no-backup'))
    .action(async ({ backup }: { backup?: string | false }, command: Command) => {
      if (typeof backup !== 'string' && backup !== false)
        throw new UsageError('name a folder for the backup with --backup, or pass --no-backup if you have made one');
      const { config, json } = contextOf(command);
      const { upgrade: run } = await import('../tasks/upgrade.ts');
      const report = await run(config, backup === false ? null : backup);
      const migrated =
        report.migrated.length === 0 ? 'nothing: all stores have the newest tables' : report.migrated.join(', ');
      printResult({ backup: report.backup?.folder ?? null, migrated }, { json });
    });
}

// cardfile backup, restore, export: backs up and exports data, and restores backups.
import { existsSync, readdirSync } from 'node:fs';
import type { Command } from 'commander';
import type { ComparedKey } from '../accounts/port.ts';
import { ofLongWork } from '../ops/long-work.ts';
import type { FileProgress } from '../tasks/backup/make-backup.ts';
import type { RestoreReport } from '../tasks/backup/restore-backup.ts';
import { contextOf, examples, UsageError } from './command-context.ts';
import { note, printResult, warn } from './output.ts';

const FORCE = '--force';

interface BackupOptions {
  readonly verify?: boolean;
  readonly copy: boolean;
  readonly force?: boolean;
}

export function addBackupCommands(program: Command): void {
  program
    .command('backup <folder>')
    .description(
      'copy catalog, accounts and members consistently, even while the server runs; the search index is rebuilt from the catalog instead',
    )
    .option('--verify', 'verify checksums, integrity, ledger and counts; do not copy if the folder is a backup already')
    .option('--no-copy', 'with --verify: fail if the folder is not a backup, instead of making one')
    .option(FORCE, 'replace the backup in the folder')
    .addHelpText(
      'after',
      examples(
        'backup /backups/2030-01-31',
        'backup /backups/2030-01-31 --verify',
        'backup /backups/2030-01-31 --verify --no-copy',
        'backup /backups/latest --force',
      ),
    )
    .action(async (folder: string, options: BackupOptions, command: Command) => {
      if (!options.copy && (!options.verify || options.force))
        throw new UsageError('--no-copy only verifies: give it with --verify and without --force');
      const { config, json } = contextOf(command);
      const [{ MANIFEST }, { makeBackup }, { verifyBackup }] = await Promise.all([
        import('../tasks/backup/backup-form.ts'),
        import('../tasks/backup/make-backup.ts'),
        import('../tasks/backup/verify-backup.ts'),
      ]);
      const isBackup = options.force !== true && existsSync(folder) && readdirSync(folder).includes(MANIFEST);
      if (options.verify && (isBackup || !options.copy)) {
        if (options.copy) note(`${folder} is a backup already: verifying it without copying.`);
        const { counts, ...verified } = await verifyBackup(folder);
        return printResult({ folder, copied: false, ...verified, ...counts }, { json });
      }
      if (options.verify && !options.force)
        note(`${folder} is not a backup yet: copying ${config.data} to it, then verifying the copy.`);
      const { bytes, seconds, files } = await makeBackup(config, folder, options.force === true, printCopied());
      if (config.database !== null)
        warn('the records, accounts and members are in the database, not in this backup: copy them with pg_dump');
      const copied = { folder, copied: true, files, bytes, seconds };
      if (!options.verify) return printResult(copied, { json });
      const { counts, ...verified } = await verifyBackup(folder);
      printResult({ ...copied, ...verified, ...counts }, { json });
    });
  program
    .command('restore <folder>')
    .description('restore a backup into an empty data folder; the next serve builds the search index')
    .option(
      FORCE,
      'replace the data of the folder, and list the changes of keys, credits and suppressions that are lost',
    )
    .addHelpText(
      'after',
      examples('restore /backups/2030-01-31 --data ./data', 'restore /backups/2030-01-31 --data ./data --force'),
    )
    .action(async (folder: string, options: { force?: boolean }, command: Command) => {
      const { config, json } = contextOf(command);
      const { restoreBackup } = await import('../tasks/backup/restore-backup.ts');
      printRestored(await restoreBackup(config, folder, options.force === true), config.data, json);
    });
}

export function addExportCommand(program: Command): void {
  program
    .command('export <folder>')
    .description('write every record as JSON Lines in the import form: companies.jsonl, people.jsonl, jobs.jsonl')
    .option(FORCE, 'replace the export in the folder')
    .addHelpText('after', examples('export ./exported', 'export ./exported --force'))
    .action(async (folder: string, options: { force?: boolean }, command: Command) => {
      const { config, json } = contextOf(command);
      const { exportRecords } = await import('../tasks/backup/export-records.ts');
      const say = ofLongWork(({ file, done }: { file: string; done: number }) =>
        note(`${file}: ${done.toLocaleString('en')} records written`),
      );
      printResult({ ...(await exportRecords(config, folder, options.force === true, say)) }, { json });
    });
}

const printCopied = () =>
  ofLongWork(({ file, done, total }: FileProgress) => note(`Copying ${file}: ${Math.floor((100 * done) / total)}%`));

function printRestored(report: RestoreReport, data: string, json: boolean): void {
  const { files, madeAt, accounts, lostSuppressions } = report;
  const { liveKeys, revived, lost, credits } = accounts ?? { liveKeys: null, revived: null, lost: null, credits: null };
  const keys = liveKeys === null ? {} : { valid_keys: liveKeys.length };
  const result = { data, files, made_at: madeAt, ...keys, lost_suppressions: lostSuppressions };
  const warnings = warningsOf(report);
  if (json) {
    const undone = { revived_keys: revived, lost_keys: lost, lost_credits: credits, warnings };
    process.stdout.write(`${JSON.stringify({ ...result, ...undone })}\n`);
  } else printResult(result, { json });
  for (const warning of warnings) warn(warning);
  if (accounts === null) note('Accounts, members and records are in the database: restore it with its own tools.');
  else
    note(
      'Sessions and links of the dashboard have ended: members must sign in again. The audit log records the restore.',
    );
  note('Next: cardfile serve. It builds the search index first. To build it now, run cardfile index.');
}

/** Changes undone by the restore that the operator may have to repeat. */
function warningsOf({ madeAt, accounts, lostSuppressions }: RestoreReport): string[] {
  const { liveKeys, revived, lost, credits } = accounts ?? { liveKeys: [], revived: [], lost: [], credits: [] };
  const count = liveKeys.length === 1 ? '1 key is' : `${liveKeys.length} keys are`;
  const unknown = [
    `keys revoked since ${madeAt} are valid again, and credits charged since are not counted`,
    ...(liveKeys.length === 0
      ? []
      : [
          `${count} valid: check with cardfile keys list and cardfile keys list --ingest, revoke one with cardfile keys revoke ID`,
        ]),
  ];
  const warnings = revived === null ? unknown : [];
  for (const key of revived ?? [])
    warnings.push(`this key is valid again: ${shown(key)}; revoke it with cardfile keys revoke ${key.id}`);
  for (const key of lost ?? []) warnings.push(`this key no longer exists: ${shown(key)}; its holder needs a new one`);
  for (const { account, month, used, granted } of credits ?? [])
    warnings.push(`${account}, ${month}: ${used} credits charged and ${granted} granted since are not counted`);
  if (lostSuppressions === null) warnings.push(`repeat every suppress and forget command since ${madeAt}`);
  else if (lostSuppressions > 0) {
    warnings.push(
      `${lostSuppressions} entries of the suppression list are lost: repeat the suppress and forget commands that made them`,
    );
  }
  return warnings;
}

const shown = ({ id, account, name, masked }: ComparedKey) =>
  `${id} of ${account} (${name === '' ? masked : `${name}, ${masked}`})`;

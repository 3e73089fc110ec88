// Restores a backup into a data folder. The folder changes only after the whole backup is copied, verified and durable.
// If a restore is interrupted while it replaces files, all commands reject the folder until the restore is repeated
// (data-folder.ts).
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { AccountsDifference } from '../../accounts/port.ts';
import { openMembersFile } from '../../app/account-stores.ts';
import { accountsDifference, endSessionsAndLinks, lostSuppressions } from '../../app/backed-up-stores.ts';
import { type Config, ConfigError } from '../../app/config.ts';
import { type Exclusive, RESTORE_FOLDER } from '../../app/data-folder.ts';
import { schemaFault, storeFiles } from '../../app/store-files.ts';
import { createFolder, createPrivateFolder, removeCreated } from '../../ops/files/create-folder.ts';
import { copyDurably, syncFolders, syncPath } from '../../ops/files/durable-files.ts';
import { acquireLock, CONTENTION_MS, type ExclusiveLock } from '../../ops/files/exclusive-lock.ts';
import {
  ACCOUNTS,
  BATCHES,
  type BackupManifest,
  CATALOG,
  findBackup,
  isOfBackup,
  MEMBERS,
  requireChecksum,
} from './backup-form.ts';
import { requireTargetFolder } from './target-folder.ts';

export interface RestoreReport {
  readonly files: readonly string[];
  /** When the backup was made. */
  readonly madeAt: string;
  /** Changes undone by the restore; null where accounts are in a database. */
  readonly accounts: AccountsDifference | null;
  /**
   * Number of entries of the suppression list in the replaced catalog that the backup lacks; null if no catalog was
   * replaced.
   */
  readonly lostSuppressions: number | null;
}

const EDITIONS = 'editions';
const LOCKS: readonly Exclusive[] = ['serve', 'import', 'index'];
/** SQLite's WAL, shared-memory and journal files of a store. The files of one store would corrupt another. */
const SIDE_FILES = ['-wal', '-shm', '-journal'] as const;

const isLock = (name: string) => LOCKS.some((lock) => name.startsWith(`${lock}.lock`));

/** Restores into a folder without data or, with `force`, over its stores. No server may be running on the folder. */
export async function restoreBackup(config: Config, folder: string, force: boolean): Promise<RestoreReport> {
  requireMatchingStore(config, findBackup(folder).manifest);
  requireTargetFolder({
    folder: config.data,
    force,
    mayReplace: () => true,
    mayLie: (name) => isLock(name) || name === RESTORE_FOLDER,
    remedy: 'restore into an empty data folder: choose one with --data',
  });
  const made = createPrivateFolder(config.data);
  const locks: ExclusiveLock[] = [];
  const partial = join(resolve(config.data), RESTORE_FOLDER);
  const report = await preparedUnderLocks({ config, folder, partial }, locks).catch((error: unknown) => {
    for (const lock of locks) lock.undo();
    removeCreated(made);
    throw error;
  });
  try {
    await putInPlace(config.data, partial, report.files);
    return report;
  } finally {
    for (const lock of locks) lock.release();
  }
}

/** On a failure, removes everything it wrote; the caller releases the locks. */
async function preparedUnderLocks(preparing: Preparing, locks: ExclusiveLock[]): Promise<RestoreReport> {
  const { config, partial } = preparing;
  lockAll(config, locks);
  // An interrupted restore has already moved some files out of its folder, so everything is copied again.
  const isInterrupted = existsSync(partial);
  try {
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial);
    return await prepare(preparing);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Other commands reject a data folder that contains this folder.
    if (isInterrupted) mkdirSync(partial);
    throw error;
  }
}

interface Preparing {
  readonly config: Config;
  /** The backup. */
  readonly folder: string;
  /** Folder that holds the files until all are copied. */
  readonly partial: string;
}

/** Copies and checks the files of the backup, and compares them with the current files. */
async function prepare({ config, folder, partial }: Preparing): Promise<RestoreReport> {
  const { files, batches, manifest } = findBackup(folder);
  mkdirSync(join(partial, BATCHES));
  for (const file of [...files, ...batches]) {
    createFolder(dirname(join(partial, file)));
    requireChecksum(manifest, file, await copyDurably(join(folder, file), join(partial, file)));
  }
  requireUsable({ ...config, data: partial });
  const current = (file: string) => (existsSync(join(config.data, file)) ? join(config.data, file) : null);
  const isInDatabase = manifest.accounts_in_database === true;
  const accounts = isInDatabase ? null : accountsDifference(join(partial, ACCOUNTS), current(ACCOUNTS));
  const replaced = current(CATALOG);
  const madeAt = manifest.made_at;
  if (accounts !== null) await noteInAudit(config, partial, `of ${madeAt}: ${shortly(accounts)}`);
  return {
    files: isInDatabase ? files : [...new Set([...files, MEMBERS])],
    madeAt,
    accounts,
    lostSuppressions: isInDatabase ? 0 : replaced === null ? null : lostSuppressions(join(partial, CATALOG), replaced),
  };
}

/** Rejects stores that this version cannot open, before they replace the data of the folder. */
function requireUsable(partial: Config): void {
  for (const { name, schema } of storeFiles(partial)) {
    const fault = schemaFault(schema());
    if (fault !== null) throw new ConfigError(`the backup cannot be used: ${name}: ${fault.found}; ${fault.remedy}`);
  }
}

/** A backup of accounts in a database is restored only with a database, any other only without one. */
function requireMatchingStore(
  { database }: Config,
  { accounts_in_database: isInDatabase = false }: BackupManifest,
): void {
  if (isInDatabase && database === null)
    throw new ConfigError(
      'the backup has no accounts and no records, as they are in a database: set CARDFILE_DATABASE',
    );
  if (!isInDatabase && database !== null)
    throw new ConfigError('the backup has accounts and members of its own: unset CARDFILE_DATABASE to restore it');
}

/** Acquires the locks, and adds them to `held`. */
function lockAll(config: Config, held: ExclusiveLock[]): void {
  for (const what of LOCKS) {
    const lock = acquireLock(join(config.data, `${what}.lock`), { waitMs: CONTENTION_MS });
    if (!lock) {
      const who = what === 'serve' ? 'a server' : `a command that runs the ${what}`;
      throw new ConfigError(`the data folder ${config.data} is in use by ${who}; stop it first`);
    }
    held.push(lock);
  }
}

/**
 * Records the restore in the audit log of the restored members, and invalidates the sessions and links of the backup.
 */
async function noteInAudit(config: Config, partial: string, result: string): Promise<void> {
  const members = openMembersFile(config, join(partial, MEMBERS));
  try {
    endSessionsAndLinks(join(partial, MEMBERS));
    const entry = { who: 'command line', action: 'restore', subject: 'backup', address: '', result };
    await members.audit.append(entry);
  } finally {
    await members.close();
  }
  await syncPath(join(partial, MEMBERS));
}

function shortly({ liveKeys, revived, lost, credits }: AccountsDifference): string {
  if (revived === null) return `${liveKeys.length} keys valid; those revoked since then are valid again`;
  const used = (credits ?? []).reduce((sum, row) => sum + Math.max(0, row.used), 0);
  const names = revived.map(({ id }) => id).join(', ');
  return `${revived.length} ended keys valid again${names ? ` (${names})` : ''}, ${lost?.length ?? 0} keys lost, ${used} charged credits not counted`;
}

async function putInPlace(data: string, partial: string, files: readonly string[]): Promise<void> {
  await syncFolders(partial);
  await syncPath(data);
  const stale = readdirSync(data).filter(isOfBackup);
  for (const name of stale) rmSync(join(data, name), { recursive: true, force: true });
  rmSync(join(data, EDITIONS), { recursive: true, force: true });
  for (const file of files) {
    for (const suffix of SIDE_FILES) rmSync(join(data, `${file}${suffix}`), { force: true });
    renameSync(join(partial, file), join(data, file));
  }
  renameSync(join(partial, BATCHES), join(data, BATCHES));
  await syncPath(data);
  rmSync(partial, { recursive: true, force: true });
  await syncPath(data);
}

// Makes a backup: consistent copies of the stores while they are in use. The backup gets its name only when it is
// complete and durable.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { openAccounts } from '../../app/account-stores.ts';
import { openCatalogWriter } from '../../app/catalog-writers.ts';
import type { Config } from '../../app/config.ts';
import { accountsFile, batchesFolder, catalogFile, membersFile } from '../../app/data-folder.ts';
import { VERSION } from '../../app/version.ts';
import { batchFiles } from '../../batches/batch-files.ts';
import { createFolder, createPrivateFolder, removeCreated } from '../../ops/files/create-folder.ts';
import { copyDurably, sha256Of, syncFolders, syncPath } from '../../ops/files/durable-files.ts';
import { nullIfMissing } from '../../ops/files/file-fault.ts';
import { lockTarget } from '../../ops/files/target-lock.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { type CopyProgress, copyDatabase } from '../../ops/sqlite/copy-database.ts';
import { ACCOUNTS, BATCHES, type BackupManifest, CATALOG, isOfBackup, MANIFEST, MEMBERS } from './backup-form.ts';
import { PARTIAL, requireTargetFolder } from './target-folder.ts';

export interface BackupReport {
  readonly folder: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly seconds: number;
}

export interface FileProgress extends CopyProgress {
  readonly file: string;
}

type OnProgress = (progress: FileProgress) => void;

/** Copies the stores into a folder that is new or empty, or, with `force`, in place of the backup in it. */
export async function makeBackup(
  config: Config,
  to: string,
  force: boolean,
  onProgress: OnProgress = () => {},
): Promise<BackupReport> {
  const startedMs = performance.now();
  const folder = resolve(to);
  requireTargetFolder({ folder: to, force, mayReplace: isOfBackup, remedy: 'choose a new folder for each backup' });
  if (config.database === null) await createMissingStore(config);
  const partial = `${folder}${PARTIAL}`;
  const made = createPrivateFolder(partial);
  const release = lockTarget({ folder, made });
  try {
    // Leftovers of an interrupted backup.
    for (const name of readdirSync(partial)) rmSync(join(partial, name), { recursive: true });
    const { files } = await copyAll(config, partial, onProgress);
    await syncFolders(partial);
    await putInPlace(partial, folder);
    const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
    return { folder: to, files: Object.keys(files), bytes, seconds: Math.round(performance.now() - startedMs) / 1000 };
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    release();
    removeCreated(made.slice(0, -1));
    throw error;
  } finally {
    release();
  }
}

/**
 * A data folder has no accounts before the first plan, and no catalog before the first import. A backup has both, so
 * the missing one is created. Throws an OperatorError if the folder has neither.
 */
async function createMissingStore(config: Config): Promise<void> {
  // Naming a file of the data folder would create the folder.
  const has = (file: string) => statSync(join(config.data, file), { throwIfNoEntry: false }) !== undefined;
  const [hasCatalog, hasAccounts] = [has(CATALOG), has(ACCOUNTS)];
  if (!hasCatalog && !hasAccounts)
    throw new OperatorError(
      `the data folder ${config.data} has no records and no accounts: there is nothing to copy yet. Name another folder with --data or CARDFILE_DATA`,
    );
  if (!hasCatalog) openCatalogWriter(config).close();
  if (!hasAccounts) await (await openAccounts(config)).accounts.close();
}

async function copyAll(config: Config, folder: string, onProgress: OnProgress): Promise<BackupManifest> {
  const isInDatabase = config.database !== null;
  const { madeAt, files: stores } = isInDatabase
    ? { madeAt: new Date().toISOString(), files: {} }
    : await copyStores(config, folder, onProgress);
  // Batches are copied after the accounts, so the copied results include all rows that the accounts record as executed.
  const files = { ...stores, ...(await copyBatches(config, folder)) };
  const manifest: BackupManifest = {
    version: VERSION,
    made_at: madeAt,
    files,
    ...(isInDatabase ? { accounts_in_database: true } : {}),
  };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  return manifest;
}

type CopiedFiles = Record<string, BackupManifest['files'][string]>;

/** `madeAt`: when the accounts began to be copied. */
async function copyStores(
  config: Config,
  folder: string,
  onProgress: OnProgress,
): Promise<{ readonly madeAt: string; readonly files: CopiedFiles }> {
  // The accounts are copied after the members, which then refer only to accounts in the copy, and before the catalog:
  // otherwise watches and events of the copy would count as reported what the copied catalog does not have.
  const sources = { [MEMBERS]: membersFile(config), [ACCOUNTS]: accountsFile(config), [CATALOG]: catalogFile(config) };
  const files: CopiedFiles = {};
  let madeAt = '';
  for (const [name, source] of Object.entries(sources)) {
    if (name === MEMBERS && !existsSync(source)) continue;
    if (name === ACCOUNTS) madeAt = new Date().toISOString();
    const copy = join(folder, name);
    await copyDatabase(source, copy, (progress) => onProgress({ file: name, ...progress }));
    const [sha256] = await Promise.all([sha256Of(copy), syncPath(copy)]);
    files[name] = { bytes: statSync(copy).size, sha256 };
  }
  return { madeAt, files };
}

/** A batch that is removed in the meantime is not part of the backup. */
async function copyBatches(config: Config, folder: string): Promise<CopiedFiles> {
  const files: CopiedFiles = {};
  const batches = batchesFolder(config);
  for (const { id, name } of batchFiles(batches)) {
    const copy = join(folder, BATCHES, id, name);
    createFolder(dirname(copy));
    const sha256 = await copyDurably(join(batches, id, name), copy).catch(nullIfMissing);
    if (sha256 !== null) files[`${BATCHES}/${id}/${name}`] = { bytes: statSync(copy).size, sha256 };
  }
  return files;
}

/**
 * Replaces the old backup. At any time, even after a power loss, the name refers to the old or the new backup, or both
 * exist under temporary names.
 */
async function putInPlace(partial: string, folder: string): Promise<void> {
  const replaced = `${folder}.replaced`;
  rmSync(replaced, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, replaced);
  renameSync(partial, folder);
  await syncPath(dirname(folder));
  rmSync(replaced, { recursive: true, force: true });
}

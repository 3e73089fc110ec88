// Format of a backup: a folder with the stores, one file each, and a manifest with their checksums.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../app/config.ts';

export const CATALOG = 'catalog.db';
export const ACCOUNTS = 'accounts.db';
/** Some data folders and backups have no such file. */
export const MEMBERS = 'members.db';
/** The files of batches; some data folders have none. */
export const BATCHES = 'batches';
export const MANIFEST = 'backup.json';

/** The pattern of batch files. Names in a manifest are checked, so that no name leads out of the folder. */
const IS_BATCH_FILE = /^batches\/bat_[0-9a-f]{24}\/(?:input|results)$/;

/** Content of `backup.json`. */
export interface BackupManifest {
  /** The version of Cardfile that made the backup. */
  readonly version: string;
  /**
   * Time at which the accounts, the last store, began to be copied. Later revocations and charges are not in the
   * backup.
   */
  readonly made_at: string;
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
  /** True if accounts, members and records are in a database, which is backed up with its own tools. */
  readonly accounts_in_database?: boolean;
}

/** Files of a backup. */
export interface FoundBackup {
  /** The stores. */
  readonly files: readonly string[];
  /** Files of batches. */
  readonly batches: readonly string[];
  readonly manifest: BackupManifest;
}

/** True if a file, by its name, belongs to a backup, including SQLite's files of a store. */
export function isOfBackup(name: string): boolean {
  return (
    name === MANIFEST ||
    name === BATCHES ||
    [CATALOG, ACCOUNTS, MEMBERS].some((file) => name === file || name.startsWith(`${file}-`))
  );
}

/** Throws a ConfigError if the folder is not a backup. */
export function findBackup(folder: string): FoundBackup {
  if (!existsSync(folder)) throw new ConfigError(`there is no backup ${folder}`);
  requireFiles(folder, [MANIFEST]);
  const manifest = readManifest(join(folder, MANIFEST));
  requireFiles(folder, manifest.accounts_in_database ? [] : [CATALOG, ACCOUNTS]);
  const files = [CATALOG, MEMBERS, ACCOUNTS].filter((file) => existsSync(join(folder, file)));
  const batches = Object.keys(manifest.files).filter((file) => IS_BATCH_FILE.test(file));
  const stores = Object.keys(manifest.files).filter((file) => !batches.includes(file));
  const lost = [
    ...stores.filter((file) => !files.includes(file)),
    ...batches.filter((file) => !existsSync(join(folder, file))),
  ][0];
  if (lost) throw new ConfigError(`${folder} is an incomplete backup: ${lost} is missing`);
  return { files, batches, manifest };
}

function requireFiles(folder: string, files: readonly string[]): void {
  const missing = files.find((file) => !existsSync(join(folder, file)));
  if (missing) throw new ConfigError(`${folder} is not a backup: ${missing} is missing`);
}

function readManifest(file: string): BackupManifest {
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Partial<BackupManifest> | null;
    if (typeof manifest?.made_at === 'string' && typeof manifest.files === 'object' && manifest.files !== null)
      return manifest as BackupManifest;
  } catch {
    // The error is thrown below.
  }
  throw new ConfigError(`${file} is damaged: use another backup`);
}

/** Throws a ConfigError if the checksum of a file differs from the checksum in the manifest. */
export function requireChecksum(manifest: BackupManifest, file: string, sha256: string): void {
  const written = manifest.files[file]?.sha256;
  if (written === undefined || written === sha256) return;
  throw new ConfigError(
    `${file} of the backup is damaged: its SHA-256 is ${sha256}, not ${written}; use another backup`,
  );
}

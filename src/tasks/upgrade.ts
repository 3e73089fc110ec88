// Upgrades a data folder to this version: checks it beforehand, makes a backup, and migrates its stores.
import { existsSync, statfsSync, statSync } from 'node:fs';
import type { Config } from '../app/config.ts';
import { openEditions } from '../app/editions.ts';
import { lockData } from '../app/locks.ts';
import { type StoreFile, schemaFault, storeFiles } from '../app/store-files.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { EditionError, EditionFormatError } from '../search/edition/edition-file.ts';
import { type BackupReport, makeBackup } from './backup/make-backup.ts';
import type { Finding } from './doctor.ts';

/** Examines the data folder for an upgrade to this version. Changes nothing. A finding `bad` prevents the upgrade. */
export async function checkUpgrade(config: Config): Promise<Finding[]> {
  if (!existsSync(config.data)) {
    const remedy = 'choose the folder with --data or CARDFILE_DATA';
    return [{ check: 'data folder', state: 'bad', found: `${config.data} does not exist`, remedy }];
  }
  const stores = storeFiles(config);
  return [server(config), ...stores.map(store), disk(config, stores), await edition(config)];
}

function server(config: Config): Finding {
  const lock = lockData(config, 'serve');
  lock?.undo();
  if (lock) return { check: 'server', state: 'ok', found: 'not running', remedy: '' };
  return { check: 'server', state: 'warn', found: 'running on this data folder', remedy: 'stop it before the upgrade' };
}

function store({ name, schema, isOutdated }: StoreFile): Finding {
  const { version, newest, isReleased } = schema();
  const fault = schemaFault({ version, newest, isReleased });
  if (fault !== null) return { check: name, state: 'bad', ...fault };
  const change =
    version < newest ? `this Cardfile migrates them to version ${newest}` : 'this Cardfile adds columns to them';
  const found = isOutdated()
    ? `tables of version ${version}; ${change}`
    : `tables of version ${version}, the version of this Cardfile`;
  return { check: name, state: 'ok', found, remedy: '' };
}

/** A migration may rewrite a whole store, and the backup is a copy of all stores. */
function disk(config: Config, stores: readonly StoreFile[]): Finding {
  const sizeOf = ({ file }: StoreFile) => statSync(file).size;
  const migrated = stores.filter((each) => each.isOutdated());
  const needed = [...stores, ...migrated].reduce((sum, each) => sum + sizeOf(each), 0);
  const { bavail, bsize } = statfsSync(config.data);
  const free = bavail * bsize;
  const found = `${gibOf(free)} GiB free; a backup and the migration need ${gibOf(needed)} GiB`;
  if (free >= needed) return { check: 'disk', state: 'ok', found, remedy: '' };
  return { check: 'disk', state: 'warn', found, remedy: 'put the backup on another disk, or free some space' };
}

function gibOf(bytes: number): string {
  return (bytes / 1024 ** 3).toFixed(2);
}

/** An edition is derived from the catalog: an edition of another format is built again. */
async function edition(config: Config): Promise<Finding> {
  const finding = (found: string): Finding => ({ check: 'edition', state: 'ok', found, remedy: '' });
  try {
    const current = await openEditions(config).read();
    return finding(current === null ? 'none yet' : `${current.id}, in the format of this Cardfile`);
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    const fault = error instanceof EditionFormatError ? 'of another format' : 'damaged';
    return finding(`${fault}: the next serve builds it again`);
  }
}

export interface UpgradeReport {
  /** Null if the caller wanted no backup. */
  readonly backup: BackupReport | null;
  /** Names of the stores that were migrated. */
  readonly migrated: readonly string[];
}

/**
 * Makes a backup, and migrates the stores. Throws an OperatorError, and changes nothing, while a server runs or if this
 * version cannot use a store. Each store is migrated in one transaction: interrupted, it is as before or migrated.
 *
 * @param backup folder of the backup; null for none.
 */
export async function upgrade(config: Config, backup: string | null): Promise<UpgradeReport> {
  const findings = await checkUpgrade(config);
  const fault = findings.find(({ state }) => state === 'bad');
  if (fault) throw new OperatorError(`${fault.check}: ${fault.found}; ${fault.remedy}`);
  const lock = lockData(config, 'serve');
  if (!lock) throw new OperatorError('a server runs on this data folder: stop it, then upgrade');
  try {
    const outdated = storeFiles(config).filter((each) => each.isOutdated());
    const made = backup === null ? null : await makeBackup(config, backup, false);
    for (const { migrate } of outdated) await migrate();
    return { backup: made, migrated: outdated.map(({ name }) => name) };
  } finally {
    lock.release();
  }
}

// Examines an installation: its platform, the integrity of the stores and of the edition, and the remedy for each
// fault. Changes nothing: it neither makes nor migrates a file.

import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { countCatalog, openUnchangedCatalog, remedyForUnusedFile } from '../app/catalogs.ts';
import type { Config } from '../app/config.ts';
import { accountsFile, catalogFile, membersFile } from '../app/data-folder.ts';
import { databaseStatus } from '../app/database.ts';
import { openEditions } from '../app/editions.ts';
import { lockData } from '../app/locks.ts';
import { schemaFault, storeFiles } from '../app/store-files.ts';
import { fileFault, isMissing } from '../ops/files/file-fault.ts';
import { messageOf } from '../ops/message-of.ts';
import { readSqlite } from '../ops/sqlite/sqlite-file.ts';
import { assertSqliteVersion } from '../ops/sqlite/sqlite-version.ts';
import { deltaRecordsMax } from './read-delta.ts';
import { unknownVariables } from './unknown-variables.ts';

export type Finding = {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'bad';
  readonly found: string;
  /** Empty if no action is needed. */
  readonly remedy: string;
};

/** The delay of an answer explains a smaller difference. */
const CLOCK_SECONDS_MAX = 2;
const NODE_MIN = 24;
/** With less free space an import or an edition may not fit. */
const FREE_BYTES_MIN = 1024 ** 3;

/**
 * Whether the data folder has a file. The function that returns the path creates the folder, so the folder is checked
 * first.
 */
const has = (config: Config, file: (config: Config) => string) => existsSync(config.data) && existsSync(file(config));

type Check = [name: string, examine: () => Finding | Promise<Finding>, wholeFile?: (config: Config) => string];

/** Called before a long check: a store is read from its first page to its last. */
type Report = (text: string) => void;

/** Returns all findings, with long checks last. A check that fails is a finding too. */
export async function examine(config: Config, report: Report, environment = process.env): Promise<Finding[]> {
  const inFolder: Check[] = [
    ['disk', () => disk(config)],
    ['server', () => server(config)],
    ['edition', () => edition(config)],
    ...(config.database === null ? storesOfFiles(config) : storesOfDatabase(config)),
  ];
  const fault = folderFault(config.data);
  const checks: Check[] = [
    ['node', node],
    ['sqlite', sqlite],
    ['settings', () => settings(environment)],
    ['data folder', () => dataFolder(config, fault)],
    ...(fault === null ? inFolder : []),
  ];
  const findings: Finding[] = [];
  for (const [check, examineOne, wholeFile] of checks) {
    try {
      if (wholeFile !== undefined && has(config, wholeFile)) reportSize(check, wholeFile(config), report);
      findings.push(await examineOne());
    } catch (error) {
      findings.push({
        check,
        state: 'bad',
        found: messageOf(error),
        remedy: 'fix the reported problem, then run doctor again',
      });
    }
  }
  return findings;
}

/** The stores in the data folder. */
function storesOfFiles(config: Config): Check[] {
  return [
    ['members', () => members(config)],
    ['accounts', () => store(config, 'accounts'), accountsFile],
    ['catalog', () => store(config, 'catalog'), catalogFile],
  ];
}

function storesOfDatabase(config: Config): Check[] {
  return [
    ['database', () => database(config)],
    ['catalog', () => catalogInDatabase(config)],
  ];
}

/**
 * Compares a counter of the catalog with its rows. Warns if the data folder has a catalog file: its records are not
 * served.
 */
async function catalogInDatabase(config: Config): Promise<Finding> {
  if (has(config, catalogFile))
    return {
      check: 'catalog',
      state: 'warn',
      found: 'catalog.db of the data folder is not used: the database has the records',
      remedy: await remedyForUnusedFile(config),
    };
  const catalog = openUnchangedCatalog(config);
  try {
    const { people, companies, openings } = await catalog.recordCounts();
    const counted = countCatalog(config);
    if (counted.openings === openings) return fine('catalog', `${people} people, ${companies} companies`);
    const found = `its counter of openings is ${openings}, but it has ${counted.openings}`;
    return { check: 'catalog', state: 'bad', found, remedy: 'restore the database from its last backup' };
  } finally {
    catalog.close();
  }
}

/**
 * Checks the schema of the database, whether an answered charge survives a power loss, and the difference of the
 * clocks.
 */
async function database(config: Config): Promise<Finding> {
  const { applied, missing, version, citus, isDurable, clockBehindMs } = await databaseStatus(config);
  const server = `PostgreSQL ${version}${citus === null ? '' : `, Citus ${citus}`}`;
  const found = `${server}, ${applied.length} steps applied`;
  if (missing.length > 0) return { check: 'database', state: 'bad', found, remedy: 'run: cardfile database migrate' };
  const seconds = Math.round(Math.abs(clockBehindMs) / 1000);
  if (seconds > CLOCK_SECONDS_MAX) {
    const clock = `its clock and the clock of this machine differ by ${seconds} s`;
    return { check: 'database', state: 'warn', found: `${found}; ${clock}`, remedy: 'synchronize both by NTP' };
  }
  if (isDurable) return fine('database', found);
  const remedy = 'set fsync and synchronous_commit to on: a loss of power would lose charges';
  return { check: 'database', state: 'warn', found: `${found}; not durable`, remedy };
}

function fine(check: string, found: string): Finding {
  return { check, state: 'ok', found, remedy: '' };
}

function node(): Finding {
  const major = Number.parseInt(process.versions.node, 10);
  if (major >= NODE_MIN) return fine('node', process.version);
  return {
    check: 'node',
    state: 'bad',
    found: process.version,
    remedy: `install Node ${NODE_MIN} or newer, or run npm ci`,
  };
}

function sqlite(): Finding {
  const memory = new Database(':memory:');
  const version = String(memory.prepare('SELECT sqlite_version()').pluck().get());
  memory.close();
  assertSqliteVersion(version);
  return fine('sqlite', version);
}

/** A wrong value has ended the command before; a variable with a wrong name is ignored. */
function settings(environment: NodeJS.ProcessEnv): Finding {
  const unknown = unknownVariables(environment);
  if (unknown.length === 0) return fine('settings', 'valid');
  const found = `ignored, because there is no such setting: ${unknown.map(({ name }) => name).join(', ')}`;
  const meant = unknown.flatMap(({ name, near }) => (near === null ? [] : [`${near} for ${name}`]));
  const remedy = `correct or remove them${meant.length === 0 ? '' : `; did you mean ${meant.join(', ')}?`}`;
  return { check: 'settings', state: 'warn', found, remedy };
}

/** Why the folder cannot be read: it is a file, or without permission; null for a missing one. */
function folderFault(folder: string): unknown {
  try {
    readdirSync(folder);
    return null;
  } catch (error) {
    return isMissing(error) ? null : error;
  }
}

function dataFolder(config: Config, fault: unknown): Finding {
  const check = 'data folder';
  try {
    if (fault !== null) throw fault;
    accessSync(config.data, constants.R_OK | constants.W_OK);
    return fine(check, config.data);
  } catch (error) {
    if (isMissing(error))
      return { check, state: 'warn', found: `${config.data} does not exist`, remedy: 'it is created at the first use' };
    const found = `${config.data}: ${fileFault(error)?.problem ?? messageOf(error)}`;
    const remedy = 'choose a folder that this user may read and write, with --data or CARDFILE_DATA';
    return { check, state: 'bad', found, remedy };
  }
}

function disk(config: Config): Finding {
  const { bavail, bsize } = statfsSync(existsSync(config.data) ? config.data : '.');
  const free = bavail * bsize;
  const found = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  return free >= FREE_BYTES_MIN
    ? fine('disk', found)
    : { check: 'disk', state: 'warn', found, remedy: 'free some space before the next import' };
}

/** Reading a smaller file takes no noticeable time. */
const REPORTED_BYTES_MIN = 256 * 1024 ** 2;

function reportSize(check: string, file: string, report: Report): void {
  const bytes = statSync(file).size;
  if (bytes < REPORTED_BYTES_MIN) return;
  report(`Checking the ${check}: reading all ${(bytes / 1024 ** 3).toFixed(1)} GiB at the speed of the disk.`);
}

function store(config: Config, check: 'accounts' | 'members' | 'catalog'): Finding {
  const found = storeNamed(config, check);
  if (found === undefined)
    return { check, state: 'warn', found: 'does not exist yet', remedy: 'it is created at the first use' };
  const fault = accessFault(found.file) ?? schemaFault(found.schema());
  if (fault !== null) return { check, state: 'bad', ...fault };
  const damage = damageOf(found.file);
  if (damage !== null)
    return { check, state: 'bad', found: damage, remedy: 'stop the server and restore the last backup' };
  if (!found.isOutdated()) return fine(check, 'sound');
  const remedy = 'stop the server, then run: cardfile upgrade run';
  return { check, state: 'warn', found: 'intact, with the tables of an older version', remedy };
}

/** SQLite opens a file that may only be read without an error. */
function accessFault(file: string): Pick<Finding, 'found' | 'remedy'> | null {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    const found = `${file}: ${fileFault(error)?.problem ?? messageOf(error)}`;
    return { found, remedy: 'give this user the right to read and write each file of the data folder' };
  }
}

/** Undefined if it does not exist. */
function storeNamed(config: Config, check: string) {
  return existsSync(config.data) ? storeFiles(config).find(({ name }) => name === check) : undefined;
}

/** The first fault of a file; null if its pages and indexes are sound. */
function damageOf(file: string): string | null {
  const result = String(readSqlite(file, (database) => database.pragma('quick_check(1)', { simple: true })));
  return result === 'ok' ? null : result;
}

/** Without the dashboard there are no members. */
function members(config: Config): Finding {
  return has(config, membersFile) ? store(config, 'members') : fine('members', 'none yet');
}

async function edition(config: Config): Promise<Finding> {
  if (config.database === null ? !has(config, catalogFile) : !existsSync(config.data))
    return { check: 'edition', state: 'warn', found: 'none yet', remedy: 'import something first' };
  const remedy = 'run: cardfile index';
  const current = await openEditions(config).read();
  if (!current) return { check: 'edition', state: 'warn', found: 'none yet', remedy };
  await openEditions(config).verifyPacks();
  if (!canCompare(config)) {
    const found = `${current.id}: not compared with the catalog, whose tables are of another version`;
    return { check: 'edition', state: 'warn', found, remedy: 'see the finding of the catalog' };
  }
  const changes = await changesSince(config, current.generation);
  if (changes === 'everything')
    return { check: 'edition', state: 'warn', found: `${current.id} is older than the catalog`, remedy };
  const { people, companies, jobs } = current.counts;
  const since = changes === 0 ? '' : `, ${changes} records changed since, which the server adds`;
  return fine('edition', `${current.id}: ${people} people, ${companies} companies, ${jobs} job rows${since}`);
}

/** Whether the catalog has the tables of this version: a diagnosis does not migrate it. */
function canCompare(config: Config): boolean {
  const catalog = storeNamed(config, 'catalog');
  return catalog === undefined || (schemaFault(catalog.schema()) === null && !catalog.isOutdated());
}

/** The number of records that changed after a generation; `everything` if a delta cannot hold them. */
async function changesSince(config: Config, generation: number): Promise<number | 'everything'> {
  const catalog = openUnchangedCatalog(config);
  const documents = catalog.documents();
  try {
    const changes = documents.changes(generation, await deltaRecordsMax(catalog));
    return changes === 'everything' ? changes : changes.companies.length + changes.people.length + changes.jobs.length;
  } finally {
    documents.close();
    catalog.close();
  }
}

function server(config: Config): Finding {
  if (!existsSync(config.data)) return fine('server', 'not running');
  const lock = lockData(config, 'serve');
  lock?.undo();
  return fine('server', lock ? 'not running' : 'running on this data folder');
}

// The files of the data folder, by name. The folder is created if it is missing when a process begins.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { createPrivateFolder } from '../ops/files/create-folder.ts';
import { fileFault } from '../ops/files/file-fault.ts';
import { type Config, ConfigError } from './config.ts';

/** The folder in a data folder that has the files of an unfinished restore. */
export const RESTORE_FOLDER = 'restore.partial';

/** The data folders that this process has created or found. */
const known = new Set<string>();

/**
 * Creates a missing folder once. If a folder is moved away while a server uses it, an empty one in its place would
 * prevent that it is put back. Threads use the folder of their process.
 */
function createOnce(folder: string): void {
  if (!isMainThread || known.has(folder)) return;
  createPrivateFolder(folder);
  known.add(folder);
}

/**
 * The path of a file or folder in the data folder, which is created if it is missing when the process begins.
 * ConfigError if it cannot be created, or if a restore into it did not finish.
 */
function pathIn(config: Config, file: string): string {
  if (existsSync(join(config.data, RESTORE_FOLDER))) {
    throw new ConfigError(`a restore into ${config.data} did not finish: run \`cardfile restore\` again with --force`);
  }
  try {
    createOnce(config.data);
  } catch (error) {
    const reason = fileFault(error)?.problem ?? String(error);
    throw new ConfigError(
      `the data folder ${config.data} cannot be created: ${reason}; choose another with --data or CARDFILE_DATA`,
    );
  }
  return join(config.data, file);
}

export const catalogFile = (config: Config) => pathIn(config, 'catalog.db');
export const accountsFile = (config: Config) => pathIn(config, 'accounts.db');
export const membersFile = (config: Config) => pathIn(config, 'members.db');
/** Charges whose outcome is unknown, with a database: see accounts/postgres/unknown-charges.ts. */
export const undecidedFile = (config: Config) => pathIn(config, 'undecided-charges.jsonl');
/** The last calls of each key: see calls/call-store.ts. */
export const callsFile = (config: Config) => pathIn(config, 'calls.db');
export const batchesFolder = (config: Config) => pathIn(config, 'batches');
/** Objects that a builder publishes over HTTP. */
export const publishedFolder = (config: Config) => pathIn(config, 'published');
/** Layers of the published edition that a serving node keeps, and the manifest that names them. */
export const followedFolder = (config: Config) => pathIn(config, 'followed');
export const followedFile = (config: Config) => pathIn(config, 'followed.json');
export const editionsFolder = (config: Config) => pathIn(config, 'editions');

/** Actions on a data folder that exclude each other; `import-queue`: waiting for the lock of `import`. */
export type Exclusive = 'serve' | 'import' | 'import-queue' | 'index';

/** The file that a process keeps locked during the action. */
export const lockFile = (config: Config, what: Exclusive) => pathIn(config, `${what}.lock`);

/** The file in which a running server records its address. */
export const addressFile = (config: Config) => pathIn(config, 'serve.json');

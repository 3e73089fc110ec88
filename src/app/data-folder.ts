// The files of the data folder, by name. The folder is created if it is missing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '../ops/files/create-folder.ts';
import { fileFault } from '../ops/files/file-fault.ts';
import { type Config, ConfigError } from './config.ts';

/** Marker file in a data folder during a restore. */
export const RESTORE_FOLDER = 'restore.partial';

/** A file of the data folder, which is created if it is missing. */
function place(config: Config, file: string): string {
  if (existsSync(join(config.data, RESTORE_FOLDER))) {
    throw new ConfigError(`a restore into ${config.data} did not finish: run \`cardfile restore\` again with --force`);
  }
  try {
    createFolder(config.data);
  } catch (error) {
    const reason = fileFault(error)?.problem ?? String(error);
    throw new ConfigError(
      `the data folder ${config.data} cannot be created: ${reason}; choose another with --data or CARDFILE_DATA`,
    );
  }
  return join(config.data, file);
}

export const catalogFile = (config: Config) => place(config, 'catalog.db');
export const accountsFile = (config: Config) => place(config, 'accounts.db');
export const membersFile = (config: Config) => place(config, 'members.db');
/** Charges whose outcome is unknown, with a database: see accounts/postgres/unknown-charges.ts. */
export const undecidedFile = (config: Config) => place(config, 'undecided-charges.jsonl');
/** The last calls of each key: see calls/call-store.ts. */
export const callsFile = (config: Config) => place(config, 'calls.db');
export const batchesFolder = (config: Config) => place(config, 'batches');
/** Objects that a builder publishes over HTTP. */
export const publishedFolder = (config: Config) => place(config, 'published');
/** Layers of the published edition that a serving node keeps, and the manifest that names them. */
export const followedFolder = (config: Config) => place(config, 'followed');
export const followedFile = (config: Config) => place(config, 'followed.json');
export const editionsFolder = (config: Config) => place(config, 'editions');

/** Actions on a data folder that exclude each other; `import-queue`: waiting for the lock of `import`. */
export type Exclusive = 'serve' | 'import' | 'import-queue' | 'index';

/** The file that a process keeps locked during the action. */
export const lockFile = (config: Config, what: Exclusive) => place(config, `${what}.lock`);

/** The file in which a running server records its address. */
export const addressFile = (config: Config) => place(config, 'serve.json');

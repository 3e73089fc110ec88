// Copies that can be kept: backup and restore of the data folder, and the export of every record in the import form.
import { copyFileSync, createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { companyForm, openingForm, personForm } from '../import/import-form.ts';
import { copyDatabase } from '../ops/copy-database.ts';
import { type Config, ConfigError } from './config.ts';
import { accountsFile, catalogFile, editionsFolder, lockData, membersFile, openCatalogWriter } from './stores.ts';

const FILES = ['catalog.db', 'accounts.db'] as const;
/** Not in every data folder, nor in backups of older versions. */
const MEMBERS = 'members.db';

/** Copies the stores while they may be in use, and the current edition. The folder must be empty or new. */
export async function backup(config: Config, folder: string): Promise<{ folder: string; files: string[] }> {
  demandEmpty(folder, 'choose a new folder for each backup');
  const partial = `${folder.replace(/\/+$/, '')}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  await copyDatabase(catalogFile(config), join(partial, 'catalog.db'));
  await copyDatabase(accountsFile(config), join(partial, 'accounts.db'));
  const hasMembers = existsSync(membersFile(config));
  if (hasMembers) await copyDatabase(membersFile(config), join(partial, MEMBERS));
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  renameSync(partial, folder);
  return { folder, files: hasMembers ? [...FILES, MEMBERS] : [...FILES] };
}

/** Puts a backup into the data folder, which must not hold data yet. The server builds the edition at its start. */
export async function restore(config: Config, folder: string): Promise<{ data: string; files: string[] }> {
  const missing = FILES.find((file) => !existsSync(join(folder, file)));
  if (missing) throw new ConfigError(`${folder} is not a backup: ${missing} is missing`);
  const taken = [catalogFile(config), accountsFile(config), membersFile(config)].find(existsSync);
  const files = existsSync(join(folder, MEMBERS)) ? [...FILES, MEMBERS] : FILES;
  if (taken) throw new ConfigError(`${taken} exists; restore into an empty data folder: choose one with --data`);
  const lock = lockData(config, 'serve');
  if (!lock) throw new ConfigError(`the data folder ${config.data} is in use by a server; stop it first`);
  try {
    for (const file of files) {
      copyFileSync(join(folder, file), join(config.data, `${file}.partial`));
      renameSync(join(config.data, `${file}.partial`), join(config.data, file));
    }
    rmSync(editionsFolder(config), { recursive: true, force: true });
  } finally {
    lock.release();
  }
  return { data: config.data, files: [...files] };
}

/** Writes companies.jsonl, people.jsonl and jobs.jsonl; each is named so only when it is whole. */
export async function exportRecords(config: Config, folder: string): Promise<Record<string, number>> {
  mkdirSync(folder, { recursive: true });
  const writer = openCatalogWriter(config);
  try {
    return {
      companies: await writeLines(join(folder, 'companies.jsonl'), writer.companyRecords(), companyForm),
      people: await writeLines(join(folder, 'people.jsonl'), writer.personRecords(), personForm),
      jobs: await writeLines(join(folder, 'jobs.jsonl'), writer.openingRecords(), openingForm),
    };
  } finally {
    writer.close();
  }
}

async function writeLines<Record>(
  file: string,
  records: Iterable<Record>,
  form: (record: Record) => unknown,
): Promise<number> {
  let count = 0;
  function* lines() {
    for (const record of records) {
      count += 1;
      yield `${JSON.stringify(form(record))}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(`${file}.partial`));
  renameSync(`${file}.partial`, file);
  return count;
}

function demandEmpty(folder: string, remedy: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new ConfigError(`${folder} is not empty; ${remedy}`);
}

// Chooses the implementation of the catalog to read. The one to write is chosen by catalog-writers.ts, which loads the
// rules of matching and merging.
import type { CatalogCounts } from '../catalog/figures-port.ts';
import type { OpenedCatalog } from '../catalog/opened-catalog.ts';
import {
  countCatalog as countPostgresCatalog,
  openPolledCatalog,
  openCatalog as openPostgresCatalog,
} from '../catalog/postgres/open-catalog.ts';
import { countCatalog as countSqliteCatalog } from '../catalog/sqlite/count-catalog.ts';
import { openCatalog as openSqliteCatalog } from '../catalog/sqlite/open-catalog.ts';
import { systemClock } from '../ops/clock.ts';
import type { Schedule } from '../ops/scheduling/schedule.ts';
import { readSqlite } from '../ops/sqlite/sqlite-file.ts';
import type { Config } from './config.ts';
import { catalogFile } from './data-folder.ts';
import { schemaAccess } from './database-schema.ts';

/** `schedule`: see CatalogOptions; for a thread that serves. */
export function openCatalog(config: Config, schedule?: Schedule): OpenedCatalog {
  if (config.database !== null) {
    const options = { ...schemaAccess(config.database), networkHost: config.networkHost };
    return schedule ? openPolledCatalog(options, schedule) : openPostgresCatalog(options);
  }
  const options = { file: catalogFile(config), networkHost: config.networkHost };
  return openSqliteCatalog(schedule ? { ...options, schedule } : options);
}

/** Runs work on the catalog and closes it. */
export async function withCatalog<T>(config: Config, work: (catalog: OpenedCatalog) => T | Promise<T>): Promise<T> {
  const catalog = openCatalog(config);
  try {
    return await work(catalog);
  } finally {
    catalog.close();
  }
}

/** For a diagnosis: a file is neither migrated nor written. Throws if it lacks tables or columns of this version. */
export function openUnchangedCatalog(config: Config): OpenedCatalog {
  if (config.database !== null) return openCatalog(config);
  return openSqliteCatalog({ file: catalogFile(config), networkHost: config.networkHost, readOnly: true });
}

/** The remedy for a catalog file in the data folder while the records are in a database. */
export async function remedyForUnusedFile(config: Config): Promise<string> {
  const { generation } = await withCatalog(config, (catalog) => catalog.state());
  if (generation === 0) return 'the database has no records: to copy those of the file, run cardfile database move';
  const readSecret = 'SELECT cursor_secret FROM meta';
  const ofFile = readSqlite(catalogFile(config), (file) => file.prepare<[], Buffer>(readSecret).pluck().get());
  const ofDatabase = await withCatalog(config, (catalog) => catalog.cursorSecret());
  // A move copies the secret.
  return ofFile?.equals(ofDatabase)
    ? 'its records were moved to the database: remove the file, which keeps people that are forgotten later'
    : 'the database has other records: remove the file, or keep it in another folder';
}

/** Counts the catalog; not for a serving thread. */
export function countCatalog(config: Config): CatalogCounts {
  const age = { nowMs: systemClock.now(), days: config.emailStatusDays };
  if (config.database !== null) return countPostgresCatalog(schemaAccess(config.database), age);
  return countSqliteCatalog(catalogFile(config), age);
}

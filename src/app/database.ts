// The PostgreSQL database of accounts, members and editions: its stores, its schema, and the check that it is the one
// of this version. It is loaded where a database is set.
import { openPostgresAccounts as openAccounts } from '../accounts/postgres/open-accounts.ts';
import { TABLES } from '../catalog/postgres/columns.ts';
import { openCatalog } from '../catalog/postgres/open-catalog.ts';
import { openPostgresMembers as openMembers } from '../members/postgres/open-members.ts';
import { DraftTable } from '../nodes/draft-table.ts';
import { clearHead, HeadReader, HeadWriter, orderErasure, outdateEditions } from '../nodes/edition-head.ts';
import { isLeased, Lease } from '../nodes/lease.ts';
import type { SharedFileStore } from '../nodes/shared-file-store.ts';
import { UploadTable } from '../nodes/upload-table.ts';
import { systemClock } from '../ops/clock.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { distribute, type StoredTable, storedTables, type TableKinds } from '../ops/postgres/cluster.ts';
import { Database, type Session } from '../ops/postgres/database.ts';
import {
  checkSchema,
  migrate,
  type SchemaStatus,
  type ServerSettings,
  schemaStatus,
  serverSettings,
} from '../ops/postgres/migrate.ts';
import { SharedFiles } from '../ops/postgres/shared-files.ts';
import { type Config, ConfigError } from './config.ts';
import { DATABASE_STEPS, schemaAccess } from './database-schema.ts';

/**
 * The kind of each table on a cluster. Statements use only operations that each kind allows. Without a cluster, the
 * kinds make no difference.
 */
export const TABLE_KINDS: TableKinds = {
  ...{ plan: 'reference', account: 'reference', api_key: 'reference', ingest_key: 'reference' },
  ...{ balance: 'distributed', charge: 'distributed', call_kind: 'distributed', credit_grant: 'distributed' },
  ...{ hourly_usage: 'distributed', idempotent_request: 'distributed', key_use: 'distributed' },
  // Written in one transaction with a charge, or joined with accounts.
  ...{ batch: 'managed', watch: 'managed', webhook: 'managed', delivery: 'managed' },
  ...{ counter: 'local', migration: 'local', event_mark: 'local', edition_head: 'local' },
  ...{ watch_member: 'local', watch_change: 'local' },
  ...{ lease: 'local', file_part: 'local', upload: 'local', draft: 'local', logged_call: 'local' },
  ...{ member: 'local', session: 'local', invitation: 'local', sign_in_attempt: 'local', audit: 'local' },
  ...{ saved_search: 'local', record_list: 'local', listed_record: 'local', recovery_code: 'local' },
  ...(Object.fromEntries(Object.keys(TABLES).map((table) => [table, 'local'])) as Record<string, 'local'>),
};

export interface DatabaseStatus extends SchemaStatus, ServerSettings {
  /** The version of Citus; null without it. */
  readonly citus: string | null;
  readonly tables: readonly StoredTable[];
}

export const openPostgresAccounts = openAccounts;
export const openPostgresMembers = openMembers;

/** How stores reach a database whose schema is checked at each new connection. */
export function databaseAccess(url: string): { url: string; check: (session: Session) => Promise<void> } {
  return { url, check: (session) => checkSchema(session, DATABASE_STEPS) };
}

/** The published edition, for a serving node and for a builder. */
export const openHead = (url: string): HeadReader => new HeadReader(databaseAccess(url));
export const openHeadToPublish = (url: string): HeadWriter => new HeadWriter(databaseAccess(url));
/** The records, as far as a serving node reads them. */
export const openFollowedCatalog = (url: string) => openCatalog({ ...schemaAccess(url), networkHost: null });
/** The right to do some work, which only one process has at a time. */
export const openLease = (url: string, { name, ms }: { readonly name: string; readonly ms: number }): Lease =>
  new Lease({ ...databaseAccess(url), name, ms });

/** Whether some process has a lease. */
export async function isLeaseHeld(url: string, lease: { name: string; ms: number }): Promise<boolean> {
  const database = new Database({ ...databaseAccess(url), role: 'command', connections: 1, statementMs: 3000 });
  try {
    return await isLeased(database, lease);
  } finally {
    await database.close();
  }
}

/** A part of an upload has at most 8 MiB. */
const FILES_STATEMENT_MS = 15_000;

export function openFiles(url: string): SharedFileStore {
  const options = { role: 'files', connections: 2, statementMs: FILES_STATEMENT_MS };
  const database = new Database({ ...databaseAccess(url), ...options });
  const close = () => database.close();
  return {
    files: new SharedFiles(database),
    uploads: new UploadTable(database),
    drafts: new DraftTable(database),
    close,
  };
}

/** See edition-head.ts. */
export const orderEditionWithoutErased = (url: string, hiddenGeneration: number) =>
  orderErasure(databaseAccess(url), hiddenGeneration);
export const outdateEditionsBefore = (url: string, hiddenGeneration: number): Promise<void> =>
  outdateEditions(databaseAccess(url), hiddenGeneration);
export const clearEdition = (config: Config): Promise<void> => clearHead(databaseAccess(urlOf(config)));

/**
 * Applies all missing steps; returns their names. On a cluster with distributed tables, new ones are distributed as
 * well.
 */
export async function migrateDatabase(config: Config): Promise<string[]> {
  const url = urlOf(config);
  const applied = await migrate(url, DATABASE_STEPS, systemClock.now());
  const { tables } = await storedTables(url, TABLE_KINDS);
  if (tables.some(({ kind }) => kind === 'distributed')) await distribute(url, TABLE_KINDS);
  return applied;
}

/** Distributes the tables over the machines of a Citus cluster; null on a server without Citus. */
export async function distributeDatabase(config: Config, shards?: number): Promise<string[] | null> {
  const url = urlOf(config);
  const { missing } = await schemaStatus(url, DATABASE_STEPS);
  if (missing.length > 0)
    throw new OperatorError('the database lacks tables of this version: run `cardfile database migrate` first');
  return distribute(url, TABLE_KINDS, shards);
}

/** The state of the schema, of the server, and of each table. */
export async function databaseStatus(config: Config): Promise<DatabaseStatus> {
  const url = urlOf(config);
  const status = await schemaStatus(url, DATABASE_STEPS);
  return { ...status, ...(await serverSettings(url)), ...(await storedTables(url, TABLE_KINDS)) };
}

function urlOf({ database }: Config): string {
  if (database !== null) return database;
  throw new ConfigError('no database is set: all stores are files of the data folder; set CARDFILE_DATABASE');
}

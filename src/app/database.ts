// The PostgreSQL database of accounts and members: its stores, its schema, and the check that it is the one of this
// version. It is loaded where a database is set.
import { openPostgresAccounts as openAccounts } from '../accounts/postgres/open-accounts.ts';
import { ACCOUNTS_MIGRATIONS } from '../accounts/postgres/schema.ts';
import { openPostgresMembers as openMembers } from '../members/postgres/open-members.ts';
import { MEMBERS_MIGRATIONS } from '../members/postgres/schema.ts';
import { clearHead, HeadReader, HeadWriter } from '../nodes/edition-head.ts';
import { NODES_MIGRATIONS } from '../nodes/schema.ts';
import { systemClock } from '../ops/clock.ts';
import type { Session } from '../ops/postgres/database.ts';
import {
  checkSchema,
  type Migration,
  migrate,
  type SchemaStatus,
  schemaStatus,
  serverSettings,
} from '../ops/postgres/migrate.ts';
import { type Config, ConfigError } from './config.ts';

/** All steps, in order; a released one is never changed. */
export const DATABASE_STEPS: readonly Migration[] = [
  ...ACCOUNTS_MIGRATIONS,
  ...MEMBERS_MIGRATIONS,
  ...NODES_MIGRATIONS,
];

/**
 * The kind of each table on a cluster: on every machine (`reference`), split by its column `bucket` (`distributed`), or
 * on the coordinator alone (`local`). On one server they are all alike; statements keep to what each kind allows.
 */
export const TABLE_KINDS: Readonly<Record<string, 'reference' | 'distributed' | 'local'>> = {
  ...{ plan: 'reference', account: 'reference', api_key: 'reference', ingest_key: 'reference' },
  ...{ key_use: 'distributed', balance: 'distributed', call_kind: 'distributed', charge: 'distributed' },
  ...{ credit_grant: 'distributed', hourly_usage: 'distributed', idempotent_request: 'distributed' },
  ...{ counter: 'local', batch: 'local', migration: 'local' },
  ...{ webhook: 'local', delivery: 'local', event_mark: 'local' },
  edition_head: 'local',
  ...{ watch: 'local', watch_member: 'local', watch_change: 'local' },
  ...{ member: 'local', session: 'local', invitation: 'local', sign_in_attempt: 'local', audit: 'local' },
};

export const openPostgresAccounts = openAccounts;
export const openPostgresMembers = openMembers;

/** How stores reach a database whose schema is checked at each new connection. */
export function databaseAccess(url: string): { url: string; check: (session: Session) => Promise<void> } {
  return { url, check: (session) => checkSchema(session, DATABASE_STEPS) };
}

/** The published edition, for a serving node and for a builder. */
export const openHead = (url: string): HeadReader => new HeadReader(databaseAccess(url));
export const openHeadToPublish = (url: string): HeadWriter => new HeadWriter(databaseAccess(url), systemClock.now);
export const clearEdition = (config: Config): Promise<void> => clearHead(databaseAccess(urlOf(config)));

/** Applies all missing steps; returns their names. */
export function migrateDatabase(config: Config): Promise<string[]> {
  return migrate(urlOf(config), DATABASE_STEPS, systemClock.now());
}

export function databaseStatus(config: Config): Promise<SchemaStatus> {
  return schemaStatus(urlOf(config), DATABASE_STEPS);
}

/** The state of the schema, and of the settings on which durability depends. */
export async function examineDatabase(
  config: Config,
): Promise<SchemaStatus & { readonly version: string; readonly isDurable: boolean }> {
  const url = urlOf(config);
  const status = await databaseStatus(config);
  return { ...status, ...(await serverSettings(url)) };
}

function urlOf({ database }: Config): string {
  if (database !== null) return database;
  throw new ConfigError('no database is set: accounts and members are files of the data folder; set CARDFILE_DATABASE');
}

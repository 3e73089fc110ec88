// Moves the stores of a data folder into the database: everything without the accounts first, then the accounts in one
// transaction that compares all rows, then the records. So a database has either no accounts or all of them, and
// an interrupted move is repeated.
import { existsSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import type pg from 'pg';
import { ACCOUNT_TABLES, addMovingFunctions, LARGE_TABLES } from '../accounts/postgres/moved-tables.ts';
import { ACCOUNTS_SCHEMA } from '../accounts/sqlite/schema.ts';
import { openCatalog } from '../catalog/sqlite/open-catalog.ts';
import { CATALOG_SCHEMA } from '../catalog/sqlite/schema.ts';
import { MEMBER_TABLES } from '../members/postgres/moved-tables.ts';
import { MEMBERS_SCHEMA } from '../members/sqlite/schema.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { connected, inTransaction } from '../ops/postgres/connected.ts';
import { lockMigrations, schemaStatus } from '../ops/postgres/migrate.ts';
import { copyRows, differences, type MovedTable } from '../ops/postgres/move-rows.ts';
import { openSqlite } from '../ops/sqlite/sqlite-file.ts';
import { type Config, ConfigError } from './config.ts';
import { accountsFile, catalogFile, membersFile } from './data-folder.ts';
import { DATABASE_STEPS } from './database-schema.ts';
import { lockData } from './locks.ts';
import { type MovedRecords, moveRecords } from './move-records.ts';

const BUSY_MS = 5000;
/** A database with a row in one of these tables is in use. */
const SIGNS_OF_USE = ['plan', 'account', 'ingest_key', 'member', 'audit'];

/** The moved rows by table, and whether an earlier move had written them. */
export interface MoveReport {
  readonly rows: Readonly<Record<string, number>>;
  readonly wasMoved: boolean;
}

type OnTable = (table: string) => void;

/** No row in the files of the folder is changed. Rejects with an OperatorError while a server runs on it. */
export async function moveToDatabase(config: Config, onTable: OnTable): Promise<MoveReport> {
  const { database: url } = config;
  if (url === null) throw new ConfigError('no database is set: set CARDFILE_DATABASE to the one to move into');
  const file = accountsFile(config);
  if (!existsSync(file)) throw new OperatorError(`${config.data} has no accounts: choose the folder with --data`);
  const { missing } = await schemaStatus(url, DATABASE_STEPS);
  if (missing.length > 0)
    throw new OperatorError('the database lacks tables of this version: run `cardfile database migrate` first');
  const lock = lockData(config, 'serve');
  if (!lock) throw new OperatorError('a server runs on this data folder: stop it, then move');
  const accounts = openLocked(file, ACCOUNTS_SCHEMA);
  const members = openLocked(membersFile(config), MEMBERS_SCHEMA);
  try {
    addMovingFunctions(accounts);
    return await connected(url, async (target) => {
      const moved = await move({ accounts, members, target, onTable });
      const records = await moveCatalog(config, target, onTable);
      return records === null ? moved : both(moved, records);
    });
  } finally {
    accounts.close();
    members.close();
    lock.release();
  }
}

/** Null if the folder has no records. */
async function moveCatalog(config: Config, target: pg.ClientBase, onTable: OnTable): Promise<MovedRecords | null> {
  const file = catalogFile(config);
  if (!existsSync(file)) return null;
  // An interrupted first import has left out indexes; opening the catalog creates them.
  openCatalog({ file, networkHost: null }).close();
  const catalog = openLocked(file, CATALOG_SCHEMA);
  try {
    return await moveRecords(catalog, target, onTable);
  } finally {
    catalog.close();
  }
}

function both(moved: MoveReport, records: MovedRecords): MoveReport {
  return { rows: { ...moved.rows, ...records.rows }, wasMoved: moved.wasMoved && records.wasMoved };
}

/** Opens the file with a write lock, so that no other process writes to it. */
function openLocked(file: string, steps: Parameters<typeof openSqlite>[0]['steps']): Sqlite.Database {
  const database = openSqlite({ file, busyTimeoutMs: BUSY_MS, synchronous: 'FULL', steps });
  database.exec('BEGIN IMMEDIATE');
  return database;
}

interface Context {
  readonly accounts: Sqlite.Database;
  readonly members: Sqlite.Database;
  readonly target: pg.ClientBase;
  readonly onTable: OnTable;
}

async function move(context: Context): Promise<MoveReport> {
  const { accounts, members, target, onTable } = context;
  // A lock of the session, which ends with the move.
  const locked = await target.query<{ free: boolean }>(
    "SELECT pg_try_advisory_lock(hashtextextended('cardfile move ' || current_schema(), 0)) AS free",
  );
  if (!locked.rows[0]?.free) throw new OperatorError('another move into this database is running');
  const used = await usedTables(target);
  if (used.length > 0) {
    if ((await faultsOf(context)).length === 0) return { rows: rowsOf(context), wasMoved: true };
    throw new OperatorError(
      `the database is in use: it has rows in ${used.join(', ')}; move into an empty one (createdb, database migrate)`,
    );
  }
  for (const table of LARGE_TABLES) {
    onTable(table.table);
    await copyRows(accounts, target, table);
  }
  onTable('accounts and members');
  await inTransaction(target, async () => {
    await lockMigrations(target);
    for (const table of ACCOUNT_TABLES) await copyRows(accounts, target, table);
    for (const table of MEMBER_TABLES) await copyRows(members, target, table);
    await setCounters(context);
    const faults = await faultsOf(context);
    if (faults.length > 0)
      throw new OperatorError(
        `the copy differs from the data folder (${faults.slice(0, 3).join('; ')}): move into an empty database`,
      );
  });
  return { rows: rowsOf(context), wasMoved: false };
}

async function usedTables(target: pg.ClientBase): Promise<string[]> {
  const used: string[] = [];
  for (const table of SIGNS_OF_USE) {
    const { rows } = await target.query(`SELECT 1 FROM ${table} LIMIT 1`);
    if (rows.length > 0) used.push(table);
  }
  return used;
}

/** The tables of each file. */
const tablesOf = ({ accounts, members }: Context): [Sqlite.Database, readonly MovedTable[]][] => [
  [accounts, [...LARGE_TABLES, ...ACCOUNT_TABLES]],
  [members, MEMBER_TABLES],
];

/** Sets the counters last: other processes use nothing of the move before the transaction ends. */
async function setCounters({ accounts, members, target }: Context): Promise<void> {
  const numberFrom = (database: Sqlite.Database, sql: string) => Number(database.prepare(sql).pluck().get() ?? 0);
  const counters = {
    keys: 1,
    place: numberFrom(accounts, 'SELECT max((SELECT count(*) FROM api_key), (SELECT count(*) FROM ingest_key))'),
    member: numberFrom(members, 'SELECT max((SELECT count(*) FROM member), (SELECT count(*) FROM invitation))'),
    audit: numberFrom(members, 'SELECT max(id) FROM audit'),
  };
  for (const [name, value] of Object.entries(counters))
    await target.query('UPDATE counter SET value = value + $2 WHERE name = $1', [name, value]);
}

const LEDGER = `SELECT account_id || ' ' || month || ' ' || kind AS name, count(*) AS rows, sum(credits) AS credits
  FROM ledger GROUP BY account_id, month, kind`;

interface LedgerSum {
  readonly name: string;
  readonly rows: number | string;
  readonly credits: number | string;
}

/** Differences of counts and sums of all tables, and of the ledger by account, month and kind. */
async function faultsOf(context: Context): Promise<string[]> {
  const { accounts, target } = context;
  const faults: string[] = [];
  for (const [source, tables] of tablesOf(context))
    for (const table of tables) faults.push(...(await differences(source, target, table)));
  const sumsOf = (rows: readonly LedgerSum[]) => new Map(rows.map((row) => [row.name, `${row.rows} ${row.credits}`]));
  const wanted = sumsOf(accounts.prepare<[], LedgerSum>(LEDGER).all());
  const found = sumsOf((await target.query<LedgerSum>(LEDGER)).rows);
  for (const name of new Set([...wanted.keys(), ...found.keys()]))
    if (wanted.get(name) !== found.get(name)) faults.push(`the ledger of ${name} differs`);
  return faults;
}

function rowsOf(context: Context): Record<string, number> {
  const counts = tablesOf(context).flatMap(([source, tables]) =>
    tables.map(({ table, rows }) => [table, Number(source.prepare(`SELECT count(*) FROM (${rows})`).pluck().get())]),
  );
  return Object.fromEntries(counts);
}

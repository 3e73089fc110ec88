// Migrations of a PostgreSQL database: numbered forward steps, each in one transaction under an advisory lock and with
// a checksum of its text. Commands and servers reject a database with another schema.
import { hash } from 'node:crypto';
import type pg from 'pg';
import { connected, inTransaction } from './connected.ts';
import type { Session } from './database.ts';
import { MIGRATION_KEY } from './migration-lock.ts';
import { SchemaError } from './schema-error.ts';
import { DATABASE_NOW, statement } from './statement.ts';

/** One step: statements that are executed in one transaction. */
export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
}

/** The state of the schema of a database. */
export interface SchemaStatus {
  /** Names of the steps that are applied, in order. */
  readonly applied: readonly string[];
  /** Names of the steps that this version would still apply. */
  readonly missing: readonly string[];
}

const MIGRATION_TABLE = `CREATE TABLE IF NOT EXISTS migration (
  step integer PRIMARY KEY, name text COLLATE "C" NOT NULL, checksum text NOT NULL, applied_at bigint NOT NULL)`;

interface AppliedStep {
  readonly step: number;
  readonly name: string;
  readonly checksum: string;
}

const applied = statement<[], AppliedStep>(
  'migrations applied',
  'SELECT step, name, checksum FROM migration ORDER BY step',
);

const checksumOf = ({ statements }: Migration) => hash('sha256', statements.join(';\n'));

/** Takes the advisory lock of migrations until the end of the transaction: one process at a time changes the schema. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_KEY})`);
}

/**
 * Applies all missing steps; several processes may do so at once. Returns the names of the steps applied by this call.
 */
export async function migrate(url: string, steps: readonly Migration[], now: number): Promise<string[]> {
  return connected(url, async (client) => {
    const done: string[] = [];
    for (;;) {
      const step = await inTransaction(client, () => applyNext(client, steps, now));
      if (step === null) return done;
      done.push(step.name);
    }
  });
}

/** Applies the next missing step; null if there is none. */
async function applyNext(client: pg.ClientBase, steps: readonly Migration[], now: number): Promise<Migration | null> {
  await lockMigrations(client);
  // On a cluster a step may change tables of several kinds; without Citus the setting has no effect.
  await client.query("SELECT set_config('citus.multi_shard_modify_mode', 'sequential', true)");
  await client.query(MIGRATION_TABLE);
  const { rows } = await client.query<AppliedStep>(applied.text);
  const next = nextStep(rows, steps);
  if (next === null) return null;
  for (const text of next.statements) await client.query(text);
  const values = [rows.length + 1, next.name, checksumOf(next), now];
  await client.query('INSERT INTO migration (step, name, checksum, applied_at) VALUES ($1, $2, $3, $4)', values);
  return next;
}

/** The state of the schema of a database, which may be empty. */
export async function schemaStatus(url: string, steps: readonly Migration[]): Promise<SchemaStatus> {
  return connected(url, async (client) => {
    const { rows: found } = await client.query<{ there: boolean }>(
      "SELECT to_regclass('migration') IS NOT NULL AS there",
    );
    const rows = found[0]?.there ? (await client.query<AppliedStep>(applied.text)).rows : [];
    nextStep(rows, steps);
    return { applied: rows.map(({ name }) => name), missing: steps.slice(rows.length).map(({ name }) => name) };
  });
}

export interface ServerSettings {
  readonly version: string;
  /** Whether a committed transaction survives a power failure. */
  readonly isDurable: boolean;
  /** Milliseconds by which the clock of this machine is behind that of the server. */
  readonly clockBehindMs: number;
}

export async function serverSettings(url: string): Promise<ServerSettings> {
  return connected(url, async (client) => {
    const { rows } = await client.query<{ version: string; fsync: string; commit: string; now: string }>(
      `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
        current_setting('synchronous_commit') AS commit, ${DATABASE_NOW} AS now`,
    );
    const [row] = rows;
    const isDurable = row?.fsync === 'on' && row.commit !== 'off';
    return { version: row?.version ?? '', isDurable, clockBehindMs: Number(row?.now) - Date.now() };
  });
}

/** Rejects with an OperatorError, which names the remedy, unless the schema consists of exactly these steps. */
export async function checkSchema(session: Session, steps: readonly Migration[]): Promise<void> {
  const rows = await session.run(applied).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== '42P01') throw error;
    return [];
  });
  if (nextStep(rows, steps) !== null)
    throw new SchemaError('the database lacks tables of this version: run `cardfile database migrate`');
}

/** The next step to apply, or null. Throws if the database has other steps than this version. */
function nextStep(
  rows: readonly Pick<AppliedStep, 'name' | 'checksum'>[],
  steps: readonly Migration[],
): Migration | null {
  rows.forEach(({ name, checksum }, index) => {
    const step = steps[index];
    if (!step)
      throw new SchemaError(
        `the database was migrated by a newer version (step ${name}): use that version or a later one`,
      );
    if (step.name !== name || checksumOf(step) !== checksum)
      throw new SchemaError(
        `step ${index + 1} of the database is ${name}, with another text than ${step.name} of this version: ` +
          'use the version that made the database, or another database',
      );
  });
  return steps[rows.length] ?? null;
}

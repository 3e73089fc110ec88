// Distributes tables over the machines of a Citus cluster. On a server without Citus these functions change nothing.
import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { connected, inTransaction } from './connected.ts';
import type { Session } from './database.ts';
import { lockMigrations } from './migrate.ts';
import type { Statement } from './statement.ts';

/**
 * How a table is stored: a copy on each machine (`reference`); split by its column `bucket` (`distributed`); on the
 * coordinator, where statements can join it with reference tables, and transactions commit it together with distributed
 * tables (`managed`); on the coordinator only (`local`).
 */
export type TableKind = 'reference' | 'distributed' | 'managed' | 'local';

export type TableKinds = Readonly<Record<string, TableKind>>;

/** A table as the cluster stores it. */
export interface StoredTable {
  readonly table: string;
  readonly kind: TableKind;
  /** Number of shards; 1 unless it is distributed. */
  readonly shards: number;
  /** Size on all machines, including indexes. */
  readonly bytes: number;
}

/** Default number of shards; each bucket can have its own. */
const SHARDS = 32;
const SHARDS_MAX = 256;

/** The distribution column of all distributed tables. */
const COLUMN = 'bucket';

// Statements that name the catalog of Citus. A server without Citus cannot prepare them, so they are not registered.
const HAS_CITUS: Statement<[], { version: string | null }> = {
  name: 'version of citus',
  text: "SELECT max(extversion) AS version FROM pg_extension WHERE extname = 'citus'",
};
const IS_DISTRIBUTED: Statement<[table: string], { found: boolean }> = {
  name: 'table is distributed',
  text: "SELECT count(*) > 0 AS found FROM pg_dist_partition WHERE logicalrelid = to_regclass($1) AND partmethod = 'h'",
};

const KNOWN = 'SELECT count(*)::integer AS known FROM pg_dist_partition WHERE logicalrelid = to_regclass($1)';
const MACHINES = `SELECT count(*) FILTER (WHERE groupid = 0)::integer AS coordinators,
  count(*) FILTER (WHERE shouldhaveshards AND isactive)::integer AS workers FROM pg_dist_node`;
const TABLES_OF_CLUSTER = `SELECT c.relname AS "table",
    CASE WHEN p.partmethod = 'h' THEN 'distributed' WHEN p.repmodel = 't' THEN 'reference'
      WHEN p.logicalrelid IS NOT NULL THEN 'managed' ELSE 'local' END AS kind,
    greatest(1, (SELECT count(*) FROM pg_dist_shard s WHERE s.logicalrelid = c.oid))::integer AS shards,
    CASE WHEN p.logicalrelid IS NULL THEN pg_total_relation_size(c.oid) ELSE citus_total_relation_size(c.oid) END AS bytes
  FROM pg_class c LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
  WHERE c.oid = ANY (SELECT to_regclass(name) FROM unnest($1::text[]) AS n (name)) ORDER BY c.relname`;
const TABLES_OF_SERVER = `SELECT relname AS "table", 'local' AS kind, 1 AS shards, pg_total_relation_size(oid) AS bytes
  FROM pg_class WHERE oid = ANY (SELECT to_regclass(name) FROM unnest($1::text[]) AS n (name)) ORDER BY relname`;

/** Whether the server has Citus and the table is distributed. */
export async function isDistributed(session: Session, table: string): Promise<boolean> {
  const [citus] = await session.run(HAS_CITUS);
  if (!citus?.version) return false;
  const [row] = await session.run(IS_DISTRIBUTED, table);
  return row?.found === true;
}

/** The existing tables, and the version of Citus (null on a server without it). */
export function storedTables(
  url: string,
  kinds: TableKinds,
): Promise<{ readonly citus: string | null; readonly tables: readonly StoredTable[] }> {
  return connected(url, async (client) => {
    const citus = await versionOfCitus(client);
    const text = citus === null ? TABLES_OF_SERVER : TABLES_OF_CLUSTER;
    const { rows } = await client.query<StoredTable>(text, [Object.keys(kinds)]);
    return { citus, tables: rows.map((row) => ({ ...row, bytes: Number(row.bytes) })) };
  });
}

/**
 * Distributes the tables, with their rows, over the machines of the cluster; a table that is already distributed does
 * not change. Returns the tables that it distributed, or null on a server without Citus. Writes to a table wait while
 * it is distributed.
 */
export function distribute(url: string, kinds: TableKinds, shards = SHARDS): Promise<string[] | null> {
  if (!Number.isInteger(shards) || shards < 1 || shards > SHARDS_MAX)
    throw new OperatorError(`shards must be a whole number from 1 to ${SHARDS_MAX}`);
  return connected(url, async (client) => {
    if ((await versionOfCitus(client)) === null) return null;
    await requireMachines(client);
    const done: string[] = [];
    const first = Object.keys(kinds).find((table) => kinds[table] === 'distributed');
    for (const table of inOrder(kinds)) {
      const distribution = { kind: kinds[table] ?? 'local', first, shards };
      if (await inTransaction(client, () => distributeTable(client, table, distribution))) done.push(table);
    }
    return done;
  });
}

/** Null on a server without Citus. */
async function versionOfCitus(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ version: string | null }>(HAS_CITUS.text);
  return rows[0]?.version ?? null;
}

async function requireMachines(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ coordinators: number; workers: number }>(MACHINES);
  if (!rows[0]?.coordinators)
    throw new OperatorError(
      "the cluster does not know its coordinator: run SELECT citus_set_coordinator_host('HOST') on it, as a superuser",
    );
  if (rows[0].workers === 0)
    throw new OperatorError("the cluster has no worker: run SELECT citus_add_node('HOST', PORT) for each");
}

/** False if the table is distributed already. */
async function distributeTable(client: pg.ClientBase, table: string, distribution: Distribution): Promise<boolean> {
  await lockMigrations(client);
  const { rows } = await client.query<{ known: number }>(KNOWN, [table]);
  if (rows[0]?.known !== 0) return false;
  const [sql, ...values] = callFor(table, distribution);
  await client.query(sql, values);
  if (distribution.kind !== 'managed')
    await client.query('SELECT truncate_local_data_after_distributing_table($1)', [table]);
  return true;
}

/** Reference tables first, because the other tables are joined with them. */
function inOrder(kinds: TableKinds): string[] {
  const of = (kind: TableKind) => Object.keys(kinds).filter((table) => kinds[table] === kind);
  return [...of('reference'), ...of('distributed'), ...of('managed')];
}

interface Distribution {
  readonly kind: TableKind;
  /** The first distributed table. All others are colocated with it: the rows of a bucket are on the same machine. */
  readonly first: string | undefined;
  readonly shards: number;
}

function callFor(table: string, { kind, first, shards }: Distribution): [sql: string, ...values: unknown[]] {
  if (kind === 'reference') return ['SELECT create_reference_table($1)', table];
  if (kind === 'managed') return ['SELECT citus_add_local_table_to_metadata($1)', table];
  if (table === first)
    return [
      `SELECT create_distributed_table($1, '${COLUMN}', colocate_with => 'none', shard_count => $2)`,
      table,
      shards,
    ];
  return [`SELECT create_distributed_table($1, '${COLUMN}', colocate_with => $2)`, table, first];
}

// The advisory lock of migrations: exclusive for a migration, shared for transactions that change records.

/** One key per schema, so that two schemas of one database do not wait for each other. */
export const MIGRATION_KEY = "hashtextextended('cardfile migration ' || current_schema(), 0)";

/** Waits for a running migration. No other begins before the end of the transaction. */
export const AWAIT_MIGRATION = `SELECT pg_advisory_xact_lock_shared(${MIGRATION_KEY})`;

/** The number of steps of the schema. A statement of its own, so that it sees what a migration has just committed. */
export const SCHEMA_STEPS = 'SELECT count(*) FROM migration';

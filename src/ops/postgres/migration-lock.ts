// The advisory lock of migrations: held alone by a migration, shared by transactions that change records.

/** One key per schema, so that two schemas of one database do not wait for each other. */
export const MIGRATION_KEY = "hashtextextended('cardfile migration ' || current_schema(), 0)";

/** Waits for a migration that runs; none begins before the end of the transaction. */
export const AWAIT_MIGRATION = `SELECT pg_advisory_xact_lock_shared(${MIGRATION_KEY})`;

/** The number of steps of the schema. Its own statement, which sees what the migration before it has committed. */
export const SCHEMA_STEPS = 'SELECT count(*) FROM migration';

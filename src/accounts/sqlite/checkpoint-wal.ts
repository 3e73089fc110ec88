// WAL checkpoints of accounts.db outside the ledger's connection: SQLite's automatic checkpoint runs within a commit,
// several times a second under load and for milliseconds each; here it runs over a second connection, during commits.
import type { Database } from 'better-sqlite3';

/** Interval between looks at the WAL. */
export const CHECKPOINT_LOOK_MS = 250;
/** Checkpoint threshold, 8 MB of the WAL. With rare checkpoints, a page that is written repeatedly is copied once. */
const PAGES_WORTH_COPYING = 2000;
/**
 * 32 MB. Only a WAL that is copied completely can restart, so under continuous load the ledger has to wait for its last
 * pages.
 */
const PAGES_MAX = 8000;
/** Maximum wait for the ledger or for readers at a time; meanwhile no other connection can write. */
const PATIENCE_MS = 50;
/** Fallback threshold, 64 MB: without a checkpointer the ledger runs the checkpoint. */
const PAGES_UNKEPT_MAX = 16_000;

/** The result of a checkpoint: pages of the WAL, and how many of them are copied. */
interface WalPages {
  readonly log: number;
  readonly checkpointed: number;
}

function checkpoint(database: Database, mode: 'NOOP' | 'PASSIVE' | 'FULL'): WalPages {
  const [pages] = database.pragma(`wal_checkpoint(${mode})`) as [WalPages];
  return pages;
}

/** For the connection that writes: it leaves checkpoints to the checkpointer. */
export function leaveCheckpoints(database: Database): void {
  database.pragma(`wal_autocheckpoint = ${PAGES_UNKEPT_MAX}`);
}

/** For the connection of the checkpointer. */
export function takeOverCheckpoints(database: Database): void {
  database.pragma(`busy_timeout = ${PATIENCE_MS}`);
}

/** Copies pages of a large WAL; call it every CHECKPOINT_LOOK_MS. Throws if the disk fails; nothing is lost then. */
export function checkpointWal(database: Database): void {
  const { log, checkpointed } = checkpoint(database, 'NOOP');
  if (log - checkpointed < PAGES_WORTH_COPYING) return;
  const after = checkpoint(database, 'PASSIVE');
  // A long reader, such as a backup: waiting for it would delay each charge, repeatedly, and shorten nothing.
  const isHeld = after.log - after.checkpointed >= PAGES_WORTH_COPYING;
  if (log >= PAGES_MAX && !isHeld) checkpoint(database, 'FULL');
}

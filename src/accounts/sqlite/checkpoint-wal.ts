// WAL checkpoints of accounts.db outside the ledger's connection. SQLite's automatic checkpoint runs within a commit,
// several times a second under load and for milliseconds each. This one runs over a second connection, concurrently
// with commits.
import type { Database } from 'better-sqlite3';

/** Interval between checks of the WAL. */
export const CHECKPOINT_POLL_MS = 250;
/** Checkpoint threshold, 8 MB of the WAL. With rare checkpoints, a page that is written repeatedly is copied once. */
const PAGES_WORTH_COPYING = 2000;
/**
 * 32 MB. Only a completely copied WAL can restart, so under continuous load the ledger has to wait until its last pages
 * are copied.
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

/** For the writing connection: leaves checkpoints to the checkpointer. */
export function leaveCheckpoints(database: Database): void {
  database.pragma(`wal_autocheckpoint = ${PAGES_UNKEPT_MAX}`);
}

/** For the connection of the checkpointer. */
export function takeOverCheckpoints(database: Database): void {
  database.pragma(`busy_timeout = ${PATIENCE_MS}`);
}

/** Copies pages of a large WAL; call it every CHECKPOINT_POLL_MS. Throws if the disk fails; nothing is lost then. */
export function checkpointWal(database: Database): void {
  const { log, checkpointed } = checkpoint(database, 'NOOP');
  if (log - checkpointed < PAGES_WORTH_COPYING) return;
  const after = checkpoint(database, 'PASSIVE');
  // A long reader, such as a backup, holds the WAL. Waiting for it would delay every charge without shortening the WAL.
  const isHeld = after.log - after.checkpointed >= PAGES_WORTH_COPYING;
  if (log >= PAGES_MAX && !isHeld) checkpoint(database, 'FULL');
}
